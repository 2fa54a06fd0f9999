import { describe, expect, it } from 'vitest'
import { fakeMachine, fakeNodes } from './testing/fake-machine.ts'

const line = (text: string) => ({ at: Date.parse('2026-01-02T03:04:05Z'), text: `${text}\n` })

/** The worker of a kind cluster whose components answer and have logged. */
async function worker() {
  const { machine } = fakeMachine()
  await machine.run('kube-apiserver')
  fakeNodes(machine)
  const { cluster } = machine
  for (const name of [
    'kubelet/kind-worker',
    'kubelet/kind-control-plane',
    'kube-proxy/kind-worker',
    'kube-controller-manager',
  ]) {
    cluster.adopt(name, {
      record: { release: '1.33.1', args: [], gates: {} },
      component: { stop: async () => {} },
    })
  }
  cluster.runtime.answer = async (component, node, path) => ({
    status: 200,
    contentType: 'text/plain',
    body: `${component} ${node} ${path}\n`,
  })
  cluster.runtime.askKubelet = async (node, { method, path, authorization, readOnlyPort }) =>
    readOnlyPort === undefined || node === 'kind-control-plane'
      ? {
          status: 200,
          contentType: 'text/plain',
          body: `kubelet ${node} ${method} ${path} ${readOnlyPort ?? authorization}\n`,
        }
      : undefined
  cluster.runtime.journal = (component, node) => [
    line(`${component} ${node} 1`),
    line(`${component} ${node} 2`),
  ]
  return (command: string) => machine.run(`docker exec kind-worker ${command}`)
}

describe('a node', () => {
  it.each([
    ['curl -s localhost:10249/metrics', 'kube-proxy kind-worker /metrics\n'],
    [
      "curl -sk https://127.0.0.1:10250/metrics -H 'Authorization: Bearer secret'",
      'kubelet kind-worker GET /metrics Bearer secret\n',
    ],
    ['curl -sk -X POST https://localhost:10250/run/a/b/c', 'kubelet kind-worker POST /run/a/b/c undefined\n'],
    ['curl -s http://localhost:10248/healthz', 'kubelet kind-worker /healthz\n'],
    // It is not on this node.
    ['curl -sk https://localhost:10257/healthz', ''],
    // The kubelet's read-only port is not open.
    ['curl -s localhost:10255/metrics', ''],
    ['curl -s http://kind-control-plane:10255/pods', 'kubelet kind-control-plane GET /pods 10255\n'],
    ['curl -sk https://kind-control-plane:10255/pods', ''],
    ['journalctl -u kubelet -n 1', 'Jan 02 03:04:05 kind-worker kubelet[1]: kubelet kind-worker 2\n'],
    ['journalctl --unit=kubelet.service -o cat -r', 'kubelet kind-worker 2\nkubelet kind-worker 1\n'],
    ['journalctl -u containerd', '-- No entries --\n'],
    ['crictl ps -q --name kube-proxy | wc -l', '1\n'],
    ['sh -c "crictl logs --tail=1 $(crictl ps -q)"', ''],
  ])('answers `%s`', async (command, stdout) => {
    const run = await worker()
    expect((await run(command)).stdout.trimStart()).toBe(stdout)
  })

  it('shows logs of its containers by their ids', async () => {
    const run = await worker()
    const id = (await run('crictl ps -q')).stdout.trim()
    expect((await run(`crictl logs --tail 1 ${id}`)).stdout).toBe('kube-proxy kind-worker 2\n')
    expect((await run('crictl logs nothing')).exitCode).toBe(1)
  })
})

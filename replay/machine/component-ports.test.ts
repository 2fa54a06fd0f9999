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
    ['journalctl -qun1', ''],
    [
      'journalctl -qu kubelet.service -rn2 --no-pager -o=cat',
      'kubelet kind-worker 2\nkubelet kind-worker 1\n',
    ],
    ['journalctl -u containerd -u kubelet -o cat -n 1', 'kubelet kind-worker 2\n'],
    [
      'journalctl -u kubelet -n 7 --no-hostname',
      'Jan 02 03:04:05 kubelet[1]: kubelet kind-worker 1\nJan 02 03:04:05 kubelet[1]: kubelet kind-worker 2\n',
    ],
    ['journalctl -u containerd', '-- No entries --\n'],
    ['journalctl -qu containerd', ''],
    ['crictl -r unix:///run/containerd/containerd.sock ps -aq -name kube-proxy | wc -l', '1\n'],
    ['crictl ps --state Exited -q', ''],
    ['crictl ps -q --name kube-proxy | wc -l', '1\n'],
    ['sh -c "crictl logs --tail=1 $(crictl ps -q)"', ''],
  ])('answers `%s`', async (command, stdout) => {
    const run = await worker()
    expect((await run(command)).stdout.trimStart()).toBe(stdout)
  })

  const [one, unable] = [{ exitCode: 1 }, { exitCode: 1, limits: ['not simulated'] }]
  it.each<[string, string, object]>([
    ['journalctl --nosuch', "journalctl: unrecognized option '--nosuch'", one],
    ['journalctl -Z', "journalctl: invalid option -- 'Z'", one],
    ['journalctl -u', "journalctl: option requires an argument -- 'u'", one],
    ['journalctl --unit', "journalctl: option '--unit' requires an argument", one],
    ['journalctl --lines=x', "Failed to parse lines 'x'", one],
    ['journalctl -u kubelet --since today', 'journalctl --since is not simulated', unable],
    ['journalctl -u kubelet -o json', 'journalctl -o json is not simulated', unable],
    ['crictl ps --nosuch', 'level=fatal msg="flag provided but not defined: -nosuch"', one],
    ['crictl logs --tail x y', 'level=fatal msg="invalid value \\"x\\" for flag -tail: parse error"', one],
    ['crictl logs --tail', 'level=fatal msg="flag needs an argument: -tail"', one],
    ['crictl logs', 'level=fatal msg="ID cannot be empty"', one],
    ['crictl logs none --tail=1', 'level=fatal msg="container \\"none\\" not found"', one],
    ['crictl ps -o json', 'crictl ps --output is not simulated', unable],
    ['crictl pull a', 'crictl pull is not simulated', unable],
  ])('refuses `%s`', async (command, stderr, how) => {
    const run = await worker()
    expect(await run(command)).toMatchObject({ stdout: '', stderr: `${stderr}\n`, ...how })
  })

  it('shows logs of its containers by their ids', async () => {
    const run = await worker()
    const id = (await run('crictl ps -q')).stdout.trim()
    expect((await run(`crictl logs --tail 1 ${id}`)).stdout).toBe('kube-proxy kind-worker 2\n')
    expect((await run('crictl logs nothing')).exitCode).toBe(1)
  })
})

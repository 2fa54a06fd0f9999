// `kepsim kube-proxy rules` for the objects of a server.
import { expect, it } from 'vitest'
import { type CommandOutput, runWithFiles } from '../../cli/kube-proxy/testing/run-with-files.ts'
import { serverOf, type TestServer } from './start.ts'

const rulesOf = (server: TestServer, ...args: string[]): Promise<CommandOutput> =>
  runWithFiles(['rules', '--kubeconfig', 'kubeconfig', ...args], { kubeconfig: server.kubeconfig('admin') })

it('lists what kube-proxy watches, and its node', async () => {
  const server = await serverOf('1.36')
  await server.client.create('/api/v1/namespaces/default/services', {
    metadata: { name: 'web' },
    spec: { type: 'NodePort', ports: [{ port: 80 }] },
  })
  const known = await rulesOf(server, '--mode', 'nftables', '--node', 'n1')
  expect([known.code, known.stderr]).toEqual([0, ''])
  expect(known.stdout).toContain('elements = { 10.1.1.1 }')
  expect(known.stdout).toContain('comment "default/web" : goto reject-chain')
  expect(known.stdout).toContain('Drop traffic to unallocated ClusterIPs')
  const unknown = await rulesOf(server, '--mode', 'nftables', '--node', 'n9')
  expect([unknown.code, unknown.stderr]).toEqual([0, expect.stringContaining('there is no node n9')])
})

it('cannot where the server is older than the watches of the release', async () => {
  const { code, stdout, stderr } = await rulesOf(await serverOf('1.30'), '--release', '1.33', '--node', 'n1')
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('"spec.clusterIP" is not a known field selector')
})

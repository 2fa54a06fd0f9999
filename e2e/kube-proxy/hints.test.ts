// From what a Service asks for to what kube-proxy programs: the EndpointSlice controller's hints are in between.
import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { RestClient } from '../../client/rest-client.ts'
import { createNode, endpointsOf, programmingProxyOf, serverOf, startControllers } from './start.ts'

/** A running pod; its address is 10.244.`at`.1. */
async function createPod(client: RestClient, nodeName: string, at: number): Promise<void> {
  const pods = '/api/v1/namespaces/default/pods'
  const containers = [{ name: 'c', image: 'pause' }]
  const spec = { nodeName, containers, tolerations: [{ operator: 'Exists' }] }
  await client.create(pods, { metadata: { name: `web-${at}`, labels: { app: 'web' } }, spec })
  const status = {
    phase: 'Running',
    podIPs: [{ ip: `10.244.${at}.1` }],
    conditions: [{ type: 'Ready', status: 'True' }],
  }
  await client.patch(`${pods}/web-${at}/status`, { status }, 'application/merge-patch+json')
}

async function becomeReady(client: RestClient, name: string): Promise<void> {
  const conditions = [{ type: 'Ready', status: 'True', lastHeartbeatTime: new Date().toISOString() }]
  const status = { allocatable: { cpu: '4' }, conditions }
  await client.patch(`/api/v1/nodes/${name}/status`, { status }, 'application/strategic-merge-patch+json')
}

const services = '/api/v1/namespaces/default/services'
const all = ['10.244.0.1', '10.244.1.1', '10.244.2.1']

it.each([
  ['1.30', [], '1.31', 'PreferClose', all],
  ['1.31', [], '1.31', 'PreferClose', all.slice(0, 2)],
  ['1.36', [], '1.36', 'PreferSameZone', all.slice(0, 2)],
  ['1.36', [], '1.36', 'PreferSameNode', all.slice(0, 1)],
  ['1.36', [], '1.33', 'PreferSameNode', all.slice(0, 2)],
] as const)('kube-apiserver %s %j, kube-proxy %s: %s', async (release, flags, proxyRelease, wish, uses) => {
  const server = await serverOf(release, ...flags)
  const { client } = server
  await createNode(client, 'n2', 'z1')
  await createNode(client, 'n3', 'z2')
  await startControllers(server, release)
  for (const [at, node] of ['n1', 'n2', 'n3'].entries()) await createPod(client, node, at)
  await client.create(services, {
    metadata: { name: 'web' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }], trafficDistribution: wish },
  })
  const proxy = await programmingProxyOf(server, proxyRelease)
  await expect.poll(() => endpointsOf(proxy), { timeout: 60_000 }).toEqual(uses)
})

it('shares endpoints out over zones with topology-mode Auto, and takes that back', async () => {
  const server = await serverOf('1.36')
  const { client } = server
  await createNode(client, 'n2', 'z2')
  await startControllers(server, '1.36')
  for (const name of ['n1', 'n2']) await becomeReady(client, name)
  for (const [at, node] of ['n1', 'n2'].entries()) await createPod(client, node, at)
  await client.create(services, {
    metadata: { name: 'web', annotations: { 'service.kubernetes.io/topology-mode': 'Auto' } },
    spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] },
  })
  const proxy = await programmingProxyOf(server, '1.36')
  await expect.poll(() => endpointsOf(proxy), { timeout: 60_000 }).toEqual(['10.244.0.1'])
  const none = { metadata: { annotations: null } }
  await client.patch<KubeObject>(`${services}/web`, none, 'application/merge-patch+json')
  await expect.poll(() => endpointsOf(proxy), { timeout: 60_000 }).toEqual(['10.244.0.1', '10.244.1.1'])
})

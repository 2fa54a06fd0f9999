import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import type { RestClient } from '../client/rest-client.ts'
import { FakeClock } from '../component-base/clock.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { ComponentFailedError } from './cluster-errors.ts'

/** Asks until the answer is as wanted: what controllers do takes its time. */
async function eventually<T>(ask: () => Promise<T>, wanted: (value: T) => boolean): Promise<T> {
  for (let i = 0; ; i++) {
    const value = await ask()
    if (wanted(value) || i === 400) return value
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
const nodeInfo = (node: KubeObject) => (node['status'] as { nodeInfo: Record<string, string> }).nodeInfo
const gone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  )

describe('a cluster', () => {
  let cluster: Cluster
  let client: RestClient
  beforeAll(async () => {
    cluster = await startCluster({ release: '1.34', nodes: 2 })
    client = cluster.client('test')
  })
  afterAll(() => cluster.stop())

  it('has Ready nodes without the not-ready taint', async () => {
    const nodes = await eventually(
      () => client.get<{ items: KubeObject[] }>('/api/v1/nodes'),
      (list) => list.items.every((n) => (n['spec'] as { taints?: unknown[] }).taints === undefined),
    )
    expect(nodes.items.map((n) => [n.metadata.name, n['spec']])).toEqual([
      ['node-1', {}],
      ['node-2', {}],
    ])
  })

  it('gives every namespace a service account and the root CA, and empties it on deletion', async () => {
    await client.create('/api/v1/namespaces', { metadata: { name: 'team' } })
    const ca = await eventually(
      () => client.get('/api/v1/namespaces/team/configmaps/kube-root-ca.crt').catch(() => undefined),
      (o) => o !== undefined,
    )
    expect((ca!['data'] as Record<string, string>)['ca.crt']).toContain('BEGIN CERTIFICATE')
    await eventually(
      () => gone(client.get('/api/v1/namespaces/team/serviceaccounts/default')),
      (missing) => !missing,
    )
    await client.delete('/api/v1/namespaces/team')
    expect(await eventually(() => gone(client.get('/api/v1/namespaces/team')), Boolean)).toBe(true)
  })

  it('runs a deployment behind a service, rolls it over, and collects what it owned', async () => {
    const path = '/apis/apps/v1/namespaces/default/deployments'
    const template = (image: string) => ({
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'c', image, ports: [{ name: 'http', containerPort: 8080 }] }] },
    })
    await client.create(path, {
      metadata: { name: 'web' },
      spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: template('a') },
    })
    await client.create('/api/v1/namespaces/default/services', {
      metadata: { name: 'web' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 'http' }] },
    })
    const available = (d: KubeObject): boolean => {
      const status = d['status'] as {
        availableReplicas?: number
        updatedReplicas?: number
        replicas?: number
        observedGeneration?: number
      }
      return (
        status.observedGeneration === d.metadata.generation &&
        status.availableReplicas === 3 &&
        status.updatedReplicas === 3 &&
        status.replicas === 3
      )
    }
    expect(available(await eventually(() => client.get(`${path}/web`), available))).toBe(true)
    const ready = (slices: { items: KubeObject[] }): number =>
      slices.items
        .flatMap((s) => (s['endpoints'] ?? []) as { conditions: { ready: boolean } }[])
        .filter((e) => e.conditions.ready).length
    const slices = () =>
      client.get<{ items: KubeObject[] }>(
        '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=kubernetes.io/service-name=web',
      )
    expect(ready(await eventually(slices, (s) => ready(s) === 3))).toBe(3)
    // Nodes have pod networks of their own.
    const addresses = (await slices()).items.flatMap((s) =>
      (s['endpoints'] as { addresses: string[] }[]).flatMap((e) => e.addresses),
    )
    expect(new Set(addresses).size).toBe(3)

    await client.patch(`${path}/web`, { spec: { template: template('b') } })
    expect(available(await eventually(() => client.get(`${path}/web`), available))).toBe(true)

    await cluster.restart('apiserver')
    await cluster.restart('kubelet')
    const nodes = await client.get<{ items: KubeObject[] }>('/api/v1/nodes')
    const readiness = nodes.items.map(
      (n) =>
        (n['status'] as { conditions: { type: string; status: string }[] }).conditions.find(
          (c) => c.type === 'Ready',
        )?.status,
    )
    expect(readiness).toEqual(['True', 'True'])
    // Controllers that start over a store see what is there before they act.
    expect((await slices()).items).toHaveLength(1)

    await client.delete(`${path}/web`, { propagationPolicy: 'Background' })
    const pods = await eventually(
      () => client.get<{ items: KubeObject[] }>('/api/v1/namespaces/default/pods'),
      (l) => l.items.length === 0,
    )
    expect(pods.items).toEqual([])
  })
})

describe('a cluster whose releases change', () => {
  it('keeps its data, and the nodes report as KEP-4004 says', async () => {
    const cluster = await startCluster({ release: '1.30', seed: 4004 })
    const node = async () => {
      const client = cluster.client()
      return client.get('/api/v1/nodes/node-1')
    }
    try {
      const first = await node()
      expect(nodeInfo(first)).toMatchObject({ kubeletVersion: 'v1.30.14', kubeProxyVersion: 'v1.30.14' })
      await cluster.upgrade({ apiserver: '1.33', kubelet: '1.33' })
      const second = await node()
      expect(second.metadata.uid).toBe(first.metadata.uid)
      expect(nodeInfo(second)).toMatchObject({ kubeletVersion: 'v1.33.13', kubeProxyVersion: '' })
      await cluster.downgrade({ apiserver: '1.30', kubelet: '1.30' })
      expect(nodeInfo(await node())['kubeProxyVersion']).toBe('v1.30.14')
      await cluster.setGates({ DisableNodeKubeProxyVersion: true })
      expect(nodeInfo(await node())['kubeProxyVersion']).toBe('')
    } finally {
      await cluster.stop()
    }
  })

  it('says why a component does not start', async () => {
    const start = startCluster({ release: '1.36', featureGates: { DisableNodeKubeProxyVersion: false } })
    await expect(start).rejects.toThrow(ComponentFailedError)
    await expect(start).rejects.toThrow(
      'cannot set feature gate DisableNodeKubeProxyVersion to false, feature is locked to true',
    )
  })

  it('makes the same uids, addresses and revisions from the same seed and clock', async () => {
    const made: unknown[] = []
    for (let i = 0; i < 4; i++) {
      const clock = new FakeClock('2026-01-01T00:00:00Z')
      await using cluster = await startCluster({ release: '1.35', seed: 7, clock })
      const service = await cluster.client().create('/api/v1/namespaces/default/services', {
        metadata: { name: 's' },
        spec: { ports: [{ port: 80 }] },
      })
      const { uid, resourceVersion } = service.metadata
      made.push({ uid, resourceVersion, clusterIP: (service['spec'] as { clusterIP: string }).clusterIP })
    }
    expect(made).toEqual(Array(4).fill(made[0]))
  })
})

import { describe, expect } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Cluster } from '../cluster.ts'
import { clusterTest } from '../vitest.ts'

const nodes = [
  { name: 'a', kubeletFlags: ['--node-labels=topology.kubernetes.io/zone=z1'] },
  { name: 'b', kubeProxyFlags: ['--proxy-mode=nftables'], kubeProxyRelease: '1.33' },
]
const test = clusterTest({ release: '1.36', nodes, seed: 1 }, { scope: 'file' })
const namespace = '/api/v1/namespaces/default'

const running = (pod: KubeObject): boolean =>
  (pod['status'] as { phase?: string; podIP?: string }).phase === 'Running'

async function startPod(cluster: Cluster, name: string, nodeName: string, labels = {}): Promise<string> {
  const client = cluster.client()
  await client.create(`${namespace}/pods`, {
    metadata: { name, labels },
    spec: { nodeName, containers: [{ name: 'c', image: 'nginx', ports: [{ containerPort: 8080 }] }] },
  })
  const pod = await client.waitFor(`${namespace}/pods/${name}`, running)
  return (pod['status'] as { podIP: string }).podIP
}

const send = (cluster: Cluster, from: string, to: string, more = {}) =>
  cluster.send({ from: { pod: from }, to, ...more })

describe('a packet through a cluster', () => {
  test('reaches the endpoints of a Service by the rules of its own node', async ({ cluster }) => {
    const service = await cluster.client().create<KubeObject>(`${namespace}/services`, {
      metadata: { name: 'web' },
      spec: {
        selector: { app: 'web' },
        type: 'NodePort',
        ports: [{ port: 80, targetPort: 8080, nodePort: 30080 }],
      },
    })
    const ip = (service['spec'] as { clusterIP: string }).clusterIP
    await startPod(cluster, 'client-a', 'a')
    await startPod(cluster, 'client-b', 'b')
    await expect.poll(async () => (await send(cluster, 'client-a', `${ip}:80`)).outcome).toBe('refused')
    const [one, two] = [
      await startPod(cluster, 'web-a', 'a', { app: 'web' }),
      await startPod(cluster, 'web-b', 'b', { app: 'web' }),
    ]
    for (const client of ['client-a', 'client-b']) {
      const ends = new Set<string | undefined>()
      await expect
        .poll(async () => ends.add((await send(cluster, client, `${ip}:80/tcp`)).endpoint))
        .toContain(`${one}:8080`)
      await expect
        .poll(async () => ends.add((await send(cluster, client, `${ip}:80/tcp`)).endpoint))
        .toContain(`${two}:8080`)
    }
    const byA = await send(cluster, 'client-a', `${ip}:80/tcp`)
    expect(byA.trace[0]).toMatch(/^a prerouting nat PREROUTING: -A PREROUTING .*-j KUBE-SERVICES$/)
    const byB = await send(cluster, 'client-b', `${ip}:80/tcp`)
    expect(byB.trace[0]).toMatch(/^b prerouting ip kube-proxy /)
  })
})

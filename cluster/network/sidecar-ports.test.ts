// Upstream: kubernetes/kubernetes#127976
import { expect, it } from 'vitest'
import type { EndpointSlice } from '../../api/discovery-v1.ts'
import { startCluster } from '../cluster.ts'

const namespace = '/api/v1/namespaces/default'
const slicesOfWeb =
  '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=kubernetes.io/service-name=web'

/** The ports that two Services have endpoints on: one names the port of a sidecar, the other that of an init container that ends. */
async function portsFound(release: string) {
  const cluster = await startCluster({ release, seed: 1 })
  try {
    const client = cluster.client()
    const port = (name: string, containerPort: number) => ({ ports: [{ name, containerPort }] })
    await client.create(`${namespace}/pods`, {
      metadata: { name: 'web', labels: { app: 'web' } },
      spec: {
        containers: [{ name: 'c', image: 'nginx', ...port('http', 80) }],
        initContainers: [
          { name: 'tls', image: 'nginx', restartPolicy: 'Always', ...port('https', 443) },
          { name: 'setup', image: 'busybox', command: ['true'], ...port('setup', 99) },
        ],
      },
    })
    await client.create(`${namespace}/services`, {
      metadata: { name: 'web' },
      spec: {
        selector: { app: 'web' },
        ports: ['http', 'https', 'setup'].map((name, i) => ({ name, port: i + 1, targetPort: name })),
      },
    })
    let found: (number | undefined)[] = []
    await expect
      .poll(
        async () => {
          const { items } = await client.get<{ items: EndpointSlice[] }>(slicesOfWeb)
          found = items.flatMap(({ ports }) => (ports ?? []).map((one) => one.port))
          return found.length
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    return found.sort()
  } finally {
    await cluster.stop()
  }
}

it("a Service finds a sidecar's port by its name from 1.32 on, and never that of an init container which ends", async () => {
  expect(await portsFound('1.31')).toEqual([80])
  expect(await portsFound('1.32')).toEqual([443, 80])
})

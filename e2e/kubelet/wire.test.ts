import { afterEach, describe, expect, it } from 'vitest'
import type { Node } from '../../kubelet-sim/node-status/node.ts'
import { startKubelets } from '../../kubelet-sim/start-many.ts'
import { prepareKubelet, startKubelet, startServer, type TestKubelet, type TestServer } from './start.ts'

let server: TestServer
let running: TestKubelet[] = []
const start = (...args: Parameters<typeof startKubelet>): TestKubelet => {
  const kubelet = startKubelet(...args)
  running.push(kubelet)
  return kubelet
}
afterEach(async () => {
  await Promise.all(running.map((k) => k.stop()))
  running = []
  await server.close()
})

const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases'
const csi = '/apis/storage.k8s.io/v1/csinodes'
const status = 'PATCH /api/v1/nodes/n1/status?timeout=10s'
const withoutEvents = (lines: string[]): string[] => lines.filter((l) => !l.includes('/events'))
const node = (): Promise<Node> => server.client.get<Node>('/api/v1/nodes/n1')

describe('a kubelet on the wire', () => {
  it('registers a new node, and gives it its lease one interval later', async () => {
    server = await startServer('1.36')
    const kubelet = start(server, { release: '1.36' })
    await kubelet.pass(3000)
    const lines = kubelet.client.take()
    const order = withoutEvents(lines)
    expect(order.slice(0, 3).sort()).toEqual([
      'GET /api/v1/nodes/n1?timeout=10s 404',
      `GET ${lease}/n1?timeout=10s 404`,
      'POST /api/v1/nodes 201',
    ])
    expect(order.filter((l) => l.startsWith('PATCH'))).toEqual([`${status} 200`, `${status} 200`])
    expect(order.filter((l) => l.includes('csinodes'))).toEqual([`GET ${csi}/n1 404`, `POST ${csi} 201`])
    expect(lines.filter((l) => l.includes('/events') && l.startsWith('PATCH'))).toHaveLength(6)
    await kubelet.pass(8000)
    expect(kubelet.client.take()).toEqual([
      `GET ${lease}/n1?timeout=10s 404`,
      'GET /api/v1/nodes/n1?timeout=10s 200',
      `POST ${lease}?timeout=10s 201`,
    ])
    await kubelet.pass(10_500)
    expect(kubelet.client.take()).toEqual([`PUT ${lease}/n1?timeout=10s 200`])
  })

  it('asks for its node at every status tick before 1.31', async () => {
    server = await startServer('1.30')
    const kubelet = start(server, { release: '1.30' })
    await kubelet.pass(3000)
    kubelet.client.take()
    await kubelet.pass(8000)
    expect(kubelet.client.take()).toContain('GET /api/v1/nodes/n1?resourceVersion=0&timeout=10s 200')
  })

  it('reconciles an existing node at a restart, and reports a gate that was switched', async () => {
    server = await startServer('1.34')
    const first = start(server, { release: '1.34', gates: { DisableNodeKubeProxyVersion: false } })
    await first.pass(12_000)
    expect((await node()).status.nodeInfo!['kubeProxyVersion']).toBe('v1.34.4')
    await first.stop()
    const second = start(server, { release: '1.34' })
    await second.pass(2000)
    const lines = withoutEvents(second.client.take())
    expect(lines).toContain(`PUT ${lease}/n1?timeout=10s 200`)
    expect(lines).toContain('POST /api/v1/nodes 409')
    expect(lines).not.toContain('PATCH /api/v1/nodes/n1/status 200')
    expect((await node()).status.nodeInfo!['kubeProxyVersion']).toBe('')
  })

  it('makes a deleted lease again, and keeps it when the node is deleted, which never comes back', async () => {
    server = await startServer('1.36')
    const kubelet = start(server, { release: '1.36' })
    await kubelet.pass(13_000)
    await server.client.delete(`${lease}/n1`)
    kubelet.client.take()
    await kubelet.pass(10_000)
    expect(kubelet.client.take()).toEqual([
      `PUT ${lease}/n1?timeout=10s 409`,
      `GET ${lease}/n1?timeout=10s 404`,
      'GET /api/v1/nodes/n1?timeout=10s 200',
      `POST ${lease}?timeout=10s 201`,
      `PUT ${lease}/n1?timeout=10s 200`,
    ])
    await server.client.delete('/api/v1/nodes/n1')
    await kubelet.pass(10_000)
    const lines = kubelet.client.take()
    expect(lines.filter((l) => l === 'GET /api/v1/nodes/n1?timeout=10s 404')).toHaveLength(4)
    expect(lines).toContain(`PUT ${lease}/n1?timeout=10s 200`)
    expect(lines.some((l) => l.startsWith('POST'))).toBe(false)
  })

  it('starts many without a flood', async () => {
    server = await startServer('1.36')
    running = Array.from({ length: 12 }, (_, i) => prepareKubelet(server, { release: '1.36', name: `m${i}` }))
    let done = false
    const started = startKubelets(
      running.map((k) => k.kubelet),
      4,
    ).then(() => {
      done = true
    })
    for (let i = 0; i < 200 && !done; i++) await Promise.all(running.map((k) => k.pass(250)))
    await started
    const { items } = await server.client.get<{ items: Node[] }>('/api/v1/nodes')
    expect(items).toHaveLength(12)
  })

  it('waits for a server that is down, at the start and later', async () => {
    server = await startServer('1.35')
    const kubelet = start(server, { release: '1.35' })
    kubelet.client.down = true
    await kubelet.pass(4000)
    const posts = kubelet.client.take().filter((l) => l.startsWith('POST /api/v1/nodes'))
    expect(posts.length).toBeGreaterThanOrEqual(4)
    expect(posts.length).toBeLessThanOrEqual(6)
    kubelet.client.down = false
    await kubelet.pass(20_000)
    expect((await node()).status.conditions!.find((c) => c.type === 'Ready')!.status).toBe('True')
    kubelet.client.down = true
    kubelet.client.take()
    await kubelet.pass(10_000)
    const tries = kubelet.client.take()
    expect(tries.filter((l) => l.startsWith('PUT'))).toHaveLength(5)
    expect(tries.some((l) => l === `GET ${lease}/n1?timeout=10s refused`)).toBe(true)
    kubelet.client.down = false
    await kubelet.pass(8000)
    expect(kubelet.client.take()).toContain(`PUT ${lease}/n1?timeout=10s 200`)
  })
})

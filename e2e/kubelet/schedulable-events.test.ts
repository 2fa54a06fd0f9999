import { afterAll, beforeAll, expect, it } from 'vitest'
import { startKubelet, startServer, type TestKubelet, type TestServer } from './start.ts'

let server: TestServer
let kubelet: TestKubelet
beforeAll(async () => {
  server = await startServer('1.36')
  kubelet = startKubelet(server, { release: '1.36' })
  await kubelet.pass(2000)
})
afterAll(async () => {
  await kubelet.stop()
  await server.close()
})

async function told(): Promise<string[]> {
  const { items } = await server.client.get<{ items: { reason: string; message: string; count: number }[] }>(
    '/api/v1/namespaces/default/events',
  )
  return items
    .filter(({ reason }) => reason.endsWith('Schedulable'))
    .map(({ message, count }) => `${message} ${count}`)
    .sort()
}
const cordon = (unschedulable: boolean) =>
  server.client.patch('/api/v1/nodes/n1', { spec: { unschedulable: unschedulable || null } })
const notSchedulable = 'Node n1 status is now: NodeNotSchedulable'

it('a kubelet tells with its reports that its node was cordoned, and that it is schedulable again', async () => {
  expect(await told()).toEqual([])
  await cordon(true)
  await kubelet.pass(12_000)
  expect(await told()).toEqual([`${notSchedulable} 1`])
  await kubelet.pass(30_000)
  expect(await told()).toEqual([`${notSchedulable} 1`])
  await cordon(false)
  await kubelet.pass(12_000)
  expect(await told()).toEqual([`${notSchedulable} 1`, 'Node n1 status is now: NodeSchedulable 1'])
})

it('a kubelet that starts on a cordoned node tells it again', async () => {
  await cordon(true)
  await kubelet.pass(12_000)
  const { clock } = kubelet
  await kubelet.stop()
  kubelet = startKubelet(server, { release: '1.36', clock })
  await kubelet.pass(12_000)
  const counts = (await told())
    .filter((one) => one.startsWith(notSchedulable))
    .map((one) => Number(one.split(' ').at(-1)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(2)
})

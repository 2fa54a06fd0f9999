import { expect, it } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import type { Informer } from '../client/informer.ts'
import type { RestRequest } from '../client/rest-client.ts'
import { FakeClock } from '../component-base/clock.ts'
import { seededRandom } from '../component-base/random.ts'
import { loadRelease } from '../component-base/release.ts'
import { type KubeletOptions, simulatedMachine } from './kubelet-options.ts'
import type { Node } from './node-status/node.ts'
import { withStatus } from './node-status/setters.ts'
import { kubeletLog } from './options/kubelet-log.ts'
import { prepareKubelet } from './options/prepare-kubelet.ts'
import { StatusReporter } from './status-loop.ts'

/** A reporter whose node is as it has reported it, with what it has sent. */
async function reporter() {
  const logger = kubeletLog({ write: () => {}, now: () => 0 })
  const release = loadRelease('1.36')
  const { gates, settings } = await prepareKubelet([], {
    release,
    logger,
    notice: () => {},
    readText: () => Promise.reject(new Error('none')),
  })
  const clock = new FakeClock()
  const sent: string[] = []
  const random = seededRandom(1)
  const machine = simulatedMachine(random)
  const own = { nodeName: 'a', release, gates, settings, machine, clock }
  const images: string[] = []
  const labels = { 'kubernetes.io/os': machine.operatingSystem, 'kubernetes.io/arch': machine.architecture }
  const metadata = { name: 'a', resourceVersion: '1', labels }
  const state = { csiNodeReady: true, images }
  const bare = { apiVersion: 'v1', kind: 'Node', metadata, spec: {}, status: {} } as unknown as Node
  const items = new Map<string, KubeObject>([['a', withStatus(bare, own, state) as unknown as KubeObject]])
  const client = {
    async json({ body }: RestRequest): Promise<KubeObject> {
      // At the time of the node's own heartbeats there is nothing to say.
      sent.push(
        Object.keys((body as { status?: object }).status ?? {})
          .sort()
          .join(' '),
      )
      const node = withStatus(items.get('a') as unknown as Node, own, state)
      items.set('a', node as unknown as KubeObject)
      return node as unknown as KubeObject
    },
  }
  const options = { ...own, client, logger, random } as unknown as KubeletOptions
  const one = new StatusReporter(
    options,
    () => state,
    { items } as unknown as Informer,
    () => {},
  )
  return { sync: () => one.sync(), sent, clock, images, items, settings }
}

it('reports nothing of a node that stays as it is until its report is due, and then heartbeats', async () => {
  const { sync, sent, clock, settings } = await reporter()
  await sync()
  expect(sent.splice(0)).toHaveLength(1)
  const { nodeStatusUpdateFrequency: every, nodeStatusReportFrequency: due } = settings
  for (let passed = every; passed < due / 2; passed += every) {
    clock.advance(every)
    await sync()
  }
  expect(sent).toEqual([])
  clock.advance(due)
  await sync()
  expect(sent).toEqual(['$setElementOrder/conditions conditions'])
})

it('reports an image that has come since a round without anything to report', async () => {
  const { sync, sent, clock, images } = await reporter()
  for (let round = 0; round < 3; round++) {
    clock.advance(10_000)
    await sync()
  }
  sent.length = 0
  images.unshift('web:1')
  clock.advance(10_000)
  await sync()
  expect(sent).toEqual(['$setElementOrder/conditions conditions images'])
})

it('puts back what others changed since then', async () => {
  const { sync, sent, clock, items } = await reporter()
  for (let round = 0; round < 3; round++) {
    clock.advance(10_000)
    await sync()
  }
  sent.length = 0
  const node = items.get('a') as unknown as Node
  items.set('a', { ...node, status: { ...node.status, addresses: [] } } as unknown as KubeObject)
  clock.advance(10_000)
  await sync()
  expect(sent).toEqual(['$setElementOrder/conditions addresses conditions'])
})

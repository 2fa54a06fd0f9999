// Texts of errors: apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { realClock } from '../../../component-base/clock.ts'
import { realRandom } from '../../../component-base/random.ts'
import {
  type Behaviour,
  type HookServers,
  startHookServers,
} from '../../admission/webhook/testing/hook-server.ts'
import { ReviewTypes } from '../../webhook/review-types.ts'
import { WebhookClient } from '../../webhook/webhook-client.ts'
import { webhookConverter } from './webhook-converter.ts'

let hooks: HookServers
let client: WebhookClient
beforeAll(async () => {
  hooks = await startHookServers()
  const reach = { services: new Map<string, string>(), addresses: 'loopback' as const }
  client = new WebhookClient({
    clock: realClock,
    reach,
    resolveService: () => Promise.reject(new Error('none')),
  })
})
afterAll(async () => {
  client.close()
  await hooks.close()
})

const one = (name: string, more: object = {}): KubeObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { name, uid: `uid-${name}`, labels: { a: 'b' } },
  spec: {},
  ...more,
})

function convert(
  behaviour: Behaviour,
  objects: readonly KubeObject[],
  list?: KubeObject,
): Promise<KubeObject[]> {
  hooks.behaviours = { c: behaviour }
  const clientConfig = { url: `https://127.0.0.1:${hooks.ports['good']}/c`, caBundle: hooks.ca }
  const spec = { conversion: { webhook: { clientConfig, conversionReviewVersions: ['v1'] } } }
  const parts = { client, types: new ReviewTypes('1.36'), random: realRandom, minor: 36 }
  return webhookConverter(parts)({ spec }, objects, 'example.com/v2', list)
}
const answering = (...convertedObjects: unknown[]): Behaviour => ({
  response: { convertedObjects, result: { status: 'Success' } },
})
const v2 = (name: string, metadata: object = {}): object => ({
  ...one(name),
  apiVersion: 'example.com/v2',
  metadata: { name, uid: `uid-${name}`, ...metadata },
})

it('converts what has another version with one call, and keeps all metadata but labels and annotations', async () => {
  const there = one('b', { apiVersion: 'example.com/v2' })
  const converted = await convert(answering(v2('a', { labels: { c: 'd' }, generation: 7 })), [
    one('a'),
    there,
  ])
  expect(converted.map(({ apiVersion }) => apiVersion)).toEqual(['example.com/v2', 'example.com/v2'])
  expect(converted[0]!.metadata).toEqual({ name: 'a', uid: 'uid-a', labels: { c: 'd' } })
  expect(hooks.received.at(-1)!.review.request).toMatchObject({
    desiredAPIVersion: 'example.com/v2',
    objects: [{ metadata: { name: 'a' } }],
  })
})

const named = 'conversion webhook for example.com/v1, Kind=Thing'
it.each<[string, Behaviour, string]>([
  ['the number', answering(), `${named} returned 0 objects, expected 1`],
  [
    'the name',
    answering(v2('b', { uid: 'uid-a' })),
    `${named} returned invalid object: must have the same name: a != b`,
  ],
  [
    'the uid',
    answering(v2('a', { uid: 'x' })),
    `${named} returned invalid object: must have the same UID: uid-a != x`,
  ],
  [
    'the version',
    answering(one('a')),
    `${named} returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v1)`,
  ],
  [
    'the kind',
    answering({ ...v2('a'), kind: 'Other' }),
    `${named} returned invalid object at index 0: invalid kind (expected Thing, received Other)`,
  ],
  [
    'labels',
    answering(v2('a', { labels: { a: 1 } })),
    `${named} returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object`,
  ],
  ['a failure', { response: { result: { status: 'Failure', message: 'no' } } }, `${named} failed: no`],
  [
    'no message',
    { response: { result: { status: 'Failure' } } },
    `${named} failed: response.result.status was 'Failure', not 'Success'`,
  ],
  ['no response', { response: null }, `${named} failed: no response provided`],
])('tells what is wrong with an answer: %s', async (_, behaviour, message) => {
  await expect(convert(behaviour, [one('a')])).rejects.toThrow(message)
})

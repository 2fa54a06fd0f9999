import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { FakeClock } from '../../component-base/clock.ts'
import type { ControllerContext } from '../controller.ts'
import { startLegacyTokenCleaner } from './legacy-token-cleaner.ts'

const day = 24 * 3_600_000
const account = {
  metadata: { name: 'robot', namespace: 'default', uid: 'u' },
  secrets: [{ name: 'old' }, { name: 'new' }, { name: 'mounted' }],
}
const secret = (name: string, creationTimestamp: string, labels = {}) => ({
  metadata: {
    name,
    namespace: 'default',
    uid: name,
    resourceVersion: '7',
    creationTimestamp,
    labels,
    annotations: { 'kubernetes.io/service-account.name': 'robot' },
  },
  type: 'kubernetes.io/service-account-token',
})
const pod = {
  metadata: { name: 'p', namespace: 'default' },
  spec: { containers: [], volumes: [{ name: 'v', secret: { secretName: 'mounted' } }] },
}

/** What a cleaner does in one round a year and two days after tracking began. */
async function done(minor: number, ...secrets: ReturnType<typeof secret>[]): Promise<string[]> {
  const clock = new FakeClock(Date.parse('2026-01-03T00:00:00Z'))
  const writes: string[] = []
  const items: Record<string, object[]> = {
    '/api/v1/serviceaccounts': [account],
    '/api/v1/secrets': secrets,
    '/api/v1/pods': [pod],
  }
  const keyed = (objects: object[]) =>
    new Map((objects as KubeObject[]).map((one) => [`default/${one.metadata.name}`, one]))
  const context = {
    clock,
    minor,
    client: {
      get: async () => ({ data: { since: '2025-01-01' } }),
      patch: async (path: string, { metadata }: KubeObject) =>
        void writes.push(`${path.split('/').at(-1)} ${JSON.stringify(metadata.labels)}`),
      delete: async (path: string) => void writes.push(`delete ${path.split('/').at(-1)}`),
    },
    informers: { on: (path: string) => ({ items: keyed(items[path]!) }), hasSynced: async () => {} },
  } as unknown as ControllerContext
  const cleaner = startLegacyTokenCleaner(context, 365 * day)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  await cleaner.stop()
  return writes
}

const old = '2024-12-01T00:00:00Z'
const since = 'kubernetes.io/legacy-token-invalid-since'
const used = 'kubernetes.io/legacy-token-last-used'

it('marks generated tokens that nobody uses, and deletes them when they were marked for as long', async () => {
  expect(await done(36, secret('old', old))).toEqual([`old {"${since}":"2026-01-03"}`])
  expect(await done(36, secret('old', old, { [since]: '2025-06-01' }))).toEqual([])
  expect(await done(36, secret('old', old, { [since]: '2025-01-02' }))).toEqual(['delete old'])
  // 1.28 deletes them at once.
  expect(await done(28, secret('old', old))).toEqual(['delete old'])
})

it('leaves those that are new, used, mounted, or made by hand', async () => {
  const kept = [
    secret('new', '2025-12-01T00:00:00Z'),
    secret('old', old, { [used]: '2025-12-01' }),
    secret('mounted', old),
    secret('own', old),
  ]
  expect(await done(36, ...kept)).toEqual([])
})

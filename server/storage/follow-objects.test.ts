import { expect, it } from 'vitest'
import { DecodeError } from '../../apimachinery/scheme/decode-error.ts'
import { FakeClock } from '../../component-base/clock.ts'
import type { Logger } from '../../component-base/klog.ts'
import { followObjects } from './follow-objects.ts'
import type { Storage, StorageEvent, StoredRecord } from './interface.ts'
import { rawObject } from './raw-bytes.ts'

const prefix = '/registry/clusterrolebindings/'
const settled = () => new Promise(setImmediate)

/** A store of versions by name; those of v9 cannot be decoded. */
class VersionStore {
  readonly logged: string[] = []
  readonly logger = { logS: (_: string, text: string) => this.logged.push(text) } as unknown as Logger
  readonly clock = new FakeClock()
  private readonly versions = new Map<string, string>()
  private readonly watchers = new Set<(event: StorageEvent) => void>()
  private revision = 0

  readonly storage: Pick<Storage, 'list' | 'watch'> = {
    list: async () => ({
      records: [...this.versions].map(([name, version]) => this.record(name, version)),
      revision: this.revision,
      nextKey: undefined,
      remaining: 0,
    }),
    watch: (_prefix, _revision, onEvent) => {
      this.watchers.add(onEvent)
      return { stop: () => this.watchers.delete(onEvent) }
    },
  }

  get watches(): number {
    return this.watchers.size
  }

  put(name: string, version: string): void {
    this.versions.set(name, version)
    this.tell('put', name, version)
  }

  delete(name: string): void {
    const version = this.versions.get(name)!
    this.versions.delete(name)
    this.tell('delete', name, version)
  }

  /** Until the next look has been taken. */
  async second(): Promise<void> {
    this.clock.advance(1000)
    await settled()
  }

  private tell(type: StorageEvent['type'], name: string, version: string): void {
    const revision = ++this.revision
    const event = { type, record: this.record(name, version), previous: undefined, revision }
    for (const onEvent of [...this.watchers]) onEvent(event)
  }

  private record(name: string, version: string): StoredRecord {
    return {
      key: prefix + name,
      get object() {
        if (version === 'raw') return rawObject(Buffer.from('what etcdctl put'))
        if (version === 'v9') throw new DecodeError('no kind "ClusterRoleBinding" is registered')
        return { apiVersion: version, kind: 'ClusterRoleBinding', metadata: { name } }
      },
    } as unknown as StoredRecord
  }
}

async function follow(store: VersionStore) {
  const told: string[] = []
  const followed = await followObjects(store, prefix, ({ type, key, object }) =>
    told.push(`${type} ${key.slice(prefix.length)} ${object.apiVersion}`),
  )
  return { followed, told: () => told.splice(0) }
}

it('tells a deletion with the object that was told, though the last one cannot be decoded', async () => {
  const store = new VersionStore()
  store.put('a', 'v1')
  const { followed, told } = await follow(store)
  expect(told()).toEqual(['put a v1'])
  store.put('a', 'v9')
  expect(store.logged).toEqual(['Failed to watch'])
  store.delete('a')
  await store.second()
  expect(told()).toEqual(['delete a v1'])
  store.put('b', 'v1')
  expect(told()).toEqual(['put b v1'])
  followed.stop()
  expect(store.watches).toBe(0)
})

it('keeps what it knows until everything can be decoded, and then replaces it', async () => {
  const store = new VersionStore()
  for (const name of ['a', 'b']) store.put(name, 'v1')
  const { followed, told } = await follow(store)
  told()
  store.put('c', 'v9')
  store.delete('a')
  store.put('b', 'v2')
  for (let i = 0; i < 3; i++) await store.second()
  expect(told()).toEqual([])
  expect([store.watches, store.logged.length]).toEqual([0, 4])
  expect(followed.synced()).toBe(true)
  store.put('c', 'v1')
  await store.second()
  expect(told()).toEqual(['delete a v1', 'put b v2', 'put c v1'])
  expect(store.watches).toBe(1)
  followed.stop()
  store.put('d', 'v9')
  await store.second()
  expect(store.watches).toBe(0)
})

it('takes bytes that are no object for one that cannot be decoded', async () => {
  const store = new VersionStore()
  store.put('a', 'v1')
  const { told } = await follow(store)
  expect(told()).toEqual(['put a v1'])
  store.put('b', 'raw')
  expect([told(), store.logged]).toEqual([[], ['Failed to watch']])
  store.put('b', 'v1')
  await store.second()
  expect(told()).toEqual(['put a v1', 'put b v1'])
})

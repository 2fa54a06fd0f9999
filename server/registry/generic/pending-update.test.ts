// Changes of an object whose last change is on its way to disk.
import { expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { StoredRecord } from '../../storage/interface.ts'
import { OrderedStore } from '../../storage/ordered-store.ts'
import { startTestServerWith } from '../../testing/test-server.ts'

const key = '/registry/configmaps/default/x'

/** A store whose disk can be held. */
class HeldStore extends OrderedStore {
  readonly held: (() => void)[] = []
  isHeld = false
  /** How often the object was looked for, and how often it was to be changed. */
  readonly seen = { peeks: 0, updates: 0 }

  constructor() {
    const persist = (_event: unknown, done: () => void): void => {
      if (this.isHeld) this.held.push(done)
      else done()
    }
    super({ writtenBy: '1.36', persister: { persist, close: async () => {} } })
  }

  override peek(wanted: string): StoredRecord | undefined {
    if (wanted === key) this.seen.peeks++
    return super.peek(wanted)
  }

  override update(wanted: string, expectedRevision: number, object: KubeObject): Promise<StoredRecord> {
    if (wanted === key) this.seen.updates++
    return super.update(wanted, expectedRevision, object)
  }
}

it('wait for it, and are worked out once', async () => {
  const store = new HeldStore()
  const server = await startTestServerWith({ storage: store }, '1.36')
  const path = '/api/v1/namespaces/default/configmaps'
  await server.send('POST', path, { metadata: { name: 'x' } })
  const patch = (data: object) =>
    server.send('PATCH', `${path}/x`, { data }, { 'content-type': 'application/merge-patch+json' })

  store.isHeld = true
  const first = patch({ a: '1' })
  await expect.poll(() => store.held.length).toBe(1)
  const second = patch({ b: '2' })
  await expect.poll(() => store.seen.peeks).toBe(2)
  // What is worked out of the older object would be there by now.
  await new Promise((resolve) => setTimeout(resolve, 20))
  store.isHeld = false
  for (const done of store.held) done()

  expect((await first).body.data).toEqual({ a: '1' })
  expect((await second).body.data).toEqual({ a: '1', b: '2' })
  expect(store.seen.updates).toBe(2)
  await server.close()
})

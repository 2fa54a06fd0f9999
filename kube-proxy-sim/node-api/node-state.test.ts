import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../component-base/random.ts'
import { NodeState, newInstanceID, type StateItem, type StateSnapshot } from './node-state.ts'

const never = new AbortController().signal
const item = (text: string): StateItem => ({
  bytes: Buffer.from(text),
  sets: () => ({ service: Buffer.from(text), endpoints: new Map() }),
})
const texts = (snapshot: StateSnapshot | undefined): string[] =>
  (snapshot?.items ?? []).map(({ bytes }) => String(bytes))
const change = (changes: Record<string, string | undefined>) =>
  new Map(Object.entries(changes).map(([k, v]) => [k, v === undefined ? undefined : item(v)]))

/** Whether a promise is still open once everything that is due has run. */
async function waits(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open')
  return (await Promise.race([promise, new Promise((r) => setImmediate(r, open))])) === open
}

describe('the state of a node', () => {
  it('begins at revision 0, which is given to nobody', async () => {
    const state = new NodeState(7n)
    const first = state.next({ instanceID: 0n, rev: 0n }, never)
    expect(await waits(first)).toBe(true)
    expect(state.publish(new Map())).toBe(true)
    expect(await first).toEqual({ instanceID: 7n, rev: 1n, keys: [], items: [] })
  })

  it('makes a revision of what changes only', async () => {
    const state = new NodeState(7n)
    state.publish(change({ b: 'B', a: 'A' }))
    expect(state.publish(change({ a: 'A', c: undefined }))).toBe(false)
    expect(state.rev).toBe(1n)
    expect(state.publish(change({ a: undefined, c: 'C' }))).toBe(true)
    expect(texts(await state.next({ instanceID: 7n, rev: 1n }, never))).toEqual(['B', 'C'])
    expect(state.rev).toBe(2n)
  })

  it('stays in the order of its keys', async () => {
    const state = new NodeState(7n)
    state.publish(change({ d: 'D', b: 'B' }))
    state.publish(change({ e: 'E', a: 'A', c: 'C', b: 'B2', d: undefined, x: undefined }))
    const found = await state.next({ instanceID: 0n, rev: 0n }, never)
    expect(found?.keys).toEqual(['a', 'b', 'c', 'e'])
    expect(texts(found)).toEqual(['A', 'B2', 'C', 'E'])
  })

  it('lets a client wait that knows the current revision, or claims to know a later one', async () => {
    const state = new NodeState(7n)
    state.publish(change({ a: 'A' }))
    const current = state.next({ instanceID: 7n, rev: 1n }, never)
    const later = state.next({ instanceID: 7n, rev: 2n }, never)
    expect(await waits(Promise.race([current, later]))).toBe(true)
    expect(state.waiters).toBe(2)
    state.publish(change({ a: 'A2' }))
    expect([texts(await current), texts(await later)]).toEqual([['A2'], ['A2']])
    expect(state.waiters).toBe(0)
  })

  it('gives everything at once to who knows another instance', async () => {
    const state = new NodeState(7n)
    state.publish(change({ a: 'A' }))
    expect(texts(await state.next({ instanceID: 6n, rev: 99n }, never))).toEqual(['A'])
  })

  it('keeps what it has given as it was', async () => {
    const state = new NodeState(7n)
    state.publish(change({ a: 'A' }))
    const given = await state.next({ instanceID: 0n, rev: 0n }, never)
    state.publish(change({ a: undefined }))
    expect(texts(given)).toEqual(['A'])
  })

  it('forgets who has gone', async () => {
    const state = new NodeState(7n)
    const gone = new AbortController()
    const waiting = state.next({ instanceID: 0n, rev: 0n }, gone.signal)
    gone.abort()
    expect(await waiting).toBeUndefined()
    expect(state.waiters).toBe(0)
    expect(await state.next({ instanceID: 0n, rev: 0n }, gone.signal)).toBeUndefined()
  })
})

describe('an instance id', () => {
  it('is a number of 64 bits, another one each time', () => {
    const random = seededRandom(1)
    const ids = Array.from({ length: 100 }, () => newInstanceID(random))
    expect(new Set(ids).size).toBe(100)
    expect(ids.every((id) => id > 0n && id < 1n << 64n)).toBe(true)
  })
})

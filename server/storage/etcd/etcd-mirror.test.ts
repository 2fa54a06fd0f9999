import { expect, it } from 'vitest'
import { FakeClock } from '../../../component-base/clock.ts'
import type { EtcdCalls } from './etcd-calls.ts'
import { EtcdMirror } from './etcd-mirror.ts'
import { KeySpace } from './key-space.ts'

/** What an etcd answers to each question for a page, whatever it is asked. */
const opened = (keys: readonly string[]): Promise<EtcdMirror> => {
  const kvs = keys.map((key) => ({ key: Buffer.from(key), value: Buffer.from('{}'), mod_revision: 1 }))
  const range = async () => ({ header: { revision: 1 }, kvs, more: true })
  return EtcdMirror.open({
    client: { range } as unknown as EtcdCalls,
    keys: new KeySpace('/registry'),
    decode: () => () => ({}) as never,
    clock: new FakeClock(0),
    history: {},
  })
}

it.each([
  ['the same page again and again', ['/registry/a', '/registry/b']],
  ['keys that go back', ['/registry/b', '/registry/a']],
  ['keys of others', ['/others/a']],
  ['more, and nothing', []],
])('takes no etcd that answers with %s', async (_what, keys) => {
  await expect(opened(keys)).rejects.toThrow('etcd answers with keys that were not asked for')
})

/** A mirror whose watches the test answers; `asked`: the revisions from which they were asked for. */
async function followed() {
  const clock = new FakeClock(0)
  const asked: number[] = []
  const reads = { count: 0 }
  let told: (answer: object) => void = () => {}
  let ended: () => void = () => {}
  const client = {
    range: async () => {
      reads.count++
      return { header: { revision: 9 }, kvs: [], more: false }
    },
    watch: (from: number, tell: typeof told, end: typeof ended) => {
      asked.push(from)
      told = tell
      ended = end
      return { stop: () => {} }
    },
    next: () => {},
    close: () => {},
  } as unknown as EtcdCalls
  const keys = new KeySpace('/registry')
  const mirror = await EtcdMirror.open({
    client,
    keys,
    decode: () => () => ({}) as never,
    clock,
    history: {},
  })
  const event = (mod_revision: number, type = 'PUT') => ({
    type,
    kv: { key: Buffer.from('/registry/a'), value: Buffer.from('{}'), mod_revision, create_revision: 1 },
  })
  const tell = (...events: object[]) => told({ events, canceled: false, compact_revision: 0 })
  return { clock, asked, reads, mirror, event, tell, end: () => ended() }
}

it('waits longer for each watch that ends at once, whatever it told', async () => {
  const { clock, asked, tell, event, end } = await followed()
  for (const ms of [100, 200, 400, 800, 1600, 3200, 5000, 5000]) {
    const before = asked.length
    tell(event(10 + before))
    end()
    clock.advance(ms - 1)
    expect(asked).toHaveLength(before)
    clock.advance(1)
    expect(asked).toHaveLength(before + 1)
  }
  clock.advance(5000)
  end()
  clock.advance(100)
  expect(asked).toEqual([10, 12, 13, 14, 15, 16, 17, 18, 19, 19])
})

it('reads all again where changes go back, and takes a key that is deleted twice', async () => {
  const { clock, asked, reads, mirror, tell, event } = await followed()
  tell(event(12), event(12, 'DELETE'), event(12, 'DELETE'), event(11))
  expect(await mirror.shows(12, 0)).toBe(true)
  expect(reads.count).toBe(1)
  clock.advance(100)
  await Promise.resolve()
  await Promise.resolve()
  expect([reads.count, asked]).toEqual([2, [10, 10]])
})

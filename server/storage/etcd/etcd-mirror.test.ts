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

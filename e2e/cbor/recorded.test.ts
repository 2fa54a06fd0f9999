// What servers with the gate CBORServingAndStorage answer and store, here and of real kube-apiservers (scripts/record-cbor.ts).
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { writerName } from '../../apimachinery/scheme/stored-writer.ts'
import { type Clock, realClock } from '../../component-base/clock.ts'
import type { StartOptions } from '../../server/apiserver-parts/start-options.ts'
import { MemoryEtcd } from '../../server/storage/etcd/memory-etcd.ts'
import { MemoryEtcdClient } from '../../server/storage/etcd/memory-etcd-client.ts'
import { createMemoryStorage } from '../../server/storage/memory.ts'
import { storedBytes } from '../../server/storage/mvcc/stored-key-value.ts'
import type { OrderedStore } from '../../server/storage/ordered-store.ts'
import { startTestServerWith, testToken } from '../../server/testing/test-server.ts'
import { type CborAnswer, playParts } from './play.ts'
import type { CborRequest } from './request-parts.ts'
import { afterwards, again, requests, setup } from './requests.ts'

const recorded = JSON.parse(readFileSync(new URL('./recorded.json', import.meta.url), 'utf8')) as Record<
  string,
  CborAnswer[]
>

/** A clock on which the second that watches last is over at once. */
const clock: Clock = {
  ...realClock,
  setTimeout: (work, ms) => realClock.setTimeout(work, ms === 1000 ? 0 : ms),
}

/** A store that outlives the servers over it. */
type OpenStore = (writer: string) => Pick<StartOptions, 'storage' | 'connectEtcd'>

function embedded(): OpenStore {
  let last: OrderedStore | undefined
  return (writtenBy) => {
    const initial = last === undefined ? {} : { initial: last.state() }
    last = createMemoryStorage({ writtenBy, ...initial }) as OrderedStore
    return { storage: last }
  }
}

function etcd(): OpenStore {
  const kept = new MemoryEtcd({ clock: realClock })
  return () => ({ connectEtcd: async () => new MemoryEtcdClient(kept) })
}

async function answers(
  release: string,
  open: OpenStore,
  gate: boolean,
  parts: readonly (readonly CborRequest[])[],
): Promise<CborAnswer[]> {
  const server = await startTestServerWith(
    { ...open(writerName(release, gate)), clock },
    release,
    `--feature-gates=CBORServingAndStorage=${gate}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--authorization-mode=RBAC',
  )
  const target = {
    url: server.url,
    token: testToken,
    async stored(key: string) {
      const record = await server.running.storage.get(key)
      return record === undefined ? undefined : storedBytes(record)
    },
  }
  try {
    return await playParts(target, parts)
  } finally {
    await server.close()
  }
}

const asked = new Set([setup, requests, afterwards, again].flat().map(({ name }) => name))
const isAsked = ({ name }: CborAnswer): boolean => asked.has(name)

/** JSON is the same in any order; protobuf is looked at elsewhere; Go names a scheme by the line that its compiler made of it. */
function comparable({ type, body, ...rest }: CborAnswer): unknown {
  if (type.startsWith('application/vnd.kubernetes.protobuf')) return { ...rest, type }
  const lines =
    type === 'application/json'
      ? body
          .trim()
          .split('\n{')
          .map((line, i) => (i === 0 ? line : `{${line}`))
      : []
  return {
    ...rest,
    type,
    body:
      lines.length > 0
        ? lines.map((line) => JSON.parse(line) as unknown)
        : body.replace(/ in scheme "[^"]+"/, ''),
  }
}

describe.each(Object.entries(recorded))('%s', (release, real) => {
  it.each([
    ['the embedded store', embedded],
    ['an etcd', etcd],
  ])('answers and stores as a real server, over %s', async (_name, make) => {
    const open = make()
    const ours = [
      ...(await answers(release, open, true, [setup, requests])),
      ...(await answers(release, open, false, [afterwards])),
      ...(await answers(release, open, true, [again])),
    ]
    expect(ours.map(comparable)).toEqual(real.filter(isAsked).map(comparable))
  })
})

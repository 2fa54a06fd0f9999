import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { type Storage, StorageError, type StorageEvent } from '../interface.ts'

const object = (name: string, extra: Record<string, unknown> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'ns' },
  ...extra,
})
const key = (name: string): string => `/registry/configmaps/ns/${name}`
const prefix = '/registry/configmaps/'

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error: unknown) => (error instanceof StorageError ? error.code : String(error)),
  )
}

/** The tests that every storage backend must pass. `make` gives an empty storage. */
export function storageConformance(name: string, make: () => Promise<Storage>): void {
  const using = (work: (storage: Storage) => Promise<void>) => async () => {
    const storage = await make()
    try {
      await work(storage)
    } finally {
      await storage.close()
    }
  }

  describe(`${name}: reads and writes`, () => {
    it(
      'numbers writes by one growing revision and sets resourceVersion',
      using(async (s) => {
        const a = await s.create(key('a'), object('a'))
        const b = await s.create(key('b'), object('b'))
        expect(b.modRevision).toBeGreaterThan(a.modRevision)
        expect(a.object.metadata.resourceVersion).toBe(String(a.modRevision))
        expect(JSON.parse(a.bytes.toString())).toEqual(a.object)
        expect(s.revision()).toBe(b.modRevision)
        expect((await s.get(key('a')))?.object.metadata.name).toBe('a')
        expect(await s.get(key('c'))).toBeUndefined()
      }),
    )

    it(
      'does not change the object that it is given',
      using(async (s) => {
        const given = object('a')
        await s.create(key('a'), given)
        expect(given.metadata.resourceVersion).toBeUndefined()
      }),
    )

    it(
      'keeps foreign keys such as __proto__ as data',
      using(async (s) => {
        const given = JSON.parse(
          '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"__proto__":"x","constructor":"y"}}',
        ) as KubeObject
        await s.create(key('a'), given)
        expect((await s.get(key('a')))!.bytes.toString()).toContain(
          '"data":{"__proto__":"x","constructor":"y"}',
        )
      }),
    )

    it(
      'refuses to create what exists, to update or delete what is missing or has moved on',
      using(async (s) => {
        const a = await s.create(key('a'), object('a'))
        expect(await codeOf(s.create(key('a'), object('a')))).toBe('exists')
        expect(await codeOf(s.update(key('b'), 1, object('b')))).toBe('missing')
        expect(await codeOf(s.delete(key('b'), 1))).toBe('missing')
        const second = await s.update(key('a'), a.modRevision, object('a', { data: { x: '1' } }))
        expect(second.createRevision).toBe(a.createRevision)
        expect(await codeOf(s.update(key('a'), a.modRevision, object('a')))).toBe('conflict')
        expect(await codeOf(s.delete(key('a'), a.modRevision))).toBe('conflict')
        const gone = await s.delete(key('a'), second.modRevision)
        expect(gone.object.metadata.resourceVersion).toBe(String(gone.modRevision))
        expect(gone.modRevision).toBeGreaterThan(second.modRevision)
        expect(await s.get(key('a'))).toBeUndefined()
      }),
    )

    it(
      'lets exactly one of many concurrent writers win',
      using(async (s) => {
        const a = await s.create(key('a'), object('a'))
        const updates = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            codeOf(s.update(key('a'), a.modRevision, object('a', { data: { i: String(i) } }))),
          ),
        )
        expect(updates.filter((c) => c === 'no error')).toHaveLength(1)
        expect(updates.filter((c) => c === 'conflict')).toHaveLength(19)
        const creates = await Promise.all(
          Array.from({ length: 20 }, () => codeOf(s.create(key('n'), object('n')))),
        )
        expect(creates.filter((c) => c === 'no error')).toHaveLength(1)
        expect(creates.filter((c) => c === 'exists')).toHaveLength(19)
      }),
    )

    it(
      'reads its own writes, also when they are made at once',
      using(async (s) => {
        await Promise.all(
          Array.from({ length: 50 }, async (_, i) => {
            const record = await s.create(key(`k${i}`), object(`k${i}`))
            expect((await s.get(key(`k${i}`)))?.modRevision).toBe(record.modRevision)
          }),
        )
      }),
    )
  })

  describe(`${name}: lists`, () => {
    it(
      'lists a prefix in the order of keys, in pages',
      using(async (s) => {
        for (const n of ['c', 'a', 'e', 'b', 'd']) await s.create(key(n), object(n))
        await s.create('/registry/configmapsx/ns/z', object('z'))
        const first = await s.list(prefix, { limit: 2 })
        expect(first.records.map((r) => r.object.metadata.name)).toEqual(['a', 'b'])
        expect(first).toMatchObject({ remaining: 3, nextKey: key('b'), revision: s.revision() })
        const rest = await s.list(prefix, { after: first.nextKey!, revision: first.revision })
        expect(rest.records.map((r) => r.object.metadata.name)).toEqual(['c', 'd', 'e'])
        expect(rest).toMatchObject({ remaining: 0, nextKey: undefined })
      }),
    )

    it(
      'counts what is behind a page of an older revision',
      using(async (s) => {
        const made = new Map<string, number>()
        for (const n of ['b', 'd', 'f', 'h']) made.set(n, (await s.create(key(n), object(n))).modRevision)
        const then = s.revision()
        for (const n of ['a', 'c', 'e', 'g', 'i']) await s.create(key(n), object(n))
        await s.delete(key('f'), made.get('f')!)
        await s.update(key('d'), made.get('d')!, object('d'))
        const page = await s.list(prefix, { limit: 1, revision: then })
        expect(page).toMatchObject({ remaining: 3, nextKey: key('b') })
        const next = await s.list(prefix, { limit: 2, revision: then, after: page.nextKey! })
        expect(next.records.map((r) => r.object.metadata.name)).toEqual(['d', 'f'])
        expect(next.remaining).toBe(1)
        expect(await s.list(prefix, { limit: 3 })).toMatchObject({ remaining: 5, nextKey: key('c') })
      }),
    )

    it(
      'lists as of an older revision',
      using(async (s) => {
        const a = await s.create(key('a'), object('a', { data: { v: '1' } }))
        const b = await s.create(key('b'), object('b'))
        const then = s.revision()
        await s.update(key('a'), a.modRevision, object('a', { data: { v: '2' } }))
        await s.delete(key('b'), b.modRevision)
        await s.create(key('c'), object('c'))
        const list = await s.list(prefix, { revision: then })
        expect(list.records.map((r) => [r.object.metadata.name, r.object['data']])).toEqual([
          ['a', { v: '1' }],
          ['b', undefined],
        ])
        expect(list.revision).toBe(then)
        expect(
          (await s.list(prefix, { revision: then, limit: 1, after: key('a') })).records.map((r) => r.key),
        ).toEqual([key('b')])
        expect((await s.list(prefix)).records.map((r) => r.key)).toEqual([key('a'), key('c')])
      }),
    )

    it(
      'says when a revision is too old or not there yet',
      using(async (s) => {
        await s.create(key('a'), object('a'))
        const old = s.revision()
        await s.create(key('b'), object('b'))
        await s.compact(s.revision())
        expect(await codeOf(s.list(prefix, { revision: old }))).toBe('compacted')
        expect(await codeOf(s.list(prefix, { revision: s.revision() + 5 }))).toBe('future')
        expect((await s.list(prefix, { revision: s.revision() })).records).toHaveLength(2)
      }),
    )
  })

  describe(`${name}: watches`, () => {
    it(
      'gives every change after a revision once, in order, old and new ones',
      using(async (s) => {
        const a = await s.create(key('a'), object('a'))
        const seen: StorageEvent[] = []
        const b = await s.create(key('b'), object('b'))
        const watcher = s.watch(prefix, a.modRevision, (e) => seen.push(e))
        await s.create('/registry/secrets/ns/x', object('x'))
        const b2 = await s.update(key('b'), b.modRevision, object('b', { data: { x: '1' } }))
        const gone = await s.delete(key('b'), b2.modRevision)
        expect(seen.map((e) => [e.type, e.revision, e.previous?.modRevision])).toEqual([
          ['put', b.modRevision, undefined],
          ['put', b2.modRevision, b.modRevision],
          ['delete', gone.modRevision, b2.modRevision],
        ])
        expect(seen[2]!.record.object.metadata.resourceVersion).toBe(String(gone.modRevision))
        watcher.stop()
        await s.create(key('late'), object('late'))
        expect(seen).toHaveLength(3)
      }),
    )

    it(
      'tells those of an index what they missed of it, and what comes',
      using(async (s) => {
        const start = s.revision()
        const keysOf = ({ record }: StorageEvent): string[] => [record.key]
        const a = await s.create(key('a'), object('a'))
        await s.create(key('b'), object('b'))
        const told: string[] = []
        const onEvent = (e: StorageEvent): void => void told.push(`${e.type} ${e.record.key}`)
        s.watch(prefix, start, onEvent, undefined, { keysOf, key: key('a') })
        s.watch(prefix, start, onEvent, undefined, { keysOf, key: key('c') })
        expect(told).toContain(`put ${key('a')}`)
        await s.delete(key('a'), a.modRevision)
        expect(told).toContain(`delete ${key('a')}`)
      }),
    )

    it('refuses to start from what was compacted, and says when it ends', async () => {
      const s = await make()
      await s.create(key('a'), object('a'))
      await s.create(key('b'), object('b'))
      await s.compact(s.revision())
      expect(() => s.watch(prefix, 1, () => {})).toThrow(StorageError)
      let closed = 0
      s.watch(
        prefix,
        undefined,
        () => {},
        () => closed++,
      )
      await s.close()
      expect(closed).toBe(1)
      expect(await codeOf(s.get(key('a')))).toBe('closed')
      await s.close()
    })
  })
}

// A real kube-apiserver and simulated ones of its release and the neighbouring ones on one etcd, at the same time and in turn: each
// reads, lists, watches, changes and deletes what the other wrote.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { minorOf } from '../../component-base/minor.ts'
import { recordedReleases } from '../../component-base/release-facts.ts'
import { type EtcdProcess, hasEtcd, startEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import { serverFolder, startServerProcess } from '../conformance/server-process.ts'
import { realVersions, startRealServer } from './real-server.ts'
import {
  deleteAll,
  expectSameEvents,
  expectSameLists,
  expectSameObjects,
  kindsOfAll,
  patchAll,
  revisionOf,
  type Side,
  writeAll,
} from './turns.ts'

const releaseOf = (version: string): string => `1.${minorOf(version)}`

/** The release itself, then the one before it and the one after it, whose objects the older one might not read. */
function neighbours(release: string): string[] {
  const minor = minorOf(release)
  return [minor, minor - 1, minor + 1]
    .map((one) => `1.${one}`)
    .filter((one) => recordedReleases().includes(one))
}

const fewestKinds = 35

describe.skipIf(!hasEtcd || realVersions.length === 0)('on one etcd', () => {
  describe.each(realVersions)('a real %s', (version) => {
    const release = releaseOf(version)
    const toEnd: (() => Promise<void> | void)[] = []
    const folder = serverFolder()
    afterAll(() => folder.remove())
    afterEach(async () => {
      for (const end of toEnd.splice(0).reverse()) await end()
    })

    const simulated = async (etcd: EtcdProcess, of: string): Promise<Side> => {
      const flags = ['--etcd-servers', etcd.url, '--advertise-address', '192.0.2.7']
      const started = await startServerProcess({ release: of, dir: folder.dir, flags })
      toEnd.push(() => started.stop())
      return { ...started, release: of }
    }

    describe('that came first', () => {
      let etcd: EtcdProcess
      let real: Side
      beforeAll(async () => {
        etcd = await startEtcd()
        real = { ...(await startRealServer(version, etcd.url, folder.dir)), release }
      }, 150_000)
      afterAll(async () => {
        await real.stop()
        await etcd.stop()
      })

      it.each(neighbours(release))(
        'stands beside a simulated %s',
        async (of) => {
          const ours = await simulated(etcd, of)
          const sides = [real, ours] as const
          const kinds = kindsOfAll([release, of])
          expect(kinds.length).toBeGreaterThan(fewestKinds)
          await expectSameLists(sides, kinds)
          const from = await revisionOf(ours)
          const word = of.replace('.', '-')
          const theirs = await writeAll(real, kinds, `of-real-${word}`, 1)
          const own = await writeAll(ours, kinds, `of-simulated-${word}`, 120)
          await patchAll(real, own, 'by-real')
          await patchAll(ours, theirs, 'by-simulated')
          const all = [...theirs, ...own]
          await expectSameObjects(sides, all)
          await expectSameLists(sides, kinds)
          expect(await expectSameEvents(sides, all, from)).toBeGreaterThanOrEqual(2 * all.length)
          await deleteAll(real, ours, own)
          await deleteAll(ours, real, theirs)
        },
        120_000,
      )
    })

    it.each(neighbours(release))(
      'takes over from a simulated %s, and hands back',
      async (of) => {
        const etcd = await startEtcd()
        toEnd.push(() => etcd.stop())
        const kinds = kindsOfAll([release, of])
        const before = await simulated(etcd, of)
        const own = await writeAll(before, kinds, 'of-simulated', 1)
        await before.stop()
        const real = { ...(await startRealServer(version, etcd.url, folder.dir)), release }
        toEnd.push(() => real.stop())
        await patchAll(real, own, 'by-real')
        const theirs = await writeAll(real, kinds, 'of-real', 120)
        const after = await simulated(etcd, of)
        await expectSameObjects([real, after], [...own, ...theirs])
        await expectSameLists([real, after], kinds)
        await real.stop()
        await patchAll(after, [...own, ...theirs], 'by-simulated')
      },
      200_000,
    )
  })
})

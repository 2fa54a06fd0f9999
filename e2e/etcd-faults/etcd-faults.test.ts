// A short form of `npm run etcd-faults`.
import { expect, it } from 'vitest'
import { seededRandom } from '../../component-base/random.ts'
import { hasEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import { runFaults } from './run-faults.ts'

it.skipIf(!hasEtcd)(
  'loses no acknowledged write, and shows watchers each change once, while servers are killed and etcd is restarted, compacted and cut off',
  async () => {
    const plan = { release: '1.36', servers: 2, seconds: 0, killEvery: 0.2, cut: 0, random: seededRandom(1) }
    const { bad } = await runFaults(plan)
    expect(bad).toEqual([])
  },
  120_000,
)

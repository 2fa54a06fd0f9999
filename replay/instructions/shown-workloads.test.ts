import { expect, it } from 'vitest'
import { shownWorkload } from './shown-workloads.ts'

const output = (text: string, line = 12) => [{ text, line }]

it('finds the name and the size of a workload in what is shown of its pods', () => {
  expect(shownWorkload('statefulset', 10, output('NAME   READY\nred-db-0   1/1\nred-db-1   1/1\n'))).toEqual({
    name: 'red-db',
    pods: 2,
  })
  expect(
    shownWorkload(
      'job',
      10,
      output('    name: sums-0-x8k2p\n    name: sums-1-9zzab\n    name: sums-2-aaaaa\n'),
    ),
  ).toEqual({ name: 'sums', pods: 3 })
  expect(
    shownWorkload(
      'deployment',
      10,
      output('NAME   READY\nweb-5c9f7d6b8-abcde   1/1\nweb-5c9f7d6b8-fghij   1/1\n'),
    ),
  ).toEqual({ name: 'web', pods: 2 })
})

it.each([
  ['a gap in the ordinals', 'NAME   READY\nred-0   1/1\nred-2   1/1\n', 12],
  ['two workloads', 'NAME   READY\nred-0   1/1\nblue-0   1/1\n', 12],
  ['no pods', 'NAME   READY\nweb   1/1\n', 12],
  ['what stands before', 'NAME   READY\nred-0   1/1\n', 3],
  ['what stands far below', 'NAME   READY\nred-0   1/1\n', 90],
])('finds nothing with %s', (_what, text, line) => {
  expect(shownWorkload('statefulset', 10, output(text, line))).toBeUndefined()
})

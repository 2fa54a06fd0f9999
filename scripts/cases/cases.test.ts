import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import { errorSet, sortedFeatures } from './aggregates.ts'
import { compatCases } from './compat.ts'
import { featuregateCases } from './featuregate.ts'
import { parseLog } from './log-lines.ts'

const recordings = join(packageRoot, 'e2e/golden/cases')

// The kinds that need no process; those that start components run with `npm run cases`.
describe.each([
  ['feature gates', featuregateCases],
  ['compatibility versions', compatCases],
])('recorded cases of %s', (_name, kind) => {
  it.each(kind.files(recordings))('%s', async (file) => {
    const failed: string[] = []
    for await (const result of kind.run(recordings, file))
      if (!result.ok) failed.push(`${result.id}\n${result.diff}`)
    expect(failed).toEqual([])
  })
})

describe('comparing', () => {
  it('takes aggregated errors apart', () => {
    expect(errorSet('[b is not between [1, 2], a: [x y]]')).toEqual(['a: [x y]', 'b is not between [1, 2]'])
    expect(errorSet('one')).toEqual(['one'])
    expect(errorSet(null)).toEqual([])
  })
  it('sorts lists of random order', () => {
    expect(sortedFeatures('x: features=[B A]')).toBe('x: features=[A B]')
  })
  it('reads klog lines', () => {
    const text = 'Error: x\nE1121 04:00:00.000000     123 run.go:72] "command failed" err="y"\n'
    expect(parseLog(text)).toEqual([
      { severity: '-', message: 'Error: x' },
      { severity: 'E', message: '"command failed" err="y"' },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { errorSet, sortedFeatures } from './aggregates.ts'
import { compatDifference } from './compat.ts'
import { parseLog } from './log-lines.ts'
import { compareJson, once } from './recorded-case.ts'

describe('comparing', () => {
  it('takes aggregated errors apart', () => {
    expect(errorSet('[b is not between [1, 2], a: [x y]]')).toEqual(['a: [x y]', 'b is not between [1, 2]'])
    expect(errorSet('one')).toEqual(['one'])
    expect(errorSet(null)).toEqual([])
  })
  it('sorts lists of random order', () => {
    expect(sortedFeatures('x: features=[B A]')).toBe('x: features=[A B]')
  })
  it('shows the lines that only one of two values has', () => {
    expect(compareJson({ a: 1, b: [2] }, { a: 1, b: [2] })).toBe('')
    expect(compareJson({ a: 1 }, { a: 2 })).toBe('-  "a": 1\n+  "a": 2')
    expect(compareJson([1, 1], [1])).not.toBe('')
  })
  it('plays once what several cases are judged by', async () => {
    let played = 0
    const play = once(async () => ++played)
    expect([await play(), await play()]).toEqual([1, 1])
  })
  it('reads klog lines', () => {
    const text = 'Error: x\nE1121 04:00:00.000000     123 run.go:72] "command failed" err="y"\n'
    expect(parseLog(text)).toEqual([
      { severity: '-', message: 'Error: x' },
      { severity: 'E', message: '"command failed" err="y"' },
    ])
  })
})

describe('a case of compatibility versions', () => {
  const refused = (parseError: string) =>
    compatDifference({
      kind: 'registry',
      version: 'v0.33.13',
      buildBinaryVersion: 'v1.33.13',
      args: ['--min-compatibility-version=1.32'],
      parseError,
    } as Parameters<typeof compatDifference>[0])

  it('may hold nothing but the error of a command line that is not read', () => {
    expect(refused('unknown flag: --min-compatibility-version')).toBe('')
    expect(refused('unknown flag: --other')).not.toBe('')
  })
})

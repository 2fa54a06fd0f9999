import { describe, expect, it } from 'vitest'
import { eachOutcome } from '../../cases/outcomes.ts'
import { outcomesFile, withOutcomes } from './with-outcomes.ts'

describe('withOutcomes', () => {
  const first = withOutcomes<string, number>([], 'v1.25.16', [
    { input: 'a', outcome: 1 },
    { input: 'b', outcome: 2 },
  ])
  it('keeps an outcome that several versions had once', () => {
    const both = withOutcomes(first, 'v1.24.17', [
      { input: 'a', outcome: 1 },
      { input: 'b', outcome: 3 },
    ])
    expect(both).toEqual([
      { input: 'a', outcomes: [{ versions: ['v1.24.17', 'v1.25.16'], outcome: 1 }] },
      {
        input: 'b',
        outcomes: [
          { versions: ['v1.24.17'], outcome: 3 },
          { versions: ['v1.25.16'], outcome: 2 },
        ],
      },
    ])
    expect(eachOutcome(both)).toHaveLength(4)
  })
  it('replaces what another patch of the release did, and drops what was not asked again', () => {
    const again = withOutcomes(first, 'v1.25.6', [{ input: 'b', outcome: 4 }])
    expect(again).toEqual([{ input: 'b', outcomes: [{ versions: ['v1.25.6'], outcome: 4 }] }])
  })
  it('writes what can be read', () => {
    expect(JSON.parse(outcomesFile(first))).toEqual(first)
  })
})

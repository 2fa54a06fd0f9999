import { describe, expect, it } from 'vitest'
import type { PrintedGates } from './gates.ts'
import { flipsOf, withFlips } from './patches.ts'

const spec = (value: boolean) => ({ default: value, preRelease: 'BETA', lockToDefault: false })

/** A is switched on by patch 3, B comes with patch 7. */
const gatesAt = (patch: number): PrintedGates => ({
  gates: { A: [spec(patch >= 3)], ...(patch >= 7 ? { B: [spec(true)] } : {}) },
  known: [],
})

describe('flipsOf', () => {
  it('finds the patch of each change, and asks each patch that it needs', async () => {
    const asked = new Set<number>()
    const flips = await flipsOf('1.29', 15, async (patch) => {
      asked.add(patch)
      return gatesAt(patch)
    })
    expect(flips).toEqual([
      { gate: 'A', since: '1.29.3', before: spec(false), after: spec(true) },
      { gate: 'B', since: '1.29.7', before: null, after: spec(true) },
    ])
    expect(asked.size).toBeLessThan(10)
  })
  it('asks only the ends where nothing changed', async () => {
    const asked: number[] = []
    const gatesOf = async (patch: number) => {
      asked.push(patch)
      return gatesAt(1)
    }
    expect(await flipsOf('1.29', 15, gatesOf)).toEqual([])
    expect([...new Set(asked)]).toEqual([0, 15])
    expect(await flipsOf('1.37', 0, gatesOf)).toEqual([])
  })
  it('goes around patches that were not published', async () => {
    const flips = await flipsOf('1.29', 8, async (patch) =>
      [0, 2, 3, 4].includes(patch) ? undefined : gatesAt(patch),
    )
    expect(flips.map(({ gate, since }) => `${gate} ${since}`)).toEqual(['A 1.29.5', 'B 1.29.7'])
  })
})

it('withFlips replaces what the file has of the release, in its place', () => {
  const flip = (gate: string, since: string) => ({ gate, since, before: null, after: spec(true) })
  const known = {
    about: 'gates',
    recorded: { '1.9': '1.9.1', '1.30': '1.30.2' },
    gates: [flip('Old', '1.30.1'), flip('Other', '1.31.1')],
  }
  expect(withFlips(known, '1.30.14', [flip('New', '1.30.4')])).toEqual({
    about: 'gates',
    recorded: { '1.9': '1.9.1', '1.30': '1.30.14' },
    gates: [flip('New', '1.30.4'), flip('Other', '1.31.1')],
  })
})

import { describe, expect, it } from 'vitest'
import { type Answer, Asker, type Recording, recordingOf } from './testing/recorded.ts'

const parts = ['error', 'type', 'cost', 'value', 'failed', 'spent'] as const

/** The parts in which two answers differ. */
const differing = (got: Answer, want: Answer): readonly string[] =>
  parts.filter((part) => JSON.stringify(got[part]) !== JSON.stringify(want[part]))

function differences(minor: number, { stored, sets, cases }: Recording): string[] {
  const askers = new Map(
    Object.entries(sets).map(([name, variables]) => [name, new Asker(minor, stored, variables)]),
  )
  return cases.flatMap(([set, expression, want]) => {
    const found = differing(askers.get(set)!.ask(expression), want)
    return found.length === 0 ? [] : [`${expression}: ${found.join()}`]
  })
}

// Upstream's own expressions and generated ones: right, of wrong types and broken.
describe.each([
  { release: '1.36', minor: 36, most: 2 },
  { release: '1.33', minor: 33, most: 5 },
  { release: '1.30', minor: 30, most: 14 },
])('the CEL of $release', ({ release, minor, most }) => {
  it('errs, types, prices and evaluates as the real one did', () => {
    const recording = recordingOf(release)
    const found = differences(minor, recording)
    expect(recording.cases.length).toBeGreaterThan(1900)
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(most)
  }, 180_000)
})

import { expect, it } from 'vitest'
import { recordedReleases, releaseFacts } from '../../component-base/release-facts.ts'
import { hasFieldValue, isLookedFor, ordinaryValues } from './field-values.ts'

/** The closed sets of a schema's strings, wherever they stand in it. */
function valuesIn(schema: unknown, found: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  const { enum: values } = schema as { enum?: unknown }
  if (Array.isArray(values)) for (const one of values) if (typeof one === 'string') found.add(one)
  for (const inner of Object.values(schema)) valuesIn(inner, found)
}

it('knows every value of the recorded schemas that is written with a capital and small letters', () => {
  const found = new Set<string>()
  for (const release of recordedReleases()) valuesIn(releaseFacts(release, 'schemas'), found)
  const written = [...found].filter((one) => /^[A-Z][A-Za-z\d]*[a-z][A-Za-z\d]*$/.test(one))
  expect(written.length).toBeGreaterThan(100)
  expect(written.filter((one) => !isLookedFor(one) && !ordinaryValues.has(one))).toEqual([])
})

it.each([
  ['strategy: Recreate', true],
  ['QoS class Guaranteed', true],
  ['internal traffic policy: Local', true],
  ['a ReadWriteOncePod claim', true],
  ['Local clusters are enough', false],
  ['Delete the Pod', false],
])('%s: %s', (text, expected) => {
  expect(hasFieldValue(text)).toBe(expected)
})

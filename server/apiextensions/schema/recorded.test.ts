import { describe, expect, it } from 'vitest'
import { differencesOf, recordingOf } from './testing/recorded.ts'

// Schemas and objects made by rule, over all that a schema may say (scripts/record/crd-schema).
describe.each([
  { release: '1.36', minor: 36, most: 0 },
  { release: '1.33', minor: 33, most: 0 },
  { release: '1.30', minor: 30, most: 0 },
])('the schemas of custom resources of $release', ({ release, minor, most }) => {
  it('prune, default, validate and price as the real ones did', () => {
    const { asked, found } = differencesOf(recordingOf(release), minor)
    expect(asked).toBeGreaterThan(4000)
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(most)
  }, 180_000)
})

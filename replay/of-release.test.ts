// Sentences that only name a release.
import { describe, expect, it } from 'vitest'
import { releaseClaim } from './of-release.ts'

const read = (text: string) => {
  const claim = releaseClaim({ text, line: 1 })
  return claim?.kind === 'component' ? claim.release : undefined
}

describe('a sentence that only says the release', () => {
  it.each([
    ['With a v1.35 cluster.', '1.35'],
    ['Tested on v1.34.', '1.34'],
    ['Preparation (1.34, kind):', '1.34'],
    ['We use a fresh kind cluster of `v1.31.2`.', '1.31.2'],
  ])('%s', (text, release) => {
    expect(read(text)).toBe(release)
  })
})

describe('a sentence that says more', () => {
  it.each([
    'With a v1.35 cluster the field is set.',
    'Upgrade to v1.34.',
    'With 1.33 and 1.34.',
    'Tested with nginx:1.25.',
    'Version 2.0.',
    // Which release runs is not found by it.
    'On any recent cluster (we use 1.35):',
  ])('%s', (text) => {
    expect(read(text)).toBeUndefined()
  })
})

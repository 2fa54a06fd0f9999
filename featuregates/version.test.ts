import fc from 'fast-check'
import semver from 'semver'
import { describe, expect, it } from 'vitest'
import { parseVersion } from './version.ts'

const message = (text: string): string => {
  try {
    return String(parseVersion(text))
  } catch (error) {
    return (error as Error).message
  }
}

describe('Version', () => {
  it.each([
    ['v1.35', '1.35'],
    ['1.035', '1.35'],
    ['1.35 ', '1.35'],
    ['1.35+x', '1.35'],
    ['1.35.0-alpha.0', '1.35.0-alpha.0'],
    ['abc', 'could not parse "abc" as version'],
    ['', 'could not parse "" as version'],
    ['36', 'illegal version string "36"'],
    ['1.-1', 'illegal version string "1.-1"'],
    ['01.2', 'illegal zero-prefixed version component "01" in "01.2"'],
  ])('reads %s', (text, expected) => {
    expect(message(text)).toBe(expected)
  })

  it('orders semantic versions as semver does', () => {
    const part = fc.nat({ max: 40 })
    const pre = fc.constantFrom('', '-alpha.0', '-alpha.1', '-beta.1', '-rc.0')
    const version = fc.tuple(part, part, part, pre).map(([a, b, c, p]) => `${a}.${b}.${c}${p}`)
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(parseVersion(a).compare(parseVersion(b))).toBe(semver.compare(a, b))
      }),
    )
  })

  it('compares two numbers with three without the pre-release', () => {
    expect(parseVersion('1.33').equals(parseVersion('1.33.0-alpha.1'))).toBe(true)
    expect(parseVersion('1.33.5').greaterThan(parseVersion('1.33'))).toBe(true)
  })

  it('does not go below minor 0', () => {
    expect(String(parseVersion('1.2').offsetMinor(-3))).toBe('1.0')
  })
})

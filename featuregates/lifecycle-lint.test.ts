import { describe, expect, it } from 'vitest'
import type { FeatureSpec, Stage } from './feature-spec.ts'
import { lintGates } from './lifecycle-lint.ts'
import { parseVersion } from './version.ts'

const spec = (version: string, preRelease: Stage, value: boolean, lockToDefault = false): FeatureSpec => ({
  version: parseVersion(version),
  preRelease,
  default: value,
  lockToDefault,
})
const messages = (specs: FeatureSpec[], removedIn?: string, announcedIn?: string): string[] =>
  lintGates([
    {
      name: 'X',
      specs,
      ...(removedIn === undefined ? {} : { removedIn: parseVersion(removedIn) }),
      ...(announcedIn === undefined ? {} : { announcedIn: parseVersion(announcedIn) }),
    },
  ]).map((f) => `${f.severity} ${f.spec ?? '-'} ${f.message}`)

describe('lintGates', () => {
  it('accepts a life by the rules', () => {
    expect(
      messages(
        [spec('1.30', 'ALPHA', false), spec('1.32', 'BETA', true), spec('1.34', '', true, true)],
        '1.37',
      ),
    ).toEqual([])
    const deprecated = [
      spec('1.0', '', true),
      spec('1.40', 'DEPRECATED', false),
      spec('1.43', 'DEPRECATED', false, true),
    ]
    expect(messages(deprecated, '1.46', '1.36')).toEqual([])
  })

  it('finds what breaks them', () => {
    expect(messages([spec('1.30', 'ALPHA', true)])).toEqual([
      'error 0 alpha feature X cannot be enabled by default',
    ])
    expect(messages([spec('1.32', 'BETA', true), spec('1.31', '', true)])).toEqual([
      'error 1 feature "X" lists version transitions in decreasing order (1.31 < 1.32)',
    ])
    expect(messages([spec('1.32', 'BETA', true)], '1.36')).toEqual([
      'error - feature X cannot be removed while in beta',
    ])
    expect(messages([spec('1.34', '', true)], '1.37')).toEqual([
      'error - feature X cannot be removed because it is in GA or Deprecated state and is not locked to default',
    ])
    expect(messages([spec('1.34', '', true, true)], '1.36')).toEqual([
      'error - feature X cannot be removed until version 1.37 (required for emulation support)',
    ])
    expect(messages([])).toEqual(['error - feature X has no version specs'])
  })

  it('asks for a year of warning', () => {
    const specs = [spec('1.0', '', true), spec('1.34', 'DEPRECATED', true), spec('1.36', 'DEPRECATED', false)]
    expect(messages(specs)).toEqual([
      'warning 2 X changes its default in 1.36, deprecated in 1.34: before 1.37 users have had less than a year (three releases) of warning',
    ])
  })
})

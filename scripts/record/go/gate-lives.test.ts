import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../../component-base/package-root.ts'
import { recordedReleases, releaseFacts } from '../../../component-base/release-facts.ts'
import { type GateLives, type GateSpecs, gateLives, gateLivesFile } from './gate-lives.ts'
import type { PrintedSpec } from './gates.ts'

const alpha = { default: false, preRelease: 'ALPHA', lockToDefault: false }
const ga = { default: true, preRelease: '', lockToDefault: true }
const known: GateLives = {
  releases: ['1.27', '1.29'],
  gates: { A: [['1.27', 'ALPHA', false]], B: [['1.27', 'GA', true, true], ['1.29']] },
}

describe('gateLives', () => {
  it('puts a release between others, which say what they said', () => {
    const { releases, gates } = gateLives(known, new Map([['1.28', { A: [ga] }]]))
    expect(releases).toEqual(['1.27', '1.28', '1.29'])
    expect(gates).toEqual({
      A: [
        ['1.27', 'ALPHA', false],
        ['1.28', 'GA', true, true],
        ['1.29', 'ALPHA', false],
      ],
      B: [['1.27', 'GA', true, true], ['1.28']],
    })
  })
  it('says the same again', () => {
    expect(gateLives(known, new Map([['1.29', { A: [alpha] }]]))).toEqual(known)
  })
  it('forgets a gate that no release has', () => {
    const once = gateLives(known, new Map([['1.26', { C: [alpha] }]]))
    expect(once.gates['C']).toEqual([['1.26', 'ALPHA', false], ['1.27']])
    expect(gateLives(once, new Map([['1.26', {}]])).gates).not.toHaveProperty('C')
  })
  it('tells what was there before a gate that came to guard it', () => {
    const deprecated = { default: true, preRelease: 'DEPRECATED', lockToDefault: false }
    const versioned = [
      { ...ga, version: '1.0', lockToDefault: false },
      { ...alpha, version: '1.30' },
    ]
    const { gates } = gateLives(known, new Map([['1.30', { D: [deprecated], V: versioned, N: [alpha] }]]))
    expect(gates['D']).toEqual([
      ['1.27', '', true],
      ['1.30', 'DEPRECATED', true],
    ])
    expect(gates['V']![0]).toEqual(['1.27', '', true])
    expect(gates['N']).toEqual([['1.30', 'ALPHA', false]])
  })
})

it('a gate is a line', () => {
  expect(gateLivesFile(known).split('\n')[3]).toBe('    "A": [["1.27","ALPHA",false]],')
})

it('gate-lives.json says what the gates of each release say', () => {
  const path = join(packageRoot, 'releases', 'gate-lives.json')
  expect(existsSync(path)).toBe(true)
  const text = readFileSync(path, 'utf8')
  const specs = (release: string): GateSpecs =>
    Object.fromEntries(
      Object.entries(releaseFacts(release, 'gates').gates).map(([gate, one]) => [
        gate,
        one.specs as PrintedSpec[],
      ]),
    )
  const recorded = new Map(recordedReleases().map((release) => [release, specs(release)] as const))
  expect(gateLivesFile(gateLives(JSON.parse(text) as GateLives, recorded))).toBe(text)
})

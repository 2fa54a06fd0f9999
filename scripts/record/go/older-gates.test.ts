import { describe, expect, it } from 'vitest'
import { type OlderGates, olderGatesFile, withGates } from './older-gates.ts'

const alpha = { default: false, preRelease: 'ALPHA', lockToDefault: false }
const ga = { default: true, preRelease: '', lockToDefault: true }
const oldest = { release: '1.30', gates: new Set(['A']) }
const known: OlderGates = {
  releases: ['1.27', '1.29'],
  gates: { A: [['1.27', 'ALPHA', false]], B: [['1.27', 'GA', true, true], ['1.30']] },
}

describe('withGates', () => {
  it('puts a release between others, which say what they said', () => {
    const { releases, gates } = withGates(known, '1.28', { A: ga }, oldest)
    expect(releases).toEqual(['1.27', '1.28', '1.29'])
    expect(gates).toEqual({
      A: [
        ['1.27', 'ALPHA', false],
        ['1.28', 'GA', true, true],
        ['1.29', 'ALPHA', false],
      ],
      B: [['1.27', 'GA', true, true], ['1.28'], ['1.29', 'GA', true, true], ['1.30']],
    })
  })
  it('says the same again', () => {
    const specs = { A: alpha, B: ga }
    expect(withGates(known, '1.29', specs, oldest)).toEqual(known)
  })
  it('forgets a gate that no release has', () => {
    const once = withGates(known, '1.26', { C: alpha }, oldest)
    expect(once.gates['C']).toEqual([['1.26', 'ALPHA', false], ['1.27']])
    expect(withGates(once, '1.26', {}, oldest).gates).toEqual(known.gates)
  })
})

it('a gate is a line', () => {
  expect(olderGatesFile(known).split('\n')[3]).toBe('    "A": [["1.27","ALPHA",false]],')
})

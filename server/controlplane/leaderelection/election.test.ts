import { describe, expect, it } from 'vitest'
import type { Candidate } from './candidates.ts'
import { candidateOf } from './candidates.ts'
import { commonStrategy, oldestCandidate, strategyOfNewest } from './election.ts'

const candidate = (name: string, emulationVersion: string, binaryVersion: string, second = 0): Candidate =>
  candidateOf({
    apiVersion: 'coordination.k8s.io/v1beta1',
    kind: 'LeaseCandidate',
    metadata: { name, creationTimestamp: `2026-01-01T00:00:0${second}Z` },
    spec: { emulationVersion, binaryVersion, strategy: 'OldestEmulationVersion' },
  } as never)

describe('oldestCandidate', () => {
  it.each([
    ['the oldest emulation version', ['a 1.36.0 1.36.1', 'b 1.35.0 1.36.1'], 'b'],
    ['the oldest binary of these', ['a 1.35.0 1.36.3', 'b 1.35.0 1.35.4'], 'b'],
    [
      'the one that came first of these',
      ['a 1.35.0 1.36.3 2', 'b 1.35.0 1.36.3 1', 'c 1.35.0 1.36.3 3'],
      'b',
    ],
    ['numbers, not texts', ['a 1.9.0 1.9.0', 'b 1.10.0 1.10.0'], 'a'],
    ['pre-releases before releases', ['a 1.36.0 1.36.0', 'b 1.36.0 1.36.0-beta.1'], 'b'],
    ['versions that lack numbers', ['a v1.36 1.36', 'b 1.35 1.35'], 'b'],
    ['none without versions', ['a soon 1.36.0', 'b 1.36.0 later'], undefined],
  ])('is %s', (_what, candidates, expected) => {
    const all = candidates.map((one) => {
      const [name = '', emulation = '', binary = '', second = '0'] = one.split(' ')
      return candidate(name, emulation, binary, Number(second))
    })
    expect(oldestCandidate(all)?.name).toBe(expected)
    expect(oldestCandidate(all.toReversed())?.name).toBe(expected)
  })
})

const wanting = (binaryVersion: string, ...strategies: string[]): Candidate => ({
  ...candidate(strategies.join('-'), '1.35.0', binaryVersion),
  strategies,
})

describe('strategyOfNewest', () => {
  it('asks the newest binary', () => {
    expect(strategyOfNewest([wanting('1.35.0', 'a.b/old'), wanting('1.36.0', 'a.b/new')])).toBe('a.b/new')
    expect(strategyOfNewest([wanting('1.36.0', 'a.b/new'), wanting('1.35.0', 'a.b/old')])).toBe('a.b/new')
  })
  it('does not choose between two of one binary', () => {
    expect(() => strategyOfNewest([wanting('1.36.0', 'x'), wanting('1.36.0', 'y')])).toThrow(
      'candidates "x", "y" at same binary version but received differing strategies x, y',
    )
    expect(() => strategyOfNewest([])).toThrow('no candidates')
  })
})

describe('commonStrategy', () => {
  it.each([
    [[['A']], 'A'],
    [[['A', 'B'], ['B']], 'A'],
    [[['B'], ['A', 'B'], ['C', 'A']], 'C'],
  ])('of %j is %s', (lists, expected) => {
    expect(commonStrategy(lists.map((one) => wanting('1.31.0', ...one)))).toBe(expected)
  })
  it.each([
    [[['A'], ['B']]],
    [
      [
        ['A', 'B'],
        ['B', 'A'],
      ],
    ],
    [[]],
  ])('of %j is none', (lists: string[][]) => {
    expect(() => commonStrategy(lists.map((one) => wanting('1.31.0', ...one)))).toThrow('invalid strategy')
  })
})

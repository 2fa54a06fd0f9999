import { describe, expect, it } from 'vitest'
import type { Outcome } from '../outcome.ts'
import type { Cell } from './cell.ts'
import { judgedUnsupported, type UnsupportedOptions } from './judge.ts'
import { cellsOf, nearestSupported } from './matrix.ts'
import type { Verdict } from './verdict.ts'

const facts = { newest: '1.36', known: (release: string) => /^1\.3[0-6](\.\d+)?$/.test(release) }
const cellOf = (matrix: Parameters<typeof cellsOf>[0]): Cell => cellsOf(matrix, facts, true)[0]!
const verdict = (status: Outcome, outcome: string, refused?: string): Verdict => ({
  status,
  outcome,
  details: undefined,
  line: undefined,
  ...(refused === undefined ? {} : { refused }),
})
const never: UnsupportedOptions = {
  breaks: undefined,
  run: () => Promise.reject(new Error('no control is needed')),
}
async function judged(cell: Cell, given: Verdict, options: UnsupportedOptions = never) {
  const { status, verdict: told } = await judgedUnsupported(cell, given, options)
  return `${status}: ${told.outcome}`
}

describe('versions that kube-apiserver cannot emulate', () => {
  const cell = cellOf({ emulated: '1.32', kubelet: '1.32' })
  const message =
    'command failed" err="[emulation version 1.32 is not between [1.33, 1.36.0], minCompatibilityVersion version 1.33 is not between [1.33, 1.32]]"'
  it('must be refused by it, for that', async () => {
    expect(await judged(cell, verdict('differs', 'it refuses', message))).toBe('unsupported: it refuses')
    expect(await judged(cell, verdict('differs', 'it refuses', 'the port is in use'))).toMatch(
      /^differs: it refuses; it must say: emulation version 1\.32 is not between \[1\.33, 1\.36\.0\]/,
    )
    expect(await judged(cell, verdict('passed', 'holds'))).toMatch(
      /^differs: kube-apiserver starts, but must say/,
    )
    expect(await judged(cell, verdict('differs', 'a difference'))).toMatch(/^differs: kube-apiserver starts/)
  })
  it.each([
    [{ apiserver: '1.30', emulated: 'n' }, ['unknown flag: --emulated-version']],
    [{ apiserver: '1.34', minCompatibility: '1.33' }, ['unknown flag: --min-compatibility-version']],
    [
      { apiserver: '1.31', emulated: '1.30' },
      [
        'emulation version needs to be equal to binary version(1.31) in compatibility-version alpha, got 1.30',
      ],
    ],
    [
      { apiserver: '1.36', minCompatibility: '1.32' },
      ['minCompatibilityVersion version 1.32 is not between [1.33, 1.36]'],
    ],
    [{ apiserver: '1.36', emulated: '1.34', minCompatibility: '1.33', kubelet: '1.31' }, []],
  ])('%j: %j', (matrix, refusals) => {
    expect(cellOf(matrix).refusals).toEqual(refusals)
  })
})

describe('releases of node components that the policy does not support', () => {
  const cell = cellOf({ apiserver: '1.36', kubelet: '1.30' })
  const why = 'kubelet 1.30 is older than 1.33'
  it('may hold: nothing refuses them', async () => {
    expect(await judged(cell, verdict('passed', 'v1.30.14'))).toBe(
      `unsupported: v1.30.14 (nothing refuses that ${why})`,
    )
  })
  it('may break, where the nearest supported release holds', async () => {
    const control = (status: Outcome): UnsupportedOptions => ({
      breaks: undefined,
      run: async (near) => verdict(status, near.id),
    })
    expect(await judged(cell, verdict('differs', 'no field'), control('passed'))).toBe(
      `unsupported: no field (${why})`,
    )
    expect(await judged(cell, verdict('differs', 'a typo'), control('differs'))).toBe(
      'differs: not for the skew, it does not hold with apiserver=1.36 kubelet=1.33 either: a typo',
    )
  })
  it.each([
    ['differs', 'not checked', 'not checked: not checked with apiserver=1.36 kubelet=1.33 too: a line'],
    ['differs', 'could not run', 'could not run: could not run with apiserver=1.36 kubelet=1.33 too: a line'],
    [
      'could not run',
      'not checked',
      'could not run: not checked with apiserver=1.36 kubelet=1.33 too: a line',
    ],
    ['not checked', 'passed', `unsupported: a line (${why})`],
  ] as const)('that are %s, where the nearest is %s', async (given, near, told) => {
    const control: UnsupportedOptions = { breaks: undefined, run: async () => verdict(near, 'a line') }
    expect(await judged(cell, verdict(given, 'a line'), control)).toBe(told)
  })
  it('must break as the scenario says', async () => {
    const breaks = { ...never, breaks: /no field/ }
    expect(await judged(cell, verdict('differs', 'there is no field'), breaks)).toBe(
      'unsupported: there is no field',
    )
    expect(await judged(cell, verdict('differs', 'a typo'), breaks)).toMatch(
      /^differs: a typo; it must break/,
    )
    expect(await judged(cell, verdict('passed', 'fine'), breaks)).toMatch(
      /^differs: holds \(fine\), but must/,
    )
  })
  it.each([
    [{ apiserver: '1.36', kubelet: '1.30' }, 'apiserver=1.36 kubelet=1.33'],
    [{ apiserver: '1.33', kubelet: '1.36.0' }, 'apiserver=1.33 kubelet=1.33'],
    [
      { apiserver: '1.36', emulated: '1.34', kubelet: '1.36', kubeProxy: '1.30' },
      'apiserver=1.36 emulated=1.34 kubelet=1.34 kube-proxy=1.31',
    ],
  ])('%j is next to %s', (matrix, id) => {
    const near = nearestSupported(cellOf(matrix))
    expect([near.id, near.unsupported]).toEqual([id, undefined])
  })
})

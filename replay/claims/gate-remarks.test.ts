// What is said in passing of gates.
import { describe, expect, it } from 'vitest'
import { bracketDefaults, gateRemarks } from './gate-remarks.ts'

const read = (text: string) => {
  const found = gateRemarks({ text, line: 1 })
  return found && [found.left, ...found.claims.map(({ gate, test, release }) => [gate, test, release])]
}

describe('a sentence tells in passing how a gate stands', () => {
  it.each([
    ['Start 1.27; `MyGate` is enabled by default.', ['Start 1.27.', ['MyGate', { default: true }, '1.27']]],
    ['Version 1.28: `MyGate` is alpha, off', ['', ['MyGate', { stage: 'ALPHA', default: false }, '1.28']]],
    ['In 1.29 it is beta (on):', ['', [undefined, { stage: 'BETA', default: true }, '1.29']]],
    [
      'It drops it, since `MyGate` is off by default in 1.26:',
      ['It drops it:', ['MyGate', { default: false }, '1.26']],
    ],
    [
      '`MyGate` is alpha there, so it has to be turned on:',
      ['', ['MyGate', { stage: 'ALPHA', default: false }, undefined]],
    ],
    [
      '`MyGate` is beta in v1.31 and is on by default.',
      ['', ['MyGate', { stage: 'BETA', default: true }, '1.31']],
    ],
    [
      'Start 1.32 with `MyGate` left at its default, which is off (alpha).',
      ['Start 1.32.', ['MyGate', { stage: 'ALPHA', default: false }, '1.32']],
    ],
    [
      'Upgrade to 1.33, where the gate is enabled by default (beta).',
      ['Upgrade to 1.33.', [undefined, { stage: 'BETA', default: true }, '1.33']],
    ],
    [
      'Start it with the `MyGate` feature gate (beta, off by default) and the API group',
      [
        'Start it with the `MyGate` feature gate; and the API group',
        ['MyGate', { stage: 'BETA', default: false }, undefined],
      ],
    ],
    [
      'The gate `MyGate` is beta in 1.33, but it still defaults to false.',
      ['', ['MyGate', { stage: 'BETA', default: false }, '1.33']],
    ],
    ['Kubernetes 1.28 has `MyGate` as an alpha feature.', ['', ['MyGate', { stage: 'ALPHA' }, '1.28']]],
    [
      'In 1.30 `MyGate` is GA and cannot be turned off.',
      ['', ['MyGate', { stage: 'GA' }, '1.30'], ['MyGate', { locked: true }, '1.30']],
    ],
    [
      'Upgrade to 1.34, in which the gate is GA and `a/v1` is served.',
      ['Upgrade to 1.34, and `a/v1` is served.', [undefined, { stage: 'GA' }, '1.34']],
    ],
    [
      'Start a local 1.26 cluster (`MyGate` defaulted to false)',
      ['Start a local 1.26 cluster', ['MyGate', { default: false }, '1.26']],
    ],
    [
      'Roll back to v1.20.0 (which has `MyGate` feature gate disabled by default)',
      ['Roll back to v1.20.0', ['MyGate', { default: false }, '1.20.0']],
    ],
    [
      'Version v1.30 `FEATURE_GATES=MyGate=false` (default value)',
      ['Version v1.30 `FEATURE_GATES=MyGate=false`', ['MyGate', { default: false }, '1.30']],
    ],
    [
      'Version v1.30 `MyGate=false` (not the default)',
      ['Version v1.30 `MyGate=false`', ['MyGate', { default: true }, '1.30']],
    ],
    ['`MyGate` is beta but off by default', ['', ['MyGate', { stage: 'BETA', default: false }, undefined]]],
    [
      'The field is gone, as the gate is alpha.',
      ['The field is gone.', [undefined, { stage: 'ALPHA' }, undefined]],
    ],
    [
      'The `MyGate` gate is alpha in v1.29, where it is off by default, and beta since 1.30.',
      [
        '',
        ['MyGate', { stage: 'ALPHA' }, '1.29'],
        ['MyGate', { default: false }, '1.29'],
        ['MyGate', { stage: 'BETA' }, '1.30'],
      ],
    ],
    [
      '`MyGate` is alpha in v1.30 (disabled by default), beta in 1.31 and enabled by default since then.',
      [
        '',
        ['MyGate', { stage: 'ALPHA', default: false }, '1.30'],
        ['MyGate', { stage: 'BETA', default: true }, '1.31'],
      ],
    ],
    [
      'The gate is `MyGate`; it is alpha in v1.28 and enabled by default since v1.29.',
      [
        'The gate is `MyGate`.',
        ['MyGate', { stage: 'ALPHA' }, '1.28'],
        ['MyGate', { default: true }, '1.29'],
      ],
    ],
    [
      '`MyGate` is alpha in 1.26, beta and on by default from 1.27 on, and GA in 1.31.',
      [
        '',
        ['MyGate', { stage: 'ALPHA' }, '1.26'],
        ['MyGate', { stage: 'BETA', default: true }, '1.27'],
        ['MyGate', { stage: 'GA' }, '1.31'],
      ],
    ],
    [
      '`MyGate` was alpha in v1.24, has been on by default since v1.25 and was locked in v1.27.',
      [
        '',
        ['MyGate', { stage: 'ALPHA' }, '1.24'],
        ['MyGate', { default: true }, '1.25'],
        ['MyGate', { locked: true }, '1.27'],
      ],
    ],
    [
      'We set the gate `MyGate` on 1.30 (it is off by default in this release).',
      ['We set the gate `MyGate` on 1.30.', ['MyGate', { default: false }, '1.30']],
    ],
    [
      'It was run on v1.30, in which `MyGate` is beta but disabled by default.',
      ['It was run on v1.30.', ['MyGate', { stage: 'BETA', default: false }, '1.30']],
    ],
    [
      'In this release `MyGate` is GA and enabled by default.',
      ['', ['MyGate', { stage: 'GA', default: true }, undefined]],
    ],
    [
      'We used v1.29.1 (feature alpha, off by default) and v1.30 (beta, on).',
      [
        'We used v1.29.1; and v1.30.',
        [undefined, { stage: 'ALPHA', default: false }, '1.29'],
        [undefined, { stage: 'BETA', default: true }, '1.30'],
      ],
    ],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })
})

describe('a sentence tells nothing of a gate that', () => {
  it.each([
    'If `MyGate` is alpha, it is off.',
    '`MyGate` is not beta.',
    'Is `MyGate` beta?',
    '`hostNetwork` is enabled by default.',
    'It is enabled by default.',
    '`MyGate` is on.',
    '`MyGate` is alpha, so it need not be turned on, on 1.2.',
  ])('%s', (text) => {
    const claims = gateRemarks({ text, line: 1 })?.claims ?? []
    expect(claims.filter(({ test }) => test.default !== undefined && test.default !== true)).toEqual([])
  })
})

it('reads the default in brackets, whatever the sentence supposes', () => {
  const text =
    'If you have it enabled in v1.32 under `MyAlpha` (default to false) you will have it in v1.33 under `MyBeta` gate (default: true).'
  expect(bracketDefaults({ text, line: 1 }).map(({ gate, test, release }) => [gate, test, release])).toEqual([
    ['MyAlpha', { default: false }, '1.32'],
    ['MyBeta', { default: true }, '1.33'],
  ])
  expect(bracketDefaults({ text: 'The field `MyField` (default to) is `MyGate` (beta)', line: 1 })).toEqual(
    [],
  )
})

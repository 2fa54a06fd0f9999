// Tables of what objects have.
import { expect, it } from 'vitest'
import { describeClaim } from './describe-claim.ts'
import { gatesByRelease } from './gates-by-release.ts'
import { objectTable } from './object-tables.ts'

const rows = (...lines: string[]): string => [lines[0], '| --- | --- |', ...lines.slice(1)].join('\n')
const read = (raw: string, above?: string) =>
  objectTable(raw, 10, above)?.map((claim) => `${claim.line}: ${describeClaim(claim)}`)

it.each<[string, string, string | undefined, string[] | undefined]>([
  [
    'an object, a field and a value',
    rows(
      '| Object | Field | Value |',
      '| Job `a` | `.spec.suspend` | `true` |',
      '| the Job `b` | `.status.active` | 2 |',
    ),
    undefined,
    [
      '12: field .spec.suspend of the Job a equals "true"',
      '13: field .status.active of the Job b equals "2"',
    ],
  ],
  [
    'objects of a kind, and a column for each field',
    rows('| Job | `.spec.suspend` | .status.active |', '| `a` | `true` | 2 |'),
    undefined,
    [
      '12: field .spec.suspend of the Job a equals "true"',
      '12: field .status.active of the Job a equals "2"',
    ],
  ],
  [
    'conditions of what is named above',
    rows('| Type | Status | Reason |', '| Complete | `True` | `CompletionsReached` |'),
    "The Job's conditions:",
    ['12: condition Complete of the Job is True with reason "CompletionsReached"'],
  ],
  ['conditions of nobody', rows('| Type | Status |', '| Complete | `True` |'), 'Look:', undefined],
  [
    'a row that is not read',
    rows('| Object | Field | Value |', '| Job `a` | `.spec.suspend` | it depends |'),
    undefined,
    undefined,
  ],
  [
    'another column',
    rows('| Object | Field | Value | Why |', '| Job `a` | `.b` | 1 | - |'),
    undefined,
    undefined,
  ],
])('%s', (_what, raw, above, expected) => {
  expect(read(raw, above)).toEqual(expected)
})

it('reads how gates stand in a column for each release', () => {
  const raw = rows('| Gate | v1.31 | 1.32 |', '| `MyGate` | alpha, off by default | beta |')
  expect(
    gatesByRelease(raw, 10)?.map(({ line, gate, release, test }) => [line, gate, release, test]),
  ).toEqual([
    [12, 'MyGate', '1.31', { stage: 'ALPHA', default: false }],
    [12, 'MyGate', '1.32', { stage: 'BETA' }],
  ])
  expect(gatesByRelease(raw.replace('beta', 'see below'), 10)).toBeUndefined()
})

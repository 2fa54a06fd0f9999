// Tables of which release serves which version of an API.
import { expect, it } from 'vitest'
import { checkClaim } from './check-claim.ts'
import { servedTable } from './served-tables.ts'
import { worldOf } from './testing/sentence-verdicts.ts'

const served: Readonly<Record<string, string[]>> = {
  '1.30': ['policy/v1', 'policy/v1beta1'],
  '1.31': ['policy/v1'],
}
const world = { ...worldOf({}), servedIn: (release: string) => served[release] }
const table = (row: string, titles = '| release | v1beta1 | v1 |'): string =>
  `${titles}\n| --- | --- | --- |\n| ${row} |`
const verdicts = async (raw: string, above = 'The API `policy.k8s.io`, or `policy`.') =>
  Promise.all(
    (servedTable(raw, 5, above) ?? []).map(async (claim) => (await checkClaim(claim, world)).verdict),
  )

it.each<[string, string[]]>([
  ['1.30 | yes | ✓', ['holds', 'holds']],
  ['1.31 | no | served', ['holds', 'holds']],
  ['1.31 | yes | no', ['fails', 'fails']],
  ['v1.30 | no | `yes`', ['fails', 'holds']],
  // No release is known that tells.
  ['1.99 | yes | yes', ['unknown', 'unknown']],
])('holds each cell against the release: %s', async (row, expected) => {
  expect(await verdicts(table(row), 'What `policy` serves:')).toEqual(expected)
})

it('takes what was never served by default for off, and not for gone', async () => {
  const raw = table('1.31 | yes | yes', '| Kubernetes | `policy/v1alpha1` | policy/v1 |')
  expect(await verdicts(raw, '')).toEqual(['unknown', 'holds'])
})

it.each([
  ['which group?', table('1.30 | yes | yes'), 'The API.'],
  ['two groups', table('1.30 | yes | yes'), 'Of `policy` and `apps.example.com`:'],
  ['a cell of other words', table('1.30 | if enabled | yes'), 'Of `policy`:'],
  ['a row of no release', table('now | yes | yes'), 'Of `policy`:'],
  ['another table', '| name | v1 |\n| --- | --- |\n| 1.30 | yes |', 'Of `policy`:'],
])('does not guess: %s', (_, raw, above) => expect(servedTable(raw, 5, above)).toBeUndefined())

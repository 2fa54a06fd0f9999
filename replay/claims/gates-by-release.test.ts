// Tables with a row for each gate and a column for each release.
import { expect, it } from 'vitest'
import { standingTable } from './standing-tables.ts'

const table = (...rows: string[]) =>
  standingTable(['| | v1.31 | v1.32 |', '| --- | --- | --- |', ...rows].join('\n'), 1, undefined)

it('reads gates beside the images of the releases', () =>
  expect(
    table('| image | `kindest/node:v1.31.0` | `kindest/node:v1.32.4` |', '| `MyGate` | alpha | beta |'),
  ).toHaveLength(2))
it.each([
  ['| image | `kindest/node:v1.31.0` | `kindest/node:v1.31.0` |', '| `MyGate` | alpha | beta |'],
  ['| workers | 1 | 2 |', '| `MyGate` | on | off |'],
])('does not pass over one that is not understood: %s', (...rows) => expect(table(...rows)).toBe('unread'))
it('leaves other tables alone', () => expect(table('| workers | 1 | 2 |')).toBeUndefined())

// Clauses about how many rows a command prints: "`kubectl get pods` lists three pods".
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, list, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, and, auxiliary, code, comma, comparison, quantity } from './common-words.ts'
import { bareObjects } from './object-phrases.ts'
import { printer, prints } from './output-clauses.ts'
import { unless } from './possession.ts'

interface Rows {
  kind?: string
  state?: string
}
const rows: Parser<Rows> = alt<Rows>(
  filterMap(bareObjects(), ({ kind, state, which }) =>
    kind === undefined || which !== undefined
      ? undefined
      : { kind, ...(state === undefined ? {} : { state }) },
  ),
  map(words('rows | row | items | item | entries | entry | objects | resources'), () => ({})),
)

/** A claim about the number of rows that a command prints. */
export const listingClause: Parser<ClaimBody[]> = filterMap(
  seq(
    printer,
    auxiliary,
    prints,
    adverbs,
    opt(comparison),
    quantity,
    rows,
    opt(words('in the list | in total')),
    opt(map(seq(opt(comma), words('named | called'), list(code, and)), ([, , names]) => names)),
  ),
  ([command, no, , , how, much, said, , names = []]) => {
    if (names.length > 0 && (no || names.length !== much.number)) return undefined
    if (how !== undefined && how !== '==' && much.comparison !== '==') return undefined
    if (no && much.number === 0) return undefined
    const count = how === undefined ? much : { comparison: how, number: much.number }
    return [
      {
        kind: 'output',
        ...(command === undefined ? {} : { command }),
        test: { is: 'rows', ...said, ...unless(count, no) },
      },
      ...names.map((value) => ({
        kind: 'output' as const,
        ...(command === undefined ? {} : { command }),
        test: { is: 'contains' as const, value },
      })),
    ]
  },
)

// Clauses about how pods lie over nodes.
import type { ClaimBody } from './claim.ts'
import { map, opt, type Parser, seq, token, words } from './combinators.ts'
import { isSo } from './common-words.ts'
import { objectPhrase } from './object-phrases.ts'

const slashes: Parser<number[]> = token((one) =>
  /^\d+(?:\/\d+)+$/.test(one.text) ? one.text.split('/').map(Number) : undefined,
)
/** "pods spread across nodes as 4/4/4". */
export const spread: Parser<ClaimBody[]> = map(
  seq(
    objectPhrase,
    opt(isSo),
    words('spread | are spread | distributed'),
    // Over zones, say, they may be spread otherwise.
    words(
      'across nodes | across the nodes | across all nodes | over nodes | over the nodes | on nodes | on the nodes',
    ),
    opt(words('evenly')),
    words('as'),
    slashes,
  ),
  ([subject, , , , , , counts]) => [{ kind: 'spread', subject, counts }],
)

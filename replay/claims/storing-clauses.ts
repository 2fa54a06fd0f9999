// Clauses about what a server does with a field that it is sent: "the API server drops the field".
import type { ClaimBody } from './claim.ts'
import { alt, map, type Parser, seq, words } from './combinators.ts'
import { auxiliary } from './common-words.ts'
import { fieldClaims } from './field-claims.ts'
import { fieldPhrase } from './field-phrases.ts'

const server = words(
  'the api server | the apiserver | kube-apiserver | the kube-apiserver | the server | the api',
)
const does = alt<boolean>(
  map(
    seq(
      auxiliary,
      words(
        'store | stores | stored | keep | keeps | kept | persist | persists | preserve | preserves | retain | retains | save | saves',
      ),
    ),
    ([no]) => !no,
  ),
  map(
    seq(
      auxiliary,
      words(
        'drop | drops | dropped | strip | strips | discard | discards | prune | prunes | clear | clears | wipe | wipes',
      ),
    ),
    ([no]) => no,
  ),
)

/** "The API server drops the field", "does not store `x`": whether the object has it. */
export const storingClause: Parser<ClaimBody[]> = map(seq(server, does, fieldPhrase), ([, there, phrase]) =>
  fieldClaims(phrase, { is: there ? 'set' : 'unset' }),
)

// Clauses that say where an object is, or as whom it runs: "is in the namespace `x`", "uses the default service account".
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { adverbs, auxiliary, be, code } from './common-words.ts'
import { namedFieldIs } from './field-claims.ts'
import { objectPhrase } from './object-phrases.ts'

/** Without marks only what is no word of a language: any word may stand in the place of a name. */
const plainName = token((one) =>
  one.kind === 'word' && /^(?:default|kube-[a-z-]+|(?=[a-z0-9-]*[0-9-])[a-z][a-z0-9-]*)$/.test(one.text)
    ? one.text
    : undefined,
)
const name = alt(
  filterMap(code, (text) => (/^[a-z0-9][a-z0-9.-]*$/.test(text) ? text : undefined)),
  plainName,
)
const called = (noun: Parser<string>): Parser<string> =>
  alt(
    map(seq(opt(words('the')), noun, opt(words('named | called')), name), ([, , , found]) => found),
    map(seq(opt(words('the')), name, noun), ([, found]) => found),
  )

/** "The Deployment is in the namespace `x`", "runs in the `x` namespace". */
const inNamespace: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    alt(
      be,
      map(seq(auxiliary, words('live | lives | run | runs | stay | stays')), ([no]) => no),
    ),
    adverbs,
    words('in'),
    called(words('namespace')),
  ),
  ([subject, no, , , found]) =>
    subject.kind === undefined || subject.kind === 'Namespace' || subject.kind === 'Node'
      ? undefined
      : namedFieldIs(subject, '.metadata.namespace', found, no),
)

/** "The Pod uses the default service account", "runs as the ServiceAccount `a`". */
const byAccount: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    auxiliary,
    words('use | uses | run as | runs as | run with | runs with'),
    called(words('service account | serviceaccount')),
  ),
  ([subject, no, , found]) =>
    subject.kind === 'Pod' ? namedFieldIs(subject, 'serviceAccountName', found, no) : undefined,
)

/** A claim about an object's namespace or account. */
export const placedClause: Parser<ClaimBody[]> = alt(inNamespace, byAccount)

// Clauses that say which objects there are, by their names: "its Pods are `web-0` and `web-1`".
import type { ClaimBody, Subject } from './claim.ts'
import { alt, filterMap, list, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, and, be, code, comma, number as count } from './common-words.ts'
import { bareObjects, objectPhrase } from './object-phrases.ts'

const name = filterMap(code, (text) =>
  /^[a-z0-9][a-z0-9.-]*$/.test(text) && !isWord(text) ? text : undefined,
)
/** States, which are said of objects as well. */
const isWord = (text: string): boolean => /^(?:\d+|true|false|running|pending|ready|gone)$/.test(text)

/** "There is one ServiceCIDR, named `a`". */
const thereIsNamed: Parser<ClaimBody[]> = filterMap(
  seq(
    words('there is | there are'),
    adverbs,
    opt(words('only | exactly')),
    count,
    bareObjects(),
    opt(comma),
    words('named | called'),
    list(name, and),
  ),
  ([, , , many, subject, , , names]) =>
    many !== names.length || subject.which !== undefined || subject.state !== undefined
      ? undefined
      : namesOf(subject, names),
)

const namesOf = ({ number: _, ...rest }: Subject, names: readonly string[]): ClaimBody[] => [
  { kind: 'count', subject: { ...rest, number: 'many' }, comparison: '==', number: names.length },
  ...names.map((one) => ({
    kind: 'state' as const,
    subject: { ...rest, number: 'one' as const, names: [one] },
    state: 'existing',
    negated: false,
  })),
]

/** Those and no others: each by its name, and how many there are. */
export const namedClause: Parser<ClaimBody[]> = alt(
  thereIsNamed,
  filterMap(
    seq(objectPhrase, be, adverbs, opt(words('named | called')), list(name, and)),
    ([subject, no, , , names]) => {
      const { number, which } = subject
      const isFew = number !== 'one' && number !== 1 && subject.names === undefined
      if (no || !isFew || which !== undefined || (typeof number === 'number' && number !== names.length))
        return undefined
      return namesOf(subject, names)
    },
  ),
)

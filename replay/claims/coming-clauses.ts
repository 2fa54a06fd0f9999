// Clauses about objects that come about: "three Pods come up", "no Pods start", "only `db-0` is left".
import type { ClaimBody, Subject } from './claim.ts'
import { alt, filterMap, list, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, and, auxiliary, be, code, quantity } from './common-words.ts'
import { fieldClaims } from './field-claims.ts'
import { anyFields } from './field-phrases.ts'
import { bareObjects, objectPhrase } from './object-phrases.ts'

const comes = alt<boolean>(
  map(
    seq(
      auxiliary,
      words(
        'come up | comes up | came up | start up | starts up | started up | spin up | spins up | start | starts | started',
      ),
    ),
    ([no]) => no,
  ),
  map(seq(be, adverbs, words('started | launched | spun up')), ([no]) => no),
)
const isPods = ({ kind }: Subject): boolean => kind === 'Pod'

/** "Three Pods come up", "no Pod comes up": how many are made, and run. */
const comeUp: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(seq(quantity, adverbs, bareObjects(), comes), ([much, , subject, no]) =>
    no || !isPods(subject) || subject.state !== undefined
      ? undefined
      : [{ kind: 'count', subject: { ...subject, number: 'many', state: 'running' }, ...much, comes: true }],
  ),
  filterMap(seq(objectPhrase, comes), ([subject, no]) =>
    isPods(subject) && typeof subject.number !== 'number'
      ? [{ kind: 'state', subject, state: 'running', negated: no }]
      : undefined,
  ),
)

const name = filterMap(code, (text) => (/^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/.test(text) ? text : undefined))
/** "Only `db-0` is left", "just the Pods `a` and `b` remain": those of its kind, and no others. */
const onlyLeft: Parser<ClaimBody[]> = filterMap(
  seq(
    words('only | just'),
    alt<Subject>(
      map(list(name, and), (names) => ({ names, number: 'all' })),
      objectPhrase,
    ),
    alt(
      map(seq(be, adverbs, words('left | remaining | there | left over')), ([no]) => no),
      map(words('remain | remains | remained | stay | stays | survive | survives'), () => false),
    ),
  ),
  ([, { names, ...subject }, no]) =>
    no || names === undefined
      ? undefined
      : [{ kind: 'names', subject: { ...subject, number: 'many' }, names }],
)

/** "They are called `a`, `b` and `c`": those that were spoken of before. */
const theyAreCalled: Parser<ClaimBody[]> = filterMap(
  seq(words('they | it'), be, adverbs, words('called | named'), list(name, and), opt(words('respectively'))),
  ([, no, , , names]) => (no ? undefined : [{ kind: 'names', names }]),
)

/** "None of them has the label `a`": each is without. */
const noneOfThemHas: Parser<ClaimBody[]> = map(
  seq(
    words('none of them | neither of them'),
    words('has | have | carries | carry'),
    opt(words('the | a | an | any')),
    anyFields,
  ),
  ([, , , fields]) => fieldClaims({ fields, subjects: [] }, { is: 'unset' }),
)

/** A claim about objects that come about, or are left, by their number or names. */
export const comingClause: Parser<ClaimBody[]> = alt(comeUp, onlyLeft, theyAreCalled, noneOfThemHas)

// Clauses about what came and went: "one pod was deleted", "no pod was removed", "a pod was created", "two pods remain".
import type { ClaimBody, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, be, comparison, number } from './common-words.ts'
import { bareObjects, objectPhrase } from './object-phrases.ts'
import type { HowMany } from './possession.ts'

const removed = words('deleted | removed | gone | killed | lost')
const gone = (subject: Subject, { comparison: how, number: many }: HowMany): ClaimBody[] => [
  { kind: 'gone', subject: { ...subject, number: 'many' }, comparison: how, number: many },
]
const none: HowMany = { comparison: '==', number: 0 }
const some: HowMany = { comparison: '>=', number: 1 }

/** "One of the pods was deleted": how many of those that there were are no more. */
const wentAway: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(seq(opt(comparison), objectPhrase, be, adverbs, removed), ([how, subject, no]) =>
    no || typeof subject.number !== 'number' || subject.number === 0
      ? undefined
      : gone(subject, { comparison: how ?? '==', number: subject.number }),
  ),
  filterMap(seq(words('a | an'), bareObjects(), be, adverbs, removed), ([, subject, no]) =>
    no ? undefined : gone(subject, some),
  ),
  filterMap(
    seq(words('no | none of the | none of | neither of the | neither'), objectPhrase, be, adverbs, removed),
    ([, subject, no]) => (no ? undefined : gone(subject, none)),
  ),
)

/** What nobody makes by hand beside what makes it: it is made now, or it was made by whoever tells of it. */
const madeByOthers = /^(?:Pod|ReplicaSet|EndpointSlice|ControllerRevision)$/
/** "A pod was created": one that was not there before. */
const cameNew: Parser<ClaimBody[]> = filterMap(
  seq(
    alt<HowMany>(
      map(words('a | an | another'), () => some),
      map(seq(opt(comparison), number), ([how, many]) => ({ comparison: how ?? '==', number: many })),
    ),
    opt(words('more | additional')),
    bareObjects(),
    be,
    adverbs,
    words('created | recreated | re-created'),
  ),
  ([much, , subject, no]) =>
    no || subject.which !== undefined || !madeByOthers.test(subject.kind ?? '')
      ? undefined
      : [{ kind: 'count', subject: { ...subject, number: 'many', which: 'new' }, ...much }],
)

/** "Two pods remain", "only one pod is left". */
const remaining: Parser<ClaimBody[]> = filterMap(
  seq(
    opt(comparison),
    number,
    bareObjects(),
    alt<unknown>(words('remain | remains | remained'), seq(be, adverbs, words('left | remaining'))),
    opt(map(seq(words('of | in | from'), objectPhrase), ([, owner]) => owner)),
  ),
  ([how, many, subject, , owner]) => [
    {
      kind: 'count',
      subject: { ...subject, number: 'many', ...(owner === undefined ? {} : { of: owner }) },
      comparison: how ?? '==',
      number: many,
    },
  ],
)

/** A claim about what came and went. */
export const changeClause: Parser<ClaimBody[]> = alt(wentAway, cameNew, remaining)

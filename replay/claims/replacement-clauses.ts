// Clauses about pods that come in place of others: "a new pod is created before the old one has terminated".
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, be, comma, isSo } from './common-words.ts'

type When = 'after' | 'before'

const newPod =
  words(`the replacement pod | a replacement pod | replacement pods | the replacement pods | a new pod | the new pod
  | new pods | a pod | another pod | a replacement | the replacement | a new replacement pod | its replacement`)
const oldPod = seq(
  opt(words('the | a | an | its | all')),
  opt(words('old | other | original | first | previous | deleted | terminating | existing')),
  words('pod | pods | one'),
)
const created = words(
  'created | recreated | re-created | started | made | added | spawned | launched | scheduled',
)
const ended = words('terminated | gone | deleted | finished | failed | terminal | in a terminal phase')

const onceOver: Parser<When> = map(
  seq(
    opt(comma),
    opt(words('only | but only')),
    words('once | after | when | as soon as'),
    oldPod,
    alt<unknown>(
      seq(isSo, adverbs, opt(words('fully | completely | entirely')), ended),
      seq(
        adverbs,
        opt(words('fully | completely')),
        words('terminates | terminate | ends | fails | finishes'),
      ),
    ),
  ),
  () => 'after',
)
const beforeThat: Parser<When> = map(
  alt<unknown>(
    seq(
      opt(comma),
      words('before'),
      oldPod,
      alt<unknown>(
        seq(isSo, adverbs, opt(words('fully | completely | entirely')), ended),
        seq(adverbs, opt(words('fully | completely')), words('terminates | terminate | ends | finishes')),
      ),
    ),
    seq(opt(comma), words('while'), oldPod, isSo, adverbs, words('terminating')),
  ),
  () => 'before',
)
const when = alt(onceOver, beforeThat)

const replaced = (found: When): ClaimBody[] => [{ kind: 'replacement', created: found }]

/** "is not created before …": after it. That it is not created after is no claim of when. */
const isCreated: Parser<ClaimBody[]> = filterMap(
  seq(newPod, be, adverbs, created, when),
  ([, no, , , found]) => (no ? (found === 'before' ? replaced('after') : undefined) : replaced(found)),
)
/** "it will create a pod once …": the pod to come is not claimed to exist now. */
export const createsReplacement: Parser<ClaimBody[]> = map(
  seq(words('create | creates | lead to | trigger | result in | start'), newPod, when),
  ([, , found]) => replaced(found),
)

const terminatingPods =
  words(`a terminating pod | terminating pods | the terminating pod | that the pod is terminating
  | that a pod is terminating | the pod is terminating | pods that terminate`)
const counted = (is: 'some' | 'none'): ClaimBody[] => [
  {
    kind: 'field',
    field: { name: '.status.terminating' },
    subject: { kind: 'Job', resource: 'jobs.batch', number: 'one' },
    test: is === 'none' ? { is: 'unset' } : { is: 'compares', comparison: '>=', number: 1 },
  },
]
/** "the status reports a terminating pod": only a Job counts them. */
const statusTells: Parser<ClaimBody[]> = map(
  seq(
    opt(words('the | its')),
    words('status | status field | status of the job | job status | .status'),
    opt(words('will | should | can | must')),
    adverbs,
    words(
      'report | reports | state | states | show | shows | say | says | tell | tells | include | includes',
    ),
    terminatingPods,
  ),
  () => counted('some'),
)
const thereIsStatus: Parser<ClaimBody[]> = map(
  seq(
    words('there'),
    be,
    adverbs,
    words('no | a | still a'),
    words(
      'terminating pod status | terminating pods status | status of terminating pods | terminating status',
    ),
  ),
  ([, no, , article]) => counted(no !== (article === 'no') ? 'none' : 'some'),
)

const ofFailedIndex = seq(
  words('the | a | any | no'),
  words('pod | pods'),
  words('for | of | with'),
  words('a failed index | the failed index | failed indexes | the failed indexes | any failed index'),
)
/** "the pod for a failed index is not re-created" */
const failedIndexPods: Parser<ClaimBody[]> = map(
  seq(
    ofFailedIndex,
    be,
    adverbs,
    words(
      'recreated | re-created | created again | created anew | made again | made anew | replaced | restarted',
    ),
  ),
  ([[article], no]) => [{ kind: 'failed indexes', recreated: no === (article === 'no') }],
)

/** A claim about pods in the place of others, and the order in which one ends and the other is created. */
export const replacementClause: Parser<ClaimBody[]> = alt(
  isCreated,
  statusTells,
  thereIsStatus,
  failedIndexPods,
)

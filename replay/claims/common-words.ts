// The small parts that all clauses share: numbers, adverbs, forms of "to be", what may follow a claim without changing it.
import { announcesTruncated } from '../announces-truncated.ts'
import type { Comparison } from './claim.ts'
import {
  alt,
  filterMap,
  first,
  type Input,
  many,
  map,
  opt,
  type Parser,
  type Read,
  seq,
  token,
  words,
} from './combinators.ts'
import { namesKind } from './document-remarks.ts'
import { numberWords } from './lexicon.ts'
import { isOfThisCluster } from './of-this-cluster.ts'
import { tellsOrder } from './order-words.ts'
import { isOtherEvent } from './other-events.ts'
import { isDefinite, isTelling } from './telling.ts'

/** A token of code; the empty text is none. */
export const code: Parser<string> = token((one) =>
  one.kind === 'code' && one.text !== '' ? one.text : undefined,
)
/** A token that is one of the punctuation marks. */
export const mark = (...marks: string[]): Parser<string> =>
  token((one) => (one.kind === 'mark' && marks.includes(one.text) ? one.text : undefined))

/** A number in digits, or in words up to twenty. */
export const number: Parser<number> = token((one) =>
  one.kind === 'number' || (one.kind === 'code' && /^\d+$/.test(one.text))
    ? Number(one.text)
    : Object.hasOwn(numberWords, one.lower)
      ? numberWords[one.lower]
      : undefined,
)

const adverbWords =
  words(`still | now | again | also | already | correctly | successfully | immediately | eventually
  | indeed | actually | properly | then | normally | once more | at all | currently
  | finally | automatically | similarly | just | just fine | fine | newly | as expected
  | as intended | as well | as usual | too | this time | in this case | at this point | here
  | therefore | anymore | any more | any longer | consistently | manually
  | afterwards | thereafter | as a result | from then on | right away | straight away | at once | nevertheless
  | nonetheless`)
/** Those that no "than" follows. */
const alone =
  (parser: Parser<string>): Parser<string> =>
  (input, at) =>
    parser(input, at).filter(([, after]) => input.tokens[after]?.lower !== 'than')
/** What changes nothing of a statement about now: "any more", but not that of "any more than". */
export const adverb: Parser<string> = alone(adverbWords)
/** Any number of adverbs, also none; they change no claim. */
export const adverbs = many(adverb)
const never = alone(words('not', 'no longer', 'no more', 'never', 'not yet'))

/** Whether an odd number of the words of a form say no. */
export const negation: Parser<boolean> = map(seq(adverbs, opt(never), adverbs), ([, no]) => no !== undefined)

const modal = words('should | must | will | shall | ought to')
const base = words(`be | become | remain | stay | get | have been | continue to be | be being`)
const finite =
  words(`is | are | was | were | gets | get | got | becomes | become | became | turns | turned | remains | remain
  | remained | stays | stay | stayed | has been | have been | had been | is being | are being
  | being | to be | to become | to remain | to stay | to get | continues to be | continue to be`)
const did = words('do', 'does', 'did')

/** A form of "to be": whether it says no. */
export const be: Parser<boolean> = alt(
  map(seq(finite, negation), ([, no]) => no),
  map(seq(finite, adverbs, words('both | all | each'), adverbs), () => false),
  map(seq(words('has', 'have', 'had'), negation, words('been'), adverbs), ([, no]) => no),
  map(seq(modal, negation, base, negation), ([, no, , more]) => no !== more),
  map(seq(did, negation, words(`get | become | remain | stay | be`), adverbs), ([, no]) => no),
  map(seq(never, base), () => true),
  map(seq(never, finite, adverbs), () => true),
)

/** A form of "to be" that says yes. */
export const isSo: Parser<true> = filterMap(be, (no) => (no ? undefined : true))

/** Before the bare form of another verb: "does not", "should", nothing. */
export const auxiliary: Parser<boolean> = alt(
  map(seq(alt(did, modal), negation), ([, no]) => no),
  map(seq(adverbs, alone(words('no longer', 'no more', 'never', 'not')), adverbs), () => true),
  map(seq(words('to'), adverbs), () => false),
  map(seq(words('not to'), adverbs), () => true),
  map(adverbs, () => false),
)

/** "can", "could not", or as {@link auxiliary}: whether it says no. */
export const able: Parser<boolean> = alt<boolean>(
  map(words('can not | can no longer | could not | could no longer | may not'), () => true),
  map(words('can | could | may'), () => false),
  auxiliary,
)

/** A comparison in words: "at least", "fewer than", "exactly". */
export const comparison: Parser<Comparison> = alt<Comparison>(
  map(words('at least', 'no fewer than', 'no less than'), () => '>='),
  map(words(`more than | greater than | over | larger than | higher than | bigger than`), () => '>'),
  map(words('fewer than', 'less than', 'lower than', 'smaller than'), () => '<'),
  map(words('at most', 'no more than', 'up to'), () => '<='),
  map(words(`exactly | only | just | precisely | equal to | a total of`), () => '=='),
)

/** "at least three", "no", "3". */
export const quantity: Parser<{ comparison: Comparison; number: number }> = alt(
  map(seq(comparison, number), ([how, many]) => ({ comparison: how, number: many })),
  map(number, (many) => ({ comparison: '==', number: many })),
  map(words('a single', 'only a single', 'just a single'), () => ({ comparison: '==', number: 1 })),
  map(words('no', 'no more', 'not any', 'no other'), () => ({ comparison: '==', number: 0 })),
)

const releaseText = /^v?(1\.\d+(?:\.\d+)?)$/
/** A release as it is told: `v1.33.0`, in backticks or not; without its `v`. */
export const release: Parser<string> = alt(
  filterMap(code, (text) => releaseText.exec(text)?.[1]),
  token((one) => (one.kind === 'code' ? undefined : releaseText.exec(one.text)?.[1])),
)

/** Any token but the marks and words given. */
export const other = (...stops: string[]): Parser<string> =>
  token((one) => (stops.includes(one.lower) ? undefined : one.text || '``'))

/** Of those, one that states nothing. */
export const quiet = (...stops: string[]): Parser<string> =>
  token((one) => (stops.includes(one.lower) || isTelling(one) ? undefined : one.text))

/** A comma between clauses or items. */
export const comma = mark(',')
/** A word or mark between two things that are both claimed. */
export const and: Parser<unknown> = alt<unknown>(
  seq(opt(comma), words(`and | or | and also | as well as | and the | nor`)),
  comma,
  mark('/'),
)

const remarkWords =
  /^(?:i\.e|e\.g|see|as|aka|which|this|default|for|not|or|due|was|were|even|existing|persisted|formerly|previously|pre-?\w+|post-?\w+|after|before|the|from|in|with|waiting|by|via|using)$/
/** A word that is no value, no number and no end of a parenthesis. */
const wordless: Parser<string> = token((one) =>
  one.kind === 'code' || /[\d()]/.test(one.text) || Object.hasOwn(numberWords, one.lower)
    ? undefined
    : one.text,
)

/** In parentheses, what does not change what is said. */
export const remark: Parser<null> = alt<null>(
  filterMap(seq(mark('('), many(quiet(')', '(')), mark(')')), ([, inside]) =>
    remarkWords.test((inside[0] ?? '').toLowerCase()) ||
    inside.length < 3 ||
    announcesTruncated(inside.join(' '))
      ? null
      : undefined,
  ),
  map(seq(mark('('), words('via | using'), many(other(')', '(')), mark(')')), () => null),
  // What was said, in other words: a value or a number in them would be more than that.
  map(
    seq(
      mark('('),
      words('i.e | i.e. | that is | in other words'),
      opt(mark(',', '.')),
      many(wordless),
      mark(')'),
    ),
    () => null,
  ),
)

const timeWord = words(`second | seconds | minute | minutes | while | moment | moments | s | m | min | hour`)
const span = seq(
  words(`for | after | within | in | for about | within the next`),
  opt(words(`a | the | some | a few | a couple of | about | a short`)),
  opt(number),
  timeWord,
)
/** A span of time: "within 30 seconds". Claims are looked at until they hold, so the span itself is not used. */
export const time: Parser<null> = map(span, () => null)
const wasDone = /^(?:[a-z-]+ed|killed|gone|lost)$/
/** Not how long it has been so ("for five minutes"), nor how long it took to come about ("failed after 20 seconds"): nobody looked at a clock. */
const spanBehind: Parser<null> = (input, at) =>
  span(input, at).flatMap(([[word, , many], after]): Read<null>[] =>
    many !== undefined &&
    (word.startsWith('for') || (word === 'after' && wasDone.test(input.tokens[at - 1]?.lower ?? '')))
      ? []
      : [[null, after]],
  )
/** After which of them something holds says that they came about. */
const ends =
  'failed fails crashed aborted rejected refused evicted lost stalled succeeded became becomes timed'.split(
    ' ',
  )
/** After which of them whoever it befell is no more as it was. */
const goneWords =
  /^(?:deleted|removed|destroyed|terminated|killed|stopped|drained|exited|expired|restarted|recreated|gone|disappeared|deletion|removal|termination)$/
const ofItself = /^(?:it|they|this|that|these|those|being|having|its|their|deletion|removal|termination)$/
/** "After two Pods": how many there were, which is no moment. */
const countsThings = (said: readonly string[]): boolean =>
  /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|exactly|only)$/i.test(said[0] ?? '') &&
  said.slice(1, 4).some((one) => /^(?:pods?|attempts?|failures?|tries|retries)$/i.test(one))
const afterWhat: Parser<string[]> = filterMap(
  seq(
    words(`after | right after | shortly after | following`),
    many(words('the', 'a', 'this', 'that', 'all', 'its')),
    many(other(',', 'and', 'but', ';', '.', ':', 'if', 'when', 'unless', 'only', 'not', 'next', ...ends), 1),
  ),
  ([, articles, said]) =>
    (ofItself.test(said[0]!.toLowerCase()) && said.some((one) => goneWords.test(one.toLowerCase()))) ||
    isOtherEvent(articles, said) ||
    countsThings(said)
      ? undefined
      : said,
)
const moment: Parser<null> = (input, at) =>
  (span(input, at).length > 0 ? [] : afterWhat(input, at)).flatMap(([said, after]): Read<null>[] =>
    tellsOrder(
      input.tokens[at - 1]?.lower ?? '',
      said,
      input.tokens.slice(at, after).some(({ kind }) => kind === 'code'),
    )
      ? []
      : [[null, after]],
  )
/** How it is looked at: "by running `kubectl get pods`", "by:". */
const means: Parser<null> = alt(
  map(
    seq(
      words(
        'by | using | via | through | running | by running | by using | with the command | in the output of',
      ),
      filterMap(code, (text) => (/\s/.test(text) ? text : undefined)),
    ),
    () => null,
  ),
  map(words('by | by using | by running | using | with the command'), () => null),
)
const place: Parser<null> = map(
  words(`in the cluster | on the cluster | in etcd | in storage | from the api | in the api
    | in the output | in the response | in its status | in the object | in the status | in the spec
    | and so on | for brevity | on the node | on a node | onto a node | onto the node | to a node
    | at the end | while running | on all nodes | for its endpoints | in its endpoints | for any endpoint`),
  () => null,
)
/** Who does it, where only one can. */
const agent: Parser<null> = map(
  words(
    'by the api server | by the apiserver | by the api-server | by kube-apiserver | by the kube-apiserver | by apiserver',
  ),
  () => null,
)
/** Not of something else. */
const insteadAlone: Parser<null> = (input, at) =>
  input.tokens[at]?.lower === 'instead' && input.tokens[at + 1]?.lower !== 'of' ? [[null, at + 1]] : []
function atEnd(input: Input, at: number): Read<null>[] {
  return at === input.tokens.length ? [[null, at]] : []
}
/** What a sentence's part ends with. */
const boundary: Parser<unknown> = alt<unknown>(mark(',', ';', '.', ':', '!', '…', '(', ')'), atEnd)
/** Reads no token; succeeds where a clause or the sentence ends. */
export const ahead: Parser<null> = (input, at) => (boundary(input, at).length > 0 ? [[null, at]] : [])
/** What is left of a sentence's part, where nothing of it could be false. */
const toComma: Parser<string[]> = filterMap(
  seq(many(quiet(',', ';', '.', ':', '!', '…', '(', ')')), ahead),
  ([found]) => found,
)
const dash = mark('(', '--', '—', '–')
/** Why it is so, up to the next comma. */
const reason: Parser<null> = alt<null>(
  map(
    seq(
      opt(alt<unknown>(comma, dash)),
      words(`despite | even if | even when | meaning | so that | i.e | e.g | in order to | to make sure | rather than
        | instead of`),
      toComma,
    ),
    () => null,
  ),
  filterMap(
    seq(
      opt(alt<unknown>(comma, dash)),
      words('due to | even though | although | though | thanks to | given that'),
      toComma,
    ),
    ([, , said]) => (isOfThisCluster(said) ? undefined : null),
  ),
  filterMap(
    seq(
      alt<unknown>(comma, dash),
      words('which | indicating | showing | confirming | demonstrates | demonstrating | given'),
      toComma,
    ),
    ([, , said]) => (saysState(said) ? undefined : null),
  ),
  filterMap(seq(opt(comma), words('as'), toComma), ([, , words]) =>
    words.some((word) => /^(?:is|are|was|were|has|have|does|do|did|will|can|can't|not)$/i.test(word)) &&
    !isOfThisCluster(words)
      ? null
      : undefined,
  ),
)

/** "which is ready", "which are there": words that say little elsewhere. */
const saysState = ([verb = '', ...rest]: readonly string[]): boolean =>
  /^(?:is|are|was|were)$/i.test(verb) &&
  /^(?:(?:now|still|again|all|both)\s)*(?:ready|there|back|replaced|the same|up)$/i.test(rest.join(' '))

const aside: Parser<unknown> = seq(
  comma,
  words('as expected | as intended | as before | as well | too | respectively | as usual | as desired'),
)

/** ", which shows that the feature works again": what was just said shows it. */
export const conclusion: Parser<null> = map(
  seq(
    opt(comma),
    opt(words('which | this | and this | and')),
    words(
      'demonstrates | demonstrating | proves | proving | shows | showing | means | meaning | indicates | indicating',
    ),
    words('that'),
    words('the feature | the new feature | the functionality'),
    words(
      'is working | works | is working again | works again | works as expected | is working as expected | is functional',
    ),
    opt(words('again | as expected | correctly')),
    ahead,
  ),
  () => null,
)

/** Why it is so in general, which no cluster shows: whether it says something of objects, as in "because a failed pod is not made again". */
export const generalReason: Parser<boolean> = filterMap(
  seq(
    opt(alt<unknown>(comma, dash)),
    words('because | since'),
    many(
      token((one) =>
        isDefinite(one) || [',', ';', '.', ':', '!', '…', '(', ')'].includes(one.text)
          ? undefined
          : one.text || '``',
      ),
      1,
    ),
    ahead,
    opt(mark(')')),
  ),
  ([, , said]) => (isOfThisCluster(said) ? undefined : namesKind(said.join(' '))),
)

/** Phrases that may follow a claim without changing it. */
export const adjuncts: Parser<unknown> = many(
  first<unknown>(adverb, aside, remark, spanBehind, agent, means, moment, reason, place, insteadAlone),
)

/** Nothing more. */
export const end: Parser<null> = alt<null>(
  map(mark('.', ':', '!', ';', ',', '…'), () => null),
  atEnd,
)

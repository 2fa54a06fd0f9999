// How sentences name objects: "the new Pods of the Job", "`job-managed`", "pod with index=1", "both EndpointSlices".
import type { Subject } from './claim.ts'
import {
  alt,
  filterMap,
  lazy,
  list,
  many,
  map,
  memo,
  opt,
  type Parser,
  seq,
  succeed,
  token,
  words,
} from './combinators.ts'
import { and, code, comparison, mark, number } from './common-words.ts'
import { type KindName, kindAt } from './kinds.ts'
import { componentNames, objectStates } from './lexicon.ts'

/** A kind's name in prose, or in backticks where it is written as the API does. */
export const kindNoun: Parser<KindName> = (input, at) => {
  const next = input.tokens[at]
  if (next === undefined) return []
  const written =
    next.kind === 'code'
      ? /^[A-Z][A-Za-z]+$/.test(next.text) && next.quoted === undefined
        ? [next.text.toLowerCase()]
        : []
      : input.tokens.slice(at, at + 5).map((one) => one.lower)
  const found = kindAt(written)
  // In backticks it is a value: the type `LoadBalancer`.
  if (found === undefined || (found.type !== undefined && next.kind === 'code')) return []
  const after = at + found.words
  const thing = input.tokens[after]?.lower ?? ''
  const plural = found.plural || /^(?:objects|resources|instances)$/.test(thing)
  return [[{ ...found, plural }, /^(?:object|resource|instance)s?$/.test(thing) ? after + 1 : after]]
}

/** A name in backticks: what has blanks, dots before words or a capital is something else. */
const objectName: Parser<string> = filterMap(code, (text) =>
  /^(?:[a-z]+\/)?[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/.test(text) &&
  !/^\d+$|^(?:true|false|null|nil)$/.test(text) &&
  !/\/v\d+(?:(?:alpha|beta)\d+)?$/.test(text) &&
  !Object.hasOwn(componentNames, text)
    ? text.replace(/^[a-z]+\//, '')
    : undefined,
)
const nameList = list(objectName, and)
/** What is surely a name rather than a field. */
const clearName: Parser<string> = filterMap(objectName, (text) => (/[./]/.test(text) ? undefined : text))
/** "Job A". */
const letter: Parser<string> = token((one) =>
  /^(?:[A-Z]|[A-Z]?\d+|v\d)$/.test(one.text) && one.kind === 'word' ? one.text : undefined,
)

type Which = NonNullable<Subject['which']>
interface Part {
  number?: Subject['number']
  which?: Which
  replaced?: true
  state?: string
  index?: string
}

const determiners: Readonly<Record<string, Part>> = {
  the: {},
  a: { number: 'one' },
  an: { number: 'one' },
  'one of the': { number: 1 },
  this: { number: 'one' },
  that: { number: 'one' },
  these: {},
  those: {},
  its: {},
  their: {},
  our: {},
  any: {},
  'any of the': {},
  each: { number: 'all' },
  every: { number: 'all' },
  'each of the': { number: 'all' },
  all: { number: 'all' },
  'all the': { number: 'all' },
  'all of the': { number: 'all' },
  'all of its': { number: 'all' },
  'all of their': { number: 'all' },
  'each of its': { number: 'all' },
  both: { number: 'both' },
  'both the': { number: 'both' },
  'both of the': { number: 'both' },
  'both of its': { number: 'both' },
  'both of their': { number: 'both' },
  'both its': { number: 'both' },
} as Record<string, Part>

const adjectiveTable: Readonly<Record<string, Part>> = {
  new: { which: 'new' },
  'newly created': { which: 'new' },
  'new replacement': { which: 'new' },
  replacement: { which: 'new' },
  'newly scheduled': { which: 'new' },
  old: { which: 'old', replaced: true },
  existing: { which: 'old' },
  previous: { which: 'old' },
  'previously created': { which: 'old' },
  'pre-existing': { which: 'old' },
  original: { which: 'old', replaced: true },
  first: { which: 'first' },
  second: { which: 'second' },
  third: { which: 'third' },
  fourth: { which: 'fourth' },
  fifth: { which: 'fifth' },
  last: { which: 'last' },
  other: { which: 'other' },
  changed: { which: 'changed' },
  modified: { which: 'changed' },
  edited: { which: 'changed' },
  patched: { which: 'changed' },
  another: { which: 'other' },
  same: {},
  'just created': {},
  created: {},
  deployed: {},
  corresponding: {},
  default: {},
  resulting: {},
  generated: {},
  updated: {},
  sample: {},
  test: {},
  given: {},
  above: {},
  indexed: {},
  'long running': {},
  'long-running': {},
  underlying: {},
}
const stateAdjectives = Object.fromEntries(
  [
    'running',
    'pending',
    'ready',
    'terminating',
    'succeeded',
    'completed',
    'failed',
    'unschedulable',
    'suspended',
    'active',
    'finished',
    'evicted',
    'bound',
    'released',
  ].map((word) => [word, { state: objectStates[word]! }]),
)
const adjectives: Readonly<Record<string, Part>> = { ...adjectiveTable, ...stateAdjectives }

const fromTable = (entries: Readonly<Record<string, Part>>): Parser<Part> =>
  map(words(...Object.keys(entries)), (key) => entries[key]!)
const indexed: Parser<Part> = token((one) => {
  const index = /^(\d+)-indexed$/.exec(one.lower)?.[1]
  return index === undefined ? undefined : { index }
})
/** An article or number before a noun, and how many objects it means. */
export const determiner: Parser<Part> = alt(
  fromTable(determiners),
  filterMap(
    seq(
      opt(words('the', 'these', 'all', 'all of the')),
      opt(comparison),
      number,
      opt(words('of the | of those | of these')),
    ),
    ([, how, count]) => (how === undefined || how === '==' ? { number: count } : undefined),
  ),
)
const adjective = alt(fromTable(adjectives), indexed)

const merge = (parts: readonly (Part | undefined)[]): Part =>
  Object.assign({}, ...parts.filter((part) => part !== undefined))

interface Core {
  kind?: KindName
  names?: string[]
  of?: Subject
}

const kindThenName: Parser<Core> = map(
  seq(kindNoun, opt(words('named', 'called')), opt(alt(nameList, list(letter, and)))),
  ([kind, , names]) => (names === undefined ? { kind } : { kind, names }),
)
const nameThenKind: Parser<Core> = map(seq(nameList, kindNoun), ([names, kind]) => ({ kind, names }))
const nameOnly: Parser<Core> = map(list(clearName, and), (names) => ({ names }))
/** "Job pods", "the Job's Pods". */
const compound: Parser<Core> = map(seq(kindNoun, opt(words("'s")), kindNoun), ([owner, , kind]) => ({
  kind,
  of: subjectOf({ kind: owner }, {}),
}))
const namedCompound: Parser<Core> = map(seq(clearName, opt(words("'s")), kindNoun), ([name, , kind]) => ({
  kind,
  of: { names: [name], number: 'one' },
}))

function subjectOf({ kind, names, of }: Core, part: Part): Subject {
  const said =
    part.number ?? (names !== undefined && names.length > 1 ? 'all' : kind?.plural === true ? 'many' : 'one')
  return {
    ...(kind === undefined ? {} : { kind: kind.kind, resource: kind.resource }),
    ...(kind?.type === undefined ? {} : { type: kind.type }),
    ...(kind?.or === undefined ? {} : { or: kind.or }),
    ...(names === undefined ? {} : { names }),
    number: said,
    ...(part.which === undefined ? {} : { which: part.which }),
    ...(part.replaced === undefined ? {} : { replaced: part.replaced }),
    ...(part.index === undefined ? {} : { index: part.index }),
    ...(part.state === undefined ? {} : { state: part.state }),
    ...(of === undefined ? {} : { of }),
  }
}

const owner = seq(
  words(`of | for | from | in | on | created by | created for | created from | owned by | belonging to
    | managed by | targeted by | selected by | behind`),
  lazy(() => objectPhrase),
)
const withIndex: Parser<string> = alt(
  filterMap(
    seq(words('with', 'of', 'at', 'for'), opt(words('the', 'completion')), code),
    ([, , text]) => /^(?:completion-?)?index={1,2}"?(\d+)"?$/i.exec(text)?.[1],
  ),
  map(
    seq(words('with', 'of', 'at', 'for'), opt(words('the', 'completion')), words('index'), number),
    ([, , , index]) => String(index),
  ),
)
/** A word that is no article: "in the namespace `a`" names no namespace `the`. */
const namespaceName: Parser<string> = alt(
  code,
  token((one) => (/^(?!(?:the|this|that|its|an?)$)[a-z][a-z-]+$/.test(one.text) ? one.text : undefined)),
)
const inNamespace: Parser<string> = alt(
  map(seq(words('in the', 'in', 'from the', 'from'), namespaceName, words('namespace')), ([, name]) => name),
  map(seq(words('in the', 'in', 'from the', 'from'), words('namespace'), code), ([, , name]) => name),
)
const aside =
  words(`in the cluster | of the cluster | of this job | on the node | created above | from above | above
  | created earlier | created before | that was created | that were created
  | that was created before | which was created | that were created before`)

/** "created in step 3", "from step 2", "created in (7)". */
const ofStep: Parser<number> = map(
  alt<readonly unknown[]>(
    seq(
      words('created in | made in | created at | from | of | deployed in | created by | created during'),
      opt(words('the')),
      words('step'),
      opt(mark('(', '#')),
      number,
      opt(mark(')')),
    ),
    seq(
      words('created in | made in | created at | deployed in'),
      succeed(0),
      succeed(0),
      mark('('),
      number,
      mark(')'),
    ),
  ),
  (found) => found[4] as number,
)
const beforeIt = seq(
  opt(words('that was | that were | which was | which were | that had been')),
  words(
    `created before the upgrade | created before upgrade | created before the downgrade | created before downgrade
    | created before the rollback | created before rollback | created prior to the upgrade | created prior to upgrade
    | created previously | made before the upgrade | made before the downgrade | made before the rollback`,
  ),
)

/** "The second one", "the new ones": of the kind that was spoken of before. */
const oneOfThem: Parser<Subject> = filterMap(
  seq(words('the | both | all'), many(adjective, 1), words('one | ones')),
  ([, found, noun]) => {
    const { which } = merge(found)
    return which === undefined ? undefined : { number: noun === 'one' ? 'one' : 'many', which, unbound: true }
  },
)

const head: Parser<Subject> = map(
  seq(opt(determiner), many(adjective), alt(kindThenName, nameThenKind, compound, namedCompound, nameOnly)),
  ([start, adjectives, core]) => subjectOf(core, merge([start, ...adjectives])),
)

/** "succeeded pods", without an article and without a name; or with one of these words in place of a kind. */
export const bareObjects = (...nouns: string[]): Parser<Subject> =>
  nouns.length === 0
    ? map(seq(many(adjective), kindNoun), ([found, kind]) => subjectOf({ kind }, merge(found)))
    : map(seq(many(adjective), words(...nouns)), ([found]) => subjectOf({}, merge(found)))

/** Objects, as a subject that says who; pronouns are read elsewhere. */
export const objectPhrase: Parser<Subject> = memo(
  map(
    seq(
      alt(head, oneOfThem),
      opt(withIndex),
      opt(inNamespace),
      opt(words('named', 'called')),
      opt(aside),
      opt(owner),
      opt(ofStep),
      opt(beforeIt),
    ),
    ([subject, index, namespace, , , of, step, earlier]) => ({
      ...subject,
      ...(step === undefined ? {} : { step }),
      ...(earlier === undefined ? {} : { which: 'old' as const }),
      ...(index === undefined ? {} : { index }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(of === undefined ? {} : { of: of[1] }),
    }),
  ),
)

/** Objects of one of the kinds. */
export const objectOf = (...kinds: readonly string[]): Parser<Subject> =>
  filterMap(objectPhrase, (subject) =>
    subject.kind !== undefined && kinds.includes(subject.kind) ? subject : undefined,
  )

/** Objects of a kind, which may go by their names alone: what is said of them only that kind has. */
export const namedOr = (kind: string, resource: string): Parser<Subject> =>
  filterMap(objectPhrase, (subject) =>
    subject.kind === kind
      ? subject
      : subject.kind === undefined && subject.names !== undefined && subject.unbound === undefined
        ? { ...subject, kind, resource }
        : undefined,
  )

/** "the ReplicaSet and the Deployment": more than one subject. */
export const objectPhrases: Parser<Subject[]> = filterMap(
  seq(opt(words('both', 'both in', 'either')), list(objectPhrase, and)),
  ([both, subjects]) => (both === undefined || subjects.length > 1 ? subjects : undefined),
)

/** The subject that was spoken of before. */
export const pronoun: Parser<'same'> = map(
  words(`it | they | them | this | these | this one | which | that | both | both of them | all of them
    | everything`),
  () => 'same' as const,
)

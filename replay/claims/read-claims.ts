// What a sentence claims, if it claims anything.
import { remembered } from '../../component-base/remembered.ts'
import type { Claim, ClaimBody, Subject } from './claim.ts'
import { clause, seenThings } from './clauses.ts'
import { clausesApart, isReason } from './clauses-apart.ts'
import {
  alt,
  filterMap,
  type Input,
  inputOf,
  list,
  many,
  map,
  OutOfFuel,
  opt,
  type Parser,
  type Read,
  seq,
  words,
} from './combinators.ts'
import { adverbs, comma, end, mark } from './common-words.ts'
import { isDenial, isIgnored } from './denials.ts'
import { connectives, introduced, people, sees } from './introductions.ts'
import { leastGuessed, type Part } from './least-guessed.ts'
import { isOfThisCluster } from './of-this-cluster.ts'
import { isOtherEvent } from './other-events.ts'
import { otherWordings } from './other-wordings.ts'
import { inPairs, placedFirst, saidInFull } from './plain-wording.ts'
import { boundWithin } from './pronouns.ts'
import { createsReplacement } from './replacement-clauses.ts'
import type { Sentence } from './sentence.ts'
import { withoutSharing } from './shared-words.ts'
import { looksAtSomething, statesSomething } from './states-something.ts'
import { tokensOf } from './tokens.ts'
import { areOfObjects, saidUnder } from './under-release.ts'
import { slipsMended } from './usual-slips.ts'

/** What a sentence claims, if anything. */
export type Reading =
  /** Read whole; `rest` is a part that is not a claim: an instruction to carry out. */
  | { kind: 'claims'; claims: Claim[]; rest?: string }
  /** It says what is, was or must be seen, and the grammar does not read it. */
  | { kind: 'unread' }
  /** It says nothing that could be checked, or tells what was `done`: that is so where a command did it. */
  | { kind: 'none'; done?: Claim[] }

/** A sentence that takes more steps than these to read is not read. */
const fuel = 60_000
const longest = 150
/** Nobody writes such a sentence, in characters. */
const mostCharacters = 3000

const claimPart: Parser<Part> = map(
  seq(connectives, opt(introduced), connectives, clause),
  ([, intro, , bodies]) => ({
    bodies,
    introduced: intro !== undefined,
  }),
)
const seenPart: Parser<Part> = map(seq(connectives, opt(people), sees, seenThings), ([, , , bodies]) => ({
  bodies,
  introduced: true,
}))

/** "Deleting the pod will create another one once …": what is done, and what comes of it. */
const byDoing: Parser<Part> = map(
  seq(
    connectives,
    words('deleting | removing | killing'),
    words('the pod | the pods | a pod | pods | that pod | the pods of the job'),
    words('will | should | would'),
    adverbs,
    createsReplacement,
  ),
  ([, , what, , , bodies]) => ({ bodies, introduced: true, rest: `delete ${what}` }),
)

const verbs =
  words(`delete | create | repeat | scale | apply | deploy | restart | run | execute | exec | update | edit | patch
  | change | start | stop | trigger | add | remove | set | enable | disable | re-enable | upgrade | downgrade | rollback | roll
  | install | re-create | recreate | submit | modify | label | annotate | taint | drain | cordon | get | list | inspect | look
  | describe | redeploy | release | turn | try | attempt | use | deleting | make | send | perform | simulate | follow | launch
  | check | observe | see | examine | retrieve | configure | expose | bring | do | switch | pass | force | let
  | created | deleted | enabled | disabled | re-enabled | restarted | scaled | added | removed | updated | changed | upgraded
  | downgraded | applied | deployed | edited | patched | started | stopped | recreated | triggered | attempted | tried`)
/** "the StatefulSet was deleted and re-created": an instruction as it was carried out. */
const wasDone = words(
  'was deleted and re-created | was deleted and recreated | were deleted and re-created | were deleted and recreated',
)

/** "delete the 0-indexed pod", up to where a claim may begin; what tells its reader to look at something is none. */
const instruction: Parser<Part> = (input, at) => {
  if (seq(connectives, verbs)(input, at).length === 0 && !tellsOfDoing(input, at)) return []
  const ends: Read<Part>[] = []
  for (let here = at + 1; here <= input.tokens.length; here++) {
    if (!/^(?:and|,|;|then|to|but|\.|)$/.test(input.tokens[here]?.lower ?? '')) continue
    const rest = input.tokens
      .slice(at, here)
      .map(({ kind, text }) => (kind === 'code' ? `\`${text}\`` : text))
      .join(' ')
    if (!looksAtSomething(rest)) ends.push([{ bodies: [], introduced: false, rest }, here])
  }
  return ends
}
const tellsOfDoing = (input: Input, at: number): boolean =>
  [1, 2, 3, 4].some((ahead) => wasDone(input, at + ahead).length > 0)

/** "Check a slice to verify that …": nothing stands between. */
const beforeTo: Parser<unknown> = (input, at) => (input.tokens[at]?.lower === 'to' ? [[null, at]] : [])
const joint: Parser<unknown> = alt<unknown>(
  seq(
    opt(comma),
    words('and | but | and then | then | while | whereas | and also | and that | and if | as well as | or'),
  ),
  seq(comma, words('that')),
  comma,
  beforeTo,
  mark(';', '.', ':', '—', '–', '--'),
)
const sentence: Parser<Part[]> = filterMap(
  seq(list(alt(claimPart, seenPart, byDoing, instruction), joint), many(end)),
  ([parts]) => (parts.every(mayFollow) ? parts : undefined),
)

/** After an instruction only what is introduced, an error, what becomes of packets, or a count is a claim: its objects may be what is done. */
function mayFollow(part: Part, i: number, parts: readonly Part[]): boolean {
  const before = parts[i - 1]
  if (before?.rest === undefined || part.rest !== undefined || part.introduced) return true
  return (
    part.bodies.every(({ kind }) => kind === 'exit' || kind === 'spread' || kind === 'traffic') ||
    /re-?created$/.test(before.rest)
  )
}

/** A condition or a question, but for what is seen when it is done. */
const hypothetical =
  /^(?:if|unless|whether|in case|suppose|assuming|why|what|how|when would|could|would|is it|are there|does|do)\b/i
const seenIf =
  /^(?:if|in case)\b[^,]*,\s*(?=(?:then\s+)?(?:you|we)\s+(?:should|will|can)\s+(?:also\s+)?(?:see|find|observe)\b)/i
/** "Once the API server is back, check …": what comes before the claim. */
const preamble =
  /^(?:(?:and|then|now)\s+)?(?:once|after|when|with|before|while|during|because|since|although|though|even though|despite|given|for|in|on|at|as|to|by)\b[^,:]*[,:]\s+(?=\S)/i
/** "While it terminates you see …": when it is looked at. */
const seenWhile =
  /^while (?:the|a|an|its)\s[^,]{1,40}?\b(?:is|are)\s(?:still\s)?[a-z]+ing,?\s+(?=(?:you|we)\s)/i
/** Of those, what says when it is so in general rather than now. */
const general = /^(?:when|whenever|while|with|during|before|for|to|by)\b(?!\s+(?:you|we)\b)/i
/** "The Deployment was scaled to 5": what somebody did, unless it is to be looked at. */
const actDone =
  /\b(?:was|were|been) (?:then |manually |also )?(?:scaled|labell?ed|annotated|tainted|cordoned)\b/i
const plan =
  /\b(?:in|for|by|during|before|until)\s+(?:the\s+)?(?:alpha|beta|ga|stable|future|next release)\b/i

/** "(from outside the container)": where its reader is to stand. */
const place =
  /\s\((?:but )?(?:not )?(?:from|in|on|outside|inside)\s[^()]{1,60}\b(?:container|host|machine|node|workstation)\)/i

/** "One endpoint, which is ready": a ready one. */
const endpointsWhich =
  /(\b(?:one|two|three|four|five|an?|\d+)\s)(endpoints?),\s(?:which|that)\s(?:is|are)\s(ready|serving|terminating)(?=\W*$|,)/i

/** "After the drain all Pods run on `a`": without a comma. */
const afterAct =
  /^(after (?:(?:the|this) (?:drain|upgrade|downgrade|rollback|roll-?out|restart|update|change|deletion|scale-(?:up|down)|script|test|run|step|command)|it|this|that|them|step \d{1,2}(?:\.\d{1,2}){0,2}|these (?:steps|commands)))\s+(?=(?:the|all|both|no|its|each|every|there|only|one|two|three|four|five|\d+)\s)/i
/** "Without a preference, …": nothing of the cluster is said to be so. */
const withoutThat =
  /^without (?:an?|any|this|that) (?!(?:feature|gate|flag|field|label|annotation|restart|node|pod|service)\b)[a-z]+,\s+(?=(?:the|all|both|no|its|each)\s)/i

/** "The namespace itself still exists": no other is meant. */
const itself =
  /\b((?:the|this|that) [a-z-]{2,40}) itself(?= (?:is|was|has|had|still|exists|does|did|remains)\b)/gi

/**
 * Reads a sentence: questions, plans and texts that state nothing are `none`; statements that the grammar cannot read are
 * `unread`.
 */
export function readClaims(from: Sentence): Reading {
  const under = saidUnder(from.text)
  const said = under === undefined ? undefined : readSentence({ ...from, text: under.left })
  if (under === undefined || said?.kind !== 'claims' || !areOfObjects(said.claims)) return readSentence(from)
  const claims = said.claims.map((claim) => ({ ...claim, text: from.text }))
  return { ...said, claims: [{ kind: 'under release', release: under.release, ...from }, ...claims] }
}

function readSentence(from: Sentence): Reading {
  const text = saidInFull(from.text)
    .replace(place, '')
    .replace(endpointsWhich, '$1$3 $2')
    .replace(afterAct, '$1, ')
    .replace(withoutThat, '')
    .replace(itself, '$1')
    .replace(/^the .*$/is, (said) => placedFirst(inPairs(said)))
    .trim()
  if (text === '' || text.endsWith('?') || /^<!--/.test(text)) return { kind: 'none' }
  if (text.length > mostCharacters) return { kind: 'unread' }
  const seen = seenIf.exec(text)?.[0]
  if (seen === undefined && hypothetical.test(text)) return { kind: 'none' }
  if (isPlan(text)) return { kind: 'none' }
  let found = seen === undefined ? (read(text) ?? readAfterPreamble(text)) : read(text.slice(seen.length))
  found ??= asDefault(text) ?? doneByCommand(text) ?? asTwins(text) ?? readPlainly(text)
  const isTold = found !== undefined && actDone.test(text) && !found.some(({ introduced }) => introduced)
  if (found?.some(({ bodies }) => bodies.length > 0)) {
    const reading = claimsOf(found, from)
    return isTold && reading.kind === 'claims' ? { kind: 'none', done: reading.claims } : reading
  }
  if (seen === undefined && !statesSomething(text)) return { kind: 'none' }
  return readInParts(text, from) ?? { kind: 'unread' }
}

function readPlainly(text: string): readonly Part[] | undefined {
  for (const plain of otherWordings(text)) {
    const found = read(plain) ?? readAfterPreamble(plain)
    if (found !== undefined) return found
  }
  return undefined
}

/** Of a sentence that is not read whole, the clauses that are, each with a verb and a subject of its own; the others are left. */
function readInParts(text: string, from: Sentence): Reading | undefined {
  const pieces = clausesApart(withoutSharing(slipsMended(text)))
  if (pieces.length < 2 || actDone.test(text)) return undefined
  const readings = pieces.map((piece) => ({
    piece,
    parts: isReason(piece) ? readReason(piece) : (read(saidInFull(piece)) ?? readPlainly(piece)),
  }))
  const told = readings.flatMap(({ parts }) =>
    parts?.every(({ bodies, rest }) => rest === undefined && bodies.every(standsAlone)) ? [parts] : [],
  )
  if (told.length === 0) return undefined
  const denies = told.flat().some(({ bodies }) => bodies.some(isDenial))
  const left = readings.flatMap(({ piece, parts }) =>
    told.includes(parts!) || (denies && isIgnored(piece)) ? [] : [piece],
  )
  const reading = claimsOf(told.flat(), from)
  return left.length === 0 || reading.kind !== 'claims' ? reading : { ...reading, rest: left.join('; ') }
}

/** "as the feature is off": of this cluster, and so as well. */
function readReason(piece: string): readonly Part[] | undefined {
  const why = /^(?:as|since|because)\s+(.+)$/is.exec(piece)?.[1]
  if (why === undefined) return undefined
  const on = featureIs.exec(why)?.[1]
  if (on !== undefined) {
    const enabled = /^(?:on|enabled)$/i.test(on)
    return [{ bodies: [{ kind: 'gate', enabled, components: [] }], introduced: false }]
  }
  return read(why)
}
const featureIs =
  /^(?:the|this)\s(?:feature(?:\sgate)?|gate)\sis\s(?:(?:still|now|again|turned)\s)*(on|off|enabled|disabled)(?:\s(?:again|there|here|then))?\W*$/i

/** What is printed, or how a command ends, is said of a command that another clause may name. */
const standsAlone = (body: ClaimBody): boolean =>
  body.kind === 'exit' ? (body.verb ?? body.command) !== undefined : body.kind !== 'output'

const commandDoes =
  /^(?:then |and )?`{1,2}[^`]{4,400}`{1,2}\s+(?:now |then |also )?(removes|deletes|creates)\s+(it|(?:the|its|both|all|that|an?|one)\s[^.:;]{1,80}?|`[^`]{1,60}`)(,? and\s.{3,200})?[.:]?$/i
const commandMakes =
  /^(?:then |and )?`{1,2}[^`]{4,400}`{1,2}\s+(?:now |then |also )?(?:makes|leaves|turns)\s+((?:the|its|both|all|that|an?|one)\s[^.:;]{1,80}?|it|them|`[^`]{1,60}`)\s(?=(?:un)?[a-z]+able\b|ready\b|running\b|immutable\b|suspended\b|paused\b|active\b|pending\b)([a-z]+)(,? and\s.{3,200})?[.:]?$/i
/** "`kubectl delete job a` removes the Job, and no Pod is left": it is gone then. */
function doneByCommand(text: string): readonly Part[] | undefined {
  const [, made, state = '', beside = ''] = commandMakes.exec(text) ?? []
  if (made !== undefined)
    return read(`${made} ${/^(?:both|all|them)\b/i.test(made) ? 'are' : 'is'} ${state}${beside}`)
  const [, verb = '', what = '', more = ''] = commandDoes.exec(text) ?? []
  const isAre = /^(?:both|all)\b/i.test(what) ? 'are' : 'is'
  return what === '' ? undefined : read(`${what} ${isAre} ${/^c/i.test(verb) ? 'there' : 'gone'}${more}`)
}

const twins =
  /^((?:the|its)\s+)((?:[\w-]+\s+){1,4}?)(of\s[^,;:]{2,80}?\s(?:is|are)\s[^,;:]{1,60}?)(,?\s+(?:(?:and|but|while)\s+)?)that\s+(?=of\s)/i
/** "The policy of `a` is `x`, that of `b` is `y`": of each the same is said. */
function asTwins(text: string): readonly Part[] | undefined {
  const told = text.replace(
    twins,
    (_all, the: string, what: string, one: string, joint: string) =>
      `${the}${what}${one}${/\w/.test(joint) ? joint : ' and '}the ${what}`,
  )
  return told === text ? undefined : read(told)
}

const byDefault = /\s+by default(?=\s*[.:!]?$)/i
const theDefault = /^the default(?: value)?(?: (?:of|for) (?=\W*\w)| (?=`))/i
/** "`X` is 5 by default", "the default of `X` is 5": the value of a field. */
function asDefault(text: string): readonly Part[] | undefined {
  const plain = text.replace(byDefault, '').replace(theDefault, '')
  const found = plain === text ? undefined : read(plain)
  return found?.every(
    ({ bodies, rest }) =>
      rest === undefined &&
      bodies.every((body) => body.kind === 'field' && body.test.is === 'equals' && body.field.name !== ''),
  )
    ? found
    : undefined
}

const isPlan = (text: string): boolean => /\bwill\b|\bplan/i.test(text) && plan.test(text)

/** "Because its deadline was exceeded, …", with a verb: what comes after is so for that. */
const causeBefore =
  /^(?:because|since|as(?! soon\b| long\b)|given that)\s+([^,]*?\s(?:is|are|was|were|has|have|had|does|do|did|[a-z]+ed)\b[^,]*),\s*$/i

/** "Although the field is set, …", "Despite the gate being off, …": what is so all the same. */
const concession = /^(?:although|though|even though|despite|in spite of)\s+([^,:]{3,200}),\s*$/i
/** What it may be said of in other words than those that are read. */
const ofFields = /`|\b(?:fields?|gates?|flags?|labels?|annotations?|features?)\b/i

/** What is claimed of both; undefined where what is conceded is of a field or a gate, and not read. */
function readWithConcession(main: string, conceded: string): readonly Part[] | undefined {
  const found = read(main)
  const isSo = conceded.replace(/\sbeing\s/i, ' is ')
  const told = read(isSo)
  if (told?.every(({ bodies, rest }) => rest === undefined && bodies.every(standsAlone)))
    return found && [...found, ...told]
  return ofFields.test(isSo) ? undefined : found
}

/** "After two restarts, …": the event. */
const eventBefore = /^after\s+(?:(its|a|the)\s+)?([^,]*),\s*$/i

/** "In 1.33 `A` is on by default, …": no place or time, but a statement of its own. */
const saysOfItself = (before: string): boolean =>
  /^(?:in|on|at|from|for|during)\b/i.test(before) &&
  ownVerb.test(before.replace(/`[^`]*`/g, 'x').replace(relativeTail, ''))
const relativeTail = /\b(?:that|which|who|whose|where|when|whether|what|how|while|once|after|before)\s.*$/is
const ownVerb = /\s(?:is|are|was|were|has|have|had|does|did|can|cannot|stays?|becomes?|gets?|graduate[sd])\s/i

/** "After the upgrade there are three nodes, and …": what is there is said before the comma. */
const countsBefore = /^after\b.{1,120}\sthere\s(?:is|are|was|were)\s/i

/** What holds in general, under a condition, is a claim only where its reader is told to look. */
function readAfterPreamble(text: string): readonly Part[] | undefined {
  const before = (seenWhile.exec(text) ?? preamble.exec(text))?.[0]
  if (before === undefined || saysOfItself(before) || countsBefore.test(before)) return undefined
  const main = text.slice(before.length)
  const cause = causeBefore.exec(before)?.[1]
  if (cause !== undefined) {
    const withCause = read(`${main.replace(/[.!:\s]+$/, '')} because ${cause}`)
    if (withCause !== undefined || isOfThisCluster(tokensOf(cause).map((one) => one.text))) return withCause
  }
  const conceded = concession.exec(before)?.[1]
  if (conceded !== undefined) return readWithConcession(main, conceded)
  const event = eventBefore.exec(before)
  if (event !== null && isOtherEvent([event[1]?.toLowerCase() ?? ''], event[2]!.trim().split(/\s+/)))
    return read(`${main.replace(/[.!\s]+$/, '')} ${before.replace(/,\s*$/, '')}`)
  const found = read(main)
  return general.test(before) &&
    found?.some((part) => part.bodies.length > 0 && !part.introduced && !isOrder(part))
    ? undefined
    : found
}

/** Which of two things comes first is said of what is done here, however it is put. */
const isOrder = ({ bodies }: Part): boolean => bodies.every(({ kind }) => kind === 'replacement')

/** What was read last, by its text: variants of a document say mostly the same. */
const read: (text: string) => readonly Part[] | undefined = remembered(1000, readAnew)

function readAnew(text: string): Part[] | undefined {
  const tokens = tokensOf(text)
  if (tokens.length > longest) return undefined
  try {
    const whole = sentence(inputOf(tokens, fuel), 0).filter(([, after]) => after === tokens.length)
    return leastGuessed(whole.map(([parts]) => parts))
  } catch (error) {
    if (error instanceof OutOfFuel) return undefined
    throw error
  }
}

/** "The pods are running and the one with index 0 has succeeded": that one is none of the first. */
function exceptNamed(bodies: ClaimBody[]): ClaimBody[] {
  const isOne = ({ index, names }: Subject): boolean => index !== undefined || names !== undefined
  return bodies.map((body) => {
    const { subject } = body.kind === 'state' ? body : {}
    if (body.kind !== 'state' || subject === undefined || isOne(subject) || subject.number !== 'many')
      return body
    const but = bodies.flatMap((one) =>
      one.kind === 'state' &&
      one.subject !== undefined &&
      isOne(one.subject) &&
      one.subject.kind === subject.kind &&
      one.state !== body.state
        ? [one.subject]
        : [],
    )
    return but.length === 0 ? body : { ...body, but }
  })
}

function claimsOf(parts: readonly Part[], { text, line }: Sentence): Reading {
  const said: Claim[] = exceptNamed(parts.flatMap(({ bodies }) => bodies)).map((body) => ({
    ...body,
    text,
    line,
  }))
  const claims = boundWithin(said, text)
  const rest = parts.flatMap((part) => part.rest ?? []).join('; ')
  return rest === '' ? { kind: 'claims', claims } : { kind: 'claims', claims, rest }
}

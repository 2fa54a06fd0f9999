// Whom "it", "its", "they" and "their" mean: what the clause or the sentence before them is about.
import { mayHave } from './belongs.ts'
import type { Claim, ClaimBody, Subject } from './claim.ts'
import { inputOf } from './combinators.ts'
import { objectPhrase } from './object-phrases.ts'
import { tokensOf } from './tokens.ts'

/** Claims that may be made of objects that another clause names. */
const ofObjects: ReadonlySet<ClaimBody['kind']> = new Set([
  'field',
  'condition',
  'state',
  'amount',
  'element',
  'owner',
  'reason',
  'names',
])
const lead = String.raw`(?:(?:now|still|then|also|both|that|however|therefore|afterwards|finally)\s+)*`
const later = new RegExp(
  String.raw`(?:[,;:—–]|\b(?:and|but|so|while|whereas|since|because|as)\b)\s+${lead}(its?|they|their|(?:none|neither|all|both|each) of them)\b`,
  'i',
)
const first = new RegExp(
  String.raw`^\W*(?:(?:and|but|so|here|again|this time),?\s+)*${lead}(?:(?:all|both|none|neither|each|most|any|\d+|one|two|three)\s+(?:of\s+)?(?=(?:its|their)\b))?(its?|they|their|(?:none|neither|all|both) of them)\b`,
  'i',
)

/** The claims of one sentence: "`a` has no Pods and its status is empty" says both of `a`. */
export function boundWithin(said: readonly Claim[], text: string): Claim[] {
  const claims = said.some(isUnbound) ? boundToKind(said, text) : said
  const pronoun = later.exec(text.replace(/`[^`]*`/g, 'x'))?.[1] ?? (claims.some(isOfIt) ? 'it' : undefined)
  if (pronoun === undefined) return [...claims]
  let topic = later.test(text.replace(/`[^`]*`/g, 'x')) ? (topicIn(text, []) ?? nameBefore(text)) : undefined
  return claims.map((claim) => {
    const own = topicOf(claim)
    if (own !== undefined) topic = own
    return own === undefined && topic !== undefined ? boundTo(claim, topic, pronoun) : claim
  })
}

/** Sentences of a paragraph: what begins with a pronoun is said of what the sentence before it is about, understood or not. */
export function boundInOrder<T extends { text: string; claims: Claim[] }>(sentences: readonly T[]): T[] {
  let topic: Subject | undefined
  return sentences.map((said) => {
    const about = topic
    const one =
      about === undefined || !said.claims.some(isUnbound)
        ? said
        : { ...said, claims: said.claims.map((claim) => ofSameKind(claim, about)) }
    const pronoun =
      first.exec(one.text)?.[1] ?? (one.claims.some(isOfIt) && !one.claims.some(topicOf) ? 'it' : undefined)
    if (pronoun === undefined) topic = topicIn(one.text, one.claims)
    if (pronoun === undefined || topic === undefined) return one
    const spoken = topic
    const end = one.claims.findIndex((claim) => topicOf(claim) !== undefined)
    const claims = one.claims.map((claim, at) =>
      end >= 0 && at >= end ? claim : boundTo(claim, spoken, pronoun),
    )
    return { ...one, claims }
  })
}

const isUnbound = (claim: Claim): boolean => 'subject' in claim && claim.subject?.unbound === true
/** "There are three of them", "the second one": of the kind that was spoken of. */
function ofSameKind<T extends Claim>(claim: T, { kind, resource, names, of, namespace }: Subject): T {
  if (!('subject' in claim) || claim.subject?.unbound !== true || kind === undefined || names !== undefined)
    return claim
  const { unbound: _, ...subject } = claim.subject
  const found = { kind, resource, of, namespace }
  const known = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
  return { ...claim, subject: { ...known, ...subject } }
}
/** Of the kind that the same sentence begins with, where it does so with another clause. */
function boundToKind(claims: readonly Claim[], text: string): Claim[] {
  const topic = topicIn(text, [])
  return topic === undefined ? [...claims] : claims.map((claim) => ofSameKind(claim, topic))
}

/** "…: `frozen` is there, and its …": the name that a clause before it begins with. */
function nameBefore(text: string): Subject | undefined {
  const name =
    /(?:^|[:;,]\s|\b(?:and|but|while)\s)`([a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)`\s(?:still\s|also\s|now\s)?[a-z]+s?\s[^;:]*?(?:,|\band|\bbut)\s+(?:its|it)\b/.exec(
      text,
    )?.[1]
  return name === undefined ? undefined : { names: [name], number: 'one' }
}

/** What a sentence is about: the objects that its first claim names, else those that it begins with. */
function topicIn(text: string, claims: readonly Claim[]): Subject | undefined {
  const read = objectPhrase(inputOf(tokensOf(text), fuel), 0)
  const [subject] = read.toSorted(([, a], [, b]) => b - a)[0] ?? []
  const [claim] = claims
  // "The HPA scales the Deployment": it is about the first of them.
  if (claim !== undefined)
    return (
      claims.map(topicOf).find((one) => one?.kind !== undefined && one.kind === subject?.kind) ??
      topicOf(claim)
    )
  // Which is the first or the old one, a sentence that is not understood may tell otherwise.
  return subject?.kind === undefined || subject.which !== undefined ? undefined : subject
}
const fuel = 5000

/** "`a` has two Pods" is about `a`. */
function topicOf(claim: Claim): Subject | undefined {
  if (!('subject' in claim) || claim.subject === undefined) return undefined
  if (claim.kind === 'count') return claim.subject.of ?? (claim.subject.ofIt ? undefined : claim.subject)
  return claim.kind === 'field' ? calledIn(claim) : claim.subject
}

/** "The Deployment `web` is available": read as a field until it is known that one is called so. */
function calledIn({ text, field, subject }: Extract<Claim, { kind: 'field' }>): Subject | undefined {
  if (subject?.kind === undefined || subject.names !== undefined || !/^[a-z][a-z0-9-]*$/.test(field.name))
    return subject
  const isCalled = new RegExp(`\\b${subject.kind}\\s+\`${field.name}\``, 'i').test(text)
  return isCalled ? { ...subject, names: [field.name] } : subject
}

/** "The event on it". */
const isOfIt = (claim: Claim): boolean => claim.kind === 'event' && claim.ofIt === true

function boundTo<T extends Claim>(claim: T, topic: Subject, pronoun: string): T {
  const isOne = topic.number === 'one' || topic.number === 1
  if (claim.kind === 'count' && claim.subject.ofIt === true && mayHave(topic.kind, claim.subject.kind)) {
    const { ofIt: _, ...subject } = claim.subject
    return isOne === /^it/i.test(pronoun) ? { ...claim, subject: { ...subject, of: topic } } : claim
  }
  // "`a` is there, and its …": that is the object, and no field of it.
  const isItself = claim.kind === 'field' && topic.names?.includes(claim.field.name) === true
  const free = 'field' in claim && (claim.field.name === '' || isItself)
  if (
    !(ofObjects.has(claim.kind) || isOfIt(claim)) ||
    'subject' in claim ||
    free ||
    isOne !== /^it/i.test(pronoun)
  )
    return claim
  return {
    ...claim,
    // What a claim is bound to is a volume, and a Pod a node.
    ...(claim.kind === 'field' &&
    claim.field.name === '.spec.nodeName' &&
    topic.kind === 'PersistentVolumeClaim'
      ? { field: { name: '.spec.volumeName' } }
      : {}),
    subject: { ...topic, number: isOne ? 'one' : typeof topic.number === 'number' ? 'many' : topic.number },
  }
}

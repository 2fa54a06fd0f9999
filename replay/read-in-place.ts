// A sentence as it is read where it stands: with the names of its document, and what was done before it.
import type { Claim, Subject } from './claims/claim.ts'
import { conditionsOf, gatesTold, purposesOf, sizeTold } from './claims/conditions.ts'
import { withFeatureOn } from './claims/feature-works.ts'
import { isPlainStatement } from './claims/plain-statement.ts'
import { readClaims } from './claims/read-claims.ts'
import { subjectIn } from './claims/read-subject.ts'
import type { Sentence } from './claims/sentence.ts'
import { asDoneBefore } from './done-before.ts'
import type { Terms } from './instructions/components-in.ts'
import type { Instruction } from './instructions/instruction.ts'
import { kindsIn } from './instructions/objects-in.ts'
import { readInstructions } from './instructions/read-instruction.ts'
import { readNaming } from './proper-names.ts'
import { announces, type Read, readSentence, saysMore } from './read-sentence.ts'
import { isHeading, type Part } from './section-parts.ts'
import { startOutcome } from './start-outcome.ts'

/** {@link readNaming}, and what of a sentence needs the lines around it. @param source those of its document */
export function readInPlace(
  sentence: Sentence,
  terms: Terms,
  source: readonly string[],
  commands: readonly string[],
): Read {
  const { said, remarked } = withoutRemark(sentence)
  if (remarked.length > 0) {
    const read = readInPlace({ ...sentence, text: said }, terms, source, commands)
    return { ...read, outcome: [...(read.outcome ?? []), ...remarked] }
  }
  const started = startOutcome(sentence, terms)
  if (started !== undefined) {
    const read = readInPlace({ ...sentence, text: started.said }, terms, source, commands)
    const { text } = sentence
    // A program that is typed by hand below is none of the cluster's.
    if (commands.some((command) => startsByHand.test(command)))
      return { ...read, text, instructions: [], unread: true }
    return { ...read, text, told: read.told ?? read.text, outcome: [...(read.outcome ?? []), started.claim] }
  }
  const whole = asDoneBefore(readNaming(sentence, terms, source), source, commands)
  const read = withOutcome(whole, terms)
  const conditions = read.instructions.some(brings)
    ? purposesOf(sentence)
    : [
        ...(saysUnder(read) ? conditionsOf(sentence) : []),
        ...(read.instructions.length > 0 ? gatesTold(sentence) : []),
        ...sizeTold(sentence),
      ]
  return conditions.length === 0 ? read : { ...read, conditions }
}

const startsByHand = /^\s*(?:sudo\s+)?(?:\S*\/)?kube(?:let|-[a-z-]+)\s+--/
const remark =
  /\s*(?:\(\s*(?:i\.\s?e\.|that is),?\s+([^()]{3,300})\)|[,;–—-]\s*i\.\s?e\.,?\s+([^()]{3,300}?)(?=[.:]?\s*$))/i
/** "The Deployment is scaled (i.e. it has four replicas):": what the remark claims, and what is said without it. */
function withoutRemark({ text, line }: Sentence): { said: string; remarked: Claim[] } {
  const found = text.length > longest ? null : remark.exec(text)
  const reading = found === null ? undefined : readClaims({ text: (found[1] ?? found[2])!.trim(), line })
  if (found === null || reading?.kind !== 'claims' || reading.rest !== undefined)
    return { said: text, remarked: [] }
  return {
    said: text.slice(0, found.index) + text.slice(found.index + found[0].length),
    remarked: reading.claims.map((claim) => ({ ...claim, text })),
  }
}

/** What stands behind it is said of the thing. */
const relative = /\s(?:which|that|where|whose|who)\s/i
const pronoun = /^(?:it|they|its|their)\b/i
/** The only kind of objects that an act is done to. */
function objectOf(act: string): Subject | undefined {
  const subject = kindsIn(act).length === 1 ? subjectIn(act) : undefined
  return subject === undefined ? undefined : { ...subject, number: subject.number === 'one' ? 'one' : 'many' }
}
const withSubject = (claim: Claim, subject: Subject | undefined): Claim =>
  subject === undefined || claim.kind !== 'field' || claim.subject !== undefined
    ? claim
    : { ...claim, subject }

const ofField =
  /^\W*(?:re-?)?(?:set|change|patch|update|write|add|clear|remove|unset|edit) (?:the|this|that) (?:field|value)\b/i
/** Between what is done and what is so then. */
const andThen =
  /(?:;|,?\s(?:and|but))\s(?:(?:this time|now|then|again),?\s)?(?=(?:it|they|the|its|their|all|both|no|none)\s(?!is done\b).{3,300}$)/gi
/** What was just written is kept where it is there, whatever was before. */
const asWritten = (claim: Claim, written: boolean): Claim =>
  written && claim.kind === 'field' && claim.test.is === 'kept' ? { ...claim, test: { is: 'set' } } : claim
const longest = 700

/** "Delete the Service and create it again, and it keeps its address:": what the second part claims is so when that is done. */
function withOutcome(read: Read, terms: Terms): Read {
  const { text, line } = read
  if (read.claims.length > 0 || !read.imperative || text.length > longest) return read
  let untold = false
  for (const { index, 0: joint } of text.matchAll(andThen)) {
    const own = text.slice(index + joint.length)
    // "Set the field again; it is persisted": the field.
    const told = ofField.test(text.slice(0, index)) ? own.replace(/^it\b/i, 'the field') : own
    const reading = readClaims({ text: told, line })
    untold ||=
      !relative.test(text.slice(0, index)) &&
      (reading.kind === 'unread' || (reading.kind === 'none' && isPlainStatement(told.replace(/[:.]$/, ''))))
    if (reading.kind !== 'claims' || reading.rest !== undefined) continue
    const end = announces(text) ? ':' : '.'
    const done = readSentence({ text: `${text.slice(0, index)}${end}`, line }, terms)
    const about = pronoun.test(told) ? objectOf(text.slice(0, index)) : undefined
    const outcome = reading.claims
      .filter(saysMore)
      .map((claim) => ({ ...asWritten(withSubject(claim, about), told !== own), text }))
    return done.claims.length > 0 || outcome.length === 0 || !done.imperative
      ? read
      : { ...done, text, outcome, told: done.text }
  }
  return untold ? { ...read, unread: true } : read
}

/** What a sentence has its reader bring about, it is not said under; one that is about nothing here may speak of any cluster. */
const saysUnder = (read: Read): boolean =>
  read.claims.length + read.instructions.length > 0 || read.imperative || announces(read.text)
/** Changes what components are, or starts them. */
export const brings = ({ kind }: Instruction): boolean =>
  kind === 'change' || kind === 'start' || kind === 'restart'

/** A feature that is said to work, as what is shown below says: its gate is asked for beside that. */
export function asGateOn(read: Read, terms: Terms): Read {
  const { text, line } = read
  const told = read.unread ? withFeatureOn(text) : undefined
  if (told === undefined) return read
  const other = readSentence({ text: told, line }, terms)
  return other.unread ? read : { ...other, text, claims: other.claims.map((claim) => ({ ...claim, text })) }
}

/** Whether it makes an object, which a block below it may show. */
export const makes = (one: Instruction): boolean =>
  one.kind === 'act' && (one.verb === 'create' || one.verb === 'recreate')

/** "Start the cluster with X enabled:", and the next paragraph says how it is started: that is the start. */
export function startTold(next: Part | undefined, terms: Terms): string[] {
  if (next?.kind !== 'prose' || isHeading(next)) return []
  const starts = readInstructions({ text: next.text, line: next.line }, terms)
  return starts.some(({ kind }) => kind === 'start') ? ['kind create cluster'] : []
}

// What a sentence has its reader do.
import { installers, installing, isTold } from '../programs/in-sentences.ts'
import { contradictingAside } from './asides.ts'
import { carriedOutBy } from './carried-out-by.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { componentsIn, nodesIn, type Terms } from './components-in.ts'
import { doesOther, namesOther } from './does-other.ts'
import type { Instruction, Sentence, WantedEdit } from './instruction.ts'
import { nodeActIn } from './node-acts.ts'
import { actIn, waitIn } from './read-act.ts'
import { changeIn, checkoutIn } from './read-change.ts'
import { repeatIn } from './read-repeat.ts'
import { startIn } from './read-start.ts'
import { situationIn } from './situations.ts'
import { onlyAsks } from './verbs.ts'

const noTerms: Terms = new Map()

/**
 * The instructions of a sentence, in its order; none where it tells to do nothing that is understood.
 * @param terms abbreviations that the document defines, from `termsOf`
 */
export function readInstructions(sentence: Sentence, terms: Terms = noTerms): Instruction[] {
  const situation = situationIn(sentence)
  if (situation.length > 0) return situation
  const clauses = clausesOf(sentence.text)
  const [first] = clauses
  if (first === undefined || announces(sentence.text)) return []
  if (first.verb === 'check out') {
    const checkout = checkoutIn(sentence.text, sentence, terms)
    return checkout === undefined ? [] : [checkout]
  }
  return settled(clauses.flatMap((clause) => inClause(clause, sentence, terms)))
}

/** Parts of a sentence that tell to do something that is not understood, where other parts are. */
export function missedParts(sentence: Sentence, terms: Terms = noTerms): string[] {
  const instructions = readInstructions(sentence, terms)
  if (instructions.length === 0) return []
  const aside = contradictingAside(sentence.text, instructions)
  if (aside !== undefined) return [aside]
  const clauses = clausesOf(sentence.text)
  if (clauses[0]?.verb === 'check out') return []
  return clauses
    .filter(
      (clause) =>
        (!isIncidental(clause) && inClause(clause, sentence, terms).length === 0) || isAmiss(clause),
    )
    .map(({ text }) => text)
}

const isAmiss = (clause: Clause): boolean => namesOther(clause, inlineCommands(clause.text))
/** Whether a part names something else than the commands in it, which are run all the same. */
export const speaksOfOther = (part: string): boolean => clausesOf(part).some(isAmiss)

/** What changes nothing by itself: to look, to wait, to go somewhere. */
const isIncidental = ({ verb, rest }: Clause): boolean =>
  onlyAsks(verb) ||
  /^(?:wait|await|go|ssh|do|keep|name|call|login|write)$/.test(verb) ||
  rest === '' ||
  // What a start takes in.
  /^(?:the\s+)?config\w*\s+(?:below|above)\b|^the following config/i.test(rest)

function inClause(clause: Clause, sentence: Sentence, terms: Terms): Instruction[] {
  const said = { text: sentence.text, line: sentence.line }
  const installed = installation(clause)
  const commands = installed === undefined ? inlineCommands(clause.text) : [installed]
  const found = instructionIn(clause, sentence, terms)
  if (commands.length > 0) {
    if (doesOther(clause, commands)) return []
    const more = found !== undefined && isChange(found) && !carriedOutBy(found, commands) ? [found] : []
    const starts = more.length === 0 && found?.kind === 'start' ? { starts: found } : {}
    return [...more, { kind: 'run', commands, ...starts, ...said }]
  }
  const command = removedFile(clause.text)
  if (found === undefined && command !== undefined) return [{ kind: 'run', commands: [command], ...said }]
  // "Edit the manifest of kube-apiserver and …": where, for what follows.
  const components = /^(?:edit|modify|update|open|change|patch)$/.test(clause.verb)
    ? componentsIn(clause.rest, terms)
    : []
  if (components.length > 0 && (found === undefined || found.kind === 'act'))
    return [{ kind: 'change', edits: [], components, nodes: nodesIn(clause.rest), ...said }]
  return found === undefined ? [] : [found]
}

const tool = `\`?(?<tool>${installers})\`?`
const name = '(?:the )?`?(?<name>(?!kube)[a-z][\\w.+-]{1,40})`?(?: package)?'
const installations = [
  `^use ${tool} to install ${name}\\.?$`,
  `^install ${name} (?:with|by|using|via|through|from) ${tool}\\.?$`,
].map((form) => new RegExp(form, 'i'))

/** "Use apt-get to install vim": the command that does it. No package of Kubernetes, whose releases are another matter. */
function installation({ text }: Clause): string | undefined {
  const found = installations.map((form) => form.exec(text)?.groups).find((one) => one !== undefined)
  return found === undefined ? undefined : installing(found['tool']!, found['name']!)
}

const isChange = ({ kind }: Instruction): boolean => kind === 'change' || kind === 'start'

function instructionIn(clause: Clause, sentence: Sentence, terms: Terms): Instruction | undefined {
  if (
    onlyAsks(clause.verb) &&
    clause.verb !== 'get' &&
    !(clause.verb === 'test' && /\bby\b/.test(clause.rest))
  )
    return undefined
  return (
    repeatIn(clause, sentence) ??
    nodeActIn(clause, sentence) ??
    startIn(clause, sentence, terms) ??
    changeIn(clause, sentence, terms) ??
    waitIn(clause, sentence) ??
    actIn(clause, sentence)
  )
}

/** "…as follows:", "the following steps", "I ran the following on a local cluster": what is to be done comes after it. */
const announces = (text: string): boolean =>
  /\bas follows\b|\bfollowing (?:\w+ )?(?:steps?|scenarios?|tests?|procedure|commands?)\b/i.test(text) ||
  /\b(?:ran|run|executed?|did|do|performed?|tried)\s+the\s+following(?=\s*(?:[.:,]|$)|\s+(?:on|in|with|against|by|manually)\b)/i.test(
    text,
  ) ||
  stages.test(text)
/** "Perform post-upgrade tests", "Perform the upgrade in two stages:". */
const stages =
  /^\W*(?:\d+\W+)?(?:perform|do|run|execute)\b[^.;]{0,40}\b(?:pre|post)-\w+ (?:tests?|checks?)\b|\bin (?:two|three|\d) (?:stages|steps|phases)\b[^.;]{0,20}$/i

/** Command lines in backticks. */
function inlineCommands(text: string): string[] {
  const found: string[] = []
  for (const [, , code] of text.matchAll(/(`{1,2})([^`]{4,400})\1/g))
    if (isTold(code!) && !/\s-(?:f|n|-filename|-name|-namespace)$/.test(code!))
      found.push(code!.replace(/^\$\s/, ''))
  return found
}

/** "Remove the `/var/lib/x` file before …" */
function removedFile(text: string): string | undefined {
  const path = /^(?:remove|delete) the `(\/[\w./-]{2,100})` file\b/i.exec(text)?.[1]
  return path === undefined ? undefined : `rm -f ${path}`
}

/** What belongs together: a component that is changed restarts by that; a later part of a sentence means the components named before. */
function settled(found: readonly Instruction[]): Instruction[] {
  const kept: Instruction[] = []
  for (const one of found) {
    const last = kept.at(-1)
    const joined = last === undefined ? undefined : join(last, one)
    if (joined === undefined) kept.push(one)
    else kept[kept.length - 1] = joined
  }
  const told = kept.filter((one) => one.kind !== 'change' || one.edits.length > 0)
  return told.some(contradicts) ? [] : told
}

/** One instruction of two; undefined where they are two. */
function join(last: Instruction, one: Instruction): Instruction | undefined {
  // "Repeat steps 2-4, but disable it": what is otherwise this time.
  if (last.kind === 'repeat' && one.kind === 'change' && (last.but.length > 0 || one.components.length === 0))
    return last.but.length > 0 ? last : { ...last, but: one.edits }
  if (
    last.kind === 'change' &&
    (one.kind === 'restart' || (one.kind === 'act' && one.verb === 'restart' && one.object === 'node'))
  )
    return last.components.length > 0 || one.kind === 'act' ? last : { ...last, components: one.components }
  if (last.kind === 'restart' && one.kind === 'change' && one.components.length === 0)
    return { ...one, components: last.components }
  if (last.kind === 'start' && one.kind === 'start' && one.edits.length === 0 && one.components.length === 0)
    return { ...last, config: last.config ?? one.config }
  if (last.kind === 'act' && one.kind === 'act' && last.verb === 'delete' && one.verb === 'recreate')
    return { ...last, verb: 'recreate' }
  if (one.kind !== 'change' || (last.kind !== 'change' && last.kind !== 'start')) return undefined
  const same = one.components.length === 0 || sameSet(one.components, last.components)
  return same ? { ...last, edits: [...last.edits, ...newOnes(one.edits, last.edits)] } : undefined
}

const newOnes = (edits: readonly WantedEdit[], had: readonly WantedEdit[]): WantedEdit[] =>
  edits.filter((edit) => !had.some((one) => JSON.stringify(one) === JSON.stringify(edit)))

/** A gate on and off at once: the sentence tells of a series of changes. */
function contradicts(one: Instruction): boolean {
  if (one.kind !== 'change' && one.kind !== 'start') return false
  const gates = one.edits.filter((edit) => edit.kind === 'gate')
  return gates.some((a) => gates.some((b) => a.gate === b.gate && a.value !== b.value))
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

/** Whether a sentence tells its reader to do (or tells that its author did) something, understood or not. */
export function isImperative(text: string): boolean {
  return clausesOf(text).length > 0 && !announces(text)
}

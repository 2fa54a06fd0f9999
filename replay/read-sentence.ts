import type { Claim } from './claims/claim.ts'
import { type ExplicitCheck, readExplicitCheck } from './claims/explicit-check.ts'
import { bracketDefaults, gateRemarks } from './claims/gate-remarks.ts'
import { type Reading, readClaims } from './claims/read-claims.ts'
import type { Sentence } from './claims/sentence.ts'
import { statesBeside } from './claims/states-something.ts'
import { saysLittle } from './claims/telling.ts'
import { InputError } from './input-error.ts'
import { clausesOf } from './instructions/clauses.ts'
import type { Terms } from './instructions/components-in.ts'
import type { Instruction } from './instructions/instruction.ts'
import { isImperative, missedParts, readInstructions } from './instructions/read-instruction.ts'
import { onlyAsks } from './instructions/verbs.ts'
import { placeholdersIn } from './placeholders.ts'
import { saidBeside } from './said-beside.ts'
import { stateTitle } from './state-titles.ts'

/** What a sentence is, before it is known what stands around it. */
export interface Read extends Sentence {
  claims: Claim[]
  instructions: Instruction[]
  /** It has its reader do something, understood or not. */
  imperative: boolean
  /** Parts that have its reader do something that is not understood, beside instructions that are. */
  missed: string[]
  /** It says something that the grammar does not read. */
  unread: boolean
  /** What is so where a command has done what it tells of. */
  done?: Claim[]
  /** What the rest of it is said under. */
  conditions?: Claim[]
  /** What is so once it is done; `told`: the text without that. */
  outcome?: Claim[]
  told?: string
}

/** What is claimed without a sentence, in a row of a table. */
export const asRead = (claim: Claim): Read => ({
  text: claim.text,
  line: claim.line,
  claims: [claim],
  instructions: [],
  imperative: false,
  missed: [],
  unread: false,
})

/** "A sample Deployment was created": what the author made, which the prose may not show. */
const madeByAuthor =
  /^(?:[-*\s]*)(?:an?|another)\s+(?:\S+\s+){0,3}?`?(?:deployment|statefulset|daemonset|job|cronjob|indexedjob|service|configmap|secret|pvc|persistentvolumeclaim)`?\s+(?:was|were|has been|is)\s+(?:created|deployed|applied|submitted)\b/i

/** One clause: what is read of it as an instruction is all of it. */
const isOneClause = (text: string): boolean => !/[,;(]|\s(?:and|but|so|while|which)\s/.test(text)

/** `…: \`kubectl get pods\`` after what is to be seen. */
const lookedBy =
  /^([^`]{10,400}(?:`[^`]{1,60}`[^`]{0,200}){0,4}?)\s?:\s?`{1,2}(kubectl\s(?:get|describe|logs)\s[^`]{2,200})`{1,2}[.:]?$/

const byRunning =
  /\b(?:by (?:running|executing|using)|(?:^|[^\w])(?:run|execute|use|using|with)) (?:the command )?`{1,2}(kubectl\s(?:get|describe|logs|top|explain|version|api-resources)\s[^`<>]{2,200})`{1,2}/i

/** "Observe the events by running `kubectl get events`, and see that …": what is run beside what is claimed of objects. */
function lookedWith(text: string, claims: readonly Claim[]): string | undefined {
  const command = byRunning.exec(text)?.[1]
  const own = claims.some((one) => 'command' in one && one.command !== undefined)
  return command === undefined || own || placeholdersIn(command).length > 0 ? undefined : `Run \`${command}\``
}

/** A claim, with the command that shows what it is about; `told` is what is to be run. */
function readWithCommand(sentence: Sentence): { reading: Reading; told?: string } {
  const reading = readClaims(sentence)
  const parts = reading.kind === 'unread' ? lookedBy.exec(sentence.text) : null
  if (parts === null) return { reading }
  const other = readClaims({ text: parts[1]!, line: sentence.line })
  if (other.kind !== 'claims' || other.rest !== undefined) return { reading }
  return {
    reading: { kind: 'claims', claims: other.claims.map((claim) => ({ ...claim, text: sentence.text })) },
    told: `Run \`${parts[2]}\``,
  }
}

/** The claims and instructions of a sentence. */
export function readSentence(sentence: Sentence, terms: Terms): Read {
  const read = readWithRemarks(sentence, terms)
  const claims = read.claims.some(isOfGates) ? [] : bracketDefaults(sentence)
  return claims.length === 0 ? read : { ...read, claims: [...read.claims, ...claims] }
}

function readWithRemarks(sentence: Sentence, terms: Terms): Read {
  const read = readWhole(sentence, terms)
  const isWhole = !read.unread && read.instructions.length === 0 && read.claims.length > 0 && !read.imperative
  // Of several releases in one sentence remarks know best which is meant.
  const isOnlyGates = isWhole && read.claims.length > 1 && read.claims.every(isOfGates)
  const remarks = isWhole && !isOnlyGates ? undefined : gateRemarks(sentence)
  if (remarks === undefined || (isWhole && remarks.left !== '')) return read
  const { claims, left } = remarks
  if (left === '')
    return { ...sentence, claims, instructions: [], missed: [], imperative: false, unread: false }
  const other = readWhole({ text: left, line: sentence.line }, terms)
  return { ...other, claims: [...other.claims, ...claims] }
}

function readWhole(sentence: Sentence, terms: Terms): Read {
  const { reading, told } = readWithCommand(sentence)
  const made = madeByAuthor.test(sentence.text) ? readInstructions(sentence, terms) : []
  if (made.length > 0)
    return {
      ...sentence,
      claims: reading.kind === 'claims' ? reading.claims.filter(saysMore) : [],
      instructions: made,
      missed: [],
      imperative: true,
      unread: false,
    }
  const rest =
    told ??
    (reading.kind === 'claims' ? (reading.rest ?? lookedWith(sentence.text, reading.claims)) : sentence.text)
  const { claims, instructions, doing, unread } = readDoing(sentence, rest, terms)
  const missed = doing === undefined ? [] : missedParts({ text: doing, line: sentence.line }, terms)
  return {
    ...sentence,
    claims: [...(reading.kind === 'claims' ? reading.claims : []), ...claims],
    instructions,
    missed,
    imperative: rest !== undefined && isImperative(rest),
    ...(reading.kind === 'none' && reading.done !== undefined ? { done: reading.done } : {}),
    unread:
      unread ||
      // "It is beta and enabled by default": what is left is nothing to do.
      (reading.kind === 'claims' &&
        reading.rest !== undefined &&
        ((instructions.length === 0 && !isImperative(reading.rest)) || statesBeside(reading.rest))) ||
      (reading.kind === 'unread' &&
        claims.length === 0 &&
        !(
          instructions.length > 0 &&
          isOneClause(sentence.text) &&
          !tellsResult(sentence.text, instructions)
        )),
  }
}

interface Doing {
  instructions: Instruction[]
  /** What the instructions are read from. */
  doing: string | undefined
  /** What is so when they are carried out. */
  claims: Claim[]
  /** Something else is said beside them. */
  unread: boolean
}

/** What a text has its reader do, and what it says beside that of the cluster that is changed. */
function readDoing(sentence: Sentence, text: string | undefined, terms: Terms): Doing {
  const { line } = sentence
  const read = (from: string): Instruction[] => readInstructions({ text: from, line }, terms)
  const whole: Doing = {
    instructions: text === undefined ? [] : read(text),
    doing: text,
    claims: [],
    unread: false,
  }
  if (text === undefined || !whole.instructions.some(changesCluster)) return whole
  const { told, said } = saidBeside(text)
  const plain = (from: string): string =>
    JSON.stringify(read(from).map((one) => ({ ...one, text: '', part: '' })))
  const without = plain(told)
  // "…, while `X` is disabled" is a part of what is done.
  const own = said.filter(({ joined }) => plain(told + joined) === without)
  if (own.length === 0) return whole
  const claims = own.flatMap(({ sentence: one }) => {
    const reading = readClaims({ text: one, line })
    return reading.kind === 'claims' && reading.rest === undefined ? [reading.claims] : []
  })
  const doing = told + said.flatMap((one) => (own.includes(one) ? [] : one.joined)).join('')
  const instructions = read(doing).map((one) => ({ ...one, text }))
  return claims.length < own.length || instructions.length === 0
    ? { ...whole, unread: true }
    : {
        instructions,
        doing,
        claims: claims.flat().map((one) => ({ ...one, text: sentence.text })),
        unread: false,
      }
}

/** Objects that are changed may be told of by what they are to be. */
const changesCluster = ({ kind }: Instruction): boolean =>
  kind === 'change' || kind === 'restart' || kind === 'stop' || kind === 'node'

/** "check that `kubectl auth can-i …` answers `no`": beside that it is run, what comes of it. */
function tellsResult(text: string, instructions: readonly Instruction[]): boolean {
  const commands = instructions.flatMap((one) => (one.kind === 'run' ? one.commands : []))
  const marked = text.replace(/(`{1,2})([^`]+)\1/g, (span, _, code: string) =>
    commands.includes(code.replace(/^\$\s/, '')) ? '\0' : span,
  )
  const [before = '', ...after] = marked.split('\0')
  const left = after.join(' ')
  return (
    resultOf.test(marked) || /[`"“]|(?<!\w)'\w/.test(left) || (claimBegins.test(before) && /\w/.test(left))
  )
}
/** "that", right before a command. */
const claimBegins = /\b(?:that|if|whether)\s(?:(?:the|running|output|result|answer|of|command|now|then)\s)*$/i
const resultOf =
  /\0\s+(?:(?:now|still|then|again|should|must|will|does|did|no longer|only|also|not)\s+){0,3}(?:answers?|answered|says?|said|prints?|printed|returns?|returned|shows?|showed|gives?|gave|outputs?|lists?|listed|reports?|reported|displays?|fails?|failed|succeeds?|succeeded|works?|worked|exits?|exited|hangs?|is|are|has|have|contains?)\b/i

/** Whether it says more than that the object is there, which is done rather than looked at, and what a block below shows. */
export const saysMore = (claim: Claim): boolean =>
  !(claim.kind === 'state' && claim.state === 'existing') &&
  !(claim.kind === 'field' && claim.field.name === 'following')

/** "Wait for the pods to run and delete one": what is awaited comes about before the rest of the sentence is done. */
export const awaits = (text: string): boolean =>
  /^\W*(?:(?:then|next|now|and|also)\b[,\s]+)*a?wait\b/i.test(text)

const waits = /\b(?:kubectl|k|kc)\s.*?\b(?:wait|rollout\s+status|get\s.*(?:-w|--watch))\b/
/** "Wait until the rollout is complete:" above a command that waits. */
export const isAwaitedBelow = (text: string, commands: readonly string[]): boolean =>
  awaits(text) && announces(text) && commands.some((command) => waits.test(command))

/** As it {@link awaits}, where no command right below it does so. */
export const awaitsFirst = (text: string, commands: readonly string[]): boolean =>
  awaits(text) && !isAwaitedBelow(text, commands)

/** Whether a sentence announces the block below it: it ends with a colon. */
export const announces = (text: string): boolean => /:\s*$/.test(text)

/** "Let's …", "We will …": what the steps below do, as a whole. */
export const tellsAhead = (text: string): boolean =>
  /^\W*(?:let['’]?s|let us|we will|we['’]ll|you will|here we|in this)\b/i.test(text)

/** "To see the status, run:": the commands below show it. */
export const tellsToRun = (text: string): boolean =>
  /^\W*to (?:see|view|check|get|display|list|show|look at|inspect|find out|know) [^,.:`]{3,80}, (?:you can |please |just |simply )?(?:run|use|enter|execute|type)(?: the following| this)?(?: commands?)?:\s*$/i.test(
    text,
  ) && saysLittle(text)

/** "You should see this error:": the block below is what was printed. */
export const announcesPrinted = (text: string): boolean =>
  announces(text) &&
  /^\W*(?:(?:the|this|an?|you|we|it|then|and|now|which|that|expected|similar|should|will|can|must|see|get|following|sample|example|is|error|fails?|failed|with|rejected|refused|shows?|prints?|returns?|returned|gives?|output|response|result|message|command|server|api|looks?|like|to|from|of|something|again|instead|warning)\b[\s,]*)+:\s*$/i.test(
    text,
  ) &&
  /\b(?:error|output|response|result|message|see|get|prints?|shows?|returns?|returned|warning)\b/i.test(text)

/** "Check whether it fell back.": what is shown below is the answer. */
export const isQuestion = (text: string): boolean =>
  // What is shown is not what did not come.
  !/\b(?:not|no|never|none|neither|nothing|without)\b|n['’]t\b/i.test(text) &&
  /^\W*(?:then,?\s+|now,?\s+)?(?:check|see|verify|find out|look)\s+(?:if|whether)\s[^;]*$/i.test(text)

/** Whether a sentence has its reader do something: the step begins there. @param followed commands follow it at once */
export const startsStep = ({ text, line, imperative, instructions }: Read, followed: boolean): boolean =>
  stateTitle({ text, line }) !== undefined ||
  instructions.length > 0 ||
  imperative ||
  (followed && announces(text))

/** "Verify that …": it speaks of what was done. */
export const isCheck = ({ claims, instructions }: Read): boolean =>
  claims.length > 0 && instructions.length === 0

/** What the steps below show, whatever it is. */
export const itWorks = /\bit\s+(?:works|is\s+working)\b/i

/** "First verify that …", and no more than that. */
export const asksFirst = (text: string): boolean => {
  const clauses = clausesOf(text)
  return clauses.length > 0 && clauses.every(({ verb }) => onlyAsks(verb))
}

/** Throws InputError, with the document's name, for a check that cannot be read. */
export function checkIn(file: string, text: string, line: number): ExplicitCheck | undefined {
  try {
    return readExplicitCheck(text, line)
  } catch (error) {
    if (error instanceof InputError) throw new InputError(file, line, error.message)
    throw error
  }
}

/** Whether a claim is of a gate's stage or default in a release. */
export const isOfGates = ({ kind }: Claim): boolean => kind === 'gate standing'

// Whether the commands right below a sentence are at odds with it: another component's manifest, another node, another release.

import { namesKind } from './claims/document-remarks.ts'
import type { Sentence } from './claims/sentence.ts'
import {
  advisesOtherTurn,
  changesNothing,
  givesOtherValue,
  goesByOtherTurn,
  headsOtherGates,
  turnsInOtherOrder,
} from './contrary-gates.ts'
import {
  goesAgainstHeading,
  holdsOtherwise,
  reasonIsContrary,
  switchesOtherwise,
  untoldChange,
} from './contrary-words.ts'
import type { Beside } from './instructions/agrees.ts'
import { clausesOf } from './instructions/clauses.ts'
import { componentsIn } from './instructions/components-in.ts'
import {
  componentsChanged,
  isContrary,
  ofOtherComponent,
  otherThanChanged,
} from './instructions/does-other.ts'
import type { Instruction } from './instructions/instruction.ts'
import { makesCommand, showsOthers } from './instructions/introduces.ts'
import { otherObject } from './instructions/other-object.ts'
import { readInstructions } from './instructions/read-instruction.ts'
import { makes } from './read-in-place.ts'
import type { Read } from './read-sentence.ts'
import { commandsOf, type Step } from './step.ts'

/**
 * Whether its reader cannot do what a sentence says by the commands right below it, or it speaks of objects that are others; where
 * nothing is said of it, they may.
 * @param beside gives what stands beside it @param above the steps up to the sentence
 */
export function contradictsBlock(
  read: Read,
  commands: readonly string[],
  beside: () => Beside,
  above: readonly Step[],
): boolean {
  const { text, instructions } = read
  // It is made anew of all parts below each time that it is asked for.
  let known: Beside | undefined
  const around = (): Beside => {
    known ??= beside()
    return known
  }
  if (contradictsItself(text) || speaksOfOther(read, commands, around)) return true
  const before = (): readonly string[] => around().before ?? []
  if (untoldChange(text, before) !== undefined || goesAgainstHeading(text, before)) return true
  const done = (): readonly string[] => around().done
  return (
    commands.length > 0 &&
    (showsOthers(text, commands) ||
      (/^\W*[A-Z][a-z]+\b/.test(text) && isContrary(clausesOf(text), commands)) ||
      (stopsOrStarts.test(text) && commands.length === 1 && ofOtherComponent(text, commands[0]!)) ||
      switchesOtherwise(text, commands) ||
      holdsOtherwise(text, commands) ||
      doneByOthers(text, done) ||
      turnsInOtherOrder(text, done()) ||
      givesOtherValue(instructions, done().join('\n')) ||
      goesOtherWay(text, done) ||
      instructions.some(
        (one) => editsOthers(one, commands) || isOfOthers(one, done) || isOfOtherRelease(one, done),
      ) ||
      entersOther(text, commands, above) ||
      entersAnotherThanNamed(text, commands, above))
  )
}

const contradictsItself = (text: string): boolean =>
  goesAgainstItself(text) ||
  goesByOtherTurn(text) ||
  advisesOtherTurn(text) ||
  changesNothing(text) ||
  reasonIsContrary(text)

/** What is made without commands, the sentence itself brings; what is claimed is held against the cluster. */
function speaksOfOther(
  { text, claims, instructions }: Read,
  commands: readonly string[],
  beside: () => Beside,
): boolean {
  const isMade = instructions.length > 0 && !commands.some((one) => makesCommand.test(one))
  if (!namesKind(text) || (instructions.length > 0 && commands.length === 0)) return false
  const judged = claims.flatMap((one) =>
    'subject' in one ? (one.subject?.kind?.toLowerCase() ?? 'any') : 'any',
  )
  return !(isMade && instructions.some(makes)) && otherObject(text, beside(), judged) !== undefined
}

const stopsOrStarts = /^\W*(?:(?:re)?start|stop)\b/i
const manifest = /\/manifests\/(kube-[a-z-]+)\.yaml/g

/** "Turn it off in kube-controller-manager:" above an editor of kube-apiserver's manifest, or of both. */
function editsOthers(instruction: Instruction, commands: readonly string[]): boolean {
  if (instruction.kind !== 'change' || instruction.components.length === 0) return false
  const edited = commands.flatMap((command) => [...command.matchAll(manifest)].map(([, name]) => name!))
  const components = componentsIn(edited.join(' '))
  return components.some((one) => !instruction.components.includes(one))
}

/** "Turn it off in the kubelet by editing kube-proxy's ConfigMap": what says how is all that is done. */
function doneByOthers(text: string, done: () => readonly string[]): boolean {
  const told = clausesOf(text).filter(({ rest }) => /\sby\s/.test(rest))
  return told.length > 0 && otherThanChanged(told, done()) !== undefined
}

/** "Roll back kube-apiserver" above a note on the manifest of another component, and nothing on its own. */
function isOfOthers(instruction: Instruction, done: () => readonly string[]): boolean {
  if (instruction.kind !== 'change' || instruction.components.length === 0) return false
  const given = componentsChanged(done())
  return given.length > 0 && !instruction.components.some((one) => given.includes(one))
}

const releases = /(?<![\w.])v?1\.(\d{2})(?:\.\d+)?(?![\d.]*\d)/g
const minors = (text: string): string[] => [...text.matchAll(releases)].map(([, minor]) => minor!)

/** "Roll back to v1.28.0" above what speaks of v1.29.0 only. */
function isOfOtherRelease(instruction: Instruction, done: () => readonly string[]): boolean {
  if (instruction.kind !== 'change') return false
  const wanted = instruction.edits.flatMap((edit) =>
    edit.kind === 'release' && edit.release !== undefined ? minors(edit.release) : [],
  )
  const given = wanted.length === 0 ? [] : minors(done().join('\n'))
  return given.length > 0 && !wanted.some((minor) => given.includes(minor))
}

const up = /\bupgrad/i
const down = /\b(?:downgrad|roll(?:ed|ing)?[\s-]?back\b)/i
/** As notes say it, and no command. */
const upNoted = /\bupgrade (?:the )?(?:image|version|it|to)\b/i
const downNoted = /\b(?:downgrade|roll back) (?:the )?(?:image|version|it|to)\b/i

const fromTo =
  /(?<![\w.])v?1\.(\d{1,3})(?:\.(\d{1,3}))?\s{0,3}(?:->|-->|=>|→|to)\s{0,3}v?1\.(\d{1,3})(?:\.(\d{1,3}))?(?![\w.]*\d)/

/** "Downgrade (1.27 -> 1.28)" */
function goesAgainstItself(text: string): boolean {
  const [minor = 0, patch = 0, toMinor = 0, toPatch = 0] = (fromTo.exec(text) ?? []).slice(1).map(Number)
  // A patch that is not written is no number, and any.
  const way = toMinor === minor ? (toPatch || patch) - (patch || toPatch) : toMinor - minor
  return up.test(text) !== down.test(text) && (up.test(text) ? way < 0 : way > 0)
}

/** "Roll back kube-apiserver" above a note that has its image upgraded. */
function goesOtherWay(text: string, done: () => readonly string[]): boolean {
  if (up.test(text) === down.test(text)) return false
  const notes = done().join('\n')
  const [own, other] = up.test(text) ? [upNoted, downNoted] : [downNoted, upNoted]
  return other.test(notes) && !own.test(notes)
}

/** Whether a heading has another release or state of a gate than the commands below it, or goes the other way than it says. */
export const movesToOther = (heading: Sentence, commands: readonly string[]): boolean =>
  goesAgainstItself(heading.text) ||
  headsOtherGates(heading.text, commands) ||
  readInstructions(heading).some((one) => isOfOtherRelease(one, () => commands))

const enters = /\b(?:docker\s+exec\s+(?:-\S+\s+)*|ssh\s+)([\w.-]+)/
const nodesEntered = (commands: readonly string[]): string[] =>
  commands.flatMap((command) => enters.exec(command)?.[1] ?? [])
/** Those of kind whose names tell their number. */
const names =
  /\bkubectl\b[^|;&]*\s(?:label|annotate|taint|drain|cordon|uncordon|describe|get|patch|edit)\s+(?:nodes?\s+|no\s+)?(?:node\/)?([a-z][\w-]*-(?:worker\d*|control-plane))\b/
const nodesNamed = (commands: readonly string[]): string[] =>
  commands.flatMap((command) => names.exec(command)?.[1] ?? [])
/** Looks backwards, and no further than it has to. */
function lastEntered(steps: readonly Step[]): string | undefined {
  for (let at = steps.length - 1; at >= 0; at--) {
    const found = nodesEntered(commandsOf(steps[at]!).map(({ text }) => text)).at(-1)
    if (found !== undefined) return found
  }
  return undefined
}
const noun = '(?:worker |kind )?(?:node|worker|machine|host|vm)'
const same = new RegExp(String.raw`\b(?:the|that) same ${noun}\b`, 'i')
const another = new RegExp(String.raw`\b(?:the other|another|(?:a|the) different|the second) ${noun}\b`, 'i')
const goesIn = /\b(?:exec\w*|ssh\w*|log(?:ged|ging)?[ -]?(?:in|on)\w*|enter\w*|go|shell)\b/i

/** "Exec into the other node" above what enters the one that was entered before. */
function entersOther(text: string, commands: readonly string[], above: readonly Step[]): boolean {
  const isSame = same.test(text)
  if (!goesIn.test(text) || isSame === another.test(text)) return false
  const now = nodesEntered(commands)
  const last = now.length === 0 ? undefined : lastEntered(above)
  return last !== undefined && (isSame ? !now.includes(last) : now.every((one) => one === last))
}

const ordinals = ['first', 'second', 'third', 'fourth']
const placedOn =
  /\b(?:on|in|inside|into|from|at|of|to|cordon|uncordon|drain|taint|untaint|label|annotate)\s+(?:the|an?|one of the|our|each|both)\s+(?:(first|second|third|fourth)\s+)?((?:control[- ]plane|worker|kind|master|cluster)?\s*(?:nodes?|workers?|machine|host|vm)|control[- ]plane)\b/gi
const controls = /control-?plane|master|\bcp\d*\b/i
const works = /worker|agent/i
/** As kind numbers them. */
const numberOfWorker = (node: string): number | undefined => {
  const found = /(?:^|-)worker(\d*)$/.exec(node)?.[1]
  return found === undefined ? undefined : Number(found || '1')
}

/** "On the second node:" above what enters the first one, "on the control plane" above what enters a worker. */
function entersAnotherThanNamed(text: string, commands: readonly string[], above: readonly Step[]): boolean {
  const places = [...text.replace(/`[^`]*`/g, 'it').matchAll(placedOn)]
  const [place] = places
  const entered = places.length === 1 ? nodesEntered(commands).concat(nodesNamed(commands)) : []
  if (place === undefined || entered.length === 0) return false
  const [, ordinal, noun = ''] = place
  const isControl = /control|master/i.test(noun)
  if (isControl) return entered.every((node) => works.test(node) && !controls.test(node))
  const isWorker = /worker/i.test(noun)
  if (isWorker && entered.every((node) => controls.test(node))) return true
  if (ordinal === undefined) return false
  const at = ordinals.indexOf(ordinal.toLowerCase()) + 1
  const before = above.flatMap((step) => nodesEntered(commandsOf(step).map((one) => one.text)))
  const order = [...new Set([...before, ...entered])]
  const numbered = new RegExp(`(?<!\\d)${at}$`)
  return !entered.some((node) => {
    const worker = numberOfWorker(node)
    if (worker === at || (worker === undefined && numbered.test(node))) return true
    // In the order in which they were entered, but for workers by their number.
    return !(isWorker && worker !== undefined) && order[at - 1] === node
  })
}

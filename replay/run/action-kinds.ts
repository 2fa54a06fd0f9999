// What an action of a step is for: objects, the cluster, a line of the document.
import type { Claim } from '../claims/claim.ts'
import type { CommandLine } from '../command-line.ts'
import { filesRead } from '../files-read.ts'
import { givenToKubectl } from '../kubectl-words.ts'
import { type Action, commandsOf, type Step } from '../step.ts'

/** Whether an action creates objects: a command, a manifest or an instruction. */
export const makesSome = (action: Action): boolean =>
  (action.kind === 'command' && makesObjects(action.command)) ||
  (action.kind === 'manifest' && action.content === 'objects') ||
  (action.kind === 'instruction' && action.instruction.kind === 'act' && action.instruction.verb === 'create')

/** Whether an action does something with objects that were made before. */
export const usesObjects = (action: Action): boolean =>
  action.kind === 'command'
    ? action.command.commands.some((one) => givenToKubectl(one)?.some((word) => using.has(word)))
    : action.kind === 'instruction' && action.instruction.kind === 'act'

/** Whether an action that is no command changes something; what an instruction has run are commands. */
export const changesByItself = (action: Action): boolean =>
  action.kind === 'manifest' ||
  (action.kind === 'instruction' && action.instruction.kind !== 'run' && action.instruction.kind !== 'wait')

const using = new Set(['delete', 'get', 'describe', 'patch', 'scale', 'edit', 'logs', 'annotate', 'label'])

/** Whether a command line creates objects from files with kubectl. */
export const makesObjects = ({ commands }: CommandLine): boolean =>
  commands.some((one) => {
    const words = givenToKubectl(one) ?? []
    const verb = words.findIndex((word) => word === 'create' || word === 'apply')
    return verb >= 0 && words.slice(verb).some((word) => /^-f\b/.test(word))
  })

/** The line in the document that an action stands at. */
export const lineOf = (action: Exclude<Action, { kind: 'file' }>): number => {
  if (action.kind === 'command') return action.command.line
  if (action.kind === 'claim') return action.claim.line
  if (action.kind === 'check') return action.check.line
  if (action.kind === 'instruction' || action.kind === 'effect') return action.instruction.line
  return action.line
}

/** Whether an action needs a cluster that runs. */
export const asksCluster = (action: Action): boolean =>
  action.kind === 'claim' ||
  action.kind === 'check' ||
  (action.kind === 'manifest' && action.content === 'objects') ||
  (action.kind === 'instruction' && action.instruction.kind !== 'start' && action.instruction.kind !== 'run')

/** Whether an action starts a cluster. */
export const startsOne = (action: Action): boolean =>
  (action.kind === 'manifest' && action.content === 'kind-cluster') ||
  (action.kind === 'instruction' && action.instruction.kind === 'start')

/** Whether a claim needs no API to be held against. */
export const isOfPrograms = ({ kind }: Claim): boolean =>
  kind === 'component' || kind === 'under release' || kind === 'exit' || kind === 'output'

/** Whether an action says how a command ends. */
export const claimsExit = (action: Action): boolean => action.kind === 'claim' && action.claim.kind === 'exit'

/** Whether the document itself makes objects after an action, before the next cluster starts. @param index of the action's step */
export function makesLater(action: Action, steps: readonly Step[], index: number): boolean {
  const here = steps[index]!.actions
  const after = [...here.slice(here.indexOf(action)), ...steps.slice(index + 1).flatMap((one) => one.actions)]
  const next = after.findIndex(startsOne)
  return (next < 0 ? after : after.slice(0, next)).some(makesSome)
}

/** What the shown refusal of kube-apiserver shows. */
export const refusesToStart =
  /^\W*(?:(?:the|then|now|this time)\W+){0,3}(?:(?:kube-)?api-?\s?server|cluster|it)`?\s+(?:now\s|then\s)?(?:refuses to|fails to|does not|cannot|can not|will not|won't)\s+(?:start|come up)(?:\s+(?:then|now|any ?more|any longer))?\W*$/i

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
/**
 * Whether a step only writes files, each of which a command of a later step reads: "Save this as `crd.yaml`:". What is in them is
 * compared there.
 */
export function writesFor({ actions }: Step, later: readonly Step[]): boolean {
  const files = actions.flatMap((action) => (action.kind === 'file' ? baseName(action.name) : []))
  const read = new Set(later.flatMap(commandsOf).flatMap(filesRead).map(baseName))
  return files.length > 0 && files.length === actions.length && files.every((file) => read.has(file))
}

/** Whether an action claims that a component does not run, which is judged by itself. */
export const saysRefused = (action: Action): boolean =>
  action.kind === 'claim' && action.claim.kind === 'component' && !action.claim.running

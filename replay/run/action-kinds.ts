// What an action of a step is for: objects, the cluster, a line of the document.
import type { Action } from '../step.ts'

/** Whether an action creates objects: a command, a manifest or an instruction. */
export const makesSome = (action: Action): boolean =>
  (action.kind === 'command' && makesObjects.test(action.command.text)) ||
  (action.kind === 'manifest' && action.content === 'objects') ||
  (action.kind === 'instruction' && action.instruction.kind === 'act' && action.instruction.verb === 'create')

/** Whether an action does something with objects that were made before. */
export const usesObjects = (action: Action): boolean =>
  action.kind === 'command'
    ? /\b(?:kubectl|k)\s[^|;&\n]{0,80}\b(?:delete|get|describe|patch|scale|edit|logs|annotate|label)\b/.test(
        action.command.text,
      )
    : action.kind === 'instruction' && action.instruction.kind === 'act'

/** Matches a line that creates objects from files with kubectl. */
export const makesObjects = /\b(?:kubectl|k)\s[^|;&\n]{0,80}\b(?:create|apply)\s[^|;&\n]{0,80}-f\b/

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

import type { ProseAssertion } from './assertions.ts'
import type { BlockContent } from './manifests.ts'
import type { ProseChange } from './prose-changes.ts'
import type { ScriptCommand } from './script.ts'

/** One thing to do in a step, in the document's order. */
export type Action =
  | { kind: 'command'; command: ScriptCommand }
  | { kind: 'assert'; assertion: ProseAssertion }
  /** A block that is the content of a file which later commands read. */
  | { kind: 'file'; name: string; content: string; line: number }
  /** Objects, or a cluster, that the prose has its reader create. */
  | { kind: 'manifest'; content: Exclude<BlockContent, 'output'>; text: string; line: number }
  /** What the prose has its reader do to the cluster without a command. */
  | { kind: 'change'; change: ProseChange }

export interface Step {
  /** From 1, within its section. */
  number: number
  title: string
  line: number
  actions: Action[]
}

export const commandsOf = (step: Step): ScriptCommand[] =>
  step.actions.flatMap((action) => (action.kind === 'command' ? [action.command] : []))

import type { Claim } from './claims/claim.ts'
import type { ExplicitCheck } from './claims/explicit-check.ts'
import type { Instruction } from './instructions/instruction.ts'
import type { BlockContent } from './manifests.ts'
import type { ScriptCommand } from './script.ts'

/** Something to do or check in a step, in the document's order. */
export type Action =
  | { kind: 'command'; command: ScriptCommand }
  /** A sentence that says what holds now. */
  | { kind: 'claim'; claim: Claim }
  /** What the author wrote for kepsim, in a comment. */
  | { kind: 'check'; check: ExplicitCheck }
  /** A block that is the content of a file which later commands read. */
  | { kind: 'file'; name: string; content: string; line: number }
  /** Objects, or a cluster, that the prose has its reader create. */
  | { kind: 'manifest'; content: Exclude<BlockContent, 'output'>; text: string; line: number }
  /** What the prose has its reader do without a command. */
  | { kind: 'instruction'; instruction: Instruction }
  /** What commands are to have carried out, looked at after them. */
  | { kind: 'effect'; instruction: Instruction }
  /** What is neither carried out nor checked, because it was not understood. */
  | { kind: 'unread'; what: 'statement' | 'instruction'; text: string; line: number }

/** How a line of the document is understood. */
export type Understanding =
  | 'command'
  | 'output'
  | 'file'
  | 'objects'
  | 'instruction'
  | 'claim'
  | 'check'
  | 'introduction'
  | 'context'
  | 'not understood'

/** A sentence or block of a step, with how it was understood, for `--list`. */
export interface Account {
  line: number
  text: string
  as: Understanding
  /** What a claim or an instruction was read as. */
  detail?: string
}

/** A step of a section: its actions in order, and an account of every part of it. */
export interface Step {
  /** The document's own (`2`, `2.1`); empty where it has none. */
  number: string
  /** The number of the item that it stands in, also where that has more steps; empty outside of all. */
  item?: string
  title: string
  line: number
  actions: Action[]
  /** Every sentence and block of it. */
  accounts: Account[]
}

/** The commands of a step, in order. */
export const commandsOf = (step: Pick<Step, 'actions'>): ScriptCommand[] =>
  step.actions.flatMap((action) => (action.kind === 'command' ? [action.command] : []))

// What instructions are carried out on, and what comes of them.
import type { CommandLine } from '../command-line.ts'
import type { ClusterChange } from '../machine/cluster-change.ts'
import type { Edit } from '../machine/edits.ts'
import type { Machine } from '../machine/machine.ts'
import type { Reason } from '../reason.ts'
import type { HowTo } from './how-to.ts'

/** A command that was run. */
export interface PastCommand {
  /** Which step it was of, counted through the section. */
  step: number
  /** Of the step as the document has it; undefined where it has none. */
  number: string | undefined
  text: string
  command: CommandLine
  line: number
}

/** A block of the document that is no command: a manifest, a configuration. */
export interface ShownBlock {
  text: string
  line: number
  /** A command after it reads it, as a file. */
  given?: boolean
}

/** The machine and the section so far, for carrying out an instruction. */
export interface InstructionWorld {
  machine: Machine
  /** The gates that the document is about. */
  gates: readonly string[]
  /** Those of the section up to here. */
  commands: readonly PastCommand[]
  blocks: readonly ShownBlock[]
  /** What the section tells of how to turn the feature on and off. */
  howTos?: readonly HowTo[]
  /** Comments beside the commands of the step, which may say more of a change. */
  notes?: readonly string[]
  /** All commands of the section, also those that did not run yet. */
  told?: readonly string[]
  /** What they print, by the document. */
  outputs?: readonly ShownBlock[]
  /** Sentences of the section that ask for nothing and claim nothing. */
  prose?: readonly ShownBlock[]
  /** Whether what the section says right after a line is claimed of what was done there. */
  claimedNext?(line: number): boolean
  /** Where kinds have their fields; `*`: each element of a list. */
  fieldPaths?(kind: string, name: string): readonly (readonly string[])[]
  /** Whether a name is one of a gate, in any release. Default: of any name. */
  isGate?(name: string): boolean
  /** Whether a release has a gate. Default: each has all. */
  hasGate?(gate: string, release: string): boolean
}

/**
 * A command, with what an editor that it opens is to do; or a change of the cluster. `asserts`: the command looks at what the
 * sentence says is so, and succeeds where it is.
 */
export type Deed = { text: string; edits?: readonly Edit[]; asserts?: true } | { change: ClusterChange }

/** The deeds of an instruction, or why there are none. */
export type CarriedOut =
  /** To be done in this order, by `machine.run` and `changeCluster`; `uses`: the line of a block that they take in. */
  | { deeds: Deed[]; uses?: number }
  /** Something is to come about by itself. */
  | { wait: { seconds: number | undefined; pods: boolean } }
  /** Why it is not known what to do. */
  | { notUnderstood: string }
  /** Why it cannot be done here. */
  | { couldNotRun: string; reason: Reason }

// Why a finding is what it is, as codes with what they are about. `message` and `why` of the finding say the same in words; who
// wants to know reads these.
import type { StartReason } from '../component-base/start-refusal.ts'

/** The reason of a finding, as a code with what it is about. */
export type Reason =
  /** What it needs did not happen on a line before it. */
  | { code: 'depends on a line'; on: number }
  /** `says`: what a user can act on, of what it printed. */
  | { code: 'refuses to start'; component: string; release: string; says: string; start?: StartReason }
  | { code: 'no such release'; release: string }
  | { code: 'no such program'; program: string }
  | { code: 'beyond the machine'; limit: Limit }
  | { code: Plain }

/** What the simulated machine cannot do by its nature. */
export type Limit =
  /** No containers run on its nodes, so nothing can be run, read or reached in them. */
  | 'no containers'
  /** No packets flow. */
  | 'no packets'
  | 'no network'
  /** Of a real kernel, container runtime or kubelet. */
  | 'no kernel files'
  | 'not simulated'

type Plain =
  | 'nothing compared'
  | 'statement not understood'
  | 'instruction not understood'
  | 'so already'
  | 'nothing done'
  | 'statement not decided'
  | 'statement does not hold'
  | 'traffic not decided'
  | 'name of another cluster'
  | 'output of surroundings'
  | 'other value in an example'
  | 'output not comparable'
  | 'output differs'
  | 'more output differs'
  | 'output not told'
  | 'finds nothing'
  | 'another release shown'
  | 'command fails'
  | 'server refuses'
  | 'edit not told'
  | 'variable not set'
  | 'placeholder'
  | 'file not shown'
  | 'object not made'
  | 'file not written'
  | 'custom resource'
  | 'metric not counted'
  | 'loop without end'
  | 'command does not end'
  | 'input not shown'
  | 'container not told'
  | 'not a whole command'
  | 'no cluster'
  | 'title differs'
  | 'address assumed'

/** What a difference comes from, outside of the document. */
export type Cause =
  | { code: 'no such gate'; component: string; release: string; gate: string }
  /** `by` runs, since the document's own release cannot be simulated. */
  | { code: 'stand-in'; by: string; for: string }
  /** It may follow from a difference on that line. */
  | { code: 'may follow'; from: number }
  /**
   * The gate is so, as nothing sets it, or as it was set, and with the gate turned it comes out as written. `locked`, `not tried`:
   * whether it would is not known.
   */
  | { code: GateCause; gate: string; value: boolean | undefined }

type GateCause = 'gate by default' | 'gate is set' | 'gate is locked' | 'gate not tried'

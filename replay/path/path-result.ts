import type { ComponentState, FieldValue, Outcome, StepResult } from '../outcome.ts'
import type { FieldChange, RefusedField } from './changes.ts'
import type { Checked } from './path-scenario.ts'
import type { Mover } from './path-spec.ts'

/** The components that run, and the values of watched fields, at a moment of the walk. */
export interface Moment {
  components: ComponentState[]
  fields: FieldValue[]
}

/** An object that a server would not take as it is, and the reasons of the fields that it refuses. */
export interface RefusedObject {
  object: string
  message: string
  reasons: RefusedField[]
}

/** A hop from one release to another: its changes, warnings, refusals and the scenario's outcome. */
export interface HopResult extends Moment {
  from: string
  to: string
  order: readonly Mover[]
  /** States on the way that the version skew policy does not support. */
  unsupported: string[]
  changes: FieldChange[]
  /** Warnings of the components, and of the API when the scenario's objects are written as they are; each once. */
  warnings: string[]
  /** Objects of the scenario that the server would not take as they are, and why. */
  refused: RefusedObject[]
  status: Outcome
  /** How long the hop took. */
  milliseconds: number
  /** What the scenario answered, or why it did not pass. */
  outcome: string
  steps: StepResult[]
}

/** The start and hops of a walk, in order. */
export interface PathResult {
  /** Before the first hop. */
  start: Moment
  /** What became of the scenario at the first release, where there is something to tell of it. */
  setup: Checked | undefined
  hops: HopResult[]
  /** Whoever called for it ended the walk before all its hops were made. */
  ended?: true
}

// Planned expressions. Upstream: cel-go interpreter/interpretable.go
import type { CelValue } from '../values/value.ts'
import type { Frame } from './frame.ts'

/** A selection of a field, key or index. */
export interface Qualifier {
  readonly optional: boolean
  qualify(frame: Frame, object: CelValue): CelValue
  /** The selected value; undefined where it is not there. */
  ifPresent(frame: Frame, object: CelValue): CelValue | undefined
}

/** A variable or value, and the selections from it. */
export interface Attribute {
  /** Whether it stands for one of two, of which each has the selections. */
  readonly conditional: boolean
  add(qualifier: Qualifier): void
  resolve(frame: Frame): CelValue
}

/** A planned expression: evaluates to a value, or to the error that stands for one. */
export interface Node {
  evaluate(frame: Frame): CelValue
  /** The value of a node that is the same in every evaluation. */
  readonly constant?: CelValue
  /** The variable or value that it selects from, to which more selections can be added. */
  readonly attribute?: Attribute
}

/** Thrown where a plan cannot be made. */
export class PlanError extends Error {}

/** A node that is the same in every evaluation and costs nothing. */
export const constantNode = (constant: CelValue): Node => ({ constant, evaluate: () => constant })

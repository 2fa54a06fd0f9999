// What is found of a claim's subject.
import type { KubeObject } from '../../apimachinery/json.ts'

/** The objects that a claim is about, now and at the end of the step before. */
export interface Resolved {
  resource: string
  kind: string
  objects: readonly KubeObject[]
  /** Objects that fit at the end of the step before. */
  earlier: readonly KubeObject[]
  /** It is said of one, and there are more that it could be. */
  ambiguous: boolean
}
/** The objects that a claim is about, or why it is not clear which they are. */
export type Resolution = Resolved | { why: string }

// What goes over the socket of a cluster: one JSON object each way.
/** The name of the socket in the cluster's directory. */
export const socketName = 'control.sock'

/** A change or question, by its verb. Paths are absolute. */
export interface ControlRequest {
  verb: string
  /** As the user wrote them, after the verb. */
  words: readonly string[]
  release?: string | undefined
  on?: string | undefined
  forEtcd?: boolean | undefined
}

/** The answer: lines for people, or the one line that says why not. */
export type ControlAnswer = { ok: true; text: string; data: unknown } | { ok: false; message: string }

/** The end of a simulated container. */
export interface Outcome {
  afterMs: number
  exitCode: number
}

/** How a simulated container ends. */
export interface Outcome {
  afterMs: number
  exitCode: number
}

/** How long to wait before something that failed is tried again: 100 ms, doubled with each failure up to 5 s. */
export class DoublingWait {
  private failures = 0

  /** Milliseconds to wait after one more failure. */
  next(): number {
    return Math.min(100 * 2 ** this.failures++, 5000)
  }

  /** Begins anew, as something has succeeded. */
  reset(): void {
    this.failures = 0
  }
}

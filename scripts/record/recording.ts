/** The facts of a release as they come together: one entry for each file, and lines for people about them. */
export interface Recording {
  /** File name without `.json` → its content. */
  facts: Record<string, unknown>
  /** Tells how something was recorded, or that it could not be. */
  remark(line: string): void
}

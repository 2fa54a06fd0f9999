/** A place where outputs differ. `line` is the document's; `actual` is undefined where the real output lacks the line. */
export interface Difference {
  line: number
  expected: string
  actual: string | undefined
}

// A document as lines that keep their own line breaks, so that what is not edited stays as it is, byte for byte.

/** Replaces `count` lines from `line` (from 1) on. */
export interface LineEdit {
  line: number
  count: number
  lines: readonly string[]
}

/** The lines of a document with their own line breaks. */
export class DocumentLines {
  readonly lines: readonly string[]
  private readonly breaks: readonly string[]

  constructor(text: string) {
    const pieces = text.split(/(\r\n|\n|\r)/)
    this.lines = pieces.filter((_piece, i) => i % 2 === 0)
    this.breaks = this.lines.map((_line, i) => pieces[2 * i + 1] ?? '')
  }

  /** The text with edits that do not overlap, in the order of their lines; new lines break as the line before them. */
  edited(edits: readonly LineEdit[]): string {
    const out = this.lines.map((line, i) => ({ line, end: this.breaks[i]! }))
    for (const { line, count, lines } of edits.toReversed()) {
      const before = out[line - 2]
      const own = before?.end || this.breaks.find((end) => end !== '') || '\n'
      const added = lines.map((text) => ({ line: text, end: own }))
      // After a last line without a line break the new ones take its place.
      if (before?.end === '' && added.length > 0) {
        before.end = own
        added.at(-1)!.end = ''
      }
      out.splice(line - 1, count, ...added)
    }
    return out.map(({ line, end }) => line + end).join('')
  }
}

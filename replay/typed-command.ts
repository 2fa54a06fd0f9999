// One command of a block with its further lines: continuations, here-documents, loops, open quotes.
import { ShellScan, type Unfinished } from './shell-scan.ts'
import { asTyped } from './typed-text.ts'

/** A command with all its lines, and where the next one begins. */
export interface Typed {
  text: string
  /** Why it is no whole command. */
  problem: string | undefined
  /** Index of the line after it. */
  next: number
}

const problems: Readonly<Record<Unfinished, string>> = {
  quote: 'a quote is not closed',
  'here-document': 'the here-document does not end',
  group: 'what it opens with "(", "{", "do" or "then" is not closed',
  operator: 'nothing follows its last "|" or "&&"',
  line: 'nothing follows its last line',
}

/** How many lines may be read in vain in a block, for each of its lines. */
const patience = 8

/** Reads commands from the lines of a block, with their continuations. */
export class TypedCommand {
  private readonly lines: readonly string[]
  private readonly prompted: boolean
  private readonly isNextPrompt: (line: string) => boolean
  /** Lines that were read for commands that did not end. */
  private wasted = 0

  /** @param isNextPrompt whether a line begins another command */
  constructor(lines: readonly string[], prompted: boolean, isNextPrompt: (line: string) => boolean) {
    this.lines = lines
    this.prompted = prompted
    this.isNextPrompt = isNextPrompt
  }

  /** @param start the first line without its prompt */
  read(at: number, start: string): Typed {
    const whole = this.until(at, start, (line, end) => line === end)
    if (whole.problem === undefined || whole.unfinished !== 'here-document') return whole
    // Its end is there, indented or with spaces after it.
    const meant = this.until(at, start, (line, end) => line.trim() === end)
    return meant.problem === undefined ? meant : whole
  }

  private until(
    at: number,
    start: string,
    ends: (line: string, delimiter: string) => boolean,
  ): Typed & { unfinished: Unfinished | undefined } {
    const scan = new ShellScan()
    const text = [asTyped(start)]
    scan.add(text[0]!)
    let next = at + 1
    const most = this.wasted > patience * this.lines.length ? at + 1 : this.lines.length
    while (scan.unfinished !== undefined && next < most) {
      const line = this.lines[next]!
      const { delimiter } = scan
      const inBody = scan.unfinished === 'here-document' && delimiter !== undefined
      if (!inBody && this.prompted && this.isNextPrompt(line)) break
      const shown =
        this.prompted || !inBody
          ? line.replace(/^\s*> ?/, (mark) => (this.prompted || mark.trim() === '>' ? '' : mark))
          : line.replace(/^> /, '')
      const own = inBody ? (ends(shown, delimiter) ? delimiter : shown) : asTyped(shown)
      text.push(own)
      scan.add(own)
      next++
    }
    const cut = this.cutByComment(text, next)
    if (cut > next)
      return {
        text: text.concat(this.lines.slice(next, cut)).join('\n'),
        problem: 'a comment between its lines ends it before its options',
        next: cut,
        unfinished: undefined,
      }
    const { unfinished } = scan
    // The last line of a block may have been cut.
    if (unfinished === undefined || unfinished === 'line')
      return { text: text.join('\n'), problem: undefined, next, unfinished: undefined }
    this.wasted += text.length
    return { ...this.given(at, text, unfinished), problem: problems[unfinished], unfinished }
  }

  /** Where a command ends that a comment after a continued line ends too early; its options stand below. */
  private cutByComment(text: readonly string[], next: number): number {
    if (this.prompted || text.length < 2 || !/^\s*#/.test(text.at(-1)!) || !text.at(-2)!.endsWith('\\'))
      return next
    let end = next
    while (end < this.lines.length && /^\s+(?:-{1,2}[a-z]|#\s)/i.test(this.lines[end]!)) end++
    return end
  }

  /** What belongs to a command that does not end: what is continued, and the body of a here-document. */
  private given(at: number, text: readonly string[], unfinished: Unfinished): { text: string; next: number } {
    let own = 1
    if (unfinished === 'here-document') own = text.length
    else while (own < text.length && text[own - 1]!.endsWith('\\')) own++
    return { text: text.slice(0, own).join('\n'), next: at + own }
  }
}

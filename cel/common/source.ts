// The text of an expression, its places and what is found wrong in it. Upstream: cel-go common/source.go, error.go, errors.go

/** A place in a text: a line from 1, a column from 0, in code points. */
export interface Location {
  readonly line: number
  readonly column: number
}

/** The location of an issue that has no place in the text. */
export const noLocation: Location = { line: -1, column: -1 }

/** An error at a location of an expression. */
export interface CelIssue {
  readonly location: Location
  readonly message: string
}

/** Makes the issue of an expression, by the expression's number. */
export type IssueAt = (id: number, message: string) => CelIssue

/** The text of an expression in code points. */
export class Source {
  readonly points: readonly string[]
  readonly #lineStarts: number[] = [0]

  readonly text: string
  readonly #findsLineStarts: boolean

  /** @param findsLineStarts whether the first place of a line is of that line, and not of the one before */
  constructor(text: string, findsLineStarts = true) {
    this.text = text
    this.#findsLineStarts = findsLineStarts
    this.points = Array.from(text)
    for (const [i, point] of this.points.entries()) if (point === '\n') this.#lineStarts.push(i + 1)
  }

  /** The offset of a place, in code points; -1 for a line that is not there. */
  offset({ line, column }: Location): number {
    const start = this.#lineStarts[line - 1]
    return start === undefined ? -1 : start + column
  }

  location(offset: number): Location {
    const line = this.#lineStarts.findLastIndex(
      (start) => start < offset || start === 0 || (this.#findsLineStarts && start === offset),
    )
    return { line: line + 1, column: offset - this.#lineStarts[line]! }
  }

  /** A line without its end; undefined where there is none or the text is empty. */
  line(line: number): string | undefined {
    const start = this.#lineStarts[line - 1]
    if (start === undefined || this.points.length === 0) return undefined
    const next = this.#lineStarts[line]
    return this.points.slice(start, next === undefined ? undefined : next - 1).join('')
  }
}

const maxSnippetLength = 16384

const isWide = (point: string | undefined): boolean => point !== undefined && point.codePointAt(0)! > 0x7f

/** The line of an issue, and below it a mark at its column. */
function snippet(line: string, { column }: Location): string {
  const shown = line.replaceAll('\t', ' ')
  const points = Array.from(shown)
  const before = points.slice(0, Math.max(column, 0)).map((point) => (isWide(point) ? '\uff0e' : '.'))
  return `\n | ${shown}\n | ${before.join('')}${isWide(points[Math.max(column, 0)]) ? '\uff3e' : '^'}`
}

/** An issue as cel-go shows it: `ERROR: <input>:1:2: message` and the line with a mark. */
export function issueText({ location, message }: CelIssue, source: Source): string {
  const head = `ERROR: <input>:${location.line}:${location.column + 1}: ${message}`
  const line = source.line(location.line)
  return line === undefined || Buffer.byteLength(line) > maxSnippetLength
    ? head
    : head + snippet(line, location)
}

const maxIssues = 100

/** The issues of an expression in the order of their places, the first hundred that were found. */
export function issuesText(issues: readonly CelIssue[], source: Source): string {
  const told = issues
    .slice(0, maxIssues)
    .toSorted(({ location: a }, { location: b }) => a.line - b.line || a.column - b.column)
    .map((issue) => issueText(issue, source))
  const more = issues.length - maxIssues
  return [...told, ...(more > 0 ? [`${more} more errors were truncated`] : [])].join('\n')
}

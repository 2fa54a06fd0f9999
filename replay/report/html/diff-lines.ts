// The lines of an output beside those of the document, following what the comparison has already decided.
import { isElision } from '../../compare.ts'
import type { DiffLine } from './model.ts'

/** A line of the document that does not hold, and the real one that it meant; `expected: ''` for a line it does not show. */
export interface LineDifference {
  line: number
  expected?: string
  actual?: string
}

/**
 * The comparison knows which lines hold; this only finds which real line each of them stands for, in order.
 * @param firstLine the document's line number of `shown[0]`
 */
export function diffLines(
  shown: readonly string[],
  firstLine: number,
  output: string,
  differences: readonly LineDifference[],
): DiffLine[] {
  const actual = linesOf(output)
  const walk = new Walk(actual, new Set(differences.flatMap((d) => (d.expected === '' ? [d.actual] : []))))
  for (const [i, raw] of shown.entries()) {
    const text = raw.trimEnd()
    if (text === '' || isElision(text)) continue
    const difference = differences.find((d) => d.line === firstLine + i && d.expected === text)
    if (difference === undefined) walk.held(text)
    else walk.differs(text, difference.actual)
  }
  return walk.end()
}

/** The lines of an output that nothing is compared with. */
export const plainLines = (output: string): DiffLine[] =>
  linesOf(output).map((text) => ({ kind: 'same', text }))

function linesOf(output: string): string[] {
  const text = output.replace(/\n+$/, '')
  return text === '' ? [] : text.split('\n').map((line) => line.trimEnd())
}

class Walk {
  private readonly actual: readonly string[]
  private readonly unexpected: ReadonlySet<string | undefined>
  private readonly lines: DiffLine[] = []
  private at = 0

  constructor(actual: readonly string[], unexpected: ReadonlySet<string | undefined>) {
    this.actual = actual
    this.unexpected = unexpected
  }

  held(text: string): void {
    const found = this.find(text)
    if (found === undefined) {
      this.lines.push({ kind: 'same', text })
      return
    }
    this.skipTo(found)
    const real = this.actual[this.at++]!
    this.lines.push(real === text ? { kind: 'same', text } : { kind: 'bound', text: real, documented: text })
  }

  differs(text: string, real: string | undefined): void {
    const found = real === undefined ? -1 : this.actual.indexOf(real, this.at)
    if (found >= 0) this.skipTo(found)
    this.lines.push({ kind: 'missing', text })
    if (real === undefined) return
    this.lines.push({ kind: 'extra', text: real })
    if (found >= 0) this.at++
  }

  end(): DiffLine[] {
    this.skipTo(this.actual.length)
    return this.lines
  }

  /** The same line, else one with the same key or first cell, else the next. */
  private find(text: string): number | undefined {
    const from = (test: (line: string) => boolean): number | undefined => {
      const found = this.actual.findIndex((line, i) => i >= this.at && test(line))
      return found < 0 ? undefined : found
    }
    const head = /^\s*(?:- )?\S+/.exec(text)?.[0] ?? text
    return (
      from((line) => line === text) ??
      from((line) => line.startsWith(head)) ??
      (this.at < this.actual.length ? this.at : undefined)
    )
  }

  private skipTo(end: number): void {
    for (; this.at < end; this.at++) {
      const text = this.actual[this.at]!
      this.lines.push({ kind: this.unexpected.has(text) ? 'extra' : 'unshown', text })
    }
  }
}

// Outputs that are shown with parts left out (`...`). What stands between two elisions is found together and in its order; in
// between, authors leave out single lines without saying so. In YAML, JSON and descriptions each line is found at its own place:
// below the line that it stands below in the document.
import type { Bindings, Match } from '../bindings.ts'
import { type Comparison, count, differ, newComparison, type Shown } from './comparison.ts'
import { isElision, leavesBytesOut, leavesOut, matchLine } from './elision.ts'
import { Places } from './lines.ts'
import { isOutlined, Outline, rankOf } from './outline.ts'

/** How often a place that turned out wrong is left for another one, within one output. */
const patience = 10_000
/** And how many lines are tried for one after that. */
const leastTried = 20
/** In text: the line itself, or the one after it. */
const reach = 2
/** In a dump of bytes, whose lines hang together. */
const reachOfBytes = 1

interface Found {
  at: number
  match: Match
  undo(): void
}

/** Compares an output with the lines that a document shows of it. Literals of the document are bound as they are found. */
export function compareElided(
  shown: readonly Shown[],
  actual: readonly string[],
  bindings: Bindings,
): Comparison {
  return new Elided(shown, actual, bindings).compare()
}

class Elided {
  private readonly comparison = newComparison()
  private readonly places: Places
  private readonly outline: Outline | undefined
  private readonly shown: readonly Shown[]
  private readonly actual: readonly string[]
  private readonly bindings: Bindings
  private readonly skeletons: readonly string[]
  /** Bytes are those of one place: where a document cuts off a dump, it shows it from the first line on. */
  private readonly isDump: boolean
  /** Whether the next line to be found is the first one printed. */
  private atStart: boolean
  private left = patience
  /** Shown lines that those after them may stand below, the innermost last, and where they were found. */
  private readonly open: { rank: number; at: number }[] = []

  constructor(shown: readonly Shown[], actual: readonly string[], bindings: Bindings) {
    const plain = actual.some((line) => /^\s*[{[]/.test(line)) ? withoutCommas : (text: string) => text
    this.shown = shown.map(({ text, line }) => ({ text: plain(text), line }))
    this.actual = actual.map(plain).filter((text) => text !== '')
    this.bindings = bindings
    this.isDump = shown.some(({ text }) => leavesBytesOut(text))
    this.atStart = this.isDump && !isElision(shown[0]!.text)
    this.skeletons = this.actual.map((line) => bindings.tokensOf(line).skeleton)
    this.places = new Places(this.actual, bindings)
    this.outline = isOutlined(this.actual) ? new Outline(this.actual) : undefined
  }

  compare(): Comparison {
    let from = 0
    for (const part of partsOf(this.shown)) {
      for (let done = 0; done < part.length; ) {
        const found = this.find(part.slice(done), from)
        for (const [i, one] of found.entries()) {
          count(this.comparison, one.match)
          this.opens(part[done + i]!.text, one.at)
          from = one.at + 1
          this.atStart = false
        }
        done += found.length
        const missing = part[done++]
        if (missing === undefined) continue
        const { text, line } = missing
        const actual = this.insteadOf(text, from)
        differ(this.comparison, { line, expected: text, actual })
      }
    }
    return this.comparison
  }

  /** Where the lines of a part are; fewer of them where the next one is nowhere. */
  private find(part: readonly Shown[], from: number): Found[] {
    const found: Found[] = []
    let best: number[] = []
    let after = from - 1
    while (found.length < part.length) {
      const next = this.next(part[found.length]!.text, found.at(-1)?.at, after)
      if (next !== undefined) {
        found.push(next)
        after = next.at
        continue
      }
      if (found.length > best.length) best = found.map(({ at }) => at)
      const last = found.at(-1)
      if (last === undefined) return this.again(part, best)
      found.pop()
      last.undo()
      if (this.left <= 0) {
        for (const one of found.reverse()) one.undo()
        return this.again(part, best)
      }
      after = last.at
      this.left--
    }
    return found
  }

  private again(part: readonly Shown[], places: readonly number[]): Found[] {
    return places.flatMap((at, i) => this.at(part[i]!.text, at) ?? [])
  }

  private at(text: string, at: number): Found | undefined {
    if (!leavesOut(text) && this.bindings.tokensOf(text).skeleton !== this.skeletons[at]) return undefined
    const undo = this.bindings.mark()
    const match = matchLine(this.bindings, text, this.actual[at]!)
    return match === undefined ? undefined : { at, match, undo }
  }

  private next(text: string, previous: number | undefined, after: number): Found | undefined {
    let tried = 0
    for (const at of this.candidates(text, previous, after)) {
      const found = this.at(text, at)
      if (found !== undefined) return found
      this.left--
      if (this.left <= 0 && ++tried > leastTried) return undefined
    }
    return undefined
  }

  private candidates(text: string, previous: number | undefined, after: number): Iterable<number> {
    if (previous === undefined && this.atStart) return after < 0 && this.actual.length > 0 ? [0] : []
    if (previous === undefined) return this.ownPlaces(text, after) ?? this.anywhere(text, after)
    if (this.outline === undefined) {
      const farthest = previous + (this.isDump ? reachOfBytes : reach)
      return upTo(Math.min(farthest, this.actual.length - 1), after + 1)
    }
    return this.outline.below(this.outline.parentAfter(previous, rankOf(text)), this.anywhere(text, after))
  }

  private anywhere(text: string, after: number): Iterable<number> {
    return leavesOut(text) ? upTo(this.actual.length - 1, after + 1) : this.places.candidates(text, after + 1)
  }

  /** After an elision: where the shown line that `text` stands below has such a key, the value is to be found there. */
  private ownPlaces(text: string, after: number): Iterable<number> | undefined {
    const parent = this.parentOf(text)
    return parent === undefined ? undefined : this.outline?.ownPlaces(parent, text, after + 1)
  }

  private parentOf(text: string): number | undefined {
    const rank = rankOf(text)
    return rank === 0 ? -1 : this.open.findLast((one) => one.rank < rank)?.at
  }

  private opens(text: string, at: number): void {
    const rank = rankOf(text)
    while (this.open.length > 0 && this.open.at(-1)!.rank >= rank) this.open.pop()
    this.open.push({ rank, at })
  }

  private insteadOf(text: string, from: number): string | undefined {
    const [place] = this.outline?.ownPlaces(this.parentOf(text) ?? -1, text, from) ?? []
    return place === undefined
      ? (this.places.nearest(text, from) ?? this.places.nearest(text, 0))
      : this.actual[place]
  }
}

const withoutCommas = (text: string): string => text.replace(/,$/, '')

/** What stands between elisions. */
function partsOf(shown: readonly Shown[]): Shown[][] {
  const parts: Shown[][] = [[]]
  for (const one of shown) {
    if (isElision(one.text)) parts.push([])
    else if (one.text !== '') parts.at(-1)!.push(one)
    if (leavesBytesOut(one.text)) parts.push([])
  }
  return parts.filter((part) => part.length > 0)
}

function* upTo(last: number, from: number): Generator<number> {
  for (let at = from; at <= last; at++) yield at
}

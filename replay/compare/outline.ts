// An output as a tree by its indentation: YAML, JSON on many lines, what kubectl describes.

import { addTo, firstFrom, fromOn } from './sorted.ts'

/** Of a line within its output; items of a list lie between the key that they may stand right below and its own keys. */
export function rankOf(line: string): number {
  const indent = line.length - line.trimStart().length
  return 2 * indent + (/^\s*-(?: |$)/.test(line) ? 1 : 0)
}

/** The key of a line; undefined where it has none. */
export const keyOf = (line: string): string | undefined =>
  /^\s*(?:- )?("?[\w./ ()-]{1,80}"?):(?: |$)/.exec(line)?.[1]

/** Whether an output says by its indentation what belongs to what. */
export function isOutlined(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line !== '')
  const telling = full.filter((line) => keyOf(line) !== undefined || /^\s*(?:-(?: |$)|[{}[\]],?$)/.test(line))
  return telling.length * 2 > full.length
}

const isItem = (line: string): boolean => rankOf(line) % 2 === 1

/** The lines of an output as a tree: the line above, the last line below, and the path of each. */
export class Outline {
  private readonly lines: readonly string[]
  private readonly ranks: readonly number[]
  private readonly parents: number[] = []
  /** The last line below each. */
  private readonly ends: number[]
  /** Numbers of paths: keys from the outermost on, where all items of a list are the same. */
  private readonly paths: number[] = []
  private readonly numbers = new Map<string, number>()
  /** Of the path of a key: that of what it is a key of. */
  private readonly holders = new Map<number, number>()
  private readonly byPath = new Map<number, number[]>()

  constructor(lines: readonly string[]) {
    this.lines = lines
    this.ranks = lines.map((line) => (line === '' ? Number.POSITIVE_INFINITY : rankOf(line)))
    this.ends = lines.map((_, i) => i)
    const open: number[] = []
    for (const [i, rank] of this.ranks.entries()) {
      while (open.length > 0 && this.ranks[open.at(-1)!]! >= rank) this.ends[open.pop()!] = i - 1
      const parent = open.at(-1) ?? -1
      this.parents.push(parent)
      const path = this.pathBelow(parent, lines[i]!)
      this.paths.push(path)
      addTo(this.byPath, path, i)
      open.push(i)
    }
    for (const i of open) this.ends[i] = lines.length - 1
  }

  /** The path of a line right below `parent`. */
  private pathBelow(parent: number, line: string): number {
    const above = parent < 0 ? 0 : this.paths[parent]!
    const holder = parent >= 0 && isItem(this.lines[parent]!) ? this.holders.get(above)! : above
    const own = isItem(line) ? this.numberOf(`${holder} -`) : holder
    const path = this.numberOf(`${own} ${keyOf(line) ?? ''}`)
    this.holders.set(path, own)
    return path
  }

  private numberOf(path: string): number {
    const known = this.numbers.get(path)
    if (known !== undefined) return known
    this.numbers.set(path, this.numbers.size + 1)
    return this.numbers.size
  }

  /** Below what a line of this rank stands that comes after line `previous`. */
  parentAfter(previous: number, rank: number): number {
    let at = previous
    while (at >= 0 && this.ranks[at]! >= rank) at = this.parents[at]!
    return at
  }

  /** Those of `places`, in order, that are right below `parent`. */
  *below(parent: number, places: Iterable<number>): Generator<number> {
    const end = this.endOf(parent)
    for (const at of places) {
      if (at > end) return
      if (this.parents[at] === parent) yield at
    }
  }

  private endOf(parent: number): number {
    return parent < 0 ? this.lines.length - 1 : this.ends[parent]!
  }

  /**
   * Where a line may be, from line `from` on, that is shown right below `parent`: there, or in another item of the same list.
   * Undefined where nothing below `parent` has its key.
   */
  ownPlaces(parent: number, line: string, from: number): Iterable<number> | undefined {
    if (keyOf(line) === undefined) return undefined
    const places = this.byPath.get(this.pathBelow(parent, line)) ?? []
    const first = firstFrom(places, parent)
    return first === undefined || first > this.endOf(parent) ? undefined : fromOn(places, from)
  }
}

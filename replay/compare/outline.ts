// An output as a tree by its indentation: YAML, JSON on many lines, what kubectl describes.

/** Of a line within its output; items of a list lie between the key that they may stand right below and its own keys. */
export function rankOf(line: string): number {
  const indent = line.length - line.trimStart().length
  return 2 * indent + (/^\s*-(?: |$)/.test(line) ? 1 : 0)
}

/** The key of a line, with its indentation. */
export const keyOf = (line: string): string | undefined =>
  /^\s*(?:- )?"?[\w./ ()-]{1,80}"?:(?= |$)/.exec(line)?.[0]

/** Whether an output says by its indentation what belongs to what. */
export function isOutlined(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line !== '')
  const telling = full.filter((line) => keyOf(line) !== undefined || /^\s*(?:-(?: |$)|[{}[\]],?$)/.test(line))
  return telling.length * 2 > full.length
}

export class Outline {
  private readonly parents: number[] = []
  private readonly firsts = new Map<number, number>()
  private readonly nexts = new Map<number, number>()
  private readonly ranks: number[]
  private readonly keys = new Map<string, number[]>()

  constructor(lines: readonly string[]) {
    this.ranks = lines.map((line) => (line === '' ? Number.POSITIVE_INFINITY : rankOf(line)))
    const open: number[] = []
    const lasts = new Map<number, number>()
    for (const [i, rank] of this.ranks.entries()) {
      while (open.length > 0 && this.ranks[open.at(-1)!]! >= rank) open.pop()
      const parent = open.at(-1) ?? -1
      this.parents.push(parent)
      const before = lasts.get(parent)
      if (before === undefined) this.firsts.set(parent, i)
      else this.nexts.set(before, i)
      lasts.set(parent, i)
      const key = keyOf(lines[i]!)
      if (key !== undefined) this.addKey(`${parent} ${key}`, i)
      open.push(i)
    }
  }

  private addKey(key: string, at: number): void {
    const known = this.keys.get(key)
    if (known === undefined) this.keys.set(key, [at])
    else known.push(at)
  }

  /** Below what a line of this rank stands that comes after line `previous`. */
  parentAfter(previous: number, rank: number): number {
    let at = previous
    while (at >= 0 && this.ranks[at]! >= rank) at = this.parents[at]!
    return at
  }

  /** The lines right below `parent` that come after line `after`, in order. */
  *below(parent: number, after: number): Generator<number> {
    let at = this.firsts.get(parent)
    if (after > (at ?? after)) at = this.childHolding(parent, after)
    for (; at !== undefined; at = this.nexts.get(at)) if (at > after) yield at
  }

  /** The child of `parent` that line `at` is, or is below of. */
  private childHolding(parent: number, at: number): number | undefined {
    let child = at
    while (child >= 0 && this.parents[child] !== parent) child = this.parents[child]!
    return child < 0 ? this.firsts.get(parent) : child
  }

  /** The lines right below `parent` with that key. */
  withKey(parent: number, key: string): readonly number[] {
    return this.keys.get(`${parent} ${key}`) ?? []
  }
}

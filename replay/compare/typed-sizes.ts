// Sizes that a document asks for: whether an amount that it shows comes of what was typed, rather than of the machine.

/** Most sums that are told apart: a document that has more has an amount for each. */
const mostSums = 20_000
/** How many sizes are added up: a pod has as many containers. */
const mostTerms = 4
/** Of one size. */
const mostOfOne = 16
/** A number without a unit that is no greater is a port or a count. */
const leastBare = 65_536

const binary: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4, p: 5, e: 6 }
const written =
  /(?<![\w.])(\d{1,18}(?:\.\d{1,9})?)(?:([kmgtpe])(i?)(?:b(?:ytes)?)?|e([+-]?\d{1,2}))?(?![a-z\d_]|\.\d)/gi

/** What a quantity may mean in bytes: `64M` is as much for one program and other for the next. */
function bytesOf([, number, unit, i, exponent]: RegExpExecArray): number[] {
  const value = Number(number)
  if (exponent !== undefined) return [value * 10 ** Number(exponent)]
  if (unit === undefined) return [value]
  const power = binary[unit.toLowerCase()]!
  return i === '' ? [value * 1024 ** power, value * 1000 ** power] : [value * 1024 ** power]
}

/** Bytes that an amount of df stands for, from and to: it is rounded. */
function rangesOf(amount: string): (readonly [number, number])[] {
  const [, number, decimals, unit] = /^(\d+)(\.\d)?([KMGT]?)$/.exec(amount) ?? []
  if (number === undefined) return []
  const value = Number(`${number}${decimals ?? ''}`)
  const powers = unit === '' ? [0, 1, 2] : [binary[unit!.toLowerCase()]!]
  const step = decimals === undefined ? 1 : 0.1
  return powers.map((power) => {
    const off = power === 0 ? 0 : step * 1024 ** power
    return [value * 1024 ** power - off, value * 1024 ** power + off] as const
  })
}

/** The sizes of what was typed, and their sums: what several containers have together. */
export class TypedSizes {
  private readonly sums: readonly number[]
  private readonly tooMany: boolean

  constructor(typed: string) {
    const often = new Map<number, number>()
    for (const match of typed.matchAll(written))
      for (const bytes of bytesOf(match))
        if (match[3] === undefined ? bytes > leastBare : bytes >= 1024)
          often.set(bytes, Math.min((often.get(bytes) ?? 0) + 1, mostOfOne))
    // Each with how many it adds up.
    const sums = new Map<number, number>([[0, 0]])
    for (const [bytes, times] of often) {
      for (const [sum, terms] of [...sums])
        for (let n = 1; n <= times && (sum === 0 || terms + n <= mostTerms); n++)
          if (!sums.has(sum + n * bytes)) sums.set(sum + n * bytes, terms + n)
      if (sums.size > mostSums) break
    }
    sums.delete(0)
    this.tooMany = sums.size > mostSums
    this.sums = [...sums.keys()]
  }

  /** Whether an amount of df (`524288`, `1.0G`) is a size that was typed, or a sum of such. */
  explain(amount: string): boolean {
    return (
      this.tooMany || rangesOf(amount).some(([from, to]) => this.sums.some((sum) => sum >= from && sum <= to))
    )
  }
}

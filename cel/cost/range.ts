// Sizes and costs between a least and a most, as numbers of 64 bits that stay at the most. Upstream: cel-go checker/cost.go

/** The largest size or cost: the limit of an unsigned number of 64 bits. */
export const maxUint = (1n << 64n) - 1n

/** A least and a greatest size or cost, both inclusive. */
export interface Range {
  readonly min: bigint
  readonly max: bigint
}

/** The range that has only this value. */
export const fixed = (value: bigint): Range => ({ min: value, max: value })

/** The range of a size that nothing is known about. */
export const unknownSize: Range = { min: 0n, max: maxUint }

const capped = (value: bigint): bigint => (value > maxUint ? maxUint : value)

/** The sum of two ranges. */
export const add = (a: Range, b: Range): Range => ({ min: capped(a.min + b.min), max: capped(a.max + b.max) })
/** The product of two ranges: a cost for each of a number of elements. */
export const multiply = (a: Range, b: Range): Range => ({
  min: capped(a.min * b.min),
  max: capped(a.max * b.max),
})
/** The smaller number: Math.min takes no bigint. */
export function least(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

/** The smallest range that contains both ranges: of alternatives. */
export const union = (a: Range, b: Range): Range => ({
  min: least(a.min, b.min),
  max: -least(-a.max, -b.max),
})

function scaledValue(value: bigint, factor: number): bigint {
  const product = Math.ceil(Number(value) * factor)
  return product >= 2 ** 64 ? maxUint : BigInt(product)
}
/** The range times a factor, rounded up. */
export const scaled = ({ min, max }: Range, factor: number): Range => ({
  min: scaledValue(min, factor),
  max: scaledValue(max, factor),
})

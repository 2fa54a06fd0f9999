// Sizes and costs between a least and a most, as numbers of 64 bits that stay at the most. Upstream: cel-go checker/cost.go

/** The most that there is. */
export const maxUint = (1n << 64n) - 1n

/** From a least to a most. */
export interface Range {
  readonly min: bigint
  readonly max: bigint
}

export const fixed = (value: bigint): Range => ({ min: value, max: value })

/** Of what nothing is known. */
export const unknownSize: Range = { min: 0n, max: maxUint }

const capped = (value: bigint): bigint => (value > maxUint ? maxUint : value)

export const add = (a: Range, b: Range): Range => ({ min: capped(a.min + b.min), max: capped(a.max + b.max) })
export const multiply = (a: Range, b: Range): Range => ({
  min: capped(a.min * b.min),
  max: capped(a.max * b.max),
})
export const union = (a: Range, b: Range): Range => ({
  min: a.min < b.min ? a.min : b.min,
  max: a.max > b.max ? a.max : b.max,
})

function scaledValue(value: bigint, factor: number): bigint {
  const product = Math.ceil(Number(value) * factor)
  return product >= 2 ** 64 ? maxUint : BigInt(product)
}
export const scaled = ({ min, max }: Range, factor: number): Range => ({
  min: scaledValue(min, factor),
  max: scaledValue(max, factor),
})

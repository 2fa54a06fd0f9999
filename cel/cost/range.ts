// Sizes and costs between a least and a most, as numbers of 64 bits that stay at the most. Upstream: cel-go checker/cost.go

/** The most that there is. */
export const maxUint = (1n << 64n) - 1n

/** From a least to a most. */
export interface Range {
  readonly min: bigint
  readonly max: bigint
}

/** Exactly this much. */
export const fixed = (value: bigint): Range => ({ min: value, max: value })

/** Of what nothing is known. */
export const unknownSize: Range = { min: 0n, max: maxUint }

const capped = (value: bigint): bigint => (value > maxUint ? maxUint : value)

/** One and the other. */
export const add = (a: Range, b: Range): Range => ({ min: capped(a.min + b.min), max: capped(a.max + b.max) })
/** As often one as the other says. */
export const multiply = (a: Range, b: Range): Range => ({
  min: capped(a.min * b.min),
  max: capped(a.max * b.max),
})
/** Math.min takes no bigint. */
export function least(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

/** One or the other. */
export const union = (a: Range, b: Range): Range => ({
  min: least(a.min, b.min),
  max: -least(-a.max, -b.max),
})

function scaledValue(value: bigint, factor: number): bigint {
  const product = Math.ceil(Number(value) * factor)
  return product >= 2 ** 64 ? maxUint : BigInt(product)
}
/** As much for each, rounded up. */
export const scaled = ({ min, max }: Range, factor: number): Range => ({
  min: scaledValue(min, factor),
  max: scaledValue(max, factor),
})

// Upstream: github.com/x448/float16 (Frombits, Fromfloat32), github.com/fxamacker/cbor/v2 (encode.go: encodeFloat)

/** The value of the bits of a float of 16. */
export function halfFloat(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023]
  const sign = bits >> 15 === 0 ? 1 : -1
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1024 + fraction) * 2 ** (exponent - 25)
}

/** The bits of the float of 16 that is just this finite number; undefined where there is none. */
export function halfBits(value: number): number | undefined {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0
  const size = Math.abs(value)
  if (size === 0) return sign
  if (size > 65504) return undefined
  // Below 2^-14 the unit is 2^-24, above it grows with the exponent.
  const exponent = Math.max(Math.floor(Math.log2(size)), -14)
  const units = size * 2 ** (10 - exponent)
  if (!Number.isInteger(units)) return undefined
  if (units < 1024) return sign | units
  return sign | ((exponent + 15) << 10) | (units - 1024)
}

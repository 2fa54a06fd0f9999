// CRC-32 of what is put together of parts whose checksums are known.
// A checksum is a polynomial over the field of two elements, modulo that of CRC-32, the coefficient of x^0 in its highest bit. One of
// bytes with n more behind them is that of the bytes, times x^(8 n).

const modulus = 0xedb88320
const one = 0x80000000

function product(a: number, b: number): number {
  let sum = 0
  for (let term = b, bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) sum ^= term
    term = (term & 1) === 0 ? term >>> 1 : (term >>> 1) ^ modulus
  }
  return sum >>> 0
}

/** x^(8 · 2^i), by i. */
const shifts: number[] = [0x00800000]
while (shifts.length < 53) shifts.push(product(shifts.at(-1)!, shifts.at(-1)!))

/**
 * The CRC-32 of bytes that follow others.
 * @param first the checksum of those before
 * @param second the checksum of those that follow
 * @param length how many bytes follow
 */
export function crc32Combine(first: number, second: number, length: number): number {
  let shifted = first
  for (let rest = length, i = 0; rest > 0; rest = Math.floor(rest / 2), i++)
    if (rest % 2 === 1) shifted = product(shifts[i]!, shifted)
  return (shifted ^ second) >>> 0
}

/** The table of the Castagnoli polynomial. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
  return value >>> 0
})

/** CRC-32C. @param before of what stands before these bytes */
export function crc32c(bytes: Uint8Array, before = 0): number {
  let sum = ~before >>> 0
  for (let i = 0; i < bytes.length; i++) sum = (table[(sum ^ bytes[i]!) & 0xff]! ^ (sum >>> 8)) >>> 0
  return ~sum >>> 0
}

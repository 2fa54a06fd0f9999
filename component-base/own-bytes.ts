/**
 * The same bytes in memory of their own, for those that are kept: a piece of a larger buffer, or of node's pool, would keep all of that.
 * The buffer itself where it is no piece.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

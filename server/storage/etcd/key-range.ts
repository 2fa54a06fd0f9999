// Upstream: etcd's client/v3/op.go (GetPrefixRangeEnd)

/** The end of a range that goes on to the last key. */
export const toTheEnd = Buffer.from([0])

/** The first key that does not begin with the prefix. */
export function prefixEnd(prefix: Buffer): Buffer {
  const end = Buffer.from(prefix)
  for (let i = end.length - 1; i >= 0; i--)
    if (end[i]! < 0xff) {
      end[i]!++
      return end.subarray(0, i + 1)
    }
  return toTheEnd
}

/** Whether a key is in `[key, end)`; without an end only the key itself is. */
export function inRange(key: Buffer, start: Buffer, end: Buffer): boolean {
  if (end.length === 0) return key.equals(start)
  return Buffer.compare(key, start) >= 0 && (end.equals(toTheEnd) || Buffer.compare(key, end) < 0)
}

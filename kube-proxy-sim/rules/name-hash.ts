import { createHash } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Names that are kept: those of fifty thousand endpoints, which every node's rules have and every sync writes again. */
const most = 100_000
const known = new Map<string, string>()

/** The first characters of the base32 (RFC 4648) form of a text's SHA-256; `length` is a multiple of 8. */
export function nameHash(text: string, length: number): string {
  const key = `${length} ${text}`
  let name = known.get(key)
  if (name === undefined) {
    name = hashed(text, length)
    if (known.size >= most) known.clear()
    known.set(key, name)
  }
  return name
}

function hashed(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest()
  let out = ''
  let buffer = 0
  let bits = 0
  for (let at = 0; out.length < length; at++) {
    buffer = ((buffer << 8) | bytes[at]!) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      out += alphabet[(buffer >> bits) & 31]
    }
  }
  return out
}

// Upstream: Go's encoding/base64

/** Decodes base64 for URLs without padding. Throws an Error with Go's text: `illegal base64 data at input byte 1`. */
export function decodeRawURLBase64(text: string): Buffer {
  const odd = text.search(/[^A-Za-z0-9_-]/)
  const bad = odd >= 0 ? odd : text.length % 4 === 1 ? text.length - 1 : -1
  if (bad >= 0) throw new Error(`illegal base64 data at input byte ${bad}`)
  return Buffer.from(text, 'base64url')
}

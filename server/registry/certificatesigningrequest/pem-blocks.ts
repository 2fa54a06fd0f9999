/** A block of a PEM text. */
export interface PemBlock {
  /** What stands after BEGIN. */
  readonly label: string
  readonly hasHeaders: boolean
  readonly bytes: Buffer
}

/** Deviates: where each block's end is looked for in vain, so many times through the text are enough. */
const mostSearched = 16

/** The blocks of a PEM text that came as base64 of the API, as Go's encoding/pem finds them. */
export function pemBlocks(base64: string): PemBlock[] {
  const text = Buffer.from(base64, 'base64').toString('latin1')
  const blocks: PemBlock[] = []
  let [at, searched] = [0, 0]
  for (;;) {
    const begin = text.indexOf('-----BEGIN ', at)
    if (begin < 0) return blocks
    at = begin + 1
    const end = text.indexOf('\n', begin)
    if (end < 0) return blocks
    const line = text.slice(begin, end).trimEnd()
    if (!line.endsWith('-----') || (begin > 0 && text[begin - 1] !== '\n')) continue
    const label = line.slice('-----BEGIN '.length, -'-----'.length)
    if (searched > mostSearched * text.length) return blocks
    const close = text.indexOf(`\n-----END ${label}-----`, end - 1)
    searched += (close < 0 ? text.length : close) - end
    if (close < 0) continue
    const body = text.slice(end + 1, Math.max(close, end + 1))
    const lines = body.split('\n')
    const headers = lines.findIndex((one) => !one.includes(':'))
    const data = headers < 0 ? [] : lines.slice(headers)
    const encoded = data.join('').replace(/\s/g, '')
    if (!/^[A-Za-z0-9+/]*=*$/.test(encoded) || encoded.length % 4 !== 0) continue
    blocks.push({ label, hasHeaders: headers > 0, bytes: Buffer.from(encoded, 'base64') })
    at = close + 1
  }
}

// Upstream: encoding/pem (Decode)

/** A block of a PEM text. */
export interface PemBlock {
  /** What stands after BEGIN. */
  readonly label: string
  readonly hasHeaders: boolean
  readonly bytes: Buffer
  /** The place after its last line. */
  readonly end: number
}

/** Deviates: where each block's end is looked for in vain, so many times through the text are enough. */
const mostSearched = 16

/** The blocks of a PEM text, in order, as Go's encoding/pem finds them; what stands between them counts for nothing. */
export function pemBlocks(text: string): PemBlock[] {
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
    at = close + 1
    const lineEnd = text.indexOf('\n', at)
    blocks.push({
      label,
      hasHeaders: headers > 0,
      bytes: Buffer.from(encoded, 'base64'),
      end: lineEnd < 0 ? text.length : lineEnd + 1,
    })
  }
}

/** The blocks of a PEM text that came as base64 of the API. */
export const pemBlocksOf = (base64: string): PemBlock[] =>
  pemBlocks(Buffer.from(base64, 'base64').toString('latin1'))

/** A block as a text, without headers. */
export const armored = ({ label, bytes }: Pick<PemBlock, 'label' | 'bytes'>): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`

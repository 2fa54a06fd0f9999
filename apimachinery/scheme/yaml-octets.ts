// Upstream: go.yaml.in/yaml/v2 (readerc.go, yaml_parser_update_buffer)
import { isUtf8 } from 'node:buffer'
import { DecodeError } from './decode-error.ts'

/** The text of a YAML body. Throws a {@link DecodeError} where it is no UTF-8. */
export function yamlText(body: Buffer): string {
  if (!isUtf8(body)) throw new DecodeError(`yaml: ${octetError(body)}`)
  return body.toString('utf8')
}

function octetError(bytes: Buffer): string {
  for (let i = 0; i < bytes.length; ) {
    const width = widthOf(bytes[i]!)
    if (width === 0) return 'invalid leading UTF-8 octet'
    if (i + width > bytes.length) return 'incomplete UTF-8 octet sequence'
    const sequence = bytes.subarray(i, i + width)
    if (sequence.subarray(1).some((octet) => (octet & 0xc0) !== 0x80)) return 'invalid trailing UTF-8 octet'
    if (!isUtf8(sequence)) {
      const isShort = width === 2 || (width === 3 ? sequence[0] === 0xe0 : sequence[0] === 0xf0)
      return isShort ? 'invalid length of a UTF-8 sequence' : 'invalid Unicode character'
    }
    i += width
  }
  return 'incomplete UTF-8 octet sequence'
}

function widthOf(octet: number): number {
  if (octet < 0x80) return 1
  if ((octet & 0xe0) === 0xc0) return 2
  if ((octet & 0xf0) === 0xe0) return 3
  return (octet & 0xf8) === 0xf0 ? 4 : 0
}

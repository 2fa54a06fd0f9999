// Upstream: encoding/asn1 of Go, as far as requests for certificates need it

/** An error about a certificate request, in the words of Go's encoding/asn1 where these can be told. */
export class CertificateRequestError extends Error {}

/** An element of DER. `rest`: what stands behind it. */
export interface Element {
  /** The first byte: class, form and number. */
  readonly tag: number
  readonly body: Buffer
  readonly rest: Buffer
}
/** The tag of a SEQUENCE. */
export const sequenceTag = 0x30
/** The tag of a SET. */
export const setTag = 0x31
/** The tag of an OBJECT IDENTIFIER. */
export const objectIdTag = 0x06
/** The tag of an INTEGER. */
export const integerTag = 0x02
/** The tag of a BIT STRING. */
export const bitStringTag = 0x03

/** The first element. @throws {@link CertificateRequestError} */
export function read(bytes: Buffer): Element {
  const { length, start } = lengthOf(bytes)
  if (bytes.length < start + length) throw new CertificateRequestError('asn1: syntax error: data truncated')
  return { tag: bytes[0]!, body: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) }
}

function lengthOf(bytes: Buffer): { length: number; start: number } {
  if (bytes.length === 0) throw new CertificateRequestError('asn1: syntax error: sequence truncated')
  if (bytes.length < 2) throw new CertificateRequestError('asn1: syntax error: truncated tag or length')
  const first = bytes[1]!
  if (first < 0x80) return { length: first, start: 2 }
  const size = first & 0x7f
  if (size === 0) throw new CertificateRequestError('asn1: syntax error: indefinite length found (not DER)')
  if (size > 4) throw new CertificateRequestError('asn1: structure error: length too large')
  if (bytes.length < 2 + size)
    throw new CertificateRequestError('asn1: syntax error: truncated tag or length')
  return { length: bytes.readUIntBE(2, size), start: 2 + size }
}

const plainParameters =
  '{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}'

/** The first element, which must have a tag, before there is enough of what that stands for. @throws {@link CertificateRequestError} */
export function expect(bytes: Buffer, tag: number, type: string): Element {
  const { length, start } = lengthOf(bytes)
  const own = bytes[0]!
  if (own === tag) return read(bytes)
  const found = `{class:${own >> 6} tag:${own & 0x1f} length:${length} isCompound:${(own & 0x20) !== 0}}`
  throw new CertificateRequestError(
    `asn1: structure error: tags don't match (${tag & 0x1f} vs ${found}) ${plainParameters} ${type} @${start}`,
  )
}

/** The elements one after the other. @throws {@link CertificateRequestError} */
export function elements(bytes: Buffer): Element[] {
  const found: Element[] = []
  for (let rest = bytes; rest.length > 0; rest = found.at(-1)!.rest) found.push(read(rest))
  return found
}

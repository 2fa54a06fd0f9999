// Upstream: pkg/apis/certificates/helpers.go (ParseCSR), crypto/x509 (ParseCertificateRequest)
// Deviates: only the outer form and the subject are read; keys, extensions and the signature are not.
import { pemBlocks } from './pem-blocks.ts'

/** The subject of a certificate request, as far as users and groups are read from it. */
export interface CertificateSubject {
  readonly commonName: string
  readonly organizations: readonly string[]
}

/** An error about a certificate request, in the words of Go's encoding/asn1 where these can be told. */
export class CertificateRequestError extends Error {}

interface Element {
  /** The first byte: class, form and number. */
  readonly tag: number
  readonly body: Buffer
  readonly rest: Buffer
}
const sequenceTag = 0x30
const setTag = 0x31
const objectIdTag = 0x06
const integerTag = 0x02
const bitStringTag = 0x03
const commonNameId = '550403'
const organizationId = '55040a'

function read(bytes: Buffer): Element {
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

/** @note The tag is looked at before there is enough of what it stands for. */
function expect(bytes: Buffer, tag: number, type: string): Element {
  const { length, start } = lengthOf(bytes)
  const own = bytes[0]!
  if (own === tag) return read(bytes)
  const found = `{class:${own >> 6} tag:${own & 0x1f} length:${length} isCompound:${(own & 0x20) !== 0}}`
  throw new CertificateRequestError(
    `asn1: structure error: tags don't match (${tag & 0x1f} vs ${found}) ${plainParameters} ${type} @${start}`,
  )
}

function elements(bytes: Buffer): Element[] {
  const found: Element[] = []
  for (let rest = bytes; rest.length > 0; rest = found.at(-1)!.rest) found.push(read(rest))
  return found
}

/** The pairs of a distinguished name: object identifier as hex, and text. */
function attributes(name: Buffer): [string, string][] {
  return elements(name).flatMap((set) => {
    if (set.tag !== setTag) throw new CertificateRequestError('x509: invalid RDNSequence')
    return elements(set.body).map((pair): [string, string] => {
      const id = expect(pair.body, objectIdTag, 'ObjectIdentifier')
      const value = read(id.rest)
      return [id.body.toString('hex'), value.body.toString(value.tag === 0x0c ? 'utf8' : 'latin1')]
    })
  })
}

/** The subject of the request in a PEM text that came as base64 of the API. Throws {@link CertificateRequestError}. */
export function parseCertificateRequest(base64: string): CertificateSubject {
  const block = pemBlocks(base64)[0]
  if (block?.label !== 'CERTIFICATE REQUEST')
    throw new CertificateRequestError('PEM block type must be CERTIFICATE REQUEST')
  const whole = expect(block.bytes, sequenceTag, 'certificateRequest')
  if (whole.rest.length > 0) throw new CertificateRequestError('asn1: syntax error: trailing data')
  const info = expect(whole.body, sequenceTag, 'tbsCertificateRequest')
  const algorithm = expect(info.rest, sequenceTag, 'AlgorithmIdentifier')
  expect(algorithm.rest, bitStringTag, 'BitString')
  const subject = expect(expect(info.body, integerTag, 'int').rest, sequenceTag, 'RawValue')
  const pairs = attributes(subject.body)
  const values = (id: string): string[] => pairs.flatMap(([own, text]) => (own === id ? [text] : []))
  return { commonName: values(commonNameId).at(-1) ?? '', organizations: values(organizationId) }
}

// Upstream: pkg/apis/certificates/helpers.go (ParseCSR), crypto/x509 (ParseCertificateRequest)
// Deviates: only the outer form and the subject are read; keys, extensions and the signature are not.

import { pemBlocksOf } from '../../../component-base/go/pem.ts'
import {
  bitStringTag,
  CertificateRequestError,
  elements,
  expect,
  integerTag,
  objectIdTag,
  read,
  sequenceTag,
  setTag,
} from './der.ts'

/** The subject of a certificate request, as far as users and groups are read from it. */
export interface CertificateSubject {
  readonly commonName: string
  readonly organizations: readonly string[]
}

const commonNameId = '550403'
const organizationId = '55040a'

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
  const block = pemBlocksOf(base64)[0]
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

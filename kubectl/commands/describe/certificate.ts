// Upstream: kubectl/pkg/describe/describe.go (CertificateSigningRequestDescriber)
import type {
  CertificateSigningRequestSpec,
  CertificateSigningRequestStatus,
} from '../../../api/certificates-v1.ts'
import { humanDuration } from '../../../apimachinery/human-duration.ts'
import { KubectlError } from '../../errors.ts'
import type { Describer } from './describer.ts'
import { longTime, pairs } from './parts.ts'

/** What `kubectl describe` tells of a CertificateSigningRequest, with the subject and names that it asks for. */
export const describeCertificateSigningRequest: Describer = async (_session, object) => {
  const { name = '', labels, annotations, creationTimestamp } = object.metadata
  const spec = (object['spec'] ?? {}) as CertificateSigningRequestSpec
  const { signerName, expirationSeconds } = spec
  return [
    `Name:\t${name}\nLabels:\t${joined(labels)}\nAnnotations:\t${joined(annotations)}\n`,
    `CreationTimestamp:\t${longTime(creationTimestamp)}\nRequesting User:\t${spec.username ?? ''}\n`,
    signerName ? `Signer:\t${signerName}\n` : '',
    expirationSeconds == null ? '' : `Requested Duration:\t${humanDuration(expirationSeconds * 1000)}\n`,
    `Status:\t${statusOf((object['status'] ?? {}) as CertificateSigningRequestStatus)}\n`,
    await requestText(spec.request),
  ].join('')
}

const joined = (map: Record<string, string> | undefined): string => pairs(map).join(',') || '<none>'

function statusOf({ conditions = [], certificate }: CertificateSigningRequestStatus): string {
  const has = (type: string): boolean => conditions.some((one) => one.type === type)
  const decision = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending'
  return `${decision}${has('Failed') ? ',Failed' : ''}${certificate ? ',Issued' : ''}`
}

const listed = (title: string, values: readonly string[]): string =>
  values.length === 0 ? '' : `\t${title}:\t${values.join('\n\t\t')}\n`

async function requestText(request: string | undefined): Promise<string> {
  const { readCertificateRequest } = await import('../../../component-base/certificate-signing.ts')
  const read = (() => {
    try {
      return readCertificateRequest(Buffer.from(request ?? '', 'base64').toString())
    } catch (error) {
      throw new KubectlError(`Error parsing CSR: ${(error as Error).message}`)
    }
  })()
  const of = (...fields: string[]): string[] =>
    fields.flatMap((field) => read.parsed.subjectName.getField(field))
  const subject = [
    `Subject:\n\tCommon Name:\t${read.commonName}\n\tSerial Number:\t${of('2.5.4.5').at(-1) ?? ''}\n`,
    listed('Organization', read.organizations),
    listed('Organizational Unit', of('OU')),
    listed('Country', of('C')),
    listed('Locality', of('L')),
    listed('Province', of('ST')),
    listed('StreetAddress', of('2.5.4.9')),
    listed('PostalCode', of('2.5.4.17')),
  ]
  const names = [
    listed('DNS Names', read.dnsNames),
    listed('Email Addresses', read.emailAddresses),
    listed('URIs', read.uris),
    listed('IP Addresses', read.ipAddresses),
  ].join('')
  return `${subject.join('')}${names === '' ? '' : `Subject Alternative Names:\n${names}`}`
}

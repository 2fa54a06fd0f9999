// Upstream: pkg/apis/certificates/validation/validation.go
// Deviates: of the request the outer form and the subject are checked, the certificate is one for OpenSSL.

import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from '../../../api/certificates-v1.ts'
import { eachFinding, type FieldError, FieldPath, field, goQuote } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { type PemBlock, pemBlocksOf } from '../../../component-base/go/pem.ts'
import { blockError } from '../../../component-base/go/x509.ts'
import { validateSignerName } from '../core/signer-name.ts'
import { registryDialect } from '../dialect.ts'
import { parseCertificateRequest } from './certificate-request.ts'
import { CertificateRequestError } from './der.ts'

const specPath = FieldPath.of('spec')
const conditionsPath = FieldPath.of('status', 'conditions')
const certificatePath = FieldPath.of('status', 'certificate')
const legacySigner = 'kubernetes.io/legacy-unknown'
const shortestExpiration = 600

const usages = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
]
/** Conditions that are true or absent. */
const onlyTrue = ['Approved', 'Denied', 'Failed']

const conditionsOf = (csr: CertificateSigningRequest): CertificateSigningRequestCondition[] =>
  csr.status?.conditions ?? []
const ofType = (csr: CertificateSigningRequest, type: string): CertificateSigningRequestCondition[] =>
  conditionsOf(csr).filter((condition) => condition.type === type)
const hasDuplicates = (values: readonly string[]): boolean => new Set(values).size < values.length

/** `old`: what it has may stay. */
export function validateRequest(
  csr: CertificateSigningRequest,
  minor: number,
  old?: CertificateSigningRequest,
): FieldError[] {
  const { request, signerName = '', expirationSeconds: expiration } = csr.spec ?? {}
  const certificate = csr.status?.certificate ?? ''
  const unchanged = old !== undefined && (old.status?.certificate ?? '') === certificate
  const badCertificate =
    unchanged || certificateError(old?.status?.certificate) ? undefined : certificateError(certificate)
  const isLegacy = signerName === legacySigner && old?.spec?.signerName !== legacySigner
  return [
    ...validatePem(request, minor),
    ...validateUsages(csr.spec?.usages ?? [], old?.spec?.usages ?? [], minor),
    ...(isLegacy
      ? [
          field.invalid(
            specPath.child('signerName'),
            signerName,
            'the legacy signerName is not allowed via this API version',
          ),
        ]
      : validateSignerName(specPath.child('signerName'), signerName, minor)),
    ...(expiration != null && expiration < shortestExpiration
      ? [
          field.invalid(
            specPath.child('expirationSeconds'),
            expiration,
            'may not specify a duration less than 600 seconds (10 minutes)',
          ),
        ]
      : []),
    ...validateConditions(csr, minor, old),
    ...(badCertificate === undefined
      ? []
      : [field.invalid(certificatePath, '<certificate data>', badCertificate)]),
  ]
}

function validatePem(request: string | undefined, minor: number): FieldError[] {
  try {
    parseCertificateRequest(request ?? '')
    return []
  } catch (error) {
    if (!(error instanceof CertificateRequestError)) throw error
    const shown = badValue(request, '[]byte', minor)
    return [field.invalid(specPath.child('request'), shown, error.message)]
  }
}

function validateUsages(own: readonly string[], old: readonly string[], minor: number): FieldError[] {
  const path = specPath.child('usages')
  const known = new Set(usages)
  const knowsOld = old.every((usage) => known.has(usage))
  const first = new Map<string, number>()
  for (const [i, usage] of own.entries()) if (!first.has(usage)) first.set(usage, i)
  const repeats = hasDuplicates(old)
  return [
    ...(own.length === 0
      ? [field.required(path, registryDialect(minor).explainsRequests ? 'usages must be provided' : '')]
      : []),
    ...eachFinding(own, (usage, i) =>
      known.has(usage) || !knowsOld ? [] : [field.notSupported(path.index(i), usage, usages)],
    ),
    ...eachFinding(own, (usage, i) =>
      first.get(usage)! < i && !repeats ? [field.duplicate(path.index(i), usage)] : [],
    ),
  ]
}

function certificateError(certificate: string | undefined): string | undefined {
  if (!certificate) return undefined
  const blocks = pemBlocksOf(certificate)
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block'
  return blocks.map(certificateBlockError).find((error) => error !== undefined)
}

function certificateBlockError(block: PemBlock): string | undefined {
  if (block.label !== 'CERTIFICATE')
    return `only CERTIFICATE PEM blocks are allowed, found ${goQuote(block.label)}`
  if (block.hasHeaders) return 'no PEM block headers are permitted'
  return block.bytes.length === 0
    ? 'found CERTIFICATE PEM block containing 0 certificates'
    : blockError(block)
}

function validateConditions(
  csr: CertificateSigningRequest,
  minor: number,
  old?: CertificateSigningRequest,
): FieldError[] {
  const types = conditionsOf(csr).map(({ type = '' }) => type)
  const oldTypes = old === undefined ? [] : conditionsOf(old).map(({ type = '' }) => type)
  const hadBoth = oldTypes.includes('Approved') && oldTypes.includes('Denied')
  const repeated = hasDuplicates(oldTypes)
  const seen = new Set<string>()
  return eachFinding(conditionsOf(csr), ({ status = '' }, i) => {
    const type = types[i]!
    const at = conditionsPath.index(i)
    const rival = type === 'Approved' ? 'Denied' : type === 'Denied' ? 'Approved' : undefined
    const conflicts = !hadBoth && rival !== undefined && seen.has(rival)
    const repeats = seen.has(type)
    seen.add(type)
    return [
      ...(type === '' && !oldTypes.includes('') ? [field.required(at.child('type'), '')] : []),
      ...validateStatus(status, at.child('status'), onlyTrue.includes(type)),
      ...(conflicts
        ? [
            field.invalid(
              registryDialect(minor).conflictField === 'type' ? at.child('type') : conditionsPath,
              type,
              'Approved and Denied conditions are mutually exclusive',
            ),
          ]
        : []),
      ...(repeats && !repeated ? [field.duplicate(at.child('type'), type)] : []),
    ]
  })
}

function validateStatus(status: string, path: FieldPath, mustBeTrue: boolean): FieldError[] {
  const allowed = mustBeTrue ? ['True'] : ['False', 'True', 'Unknown']
  if (status === '') return [field.required(path, '')]
  return allowed.includes(status) ? [] : [field.notSupported(path, status, allowed)]
}

/** What a write may change beside the spec, which none may. */
export interface Permissions {
  readonly approval: boolean
  readonly certificate: boolean
}

/** The errors of an update: which conditions and certificates may change depends on the subresource. */
export function validateRequestUpdate(
  csr: CertificateSigningRequest,
  old: CertificateSigningRequest,
  { approval, certificate }: Permissions,
  minor: number,
): FieldError[] {
  const forbidden = (type: string, what: string): FieldError =>
    field.forbidden(conditionsPath, `updates may not ${what} a condition of type "${type}"`)
  const removed = onlyTrue.filter((type) => ofType(csr, type).length < ofType(old, type).length)
  const added = ['Approved', 'Denied'].filter(
    (type) => !approval && ofType(csr, type).length > ofType(old, type).length,
  )
  const before = old.status?.certificate ?? ''
  const errors = [
    ...validateRequest(csr, minor, old),
    ...removed.map((type) => forbidden(type, 'remove')),
    ...added.map((type) => forbidden(type, 'add')),
  ]
  if ((csr.status?.certificate ?? '') === before) return errors
  if (!certificate) errors.push(field.forbidden(certificatePath, 'updates may not set certificate content'))
  else if (before !== '')
    errors.push(field.forbidden(certificatePath, 'updates may not modify existing certificate content'))
  return errors
}

// Upstream: pkg/registry/certificates/podcertificaterequest/strategy.go, pkg/apis/certificates/validation/validation.go
import type { PodCertificateRequest, PodCertificateRequestSpec } from '../../../api/certificates-v1beta1.ts'
import {
  type FieldError,
  FieldPath,
  field,
  goQuote,
  omittedValue,
} from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { byteLength, tooLong } from '../../../apimachinery/validation/messages.ts'
import { isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import { validateConditions } from '../core/meta-conditions.ts'
import { metaOnUpdate } from '../core/object-meta-validation.ts'
import { isKubernetesSignerName, validateSignerName } from '../core/signer-name.ts'
import { validateUserAnnotations } from '../core/user-annotations.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import { nothingBegun, type RequestContext, type Strategy, type Transaction } from '../generic/strategy.ts'
import { validateIssued } from './issued-certificate.ts'
import { isProof, keyProblem, parsePublicKey, parseSignedRequest } from './requested-key.ts'

const mostBytes = 10 * 1024
const mostUid = 128
const day = 24 * 60 * 60
const [shortest, longest] = [60 * 60, 91 * day]
const path = FieldPath.of('spec')
const statusPath = FieldPath.of('status')

const asRequest = (object: KubeObject): PodCertificateRequest => object as PodCertificateRequest
const specOf = (object: KubeObject): PodCertificateRequestSpec => asRequest(object).spec ?? {}

function uidErrors(uid: string, at: FieldPath, minor: number): FieldError[] {
  if (uid === '') return [field.invalid(at, uid, 'must not be empty')]
  return byteLength(uid) > mostUid ? [tooLong(at, mostUid, minor)] : []
}

function namesErrors(spec: PodCertificateRequestSpec, minor: number): FieldError[] {
  const named = (['pod', 'serviceAccount', 'node'] as const).flatMap((what) => {
    const [name, uid] = [spec[`${what}Name`] ?? '', spec[`${what}UID`] ?? '']
    return [
      ...isDNS1123Subdomain(name).map((text) => field.invalid(path.child(`${what}Name`), name, text)),
      ...uidErrors(uid, path.child(`${what}UID`), minor),
    ]
  })
  const { signerName = '', unverifiedUserAnnotations: annotations } = spec
  const hasAnnotations = annotations !== undefined && registryDialect(minor).annotatesCertificates
  return [
    ...validateSignerName(path.child('signerName'), signerName, minor),
    ...(hasAnnotations
      ? validateUserAnnotations(annotations, path.child('unverifiedUserAnnotations'), minor)
      : []),
    ...named,
  ]
}

function expirationErrors({
  signerName = '',
  maxExpirationSeconds: seconds = 0,
}: PodCertificateRequestSpec): FieldError[] {
  const most = isKubernetesSignerName(signerName) ? day : longest
  if (seconds >= shortest && seconds <= most) return []
  return [
    field.invalid(path.child('maxExpirationSeconds'), seconds, `must be in the range [${shortest}, ${most}]`),
  ]
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')
const omitted = (at: FieldPath, text: string): FieldError => field.invalid(at, omittedValue, text)

/** The errors of a key with the signature that shows who has it. */
function keyErrors(
  { pkixPublicKey, proofOfPossession, podUID = '' }: PodCertificateRequestSpec,
  minor: number,
): FieldError[] {
  const [keyPath, proofPath] = [path.child('pkixPublicKey'), path.child('proofOfPossession')]
  const [bytes, proof] = [bytesOf(pkixPublicKey ?? ''), bytesOf(proofOfPossession ?? '')]
  if (bytes.length > mostBytes) return [tooLong(keyPath, mostBytes, minor)]
  if (proof.length > mostBytes) return [tooLong(proofPath, mostBytes, minor)]
  const shownKey = badValue(pkixPublicKey, '[]byte', minor)
  const key = parsePublicKey(bytes)
  if (key === undefined)
    return [field.invalid(keyPath, shownKey, 'must be a valid PKIX-serialized public key')]
  const problem = keyProblem(key, 'P256 or P384')
  if (problem !== undefined) return [field.invalid(keyPath, problem.shown ?? shownKey, problem.text)]
  return isProof(key, Buffer.from(podUID), proof)
    ? []
    : [omitted(proofPath, 'could not verify proof-of-possession signature')]
}

/** The errors of a request for a certificate, of which only the key counts. */
function stubErrors(stub: string, minor: number): FieldError[] {
  const at = path.child('stubPKCS10Request')
  const bytes = bytesOf(stub)
  if (bytes.length > mostBytes) return [tooLong(at, mostBytes, minor)]
  const request = parseSignedRequest(bytes)
  if (request === undefined) return [omitted(at, 'must be a valid PKCS#10 CSR')]
  const problem = keyProblem(request.key, 'P256, P384, or P521')
  if (problem !== undefined) return [field.invalid(at, problem.shown ?? omittedValue, problem.text)]
  return request.isSigned() ? [] : [omitted(at, 'invalid signature')]
}

const isUsed = (bytes: string | null | undefined): boolean => bytes != null && bytes !== ''

function proofErrors(spec: PodCertificateRequestSpec, minor: number): FieldError[] {
  if (!registryDialect(minor).takesStubRequests) return keyErrors(spec, minor)
  // Bytes that are not there are null.
  const stub = spec.stubPKCS10Request ?? ''
  const [hasKey, hasProof] = [isUsed(spec.pkixPublicKey), isUsed(spec.proofOfPossession)]
  if (stub !== '' && !hasKey && !hasProof) return stubErrors(stub, minor)
  if (stub === '' && hasKey && hasProof) return keyErrors(spec, minor)
  return [
    omitted(path, 'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set'),
  ]
}

function specErrors(spec: PodCertificateRequestSpec, minor: number): FieldError[] {
  const names = namesErrors(spec, minor)
  if (spec.maxExpirationSeconds == null)
    return [...names, field.required(path.child('maxExpirationSeconds'), 'must be set')]
  return [...names, ...expirationErrors(spec), ...proofErrors(spec, minor)]
}

const ends = ['Issued', 'Denied', 'Failed']
const hasEnded = ({ status }: PodCertificateRequest, types: readonly string[] = ends): boolean =>
  (status?.conditions ?? []).some(({ type = '', status: is }) => types.includes(type) && is === 'True')

function conditionErrors({ status }: PodCertificateRequest, minor: number): FieldError[] {
  const conditions = status?.conditions ?? []
  const first = conditions.findIndex(({ type = '' }) => ends.includes(type))
  const errors = conditions.flatMap(({ type = '', status: is = '' }, i) => {
    const at = (name: string): FieldPath => statusPath.child('conditions', `[${i}]`, name)
    if (!ends.includes(type)) return [field.notSupported(at('type'), type, ends)]
    const repeated = 'There may be at most one condition with type "Issued", "Denied", or "Failed"'
    return [
      ...(i === first ? [] : [field.invalid(at('type'), type, repeated)]),
      ...(is === 'True' ? [] : [field.notSupported(at('status'), is, ['True'])]),
    ]
  })
  return [...errors, ...validateConditions(conditions, statusPath.child('conditions'), minor)]
}

/** The errors of a status, by the end that it tells. @param now ms since 1970 */
function statusErrors(object: KubeObject, old: KubeObject, now: number, minor: number): FieldError[] {
  const [request, before] = [asRequest(object), asRequest(old)]
  const ofConditions = conditionErrors(request, minor)
  if (ofConditions.length > 0) return ofConditions
  const unlessSame = (one: unknown, text: string): FieldError[] =>
    semanticEqual(request.status ?? {}, one) ? [] : [omitted(statusPath, text)]
  if (hasEnded(before))
    return unlessSame(
      before.status ?? {},
      'immutable after PodCertificateRequest is issued, denied, or failed',
    )
  if (hasEnded(request, ['Denied', 'Failed']))
    return unlessSame(
      { conditions: request.status?.conditions },
      'non-condition status fields must be empty when denying or failing the PodCertificateRequest',
    )
  if (hasEnded(request)) return validateIssued(request, before, now, minor)
  return unlessSame(
    before.status ?? {},
    'status is immutable unless transitioning to "Issued", "Denied", or "Failed"',
  )
}

/** Whoever changes a status must be allowed to sign, which is asked before the validation that tells it. */
const unsigned = new WeakMap<KubeObject, FieldError>()

async function askSigner(
  { server, user }: RequestContext,
  object: KubeObject,
  old: KubeObject,
): Promise<Transaction> {
  const { signerName = '' } = specOf(old)
  const changes = !semanticEqual(object['status'] ?? {}, old['status'] ?? {})
  if (changes && (await server.maySign?.(user, signerName)) === false) {
    const text = `User ${goQuote(user.name)} is not permitted to "sign" for signer ${goQuote(signerName)}`
    unsigned.set(object, field.forbidden(path.child('signerName'), text))
  }
  return nothingBegun
}

/** The strategy of PodCertificateRequests and of their status, which says how they ended. */
export const podCertificateRequestRules: RulesFor = (traits) => {
  const strategy = extendedStrategy(traits, {
    // Upstream's store of the requests themselves has no reset fields.
    resetFields: [],
    selectableFields(object) {
      const { signerName = '', podName = '', nodeName = '' } = specOf(object)
      return { 'spec.signerName': signerName, 'spec.podName': podName, 'spec.nodeName': nodeName }
    },
    validate: ({ server }, object) => specErrors(specOf(object), server.release.minor),
    validateUpdate: ({ server: { release } }, object, old) =>
      validateImmutableField(specOf(object), specOf(old), path, {
        type: 'certificates.PodCertificateRequestSpec',
        minor: release.minor,
      }),
  })
  const status: Strategy = {
    ...defaultStatusStrategy(traits, strategy),
    // Not the metadata, which is reset as well.
    resetFields: [['spec']],
    beginUpdate: askSigner,
    validateUpdate({ server }, object, old) {
      const errors = metaOnUpdate(object)
      if (errors.length > 0) return errors
      const found = statusErrors(object, old, server.clock.now(), server.release.minor)
      return found.length > 0 ? found : [unsigned.get(object) ?? []].flat()
    },
  }
  return { strategy, subresources: { status } }
}

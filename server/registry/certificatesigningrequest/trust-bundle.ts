// Upstream: pkg/apis/certificates/validation/validation.go (ValidateClusterTrustBundle…), pkg/registry/certificates/clustertrustbundle/strategy.go
import { X509Certificate } from 'node:crypto'
import type { ClusterTrustBundleSpec } from '../../../api/certificates-v1beta1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { tooLong } from '../../../apimachinery/validation/messages.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import { type PemBlock, pemBlocks } from '../../../component-base/go/pem.ts'
import { clusterTrustBundleNameErrors, validateSignerName } from '../core/signer-name.ts'
import { extending } from '../generic/resource-row.ts'

const specOf = (object: KubeObject): ClusterTrustBundleSpec =>
  (object['spec'] as ClusterTrustBundleSpec | undefined) ?? {}
const path = FieldPath.of('spec')
const bundlePath = path.child('trustBundle')
const signerPath = path.child('signerName')
const mostBytes = 1024 * 1024

const omitted = (why: string): FieldError => field.invalid(bundlePath, '<value omitted>', why)

/** What is wrong with a block that must be the certificate of an authority. */
function blockError({ label, hasHeaders, bytes }: PemBlock, i: number): string | undefined {
  if (label !== 'CERTIFICATE') return `entry ${i} has bad block type: ${label}`
  if (hasHeaders) return `entry ${i} has PEM block headers`
  try {
    return new X509Certificate(bytes).ca ? undefined : `entry ${i} does not have the CA bit set`
  } catch {
    return `entry ${i} does not parse as X.509`
  }
}

/** The places of blocks that are there more than once, by their first. */
function repeatedBlocks(blocks: readonly PemBlock[]): number[][] {
  const places = new Map<string, number[]>()
  for (const [i, { bytes }] of blocks.entries()) {
    const key = bytes.toString('base64')
    places.set(key, [...(places.get(key) ?? []), i])
  }
  return [...places.values()].filter(({ length }) => length > 1)
}

function validateBundle(bundle: string, minor: number): FieldError[] {
  const size = Buffer.byteLength(bundle)
  if (size > mostBytes) return [tooLong(bundlePath, mostBytes, minor)]
  const blocks = pemBlocks(bundle)
  const errors = blocks.flatMap((block, i) => blockError(block, i) ?? [])
  if (errors.length > 0) return errors.map(omitted)
  if (blocks.length === 0) return [omitted('at least one trust anchor must be provided')]
  return repeatedBlocks(blocks).map((places) =>
    omitted(`duplicate trust anchor (indices [${places.join(' ')}])`),
  )
}

const validateSigner = ({ signerName = '' }: ClusterTrustBundleSpec, minor: number): FieldError[] =>
  signerName === '' ? [] : validateSignerName(signerPath, signerName, minor)

/** The strategy of ClusterTrustBundles. */
export const clusterTrustBundleRules = extending({
  validateName: () => [],
  selectableFields: (object) => ({ 'spec.signerName': specOf(object).signerName ?? '' }),
  validate({ server: { release } }, object) {
    const spec = specOf(object)
    return [
      ...nameErrors(object),
      ...validateSigner(spec, release.minor),
      ...validateBundle(spec.trustBundle ?? '', release.minor),
    ]
  },
  validateUpdate({ server: { release } }, object, old) {
    const [spec, before] = [specOf(object), specOf(old)]
    const name = (text: string, isPrefix: boolean): string[] =>
      clusterTrustBundleNameErrors(spec.signerName ?? '', text, isPrefix)
    return [
      ...validateObjectMeta(object.metadata, false, name, FieldPath.of('metadata'), release.minor),
      ...validateSigner(spec, release.minor),
      ...(spec.trustBundle === before.trustBundle
        ? []
        : validateBundle(spec.trustBundle ?? '', release.minor)),
      ...validateImmutableField(spec.signerName ?? '', before.signerName ?? '', signerPath),
    ]
  },
})

/** The name of a bundle follows from its signer, which the check of other names does not know. */
function nameErrors(object: KubeObject): FieldError[] {
  const { name = '', generateName = '' } = object.metadata
  const { signerName = '' } = specOf(object)
  const errors = (member: string, text: string, isPrefix: boolean): FieldError[] =>
    clusterTrustBundleNameErrors(signerName, text, isPrefix).map((why) =>
      field.invalid(FieldPath.of('metadata', member), text, why),
    )
  return [
    ...(generateName === '' ? [] : errors('generateName', generateName, true)),
    ...errors('name', name, false),
  ]
}

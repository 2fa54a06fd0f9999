// Upstream: pkg/apis/storage/validation/validation.go (ValidateVolumeAttachment, ValidateVolumeAttachmentV1), pkg/registry/storage/volumeattachment/strategy.go
import type {
  VolumeAttachment,
  VolumeAttachmentSource,
  VolumeAttachmentSpec,
  VolumeAttachmentStatus,
  VolumeError,
} from '../../../api/storage-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { inclusiveRangeError } from '../../../apimachinery/validation/messages.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { revalidatedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import { setPersistentVolumeSourceDefaults } from '../persistentvolume/defaults.ts'
import { validateInlineVolume } from '../persistentvolume/validation.ts'
import { repeated } from './repeated.ts'

const specPath = FieldPath.of('spec')
const oneOf = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'

const specOf = (object: KubeObject): VolumeAttachmentSpec =>
  (object as unknown as VolumeAttachment).spec ?? {}

const statusOf = (object: KubeObject): Partial<VolumeAttachmentStatus> =>
  (object as unknown as VolumeAttachment).status ?? {}

const subdomain = (path: FieldPath, name: string): FieldError[] =>
  nameIsDNSSubdomain(name, false).map((text) => field.invalid(path, name, text))

function validateSource(source: VolumeAttachmentSource, path: FieldPath, minor: number): FieldError[] {
  const { inlineVolumeSpec: inline, persistentVolumeName: name } = source
  if (inline == null && name == null) return [field.required(path, oneOf)]
  if (inline != null && name != null) return [field.forbidden(path, oneOf)]
  if (inline != null) return validateInlineVolume(inline, path.child('inlineVolumeSpec'), minor)
  return name === ''
    ? [field.required(path.child('persistentVolumeName'), 'must specify non empty persistentVolumeName')]
    : []
}

function validateSpec(
  { attacher = '', nodeName = '', source = {} }: VolumeAttachmentSpec,
  minor: number,
): FieldError[] {
  const at = specPath.child('attacher')
  return [
    ...(registryDialect(minor).checksUpdatedAttachmentNames
      ? validateCsiDriverName(attacher, at, minor)
      : attacher === ''
        ? [field.required(at, '')]
        : []),
    ...validateSource(source, specPath.child('source'), minor),
    ...subdomain(specPath.child('nodeName'), nodeName),
  ]
}

function validateVolumeName({ source = {} }: VolumeAttachmentSpec): FieldError[] {
  const { persistentVolumeName: name } = source
  return name == null ? [] : subdomain(specPath.child('source', 'persistentVolumeName'), name)
}

const statusPath = FieldPath.of('status')
/** Bytes: keys and values of the metadata together. */
const maxMetadataSize = 256 * 1024
/** Characters of an error's message; the finding names the other bound, as upstream's. */
const maxMessageSize = 1024

function validateVolumeError(error: VolumeError | null | undefined, path: FieldPath): FieldError[] {
  if (error == null) return []
  const { message = '', errorCode } = error
  return [
    ...(Buffer.byteLength(message) > maxMessageSize
      ? [field.tooLong(path.child('message'), message, maxMetadataSize)]
      : []),
    ...(errorCode != null && errorCode < 0
      ? [field.invalid(path.child('errorCode'), errorCode, inclusiveRangeError(0, 2 ** 31 - 1))]
      : []),
  ]
}

function validateStatus(object: KubeObject): FieldError[] {
  const { attachmentMetadata, attachError, detachError } = statusOf(object)
  const pairs = Object.entries(attachmentMetadata ?? {})
  const size = pairs.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0)
  return [
    ...(size > maxMetadataSize
      ? [field.tooLong(statusPath.child('attachmentMetadata'), attachmentMetadata, maxMetadataSize)]
      : []),
    ...validateVolumeError(attachError, statusPath.child('attachError')),
    ...validateVolumeError(detachError, statusPath.child('detachError')),
  ]
}

function dropErrorCodes(object: KubeObject, old: KubeObject): void {
  const [status, before] = [statusOf(object), statusOf(old)]
  for (const name of ['attachError', 'detachError'] as const)
    if (status[name] != null && before[name]?.errorCode == null) delete status[name].errorCode
}

/** What version v1 checks beside, where that is not checked of all. */
const validateNames = (spec: VolumeAttachmentSpec, minor: number): FieldError[] =>
  registryDialect(minor).checksUpdatedAttachmentNames
    ? []
    : [
        ...validateCsiDriverName(spec.attacher ?? '', specPath.child('attacher'), minor),
        ...validateVolumeName(spec),
      ]

const validateAny = (object: KubeObject, spec: VolumeAttachmentSpec, minor: number): FieldError[] => [
  ...validateSpec(spec, minor),
  ...validateStatus(object),
  ...(registryDialect(minor).checksUpdatedAttachmentNames ? validateVolumeName(spec) : []),
]

/** The strategy of VolumeAttachments and their status. */
export const volumeAttachmentRules: RulesFor = (traits) => {
  const base = revalidatedStrategy(traits, {
    setDefaults(object) {
      const inline = specOf(object).source?.inlineVolumeSpec
      if (inline != null) setPersistentVolumeSourceDefaults(inline)
    },
    validate: ({ server }, object) => validateAny(object, specOf(object), server.release.minor),
  })
  const strategy: typeof base = {
    ...base,
    validate: (ctx, object) => [
      ...(base.validate?.(ctx, object) ?? []),
      ...validateNames(specOf(object), ctx.server.release.minor),
    ],
    validateUpdate(ctx, object, old) {
      const { minor } = ctx.server.release
      const spec = specOf(object)
      const immutable = semanticEqual(spec, specOf(old))
        ? []
        : [
            field.invalid(
              specPath,
              badValue(spec, 'storage.VolumeAttachmentSpec', minor),
              'field is immutable',
            ),
          ]
      return [
        ...repeated(
          base.validateUpdate?.(ctx, object, old) ?? [],
          registryDialect(minor).repeatsAttachmentErrors,
        ),
        ...immutable,
      ]
    },
  }
  const plain = defaultStatusStrategy(traits, strategy)
  const status: typeof base = {
    ...plain,
    prepareForUpdate(ctx, object, old) {
      plain.prepareForUpdate?.(ctx, object, old)
      if (!gateEnabled(ctx.server.gates, 'MutableCSINodeAllocatableCount')) dropErrorCodes(object, old)
    },
    validateUpdate: strategy.validateUpdate!.bind(strategy),
  }
  return { strategy, subresources: { status } }
}

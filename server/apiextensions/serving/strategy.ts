// Upstream: k8s.io/apiextensions-apiserver/pkg/registry/customresource/{strategy,status_strategy,validator}.go
import { type FieldError, FieldPath, field, goQuote } from '../../../apimachinery/field-error.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { isQualifiedName } from '../../../apimachinery/validation/label-names.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import type { ApiRequest } from '../../registry/generic/request.ts'
import type { RequestContext, Strategy } from '../../registry/generic/strategy.ts'
import type { CustomResourceSchema, Findings } from '../schema/custom-resource-schema.ts'
import { deepEqual } from '../schema/validation/enums.ts'
import { servingDialect } from './dialect.ts'
import type { SelectableFields } from './selectable-fields.ts'

/** The kind, scope, schema and fields that the strategy of a custom resource's version is built with. */
export interface StrategyOptions {
  readonly kind: string
  readonly apiVersion: string
  readonly namespaced: boolean
  readonly hasStatus: boolean
  readonly schema: CustomResourceSchema
  readonly selectable: SelectableFields
  readonly minor: number
}

const metadata = FieldPath.of('metadata')

/** The rules of a custom resource in a version. */
export function customResourceStrategy(options: StrategyOptions): Strategy {
  const { schema, hasStatus } = options
  return {
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: false,
    validatesMeta: false,
    ...(hasStatus ? { resetFields: [['status']] } : {}),
    selectableFields: options.selectable,
    prepareForCreate(_ctx, object) {
      if (hasStatus) delete object['status']
      object.metadata.generation = 1
    },
    prepareForUpdate(_ctx, object, old) {
      if (hasStatus) keepStatus(object, old)
      // Of data without types an empty value is not a missing one.
      if (!deepEqual(withoutMetadata(object), withoutMetadata(old)))
        object.metadata.generation = (old.metadata.generation ?? 0) + 1
    },
    validate: (ctx, object) => created(options, ctx, object),
    validateUpdate: (ctx, object, old) => {
      const wrong = typeErrors(options, object)
      return [...wrong, ...told(ctx, schema.validateUpdate(object, old, { isOther: wrong.length > 0 }))]
    },
    warningsOnCreate: (_ctx, object) => finalizerWarnings(options, object, undefined),
    warningsOnUpdate: (_ctx, object, old) => finalizerWarnings(options, object, old),
  }
}

/** The rules of writing a custom resource's status. */
export function customStatusStrategy(options: StrategyOptions, main: Strategy): Strategy {
  return {
    allowUnconditionalUpdate: false,
    resetFields: servingDialect(options.minor).resetsMetadataOfStatus ? [['metadata'], ['spec']] : [['spec']],
    ...(main.selectableFields === undefined ? {} : { selectableFields: main.selectableFields }),
    prepareForUpdate: (_ctx, object, old) => takeStatusOnly(object, old),
    validateUpdate(ctx, object, old) {
      const wrong = typeErrors(options, object)
      const isOther = wrong.length > 0
      return [...wrong, ...told(ctx, options.schema.validateStatusUpdate(object, old, { isOther }))]
    },
  }
}

function created(options: StrategyOptions, ctx: RequestContext, object: KubeObject): FieldError[] {
  const { schema, namespaced, minor } = options
  const wrong = typeErrors(options, object)
  const isOther = wrong.length > 0
  const earlier = isOther
    ? wrong
    : validateObjectMeta(object.metadata, namespaced, nameIsDNSSubdomain, metadata, minor)
  return [...earlier, ...told(ctx, schema.validate(object, { earlier, isOther }))]
}

/** The errors; warnings are sent. */
function told(ctx: RequestContext, { errors, warnings }: Findings): FieldError[] {
  const { warn } = ctx as Partial<ApiRequest>
  for (const text of warnings) warn?.(text)
  return errors
}

function typeErrors({ kind, apiVersion }: StrategyOptions, object: KubeObject): FieldError[] {
  return [
    ...(object.kind === kind ? [] : [field.invalid('kind', object.kind, `must be ${kind}`)]),
    ...(object.apiVersion === apiVersion
      ? []
      : [field.invalid('apiVersion', object.apiVersion, `must be ${apiVersion}`)]),
  ]
}

function keepStatus(object: KubeObject, old: KubeObject): void {
  if (Object.hasOwn(old, 'status')) object['status'] = deepCopy(old['status'])
  else delete object['status']
}

const withoutMetadata = ({ metadata: _, ...rest }: KubeObject): unknown => rest

/** `object` becomes the old one but for its status and managers. */
function takeStatusOnly(object: KubeObject, old: KubeObject): void {
  const { status } = object
  const has = Object.hasOwn(object, 'status')
  const { managedFields } = object.metadata
  for (const key of Object.keys(object)) delete object[key]
  Object.assign(object, deepCopy(old))
  if (managedFields === undefined) delete object.metadata.managedFields
  else object.metadata.managedFields = managedFields
  if (has) object['status'] = status
  else delete object['status']
}

const standardFinalizers = new Set(['orphan', 'foregroundDeletion', 'kubernetes'])

function finalizerWarnings(
  { minor }: StrategyOptions,
  object: KubeObject,
  old: KubeObject | undefined,
): string[] {
  if (!servingDialect(minor).warnsOfFinalizers) return []
  const before = new Set(old?.metadata.finalizers ?? [])
  const added = new Set((object.metadata.finalizers ?? []).filter((name) => !before.has(name)))
  return [...added].sort().flatMap((name) => finalizerTexts(name, minor))
}

function finalizerTexts(name: string, minor: number): string[] {
  const head = `metadata.finalizers: ${goQuote(name)}: `
  const texts = isQualifiedName(name, minor).map((text) => head + text)
  if (name.includes('/') || standardFinalizers.has(name)) return texts
  const path =
    name.includes('.') && servingDialect(minor).asksForFinalizerPaths ? ' including a path (/)' : ''
  const avoid = 'to avoid accidental conflicts with other finalizer writers'
  return [...texts, `${head}prefer a domain-qualified finalizer name${path} ${avoid}`]
}

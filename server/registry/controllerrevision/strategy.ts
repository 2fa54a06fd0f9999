// Upstream: pkg/registry/apps/controllerrevision/strategy.go, pkg/apis/apps/validation/validation.go (ValidateControllerRevision)
import type { ControllerRevision } from '../../../api/apps-v1.ts'
import { type FieldError, FieldPath, field, goQuote, Literal } from '../../../apimachinery/field-error.ts'
import { goJSON } from '../../../apimachinery/go-print/marshal.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import { validateKubeFinalizers } from '../core/kube-finalizers.ts'
import { metaAgain } from '../core/object-meta-validation.ts'
import { registryDialect } from '../dialect.ts'
import { revalidatedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'

const asRevision = (object: KubeObject): ControllerRevision => object as unknown as ControllerRevision
const dataPath = FieldPath.of('data')

function dataErrors(data: unknown, minor: number): FieldError[] {
  if (data == null) return [field.required(dataPath, 'data is mandatory')]
  const isObject = typeof data === 'object' && !Array.isArray(data)
  return isObject || !registryDialect(minor).checksRevisionData
    ? []
    : [field.required(dataPath, 'data must be a valid JSON object')]
}

const numberErrors = ({ revision = 0 }: ControllerRevision): FieldError[] =>
  validateNonnegativeField(revision, FieldPath.of('revision'))

/** In releases that check the form of data, data are a new revision's matter, and come after its number. */
function validateRevision(own: ControllerRevision, minor: number, isNew: boolean): FieldError[] {
  const errors = dataErrors(own.data, minor)
  if (!registryDialect(minor).checksRevisionData) return [...errors, ...numberErrors(own)]
  return [...numberErrors(own), ...(isNew ? errors : [])]
}

/** The bytes of the data as Go prints them. */
function shownData(data: unknown, minor: number): string {
  if (!registryDialect(minor).checksRevisionData && data == null) return goQuote('null')
  if (validationDialect(minor).printsValuesAsJSON) return goJSON(data ?? null)
  const hex = [...Buffer.from(JSON.stringify(data ?? null))].map((byte) => `0x${byte.toString(16)}`)
  const bytes = hex.join(', ')
  return registryDialect(minor).checksRevisionData
    ? `runtime.RawExtension{Raw:[]uint8${data == null ? '(nil)' : `{${bytes}}`}, Object:runtime.Object(nil)}`
    : `runtime.Unknown{TypeMeta:runtime.TypeMeta{APIVersion:"", Kind:""}, Raw:[]uint8{${bytes}}, ContentEncoding:"", ContentType:"application/json"}`
}

function validateDataChange(object: KubeObject, old: KubeObject, minor: number): FieldError[] {
  const { data } = asRevision(object)
  if (JSON.stringify(data) === JSON.stringify(asRevision(old).data)) return []
  return [field.invalid(dataPath, new Literal(() => shownData(data, minor)), 'field is immutable')]
}

/** The strategy of ControllerRevisions: their data do not change. */
export const controllerRevisionRules: RulesFor = (traits) => {
  const strategy = revalidatedStrategy(traits, {
    validate: ({ server }, object) => validateRevision(asRevision(object), server.release.minor, true),
  })
  return {
    strategy: {
      ...strategy,
      repeatsMetaValidation: true,
      validateUpdate: (ctx, object, old) => [
        ...validateKubeFinalizers(object.metadata),
        ...metaAgain(ctx, object),
        ...validateRevision(asRevision(object), ctx.server.release.minor, false),
        ...validateDataChange(object, old, ctx.server.release.minor),
      ],
    },
  }
}

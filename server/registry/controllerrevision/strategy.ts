// Upstream: pkg/registry/apps/controllerrevision/strategy.go, pkg/apis/apps/validation/validation.go (ValidateControllerRevision)
import type { ControllerRevision } from '../../../api/apps-v1.ts'
import { type FieldError, FieldPath, field, Literal } from '../../../apimachinery/field-error.ts'
import { type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import { validateKubeFinalizers } from '../core/kube-finalizers.ts'
import { revalidatedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'

const asRevision = (object: KubeObject): ControllerRevision => object as unknown as ControllerRevision
const dataPath = FieldPath.of('data')

function validateRevision({ data, revision = 0 }: ControllerRevision): FieldError[] {
  return [
    ...(data == null ? [field.required(dataPath, 'data is mandatory')] : []),
    ...validateNonnegativeField(revision, FieldPath.of('revision')),
  ]
}

/** The bytes of the data as Go prints what it has not decoded. */
function shownData(data: unknown): string {
  if (data == null) return 'nil'
  const bytes = [...Buffer.from(JSON.stringify(data))].map((byte) => `0x${byte.toString(16)}`).join(', ')
  return `runtime.Unknown{TypeMeta:runtime.TypeMeta{APIVersion:"", Kind:""}, Raw:[]uint8{${bytes}}, ContentEncoding:"", ContentType:"application/json"}`
}

function validateDataChange(object: KubeObject, old: KubeObject): FieldError[] {
  const { data } = asRevision(object)
  if (semanticEqual(data, asRevision(old).data)) return []
  return [field.invalid(dataPath, new Literal(() => shownData(data)), 'field is immutable')]
}

/** The strategy of ControllerRevisions: their data do not change. */
export const controllerRevisionRules: RulesFor = (traits) => {
  const strategy = revalidatedStrategy(traits, {
    validate: (_ctx, object) => validateRevision(asRevision(object)),
  })
  return {
    strategy: {
      ...strategy,
      repeatsMetaValidation: true,
      validateUpdate: (ctx, object, old) => [
        ...validateKubeFinalizers(object.metadata),
        ...(strategy.validateUpdate?.(ctx, object, old) ?? []),
        ...validateDataChange(object, old),
      ],
    },
  }
}

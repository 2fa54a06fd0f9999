// Upstream: pkg/apis/storage/validation/validation.go (ValidateVolumeAttributesClass…)
import type { VolumeAttributesClass } from '../../../api/storage-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateLabelName } from '../../../apimachinery/validation/labels.ts'
import { metaAgain, metaChange } from '../core/object-meta-validation.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import { registryDialect } from '../dialect.ts'
import { extendedStrategy, updatedBy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import { validateParameters } from '../storageclass/validation.ts'

const asClass = (object: KubeObject): VolumeAttributesClass => object as unknown as VolumeAttributesClass
const at = (name: string): FieldPath => FieldPath.of(name)

function validate({ driverName = '', parameters }: VolumeAttributesClass, minor: number): FieldError[] {
  const given = parameters ?? {}
  return [
    ...(driverName === ''
      ? [field.required(at('driverName'), '')]
      : validateLabelName(driverName.toLowerCase(), at('driverName'), minor)),
    ...validateParameters(given, minor),
    ...(Object.keys(given).length === 0
      ? [field.required(at('parameters'), 'must contain at least one key/value pair')]
      : []),
  ]
}

function changes(object: KubeObject, old: KubeObject): FieldError[] {
  const [next, before] = [asClass(object), asClass(old)]
  const changed = [
    ...((next.driverName ?? '') === (before.driverName ?? '') ? [] : ['driverName']),
    ...(semanticDeepEqual(next.parameters, before.parameters) ? [] : ['parameters']),
  ]
  return changed.map((name) => field.forbidden(at(name), `updates to ${name} are forbidden.`))
}

/** The strategy of VolumeAttributesClasses, which may not change. */
export const volumeAttributesClassRules: RulesFor = (traits) => ({
  strategy: updatedBy(
    extendedStrategy(traits, {
      validate: ({ server }, object) => validate(asClass(object), server.release.minor),
    }),
    (ctx, object, old) => {
      const { minor } = ctx.server.release
      const { checksUpdatedAttributesClass, validatesAttributesClassTwice } = registryDialect(minor)
      const asNew = [...metaAgain(ctx, object, false), ...validate(asClass(object), minor)]
      return [
        ...(validatesAttributesClassTwice ? asNew : []),
        ...metaChange(ctx, object, old),
        ...changes(object, old),
        ...(checksUpdatedAttributesClass ? asNew : []),
      ]
    },
  ),
})

// Upstream: pkg/registry/node/runtimeclass/strategy.go, pkg/apis/node/validation/validation.go

import type { Toleration } from '../../../api/core-v1.ts'
import type { RuntimeClass } from '../../../api/node-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { validateLabels } from '../../../apimachinery/validation/labels.ts'
import { nameIsDNSLabel } from '../../../apimachinery/validation/names.ts'
import { nodeLabelDeprecation } from '../core/node-labels.ts'
import { metaAsNew } from '../core/object-meta-validation.ts'
import { roundUpResourceList } from '../core/resource-list.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStrategy } from '../generic/default-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import { validateContainerResources } from '../pod/resources.ts'
import { validateTolerations } from '../pod/tolerations.ts'

const asClass = (object: KubeObject): RuntimeClass => object as unknown as RuntimeClass
const handlerPath = FieldPath.of('handler')
const schedulingPath = FieldPath.of('scheduling')
const noOptions = { allowIndivisibleHugePagesValues: false, allowTaintTolerationComparisonOperators: false }

/** The errors of a RuntimeClass. */
export function validateRuntimeClass(own: RuntimeClass, minor: number): FieldError[] {
  const { handler = '', overhead, scheduling } = own
  const limits = overhead?.podFixed
  return [
    ...(handler === '' && registryDialect(minor).requiresHandler
      ? [field.required(handlerPath, '')]
      : nameIsDNSLabel(handler, false, minor).map((text) => field.invalid(handlerPath, handler, text))),
    ...validateContainerResources(
      limits === undefined ? {} : { limits },
      new Set(),
      FieldPath.of('overhead'),
      {
        ...noOptions,
        minor,
      },
    ),
    ...validateLabels(scheduling?.nodeSelector, schedulingPath.child('nodeSelector'), minor),
    ...validateClassTolerations(scheduling?.tolerations ?? [], minor),
  ]
}

function validateClassTolerations(tolerations: readonly Toleration[], minor: number): FieldError[] {
  const path = schedulingPath.child('tolerations')
  const inner = registryDialect(minor).repeatsTolerations ? path.child('tolerations') : path
  const seen = new Set<string>()
  return [
    ...validateTolerations(tolerations, inner, { ...noOptions, minor }),
    ...tolerations.flatMap((toleration, i) => {
      const { key = '', operator = '', value = '', effect = '' } = toleration
      const identity = JSON.stringify([key, operator, value, effect])
      if (seen.has(identity))
        return [field.duplicate(path.index(i), badValue(toleration, 'core.Toleration', minor))]
      seen.add(identity)
      return []
    }),
  ]
}

function deprecatedLabels({ scheduling }: RuntimeClass): string[] {
  return Object.keys(scheduling?.nodeSelector ?? {}).flatMap((key) => {
    const text = nodeLabelDeprecation(key)
    return text === undefined ? [] : [`${schedulingPath.child('nodeSelector')}: ${text}`]
  })
}

/** The strategy of RuntimeClasses. */
export const runtimeClassRules: RulesFor = (traits) => ({
  strategy: {
    ...defaultStrategy(traits),
    setDefaults: (object) => roundUpResourceList(asClass(object).overhead?.podFixed),
    validate: ({ server }, object) => validateRuntimeClass(asClass(object), server.release.minor),
    // Upstream checks the whole object again, and then the change.
    validateUpdate: (ctx, object, old) => [
      ...metaAsNew(ctx, object, false),
      ...validateRuntimeClass(asClass(object), ctx.server.release.minor),
      ...validateImmutableField(asClass(object).handler ?? '', asClass(old).handler ?? '', handlerPath),
    ],
    warningsOnCreate: (_ctx, object) => deprecatedLabels(asClass(object)),
    warningsOnUpdate: (_ctx, object) => deprecatedLabels(asClass(object)),
  },
})

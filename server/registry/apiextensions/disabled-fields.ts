// Upstream: apiextensions-apiserver pkg/registry/customresourcedefinition/strategy.go (dropDisabledFields)

import type {
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionStatus,
  JSONSchemaProps,
} from '../../../api/apiextensions-v1.ts'
import { dropField } from '../../../apimachinery/given-empty.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { eachSchema } from '../../apiextensions/definition/validation/schema-tree.ts'
import type { ServerContext } from '../generic/strategy.ts'

const specOf = (object: KubeObject | undefined): CustomResourceDefinitionSpec =>
  (object?.['spec'] ?? {}) as CustomResourceDefinitionSpec
const statusOf = (object: KubeObject | undefined): CustomResourceDefinitionStatus =>
  (object?.['status'] ?? {}) as CustomResourceDefinitionStatus

function* schemasOf(object: KubeObject | undefined): Iterable<JSONSchemaProps> {
  for (const { schema } of specOf(object).versions ?? []) yield* eachSchema(schema?.openAPIV3Schema)
}

/** A field that depends on a gate: whether an object uses it, and how it is taken away. */
interface GatedField {
  readonly gate: string
  readonly isUsed: (object: KubeObject | undefined) => boolean
  readonly drop: (object: KubeObject) => void
}

function usesOptionalOldSelf(object: KubeObject | undefined): boolean {
  for (const schema of schemasOf(object))
    if (schema['x-kubernetes-validations']?.some((rule) => rule.optionalOldSelf != null)) return true
  return false
}

function usesRules(object: KubeObject | undefined): boolean {
  for (const schema of schemasOf(object)) if (schema['x-kubernetes-validations'] != null) return true
  return false
}

const gatedFields: readonly GatedField[] = [
  {
    gate: 'CustomResourceValidationExpressions',
    isUsed: usesRules,
    drop(object) {
      for (const schema of schemasOf(object)) delete schema['x-kubernetes-validations']
    },
  },
  {
    gate: 'CRDValidationRatcheting',
    isUsed: usesOptionalOldSelf,
    drop(object) {
      for (const schema of schemasOf(object))
        for (const rule of schema['x-kubernetes-validations'] ?? []) delete rule.optionalOldSelf
    },
  },
  {
    gate: 'CustomResourceFieldSelectors',
    isUsed: (object) => specOf(object).versions?.some((version) => version.selectableFields != null) === true,
    drop(object) {
      for (const version of specOf(object).versions ?? []) dropField(version, 'selectableFields')
    },
  },
  {
    gate: 'CRDObservedGenerationTracking',
    isUsed(object) {
      const { observedGeneration, conditions } = statusOf(object)
      return Boolean(observedGeneration) || conditions?.some((one) => one.observedGeneration) === true
    },
    drop(object) {
      const status = statusOf(object)
      delete status.observedGeneration
      for (const condition of status.conditions ?? []) delete condition.observedGeneration
    },
  },
]

/** Drops the fields of gates that are off, but for those that the stored object has. */
export function dropDisabledFields(
  object: KubeObject,
  old: KubeObject | undefined,
  { gates }: ServerContext,
): void {
  for (const { gate, isUsed, drop } of gatedFields)
    if (!gateEnabled(gates, gate) && !isUsed(old)) drop(object)
}

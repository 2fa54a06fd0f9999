// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
// (validateCustomResourceDefinitionValidation)
import type { CustomResourceValidation, JSONSchemaProps } from '../../../../api/apiextensions-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { isGiven } from '../../../../apimachinery/given-empty.ts'
import { newStructural, type Structural } from '../../schema/structural.ts'
import { validateDefaults } from '../../schema/validate-defaults.ts'
import { validateStructural } from '../../schema/validate-structural.ts'
import { definitionDialect } from '../dialect.ts'
import { openAPIErrors } from './openapi-rules.ts'
import type { ValidationOptions } from './options.ts'
import { rootContext, totalCostErrors } from './rule-errors.ts'
import { shownSchema } from './shown-value.ts'

/** What may stand at the root of a schema with a status subresource, by Go's names, in the order of Go's struct. */
const allowedAtRoot =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations'
/** The fields that a root schema may not have beside a status subresource, in the order of Go's struct. */
const notAtRoot: readonly (keyof JSONSchemaProps)[] = [
  'id',
  '$schema',
  '$ref',
  'nullable',
  'default',
  'enum',
  'maxProperties',
  'minProperties',
  'allOf',
  'oneOf',
  'anyOf',
  'not',
  'additionalProperties',
  'patternProperties',
  'dependencies',
  'additionalItems',
  'definitions',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
]
/** Fields that are pointers in Go, and so count as set where they are empty. */
const pointers = new Set<keyof JSONSchemaProps>([
  'additionalProperties',
  'additionalItems',
  '$ref',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
])
const beforeType = new Set<keyof JSONSchemaProps>(['id', '$schema', '$ref'])

const isSet = (schema: JSONSchemaProps, name: keyof JSONSchemaProps): boolean => {
  const value = schema[name]
  // An empty list or map is not Go's zero value either, which is nil.
  if (pointers.has(name) || value === undefined || typeof value === 'object') return isGiven(schema, name)
  return typeof value === 'number' || Boolean(value)
}

/** What validates the status must stand below `properties.status`. */
function rootErrors(schema: JSONSchemaProps, path: FieldPath, minor: number): FieldError[] {
  const odd = notAtRoot.find((name) => isSet(schema, name))
  const isTyped = schema.type === undefined || schema.type === '' || schema.type === 'object'
  if (!isTyped && (odd === undefined || !beforeType.has(odd))) {
    const text =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
    return [field.invalid(path.child('type'), schema.type, text)]
  }
  if (odd === undefined) return []
  const text = `only [${allowedAtRoot}] fields are allowed at the root of the schema if the status subresource is enabled`
  return [field.invalid(path, shownSchema(schema, minor), text)]
}

const defaultErrors = (
  schema: Structural,
  path: FieldPath,
  { minor, requiresPrunedDefaults, evaluatesWithoutOld }: ValidationOptions,
): FieldError[] =>
  validateDefaults(schema, path, {
    minor,
    requirePruned: requiresPrunedDefaults,
    ratchets: evaluatesWithoutOld,
  })

/** The errors of a schema that is not structural in the release. */
export const structuralErrors = (schema: Structural, path: FieldPath, minor: number): FieldError[] =>
  validateStructural(schema, path, definitionDialect(minor).allowsNestedAdditionalFalse)

interface Structure {
  readonly errors: FieldError[]
  /** Why it is not structural, where other errors may say it already. */
  readonly initial: FieldError[]
}

function structureErrors(schema: JSONSchemaProps, path: FieldPath, options: ValidationOptions): Structure {
  if (!options.requiresStructure) return { errors: [], initial: [] }
  const { structural, error } = newStructural(schema)
  if (structural === undefined) return { errors: [], initial: [field.invalid(path, '', error)] }
  const errors = structuralErrors(structural, path, options.minor)
  return { errors: errors.length > 0 ? errors : defaultErrors(structural, path, options), initial: [] }
}

function wholeErrors(schema: JSONSchemaProps, path: FieldPath, options: ValidationOptions): FieldError[] {
  const { checksStructureFirst } = definitionDialect(options.minor)
  const { errors, initial } = structureErrors(schema, path, options)
  const isSound = errors.length === 0 && initial.length === 0
  const rules = options.requiresStructure && (isSound || !checksStructureFirst) ? rootContext() : undefined
  const openAPI = openAPIErrors(schema, path, options, rules)
  const all = checksStructureFirst ? [...errors, ...openAPI] : [...openAPI, ...errors]
  return [...(all.length > 0 ? all : initial), ...(rules === undefined ? [] : totalCostErrors(rules, path))]
}

/** The errors of the schema of a version, or of all versions. @param hasStatus a status subresource is enabled */
export function schemaErrors(
  validation: CustomResourceValidation | undefined,
  hasStatus: boolean,
  path: FieldPath,
  options: ValidationOptions,
): FieldError[] {
  const schema = validation?.openAPIV3Schema
  if (schema == null) return []
  const at = path.child('openAPIV3Schema')
  return [
    ...(hasStatus ? rootErrors(schema, at, options.minor) : []),
    ...(schema.nullable === true
      ? [field.forbidden(at.child('nullable'), 'nullable cannot be true at the root')]
      : []),
    ...wholeErrors(schema, at, options),
  ]
}

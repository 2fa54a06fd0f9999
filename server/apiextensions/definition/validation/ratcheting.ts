// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
// (ValidateCustomResourceDefinitionUpdate and what it asks of the old object)
import type { JSONSchemaProps } from '../../../../api/apiextensions-v1.ts'
import { FieldPath } from '../../../../apimachinery/field-error.ts'
import { deepCopy, semanticEqual } from '../../../../apimachinery/json.ts'
import { gateEnabled } from '../../../../featuregates/reader.ts'
import type { ServerContext } from '../../../registry/generic/strategy.ts'
import { prune } from '../../schema/pruning.ts'
import { newStructural, type Structural } from '../../schema/structural.ts'
import { type Definition, isTrue } from '../definition.ts'
import { definitionDialect } from '../dialect.ts'
import { caBundleProblem } from './ca-bundle.ts'
import { knowsReviewVersion } from './conversion.ts'
import { type InternalSpec, schemasOf, validationOf } from './internal-spec.ts'
import { comparableErrors, isUnatomicSet } from './list-rules.ts'
import { hasInvalidType } from './openapi-rules.ts'
import type { ValidationOptions } from './options.ts'
import { structuralErrors } from './schema-rules.ts'
import { eachSchema, schemaHas } from './schema-tree.ts'
import { mostSelectableFields } from './selectable-fields.ts'

/** The rules that a new definition must fulfil. */
export const optionsOfCreate = ({ release, gates, minCompatibility }: ServerContext): ValidationOptions => ({
  minor: release.minor,
  requiresKnownReviewVersion: true,
  requiresSameNames: false,
  requiresSchema: true,
  requiresValidTypes: true,
  requiresStructure: true,
  requiresPrunedDefaults: true,
  requiresAtomicItems: true,
  requiresMapKeys: true,
  kindOf: () => minCompatibility ?? 'new',
  unchangedVersions: new Set(),
  suppressesRuleCost: false,
  allowsInvalidCABundle: true,
  keepsSelectableFields: new Set(),
  evaluatesWithoutOld: gateEnabled(gates, 'CRDValidationRatcheting'),
})

const anyPath = FieldPath.of('')

function isNotStructural(schema: JSONSchemaProps, minor: number): boolean {
  const { structural } = newStructural(schema)
  return structural === undefined || structuralErrors(structural, anyPath, minor).length > 0
}

/** Whether a default in it has fields that its schema does not know. */
function hasUnprunedDefault(schema: Structural): boolean {
  const { items, properties = {}, additionalProperties: more } = schema
  const pruned = prune(deepCopy(schema.default), schema, schema['x-kubernetes-embedded-resource'] === true)
  const inner = [items, typeof more === 'object' ? more : undefined, ...Object.values(properties)]
  return pruned.length > 0 || inner.some((one) => one !== undefined && hasUnprunedDefault(one))
}

function hasUnprunedDefaults(schema: JSONSchemaProps): boolean {
  const { structural } = newStructural(schema)
  return structural !== undefined && hasUnprunedDefault(structural)
}

function storedExpressions(spec: InternalSpec): ReadonlySet<string> {
  const found = new Set<string>()
  for (const schema of schemasOf(spec))
    for (const one of eachSchema(schema))
      for (const { rule = '', messageExpression = '' } of one['x-kubernetes-validations'] ?? [])
        for (const text of [rule, messageExpression]) found.add(text)
  return found
}

function unchangedVersions(spec: InternalSpec, old: InternalSpec): Set<string> {
  const before = new Set(old.versions.map(({ name }) => name))
  const same = spec.versions.filter(
    ({ name }) =>
      (before.has(name) || old.validation !== undefined) &&
      semanticEqual(validationOf(spec, name), validationOf(old, name)),
  )
  return new Set(same.map(({ name }) => name))
}

function keptSelectableFields(spec: InternalSpec, old: InternalSpec): Set<string> {
  const keeps = (now: InternalSpec['selectableFields'], before: InternalSpec['selectableFields']): boolean =>
    before.length > mostSelectableFields && semanticEqual(now, before)
  const kept = spec.versions.filter(({ name, selectableFields }) => {
    const before = old.versions.find((one) => one.name === name)
    return before !== undefined && keeps(selectableFields, before.selectableFields)
  })
  const names = kept.map(({ name }) => name)
  return new Set(keeps(spec.selectableFields, old.selectableFields) ? ['', ...names] : names)
}

/** The rules that an updated definition must fulfil: those that the stored one fulfils. */
export function optionsOfUpdate(
  spec: InternalSpec,
  oldSpec: InternalSpec,
  old: Definition,
  server: ServerContext,
): ValidationOptions {
  const { minor } = server.release
  const { checksCABundle, ratchetsCost, ratchetsSelectableFields } = definitionDialect(minor)
  const schemas = schemasOf(oldSpec)
  const none = (holds: (schema: JSONSchemaProps) => boolean): boolean =>
    !schemas.some((schema) => schemaHas(schema, holds))
  const stored = storedExpressions(oldSpec)
  const { webhook } = old.spec.conversion ?? {}
  const isEstablished = isTrue(old, 'Established')
  const created = optionsOfCreate(server)
  return {
    ...created,
    requiresKnownReviewVersion: knowsReviewVersion(webhook?.conversionReviewVersions ?? []),
    requiresSameNames: isEstablished,
    requiresSchema: schemas.length === oldSpec.versions.length,
    requiresValidTypes: none(hasInvalidType),
    requiresStructure: !schemas.some((schema) => isNotStructural(schema, minor)),
    requiresPrunedDefaults: !schemas.some(hasUnprunedDefaults),
    requiresAtomicItems: none(isUnatomicSet),
    requiresMapKeys: none((schema) => comparableErrors(schema, anyPath).length > 0),
    kindOf: (expression) => (stored.has(expression) ? 'stored' : created.kindOf(expression)),
    unchangedVersions: ratchetsCost ? unchangedVersions(spec, oldSpec) : new Set(),
    allowsInvalidCABundle:
      !checksCABundle || !isEstablished || caBundleProblem(webhook?.clientConfig?.caBundle) !== undefined,
    keepsSelectableFields: ratchetsSelectableFields ? keptSelectableFields(spec, oldSpec) : new Set(),
  }
}

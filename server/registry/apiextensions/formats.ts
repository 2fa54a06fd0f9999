// Upstream: apiextensions-apiserver pkg/registry/customresourcedefinition/strategy.go (getUnrecognizedFormatsInCRD)
import type { CustomResourceDefinitionSpec } from '../../../api/apiextensions-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { definitionDialect } from '../../apiextensions/definition/dialect.ts'
import { internalSpec, schemasOf } from '../../apiextensions/definition/validation/internal-spec.ts'
import { eachSchema } from '../../apiextensions/definition/validation/schema-tree.ts'
import { schemaDialect } from '../../apiextensions/schema/dialect.ts'
import { isKnownFormat } from '../../apiextensions/schema/validation/formats.ts'

/** Whether a release says nothing about formats of a type. */
const isUnwarned = (type: string, minor: number): boolean =>
  type !== 'string' && !schemaDialect(minor).formatsByType

/** Formats in the schemas that the release does not know; those of versions with one schema count once. */
function unknownFormats(object: KubeObject, minor: number): string[] {
  const spec = internalSpec((object['spec'] ?? {}) as CustomResourceDefinitionSpec)
  const schemas = schemasOf(spec)
  const different = spec.validation === undefined ? schemas : schemas.slice(0, 1)
  return different.flatMap((schema) =>
    [...eachSchema(schema)].flatMap(({ format = '', type = '' }) =>
      format === '' || isUnwarned(type, minor) || isKnownFormat(format, type, minor) ? [] : [format],
    ),
  )
}

/** The warnings of formats that nobody checks, of an update those of new ones. */
export function formatWarnings(object: KubeObject, old: KubeObject | undefined, minor: number): string[] {
  if (!definitionDialect(minor).warnsOfFormats) return []
  const before = new Set(old === undefined ? [] : unknownFormats(old, minor))
  return unknownFormats(object, minor)
    .filter((format) => !before.has(format))
    .map((format) => `unrecognized format ${goQuote(format)}`)
}

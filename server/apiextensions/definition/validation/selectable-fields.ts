// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (ValidateCustomResourceSelectableFields)
import type { CustomResourceValidation, SelectableField } from '../../../../api/apiextensions-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { tooMany } from '../../../../apimachinery/validation/messages.ts'
import { validFieldPath } from '../../schema/cel/field-path.ts'
import { newStructural, type Structural } from '../../schema/structural.ts'
import { definitionDialect } from '../dialect.ts'
import type { ValidationOptions } from './options.ts'

/** The most selectable fields of a version. */
export const mostSelectableFields = 8

const selectableTypes = ['string', 'boolean', 'integer']

function pathErrors(text: string, schema: Structural, path: FieldPath, seen: Set<string>): FieldError[] {
  if (text === '') return [field.required(path, '')]
  const found = validFieldPath(text, schema, false)
  if (found.error !== undefined) return [field.invalid(path, text, `is an invalid path: ${found.error}`)]
  const name = String(found.path)
  const isRepeated = seen.has(name)
  seen.add(name)
  return [
    ...(/^metadata\b/.test(name) ? [field.invalid(path, text, 'must not point to fields in metadata')] : []),
    ...(selectableTypes.includes(found.schema.type ?? '')
      ? []
      : [
          field.invalid(
            path,
            text,
            'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
          ),
        ]),
    ...(isRepeated ? [field.duplicate(path, text)] : []),
  ]
}

/** The place of selectable fields: in a version, or in the spec where its name is empty. */
export interface SelectablePlace {
  readonly path: FieldPath
  readonly version: string
}

function missingSchema({ path, version }: SelectablePlace, minor: number): FieldError {
  const { namesFieldAgain } = definitionDialect(minor)
  const schema = namesFieldAgain ? 'version.schema.openAPIV3Schema' : '`version.schema.openAPIV3Schema`'
  const where = version === '' ? 'validations.schema is included' : `${schema} is not included`
  const start = namesFieldAgain ? 'selectableFields ' : ''
  return field.invalid(path.child('selectableFields'), '', `${start}may only be set when ${where}`)
}

/** The errors of selectable fields by the schema of their version. */
export function selectableErrors(
  fields: readonly SelectableField[],
  validation: CustomResourceValidation | undefined,
  place: SelectablePlace,
  { minor, keepsSelectableFields }: ValidationOptions,
): FieldError[] {
  if (fields.length === 0) return []
  const schema = validation?.openAPIV3Schema
  const isThere = place.version === '' ? validation !== undefined : schema != null
  if (!isThere) return [missingSchema(place, minor)]
  const { structural, error } = newStructural(schema ?? {})
  const unreadable =
    error === undefined ? [] : [field.invalid(place.path.child('schema', 'openAPIV3Schema'), '', error)]
  const seen = new Set<string>()
  const path = place.path.child('selectableFields')
  const errors = fields.flatMap(({ jsonPath = '' }, i) =>
    pathErrors(jsonPath, structural ?? {}, path.index(i).child('jsonPath'), seen),
  )
  const isTooMany = seen.size > mostSelectableFields && !keepsSelectableFields.has(place.version)
  return [
    ...unreadable,
    ...errors,
    ...(isTooMany ? [tooMany(path, seen.size, mostSelectableFields, minor)] : []),
  ]
}

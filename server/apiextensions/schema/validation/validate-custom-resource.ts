// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/validation/validation.go (ValidateCustomResource)
import { type FieldError, FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { goJSON, sortKeys } from '../../../../apimachinery/go-print/marshal.ts'
import { tooLongMaxLength, tooMany } from '../../../../apimachinery/validation/messages.ts'
import type { CorrelatedObject } from '../correlated-object.ts'
import { fieldAt, invalid, shownValue } from '../go-value.ts'
import type { Structural } from '../structural.ts'
import type { Finding, Result } from './result.ts'
import { SchemaValidator } from './schema-validator.ts'

const asText = (value: unknown): string => (typeof value === 'string' ? value : goJSON(sortKeys(value)))

function fieldError(found: Finding, path: FieldPath, minor: number): FieldError {
  const name = found.name.replace(/^\./, '')
  const at = name === '' ? path : path.child(name)
  switch (found.kind) {
    case 'required':
      return field.required(fieldAt(at), '')
    case 'enum':
      return field.notSupported(fieldAt(at), shownValue(found.value, minor), (found.values ?? []).map(asText))
    case 'tooLong':
      return tooLongMaxLength(FieldPath.of(fieldAt(at)), found.valid!, minor)
    case 'maxItems':
    case 'maxProperties':
      return tooMany(FieldPath.of(fieldAt(at)), found.value as number, found.valid!, minor)
    case 'type':
      return field.typeInvalid(fieldAt(at), shownValue(found.value ?? '', minor), found.message)
    case 'composite':
      return field.invalid(fieldAt(path), '', found.message)
    default:
      return invalid(at, found.value ?? '', found.message, minor)
  }
}

const fieldErrors = ({ findings }: Result, path: FieldPath, minor: number): FieldError[] =>
  findings.map((found) => fieldError(found, path, minor))

/** The errors of a value by its schema; their paths begin with `path`. */
export const validateCustomResource = (
  value: unknown,
  schema: Structural,
  path: FieldPath,
  minor: number,
): FieldError[] => fieldErrors(new SchemaValidator(minor).validate(value, schema, ''), path, minor)

/** As {@link validateCustomResource}, without errors of what has not changed. */
export const validateCustomResourceUpdate = (
  correlation: CorrelatedObject,
  schema: Structural,
  path: FieldPath,
  minor: number,
): FieldError[] =>
  fieldErrors(new SchemaValidator(minor).validateUpdate(correlation, schema, ''), path, minor)

/** As {@link validateCustomResource}, by the schema as it is published: formats of all releases, and int-or-string has no types of its own. */
export const validatePublished = (
  value: unknown,
  schema: Structural,
  path: FieldPath,
  minor: number,
): FieldError[] => fieldErrors(new SchemaValidator(minor, true).validate(value, schema, ''), path, minor)

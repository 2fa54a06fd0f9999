// Schemas and versions as errors show them: internal types of Go, whose fields have Go's names.
import type {
  CustomResourceValidation,
  JSONSchemaProps,
  ValidationRule,
} from '../../../../api/apiextensions-v1.ts'
import type { Literal } from '../../../../apimachinery/field-error.ts'
import { badValue } from '../../../../apimachinery/go-print/bad-value.ts'
import { isObject, setOwn } from '../../../../apimachinery/json.ts'
import type { InternalSpec, InternalVersion } from './internal-spec.ts'

const initials: Readonly<Record<string, string>> = { id: 'ID', $ref: 'Ref', $schema: 'Schema', url: 'URL' }

/** `x-kubernetes-list-map-keys` → `XListMapKeys`, `maxItems` → `MaxItems`. */
function goName(name: string): string {
  const own = initials[name]
  if (own !== undefined) return own
  if (!name.startsWith('x-kubernetes-')) return name.replace('jsonPath', 'JSONPath').replace(/^./, upper)
  return `X${name.slice('x-kubernetes-'.length).replace(/(?:^|-)(.)/g, (_, letter: string) => upper(letter))}`
}

const upper = (letter: string): string => letter.toUpperCase()

function renamed(
  object: object,
  convert: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(object))
    if (value != null) out[goName(name)] = convert(name, value)
  return out
}

const plain = (object: object): Record<string, unknown> => renamed(object, (_, value) => value)

function mapOf(value: unknown, convert: (one: unknown) => unknown): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(value as object)) setOwn(out, key, convert(one))
  return out
}

const schemaOrList = (value: unknown, list: string): unknown =>
  Array.isArray(value)
    ? { [list]: list === 'Property' ? value : value.map(goSchema) }
    : { Schema: goSchema(value) }

const schemaOrBool = (value: unknown): unknown =>
  isObject(value) ? { Allows: true, Schema: goSchema(value) } : { Allows: value === true }

function schemaField(name: string, value: unknown): unknown {
  switch (name) {
    case 'items':
      return schemaOrList(value, 'JSONSchemas')
    case 'not':
      return goSchema(value)
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return (value as unknown[]).map(goSchema)
    case 'properties':
    case 'patternProperties':
    case 'definitions':
      return mapOf(value, goSchema)
    case 'dependencies':
      return mapOf(value, (one) => schemaOrList(one, 'Property'))
    case 'additionalProperties':
    case 'additionalItems':
      return schemaOrBool(value)
    case 'externalDocs':
      return plain(value as object)
    case 'x-kubernetes-validations':
      return (value as ValidationRule[]).map(plain)
    default:
      return value
  }
}

const goSchema = (schema: unknown): unknown => renamed(schema as object, schemaField)

const goValidation = (validation: CustomResourceValidation): unknown =>
  validation.openAPIV3Schema == null ? {} : { OpenAPIV3Schema: goSchema(validation.openAPIV3Schema) }

function goVersion({ own, validation, subresources, columns, selectableFields }: InternalVersion): unknown {
  const { name, served, storage, deprecated, deprecationWarning } = own
  return {
    ...plain({ name, served, storage, deprecated, deprecationWarning }),
    ...(validation === undefined ? {} : { Schema: goValidation(validation) }),
    ...(subresources === undefined
      ? {}
      : { Subresources: renamed(subresources, (_, one) => plain(one as object)) }),
    ...(columns.length === 0 ? {} : { AdditionalPrinterColumns: columns.map(plain) }),
    ...(selectableFields.length === 0 ? {} : { SelectableFields: selectableFields.map(plain) }),
  }
}

/** The values of errors on definitions, as a release prints them. */
export const shownSchema = (schema: JSONSchemaProps, minor: number): Literal =>
  badValue(goSchema(schema), 'apiextensions.JSONSchemaProps', minor)

/** The field `items`, as Go prints it in errors. */
export const shownItems = (items: unknown, minor: number): Literal =>
  badValue(schemaOrList(items, 'JSONSchemas'), 'apiextensions.JSONSchemaPropsOrArray', minor)

/** A rule of x-kubernetes-validations, as Go prints it in errors. */
export const shownRule = (rule: ValidationRule, minor: number): Literal =>
  badValue(plain(rule), 'apiextensions.ValidationRule', minor)

/** The versions of a definition, as Go prints them in errors. */
export const shownVersions = ({ own, versions }: InternalSpec, minor: number): Literal =>
  badValue(
    own.versions == null ? undefined : versions.map(goVersion),
    '[]apiextensions.CustomResourceDefinitionVersion',
    minor,
  )

/** A list of texts, as Go prints it in errors. */
export const shownTexts = (texts: readonly string[] | undefined, minor: number): Literal =>
  badValue(texts, '[]string', minor)

/** A text that is a pointer in Go. */
export const shownPointer = (text: string, minor: number): Literal => badValue(text, '*string', minor)

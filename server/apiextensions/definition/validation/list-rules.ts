// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
// (ValidateCustomResourceDefinitionOpenAPISchema: x-kubernetes-list-type, list-map-keys, map-type; validateMapListKeysMapSet)
import type { JSONSchemaProps } from '../../../../api/apiextensions-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { badValue } from '../../../../apimachinery/go-print/bad-value.ts'
import { getOwn } from '../../../../apimachinery/json.ts'
import type { ValidationOptions } from './options.ts'
import { itemsOf } from './schema-tree.ts'
import { shownItems, shownTexts } from './shown-value.ts'

const listTypes = ['atomic', 'set', 'map']
const mapTypes = ['atomic', 'granular']

function typeErrors(type: string | undefined, wanted: string, what: string, path: FieldPath): FieldError[] {
  const text = `must be ${wanted} if ${what} is specified`
  const at = path.child('type')
  return [type ? field.invalid(at, type, text) : field.required(at, text)]
}

function mapTypeErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const mapType = schema['x-kubernetes-map-type']
  if (mapType == null) return []
  return [
    ...(schema.type === 'object' ? [] : typeErrors(schema.type, 'object', 'x-kubernetes-map-type', path)),
    ...(mapTypes.includes(mapType)
      ? []
      : [field.notSupported(path.child('x-kubernetes-map-type'), mapType, mapTypes)]),
  ]
}

/** The extension that makes the items of a set not atomic; undefined: they are atomic. */
function notAtomic(items: JSONSchemaProps): 'x-kubernetes-list-type' | 'x-kubernetes-map-type' | undefined {
  if (items.type === 'array')
    return (items['x-kubernetes-list-type'] ?? 'atomic') === 'atomic' ? undefined : 'x-kubernetes-list-type'
  if (items.type === 'object')
    return items['x-kubernetes-map-type'] === 'atomic' ? undefined : 'x-kubernetes-map-type'
  return undefined
}

/** Whether a schema is a list of type set whose items are not atomic. */
export function isUnatomicSet(schema: JSONSchemaProps): boolean {
  const items = itemsOf(schema)
  return schema['x-kubernetes-list-type'] === 'set' && items !== undefined && notAtomic(items) !== undefined
}

function setErrors(schema: JSONSchemaProps, path: FieldPath, minor: number): FieldError[] {
  const items = itemsOf(schema)
  const wrong = items && schema['x-kubernetes-list-type'] === 'set' ? notAtomic(items) : undefined
  if (items === undefined || wrong === undefined) return []
  const text = 'must be atomic as item of a list with x-kubernetes-list-type=set'
  // @note Upstream shows the list type also where the map type is wrong.
  const shown = badValue(items['x-kubernetes-list-type'], '*string', minor)
  return [field.invalid(path.child('items', wrong), shown, text)]
}

function listTypeErrors(schema: JSONSchemaProps, path: FieldPath, options: ValidationOptions): FieldError[] {
  const listType = schema['x-kubernetes-list-type']
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const at = path.child('x-kubernetes-list-type')
  const needed = 'must be map if x-kubernetes-list-map-keys is non-empty'
  if (listType == null) return keys.length > 0 ? [field.required(at, needed)] : []
  return [
    ...(schema.type === 'array'
      ? options.requiresAtomicItems
        ? setErrors(schema, path, options.minor)
        : []
      : typeErrors(schema.type, 'array', 'x-kubernetes-list-type', path)),
    ...(listTypes.includes(listType) ? [] : [field.notSupported(at, listType, listTypes)]),
    ...(keys.length > 0 && listType !== 'map' ? [field.invalid(at, listType, needed)] : []),
  ]
}

function keyErrors(
  items: JSONSchemaProps,
  keys: readonly string[],
  path: FieldPath,
  minor: number,
): FieldError[] {
  const wrong = (text: string): FieldError =>
    field.invalid(path.child('x-kubernetes-list-map-keys'), shownTexts(keys, minor), text)
  return keys.flatMap((key, i) => {
    const property = getOwn(items.properties, key)
    const isScalar = property?.type !== 'array' && property?.type !== 'object'
    const typePath = path.child('items', 'properties').key(key).child('type')
    return [
      ...(property === undefined ? [wrong('entries must all be names of item properties')] : []),
      ...(isScalar
        ? []
        : [
            field.invalid(
              typePath,
              items.type,
              "must be a scalar type if parent array's x-kubernetes-list-type is map",
            ),
          ]),
      ...(keys.indexOf(key) < i ? [wrong('must not contain duplicate entries')] : []),
    ]
  })
}

function mapListErrors(schema: JSONSchemaProps, path: FieldPath, minor: number): FieldError[] {
  if (schema['x-kubernetes-list-type'] !== 'map') return []
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const items = itemsOf(schema)
  const at = path.child('items')
  const missing =
    keys.length > 0
      ? []
      : [
          field.required(
            path.child('x-kubernetes-list-map-keys'),
            'must not be empty if x-kubernetes-list-type is map',
          ),
        ]
  if (schema.items == null)
    return [...missing, field.required(at, 'must have a schema if x-kubernetes-list-type is map')]
  if (items === undefined)
    return [
      ...missing,
      field.invalid(
        at,
        shownItems(schema.items, minor),
        'must only have a single schema if x-kubernetes-list-type is map',
      ),
    ]
  if (items.type === 'object') return [...missing, ...keyErrors(items, keys, path, minor)]
  return [
    ...missing,
    field.invalid(
      at.child('type'),
      items.type ?? '',
      "must be object if parent array's x-kubernetes-list-type is map",
    ),
  ]
}

/** What is wrong with the items of sets and maps since these must be compared. */
export function comparableErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const items = itemsOf(schema)
  const listType = schema['x-kubernetes-list-type']
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return []
  const at = path.child('items')
  const nullable =
    items.nullable === true
      ? [
          field.forbidden(
            at.child('nullable'),
            `cannot be nullable when x-kubernetes-list-type is ${listType}`,
          ),
        ]
      : []
  const keys = listType === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : []
  return [...nullable, ...keys.flatMap((key) => comparableKey(items, key, at.child('properties').key(key)))]
}

function comparableKey(items: JSONSchemaProps, key: string, path: FieldPath): FieldError[] {
  const property = getOwn(items.properties, key)
  if (property === undefined) return []
  const isThere = items.required?.includes(key) === true || property.default != null
  const what = 'this property is in x-kubernetes-list-map-keys, so it'
  return [
    ...(isThere
      ? []
      : [field.required(path.child('default'), `${what} must have a default or be a required property`)]),
    ...(property.nullable === true
      ? [field.forbidden(path.child('nullable'), `${what} cannot be nullable`)]
      : []),
  ]
}

/** The errors of a schema's list type, map keys and map type. */
export const listAndMapErrors = (
  schema: JSONSchemaProps,
  path: FieldPath,
  options: ValidationOptions,
): FieldError[] => [
  ...mapTypeErrors(schema, path),
  ...listTypeErrors(schema, path, options),
  ...mapListErrors(schema, path, options.minor),
  ...(options.requiresMapKeys ? comparableErrors(schema, path) : []),
]

// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype/validation.go
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isObject, type JsonObject, setOwn } from '../../../apimachinery/json.ts'
import { invalid, shownValue } from './go-value.ts'
import { additionalOf, propertyOf, type Structural } from './structural.ts'
import { identity } from './validation/enums.ts'

/** The indexes at which a value stands for the second time. */
function repetitions(values: readonly unknown[]): number[] {
  const times = new Map<string, number>()
  return values.flatMap((value, i) => {
    const key = identity(value)
    const seen = times.get(key) ?? 0
    times.set(key, seen + 1)
    return seen === 1 ? [i] : []
  })
}

/** The fields of an item that are keys of its list (x-kubernetes-list-map-keys). */
function keysOf(item: unknown, names: readonly string[]): JsonObject {
  const keys: JsonObject = {}
  if (isObject(item)) for (const name of names) if (Object.hasOwn(item, name)) setOwn(keys, name, item[name]!)
  return keys
}

class ListValidator {
  readonly errors: FieldError[] = []
  readonly #minor: number

  constructor(minor: number) {
    this.#minor = minor
  }

  validate(value: unknown, schema: Structural, path: FieldPath): void {
    if (Array.isArray(value)) this.#list(value, schema, path)
    else if (isObject(value)) this.#object(value, schema, path)
  }

  #object(object: JsonObject, schema: Structural, path: FieldPath): void {
    const more = additionalOf(schema)
    for (const key of Object.keys(object)) {
      if (more) this.validate(object[key], more, path.key(key))
      const property = propertyOf(schema, key)
      if (property) this.validate(object[key], property, path.child(key))
    }
  }

  #list(list: readonly unknown[], schema: Structural, path: FieldPath): void {
    const kind = schema['x-kubernetes-list-type']
    if (kind === 'set') this.#unique(list, path)
    if (kind === 'map') this.#map(list, schema['x-kubernetes-list-map-keys'] ?? [], path)
    if (schema.items) for (const [i, item] of list.entries()) this.validate(item, schema.items, path.index(i))
  }

  #map(list: readonly unknown[], names: readonly string[], path: FieldPath): void {
    const wrong = list.findIndex((item) => item !== null && !isObject(item))
    if (wrong < 0)
      this.#unique(
        list.map((item) => keysOf(item, names)),
        path,
      )
    else {
      const text = 'must be an object for an array of list-type map'
      this.errors.push(invalid(path.index(wrong), list[wrong], text, this.#minor))
    }
  }

  #unique(values: readonly unknown[], path: FieldPath): void {
    for (const i of repetitions(values))
      this.errors.push(field.duplicate(path.index(i), shownValue(values[i], this.#minor)))
  }
}

/** The errors of lists that are sets or maps, but have an item twice. */
export function validateListSetsAndMaps(
  object: unknown,
  schema: Structural | undefined,
  minor: number,
): FieldError[] {
  const validator = new ListValidator(minor)
  if (schema && isObject(object)) validator.validate(object, schema, FieldPath.root)
  return validator.errors
}

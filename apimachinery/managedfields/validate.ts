// Upstream: sigs.k8s.io/structured-merge-diff typed/validate.go
import { showGoSyntax, showGoType, showGoValue } from '../go-print/untyped.ts'
import { isObject, type JsonValue } from '../json.ts'
import { kindOf } from './atom-kind.ts'
import { itemElement, ListItemError, type ListItemRules } from './list-items.ts'
import { fieldElement, indexElement, type PathElement, showElement } from './path-element.ts'
import type { ListType, MapType, ScalarType, TypeRef } from './smd-schema.ts'

/** A finding about a typed object: its place (`.spec.ports[0]`) and a text. */
export interface TypedError {
  path: string
  readonly message: string
}

/** The findings about a value of a type: unknown fields, wrong types, duplicates in associative lists, items without keys. */
export function validateTyped(
  type: TypeRef,
  value: JsonValue,
  rules: ListItemRules,
  allowDuplicates = false,
): TypedError[] {
  const atom = type.atom
  if (atom === undefined)
    return [{ path: '', message: `schema error: no type found matching: ${type.name ?? 'inlined type'}` }]
  switch (kindOf(atom, value)) {
    case 'map':
      return validateMap(atom.map!, value, rules, allowDuplicates)
    case 'list':
      return validateList(atom.list!, value, rules, allowDuplicates)
    case 'scalar':
      return validateScalar(atom.scalar!, value, rules)
    default:
      return [
        {
          path: '',
          message: `schema error: invalid atom: ${type.name === undefined ? 'inlined' : `named type: ${type.name}`}`,
        },
      ]
  }
}

/** The findings as one text, as upstream joins them. */
export function typedErrorText(errors: readonly TypedError[]): string {
  const texts = errors.map((e) => (e.path === '' ? e.message : `${e.path}: ${e.message}`))
  return texts.length === 1 ? texts[0]! : ['errors:', ...texts.map((text) => `  ${text}`)].join('\n')
}

const one = (message: string): TypedError[] => [{ path: '', message }]

function under(element: PathElement, errors: TypedError[]): TypedError[] {
  if (errors.length === 0) return errors
  const prefix = showElement(element)
  for (const error of errors) error.path = prefix + error.path
  return errors
}

function validateScalar(type: ScalarType, value: JsonValue, rules: ListItemRules): TypedError[] {
  if (value === null) return []
  switch (type) {
    case 'numeric':
      return typeof value === 'number' ? [] : one(`expected numeric (int or float), got ${showGoType(value)}`)
    case 'string':
      return typeof value === 'string'
        ? []
        : one(`expected string, got &value.valueUnstructured{Value:${showGoSyntax(value)}}`)
    case 'boolean':
      return typeof value === 'boolean' ? [] : one(`expected boolean, got &{${showGoValue(value)}}`)
    default:
      return typeof value === 'object' && !rules.strictLists
        ? one(`expected any scalar, got &{${showGoValue(value)}}`)
        : []
  }
}

function validateList(
  type: ListType,
  value: JsonValue,
  rules: ListItemRules,
  allowDuplicates: boolean,
): TypedError[] {
  if (value === null) return []
  if (!Array.isArray(value)) return one(`expected list, got &{${showGoValue(value)}}`)
  const errors: TypedError[] = []
  const seen = new Set<PathElement>()
  for (const [i, item] of value.entries()) {
    let element: PathElement
    try {
      element = type.atomic ? indexElement(i) : itemElement(type, item, rules)
    } catch (error) {
      if (!(error instanceof ListItemError)) throw error
      return [...errors, ...one(`element ${i}: ${error.message}`)]
    }
    if (!type.atomic && !allowDuplicates && seen.has(element))
      errors.push(...one(`duplicate entries for key ${showElement(element)}`))
    seen.add(element)
    errors.push(...under(element, validateTyped(type.element, item, rules, allowDuplicates)))
  }
  return errors
}

function validateMap(
  type: MapType,
  value: JsonValue,
  rules: ListItemRules,
  allowDuplicates: boolean,
): TypedError[] {
  if (value === null) return []
  if (!isObject(value)) return one(`expected map, got &{${showGoValue(value)}}`)
  const errors: TypedError[] = []
  for (const key of Object.keys(value)) {
    const item = value[key]
    if (item === undefined) continue
    const fieldType = type.fields.get(key)?.type ?? type.element
    const element = fieldElement(key)
    if (fieldType === undefined) return [...errors, ...under(element, one('field not declared in schema'))]
    errors.push(...under(element, validateTyped(fieldType, item, rules, allowDuplicates)))
  }
  return errors
}

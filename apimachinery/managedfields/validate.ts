// Upstream: sigs.k8s.io/structured-merge-diff typed/validate.go
import { formatWithoutArguments } from '../../component-base/go/format.ts'
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
): readonly TypedError[] {
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

function notA(kind: 'list' | 'map', value: JsonValue, { formatsErrors }: ListItemRules): TypedError[] {
  const text = `expected ${kind}, got &{${showGoValue(value)}}`
  return one(formatsErrors ? formatWithoutArguments(text) : text)
}

/** Nothing was found: shared, since most of what is validated is right. */
const none: readonly TypedError[] = []

/** Adds what was found in an element. */
function addUnder(errors: TypedError[], element: PathElement, found: readonly TypedError[]): void {
  const prefix = showElement(element)
  for (const error of found) {
    error.path = prefix + error.path
    errors.push(error)
  }
}

function validateScalar(type: ScalarType, value: JsonValue, rules: ListItemRules): readonly TypedError[] {
  if (value === null) return none
  switch (type) {
    case 'numeric':
      return typeof value === 'number'
        ? none
        : one(`expected numeric (int or float), got ${showGoType(value)}`)
    case 'string':
      return typeof value === 'string'
        ? none
        : one(`expected string, got &value.valueUnstructured{Value:${showGoSyntax(value)}}`)
    case 'boolean':
      return typeof value === 'boolean' ? none : one(`expected boolean, got &{${showGoValue(value)}}`)
    default:
      return typeof value === 'object' && !rules.strictLists
        ? one(`expected any scalar, got &{${showGoValue(value)}}`)
        : none
  }
}

function validateList(
  type: ListType,
  value: JsonValue,
  rules: ListItemRules,
  allowDuplicates: boolean,
): readonly TypedError[] {
  if (value === null) return none
  if (!Array.isArray(value)) return notA('list', value, rules)
  if (type.atomic) return validateItems(type, value, rules, allowDuplicates)
  const errors: TypedError[] = []
  const seen = new Set<PathElement>()
  for (const [i, item] of value.entries()) {
    let element: PathElement
    try {
      element = itemElement(type, item, rules)
    } catch (error) {
      if (!(error instanceof ListItemError)) throw error
      errors.push(...one(`element ${i}: ${error.message}`))
      return errors
    }
    if (!allowDuplicates && seen.has(element))
      errors.push(...one(`duplicate entries for key ${showElement(element)}`))
    seen.add(element)
    const found = validateTyped(type.element, item, rules, allowDuplicates)
    if (found.length > 0) addUnder(errors, element, found)
  }
  return errors
}

/** Of an atomic list. Such lists can hold millions of numbers: nothing is made for one that is right. */
function validateItems(
  type: ListType,
  items: readonly JsonValue[],
  rules: ListItemRules,
  allowDuplicates: boolean,
): readonly TypedError[] {
  const errors: TypedError[] = []
  for (let i = 0; i < items.length; i++) {
    const found = validateTyped(type.element, items[i]!, rules, allowDuplicates)
    if (found.length > 0) addUnder(errors, indexElement(i), found)
  }
  return errors
}

function validateMap(
  type: MapType,
  value: JsonValue,
  rules: ListItemRules,
  allowDuplicates: boolean,
): readonly TypedError[] {
  if (value === null) return none
  if (!isObject(value)) return notA('map', value, rules)
  const errors: TypedError[] = []
  for (const key of Object.keys(value)) {
    const item = value[key]
    if (item === undefined) continue
    const fieldType = type.fields.get(key)?.type ?? type.element
    const found =
      fieldType === undefined
        ? one('field not declared in schema')
        : validateTyped(fieldType, item, rules, allowDuplicates)
    if (found.length > 0) addUnder(errors, fieldElement(key), found)
    if (fieldType === undefined) break
  }
  return errors
}

// Upstream: k8s.io/apimachinery pkg/runtime/converter.go (fromUnstructured)

import { showGoType } from '../go-print/untyped.ts'
import { getOwn, isObject, type JsonObject, type JsonValue, setOwn, withSortedKeys } from '../json.ts'
import { anyCodec, bytesCodec } from '../scheme/codec-scalar.ts'
import { type GoField, type GoTypes, parseField, resolveName } from '../scheme/go-types.ts'

/** The types of a release, for the converter. */
export interface UnstructuredTypes {
  readonly types: GoTypes
  /** Decodes a type that reads JSON itself; throws with its own message. */
  decodeType(typeName: string, value: unknown): unknown
}

/** A value of the object in the words of upstream's converter; the path is not told. */
export class ConversionError extends Error {}

/**
 * The object as Go's converter puts it into its type: strategic merge patches and applied objects go through it, where
 * other writes are decoded from JSON. Integers beyond their type wrap around instead of being refused, and errors read
 * otherwise. Fields that the type does not have stay as they are. Throws a ConversionError.
 * @param typeName as `io.k8s.api.core.v1.ConfigMap`
 */
export function fromUnstructured(value: JsonObject, typeName: string, scheme: UnstructuredTypes): JsonObject {
  const dot = typeName.lastIndexOf('.')
  return convertNamed(value, typeName.slice(0, dot), typeName.slice(dot + 1), scheme) as JsonObject
}

const fail = (text: string): never => {
  throw new ConversionError(text)
}

function convertNamed(value: JsonValue, pkg: string, name: string, scheme: UnstructuredTypes): JsonValue {
  const owner = scheme.types[pkg]
  const facts = owner?.types[name]
  if (owner?.custom?.includes(name)) return convertCustom(value, `${pkg}.${name}`, scheme)
  if (owner === undefined || facts === undefined) return value
  if (typeof facts === 'string') return convert(value, pkg, facts, scheme, `${owner.name}.${name}`)
  return isObject(value)
    ? convertFields(value, pkg, facts, scheme)
    : fail(`cannot restore struct from: ${goKind(value)}`)
}

/** Types that read JSON themselves say themselves what is wrong. They read what a map was written as: its keys are sorted. */
function convertCustom(value: JsonValue, typeName: string, scheme: UnstructuredTypes): JsonValue {
  try {
    scheme.decodeType(typeName, value)
  } catch (error) {
    fail((error as Error).message)
  }
  // Sets of fields have no order, and what is known of them is known of this very object.
  return typeName.endsWith('.FieldsV1') ? value : withSortedKeys(value)
}

const known = new WeakMap<readonly string[], GoField[]>()

/** Read once for all the items of a list. */
function parsedFields(fields: readonly string[]): GoField[] {
  let parsed = known.get(fields)
  if (parsed === undefined) {
    parsed = fields.map(parseField)
    known.set(fields, parsed)
  }
  return parsed
}

/** In the order of the type's fields, which decides what error is told. */
function convertFields(
  value: JsonObject,
  pkg: string,
  fields: readonly string[],
  scheme: UnstructuredTypes,
): JsonObject {
  let out = value
  const set = (key: string, item: JsonValue): void => {
    if (out === value) out = { ...value }
    setOwn(out, key, item)
  }
  for (const field of parsedFields(fields)) {
    if (field.inline) {
      out = convert(out, pkg, field.type, scheme) as JsonObject
      continue
    }
    const item = getOwn(value, field.json) ?? null
    if (item === null) continue
    const converted = convert(item, pkg, field.type, scheme)
    if (converted !== item) set(field.json, converted)
  }
  return out
}

/** @param shown the name of a defined type that the expression stands for */
function convert(
  value: JsonValue,
  pkg: string,
  type: string,
  scheme: UnstructuredTypes,
  shown = type,
): JsonValue {
  if (value === null) return value
  if (type.startsWith('*')) return convert(value, pkg, type.slice(1), scheme)
  if (type.startsWith('[]')) return convertSlice(value, pkg, type.slice(2), scheme)
  const map = /^map\[[^\]]+\](.+)$/.exec(type)
  if (map !== null) return convertMap(value, pkg, map[1]!, scheme)
  const named = resolveName(pkg, type)
  if (named !== undefined) return convertNamed(value, named.pkg, named.name, scheme)
  return type === 'interface{}' || type === 'any' ? value : convertScalar(value, type, shown)
}

function convertSlice(value: JsonValue, pkg: string, item: string, scheme: UnstructuredTypes): JsonValue {
  if (typeof value === 'string' && (item === 'byte' || item === 'uint8')) return checkedBase64(value)
  if (!Array.isArray(value)) return fail(`cannot restore slice from ${goKind(value)}`)
  const out = value.map((each) => convert(each, pkg, item, scheme))
  return out.every((each, i) => each === value[i]) ? value : out
}

function checkedBase64(text: string): string {
  const state = {
    namesEmbedded: false,
    error: undefined as Error | undefined,
    notesEmpty: false,
    strictErrors: new Set<string>(),
  }
  bytesCodec('[]uint8', anyCodec).decode(text, state, undefined)
  if (state.error !== undefined) fail(`error decoding from json: ${state.error.message}`)
  return text
}

function convertMap(value: JsonValue, pkg: string, item: string, scheme: UnstructuredTypes): JsonValue {
  if (!isObject(value)) return fail(`cannot restore map from ${goKind(value)}`)
  const keys = Object.keys(value)
  const converted = keys.map((key) => convert(value[key] ?? null, pkg, item, scheme))
  if (keys.every((key, i) => converted[i] === value[key])) return value
  const out: JsonObject = {}
  for (const [i, key] of keys.entries()) setOwn(out, key, converted[i])
  return out
}

/** Go's bits of the integer types; `int` has those of int64. */
const bits: Readonly<Record<string, number>> = {
  int8: 8,
  int16: 16,
  int32: 32,
  uint8: 8,
  byte: 8,
  uint16: 16,
  uint32: 32,
}

/** Go converts between numbers, and would make text of whole numbers, which is refused by its own message. */
function convertScalar(value: JsonValue, type: string, shown: string): JsonValue {
  const given = showGoType(value)
  if (given === type) return value
  const isFloat = type.startsWith('float')
  const isNumber = isFloat || type.startsWith('int') || type.startsWith('uint')
  if (typeof value === 'number' && isNumber && (isFloat || given === 'int64'))
    return isFloat ? value : wrapped(value, type)
  if ((given === 'int64' && type === 'string') || (given === 'float64' && isNumber))
    return fail(`cannot convert ${given} to ${shown}`)
  return fail(`unrecognized type: ${type === 'byte' ? 'uint8' : type}`)
}

function wrapped(value: number, type: string): number {
  const size = bits[type]
  if (size === undefined) return value
  const whole = BigInt(value)
  return Number(
    type.startsWith('u') || type === 'byte' ? BigInt.asUintN(size, whole) : BigInt.asIntN(size, whole),
  )
}

function goKind(value: JsonValue): string {
  if (Array.isArray(value)) return 'slice'
  return isObject(value) ? 'map' : showGoType(value)
}

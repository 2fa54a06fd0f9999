// Upstream: k8s.io/apimachinery pkg/runtime/converter.go (fromUnstructured)
import { getOwn, isObject, type JsonObject, type JsonValue } from '../json.ts'
import { showGoType } from '../managedfields/go-value.ts'
import { type GoTypes, parseField, resolveName } from '../scheme/go-types.ts'
import { goJsonKind } from './go-json-kind.ts'

/**
 * Why a patched object does not fit its Go type, in the words of the converter that strategic merge patches go
 * through (other writes are decoded from JSON, whose errors read otherwise). undefined: it fits, or the
 * text of a time or quantity is wrong, which decoding finds.
 * @param typeName as `io.k8s.api.core.v1.ConfigMap`
 */
export function fromUnstructuredError(
  value: JsonObject,
  typeName: string,
  types: GoTypes,
): string | undefined {
  const dot = typeName.lastIndexOf('.')
  return checkNamed(value, typeName.slice(0, dot), typeName.slice(dot + 1), types)
}

function checkNamed(value: JsonValue, pkg: string, name: string, types: GoTypes): string | undefined {
  const owner = types[pkg]
  const facts = owner?.types[name]
  if (owner?.custom?.includes(name)) return checkCustom(value, name)
  if (owner === undefined || facts === undefined) return undefined
  if (typeof facts === 'string') return check(value, pkg, facts, types, `${owner.name}.${name}`)
  return isObject(value)
    ? checkFields(value, pkg, facts, types)
    : `cannot restore struct from: ${goKind(value)}`
}

/** Types that read JSON themselves; what else can be wrong with them is found when they are decoded. */
function checkCustom(value: JsonValue, name: string): string | undefined {
  const isTime = name === 'Time' || name === 'MicroTime' || name === 'Duration'
  if (isTime && typeof value !== 'string')
    return `json: cannot unmarshal ${goJsonKind(value)} into Go value of type string`
  if (name !== 'IntOrString' || typeof value === 'string' || typeof value === 'number') return undefined
  return `json: cannot unmarshal ${goJsonKind(value)} into Go value of type int32`
}

function checkFields(
  value: JsonObject,
  pkg: string,
  fields: readonly string[],
  types: GoTypes,
): string | undefined {
  for (const field of fields.map(parseField)) {
    const item = field.inline ? value : (getOwn(value, field.json) ?? null)
    const error = item === null ? undefined : check(item, pkg, field.type, types)
    if (error !== undefined) return error
  }
  return undefined
}

/** @param shown the name of a defined type that the expression stands for */
function check(
  value: JsonValue,
  pkg: string,
  type: string,
  types: GoTypes,
  shown = type,
): string | undefined {
  if (value === null) return undefined
  if (type.startsWith('*')) return check(value, pkg, type.slice(1), types)
  if (type.startsWith('[]')) return checkSlice(value, pkg, type.slice(2), types)
  const map = /^map\[[^\]]+\](.+)$/.exec(type)
  if (map !== null) return checkMap(value, pkg, map[1]!, types)
  const named = resolveName(pkg, type)
  if (named !== undefined) return checkNamed(value, named.pkg, named.name, types)
  return type === 'interface{}' || type === 'any' ? undefined : checkScalar(value, type, shown)
}

function checkSlice(value: JsonValue, pkg: string, item: string, types: GoTypes): string | undefined {
  if (typeof value === 'string' && (item === 'byte' || item === 'uint8')) return undefined
  if (!Array.isArray(value)) return `cannot restore slice from ${goKind(value)}`
  return firstError(value, (each) => check(each, pkg, item, types))
}

function checkMap(value: JsonValue, pkg: string, item: string, types: GoTypes): string | undefined {
  if (!isObject(value)) return `cannot restore map from ${goKind(value)}`
  return firstError(Object.keys(value), (key) => check(value[key] ?? null, pkg, item, types))
}

function firstError<T>(items: readonly T[], work: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const error = work(item)
    if (error !== undefined) return error
  }
  return undefined
}

/** Go converts between numbers, and would make text of whole numbers, which is refused by its own message. */
function checkScalar(value: JsonValue, type: string, shown: string): string | undefined {
  const given = showGoType(value)
  const isNumber = type.startsWith('int') || type.startsWith('uint') || type.startsWith('float')
  if (given === type || (given === 'int64' && isNumber) || (given === 'float64' && type.startsWith('float')))
    return undefined
  const convertible = (given === 'int64' && type === 'string') || (given === 'float64' && isNumber)
  return convertible ? `cannot convert ${given} to ${shown}` : `unrecognized type: ${type}`
}

function goKind(value: JsonValue): string {
  if (Array.isArray(value)) return 'slice'
  return isObject(value) ? 'map' : showGoType(value)
}

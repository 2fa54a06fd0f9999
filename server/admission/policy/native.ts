// What a mutation's expression gives, as JSON. Upstream: staging/src/k8s.io/apiserver/pkg/cel/mutation/dynamic/objects.go, cel-go's
// conversions to structpb.Value
import { type JsonObject, type JsonValue, setOwn } from '../../../apimachinery/json.ts'
import { formatSpan, formatTime } from '../../../cel/values/time.ts'
import {
  type CelMap,
  type CelValue,
  Duration,
  isList,
  isMap,
  ObjectValue,
  Optional,
  Timestamp,
  typeOf,
  Uint,
} from '../../../cel/values/value.ts'

/** A value that has no JSON. */
export class NativeError extends Error {}

/** A value as JSON. An empty optional is null within an `Object{…}`, and has no JSON elsewhere. Throws NativeError. */
export function toJson(value: CelValue, isWithinObject = false): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint) return Number(value.value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof Timestamp) return formatTime(value)
  if (value instanceof Duration) return formatSpan(value)
  if (value instanceof Optional) {
    if (value.value !== undefined) return toJson(value.value, isWithinObject)
    if (isWithinObject) return null
    throw new NativeError('optional.none() dereference')
  }
  if (isList(value)) return [...value].map((one) => toJson(one, isWithinObject))
  if (isMap(value)) return objectJson(value, isWithinObject || value instanceof ObjectValue)
  throw new NativeError(`unsupported type conversion: '${typeOf(value).name}' to google.protobuf.Value`)
}

/** A map, or an object that an expression makes, as JSON. Throws NativeError. */
export function objectJson(map: CelMap, isWithinObject: boolean): JsonObject {
  const result: JsonObject = {}
  for (const key of map.keys()) {
    if (typeof key !== 'string')
      throw new NativeError(`map key "${key}" is of type ${typeOf(key).name}, not string`)
    setOwn(result, key, toJson(map.get(key)!, isWithinObject))
  }
  return result
}

/** Whether the types of objects are named after the fields that they stand in; a line for each that is not. */
export function misnamed(value: CelValue, path: string): string[] {
  if (value instanceof ObjectValue) {
    const { typeName } = value
    const wrong = `unexpected type name "${typeName}", expected "${path}", which matches field name path from root Object type`
    return [
      ...(typeName === path ? [] : [wrong]),
      ...[...value.keys()].flatMap((key) => misnamed(value.get(key)!, `${path}.${key as string}`)),
    ]
  }
  if (typeof value !== 'object' || value === null) return []
  if (isList(value)) return [...value].flatMap((one) => misnamed(one, path))
  return isMap(value) ? [...value.keys()].flatMap((key) => misnamed(value.get(key)!, path)) : []
}

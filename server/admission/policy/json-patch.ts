// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch/json_patch.go
import { isObject, type JsonObject, type JsonValue, type KubeObject } from '../../../apimachinery/json.ts'
import { applyJsonPatch } from '../../../apimachinery/patch/json-patch.ts'
import { PatchError } from '../../../apimachinery/patch/patch-error.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { legacyScheme, notRegisteredIn } from '../../../apimachinery/scheme/not-registered.ts'
import { newInternalError } from '../../../apimachinery/status-error.ts'
import {
  type CelValue,
  Duration,
  isList,
  isMap,
  ObjectValue,
  Timestamp,
  Uint,
} from '../../../cel/values/value.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { misnamed, NativeError, toJson } from './native.ts'

/** A mutation that does not fit the object. */
export class MutationError extends Error {}

/** The object after the operations of a JSONPatch; the same object where one of its tests fails. Throws MutationError and 500. */
export function patchedByJson(apiserver: GenericAPIServer, object: KubeObject, value: CelValue): KubeObject {
  const document = object as unknown as JsonObject
  let patched: JsonValue
  try {
    patched = applyJsonPatch(document, operationsOf(value), false)
  } catch (error) {
    if (!(error instanceof PatchError)) throw error
    if (error.message.endsWith(': test failed')) return object
    throw new MutationError(`JSON Patch: ${error.message}`)
  }
  return decoded(apiserver, object, patched)
}

const fields = ['op', 'path', 'from'] as const

/** The fault of the first operation with a field of another type, or one that operations do not have; undefined: there is none. */
export function wrongField(value: CelValue): string | undefined {
  if (!isList(value)) return undefined
  for (const one of value) {
    if (!(one instanceof ObjectValue) || one.typeName !== 'JSONPatch') continue
    for (const key of one.keys()) {
      const isText = fields.some((field) => field === key)
      if (isText && typeof one.get(key) !== 'string')
        return `unexpected type ${goTypeOf(one.get(key)!)} for JSONPatchType '${key as string}' field`
      if (!isText && key !== 'value') return `unexpected JSONPatchType field: ${key as string}`
    }
  }
  return undefined
}

/** The type that cel-go has a value as. */
function goTypeOf(value: CelValue): string {
  if (value === null) return 'structpb.NullValue'
  if (typeof value === 'bigint') return 'int64'
  if (typeof value === 'number') return 'float64'
  if (typeof value === 'boolean') return 'bool'
  if (value instanceof Uint) return 'uint64'
  if (value instanceof Uint8Array) return '[]uint8'
  if (value instanceof Timestamp) return 'time.Time'
  if (value instanceof Duration) return 'time.Duration'
  return isList(value) ? '[]ref.Val' : 'map[ref.Val]ref.Val'
}

function operationsOf(value: CelValue): JsonObject[] {
  if (!isList(value))
    throw new MutationError('type mismatch: JSONPatchType.expression should evaluate to array')
  return [...value].map((one) => {
    if (!isMap(one))
      throw new MutationError('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch')
    const operation: JsonObject = {}
    for (const field of fields) {
      const text = one.get(field)
      if (typeof text === 'string' && (text !== '' || field !== 'from')) operation[field] = text
    }
    const given = one.get('value')
    if (given !== undefined) operation['value'] = nativeOf(given)
    return { op: '', path: '', ...operation }
  })
}

function nativeOf(value: CelValue): JsonValue {
  if (value instanceof ObjectValue) {
    const wrong = misnamed(value, value.typeName)
    if (wrong.length > 0) throw new MutationError(`type mismatch: ${wrong.join('\n')}`)
  }
  try {
    return toJson(value)
  } catch (error) {
    if (!(error instanceof NativeError)) throw error
    throw new MutationError(
      `JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${error.message}`,
    )
  }
}

/** Read as strictly as a body can be. Throws 500. */
function decoded({ scheme }: GenericAPIServer, before: KubeObject, patched: JsonValue): KubeObject {
  const own = parseApiVersion(before.apiVersion)
  if (!isObject(patched)) throw newInternalError('error decoding from json: cannot unmarshal into Go value')
  if (!scheme.isRegistered(own.group, own.version, before.kind)) return patched as unknown as KubeObject
  const { apiVersion, kind } = patched as unknown as KubeObject
  const { group, version } = parseApiVersion(String(apiVersion || before.apiVersion))
  const wanted = String(kind || before.kind)
  if (!scheme.isRegistered(group, version, wanted))
    throw newInternalError(notRegisteredIn(wanted, String(apiVersion), legacyScheme))
  let result: ReturnType<typeof scheme.decode>
  try {
    result = scheme.decode(group, version, wanted, patched)
  } catch (error) {
    throw newInternalError((error as Error).message)
  }
  if (result.strictErrors.length > 0)
    throw newInternalError(`strict decoding error: ${result.strictErrors.join(', ')}`)
  return result.object
}

// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go (jsonPatcher, smpPatcher)

import { field, goQuote } from '../../../apimachinery/field-error.ts'
import { goJsonKind } from '../../../apimachinery/go-json-kind.ts'
import { goJSON } from '../../../apimachinery/go-print/marshal.ts'
import { showGoValue } from '../../../apimachinery/go-print/untyped.ts'
import {
  copyObject,
  isObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
} from '../../../apimachinery/json.ts'
import { fromUnstructured } from '../../../apimachinery/patch/from-unstructured.ts'
import { applyJsonPatchPaced, requireFewOperations } from '../../../apimachinery/patch/json-patch.ts'
import { applyMergePatch } from '../../../apimachinery/patch/merge-patch.ts'
import { PatchError, patchStatusError } from '../../../apimachinery/patch/patch-error.ts'
import { applyStrategicMergePatch } from '../../../apimachinery/patch/strategic-merge.ts'
import { kindOfData } from '../../../apimachinery/scheme/json-parser.ts'
import { legacyScheme, notRegisteredIn } from '../../../apimachinery/scheme/not-registered.ts'
import { countItems, type ParsedJson } from '../../../apimachinery/scheme/parse-json.ts'
import type { Decoded } from '../../../apimachinery/scheme/scheme.ts'
import { newBadRequest, newInvalid, StatusError } from '../../../apimachinery/status-error.ts'
import { turns } from '../../registry/generic/pace.ts'
import { apiVersionOf, type GroupVersionKind } from '../../registry/generic/runtime.ts'
import type { ApiCall } from '../api-call.ts'
import { goType, internalType } from '../body-decoder.ts'
import { type ParsedPatch, parseJsonBody } from '../body-parser.ts'
import { endpointsDialect } from '../dialect.ts'
import { explained } from '../explained.ts'
import type { WriteOptions } from '../options/write-options.ts'
import { inVersion, type RequestScope, scopeVersion } from '../scope.ts'
import type { Write } from './write.ts'

/** The Content-Type of JSON patches (RFC 6902). */
export const jsonType = 'application/json-patch+json'
/** The Content-Type of JSON merge patches (RFC 7386). */
export const mergeType = 'application/merge-patch+json'
/** The Content-Type of strategic merge patches. */
export const strategicType = 'application/strategic-merge-patch+json'
/** The Content-Type of server-side apply. */
export const applyType = 'application/apply-patch+yaml'
/** The Content-Type of server-side apply in CBOR. */
export const applyCborType = 'application/apply-patch+cbor'
/** The Content-Types of all patches, in the order of the 415 that lists them. */
export const patchTypes: readonly string[] = [jsonType, mergeType, strategicType, applyType]
/** The Content-Types of patches that an endpoint takes. @param cbor whether it has CBOR */
export const patchTypesOf = (cbor: boolean | undefined, types: readonly string[]): readonly string[] =>
  cbor === true ? [...types, applyCborType] : types
/** Whether a Content-Type is that of server-side apply. */
export const isApply = (type: string): boolean => type === applyType || type === applyCborType

/** A write with the content type and the parsed body of its patch. */
export interface PatchCall extends Write {
  readonly type: string
  /** The body of an apply, parsed once however often the patch is tried. */
  readonly applied: () => Promise<ParsedPatch>
}

/** A JSON patch or a merge patch. */
export async function byJson(
  { scope, call, type, body, options }: PatchCall,
  current: KubeObject,
): Promise<KubeObject> {
  const checked = options.fieldValidation !== 'Ignore'
  const document = inVersion(scope, current) as unknown as JsonObject
  // Before they are parsed, which takes a second for as many as a body holds. Upstream counts those that it has decoded.
  if (type === jsonType) guardPatch(() => requireFewOperations(countItems(body.toString('utf8'))))
  const parsed = await parsePatch(body, type === jsonType && !checked ? '' : 'error decoding patch: ')
  if (call.isLarge()) await turns()
  const strict = checked
    ? [...parsed.duplicates, ...(type === jsonType ? unknownOperationFields(parsed.value) : [])].map((d) =>
        type === jsonType ? `json patch ${d}` : d,
      )
    : []
  const { refusesScalarDocuments } = endpointsDialect(scope.apiserver.context.release.minor)
  const result = await guardPatch(() =>
    type === jsonType
      ? applyJsonPatchPaced(document, parsed.value, checked, refusesScalarDocuments, turns)
      : applyMergePatch(document, parsed.value, checked),
  )
  if (call.isLarge()) await turns()
  return decodePatched({ scope, call, options }, result, strict)
}

const operationFields = new Set(['op', 'path', 'from', 'value'])
const unknownOperationFields = (patch: JsonValue): string[] =>
  Array.isArray(patch)
    ? patch.flatMap((o, i) =>
        isObject(o)
          ? Object.keys(o)
              .filter((k) => !operationFields.has(k))
              .map((k) => `unknown field ${goQuote(`[${i}].${k}`)}`)
          : [],
      )
    : []

/** The body of a patch. Throws or rejects with 400 (`prefix` before the parser's words) and 413. */
export function parsePatch(body: Buffer, prefix: string): ParsedJson | Promise<ParsedJson> {
  return explained(
    () => parseJsonBody(body),
    (error) => (error instanceof StatusError ? error : newBadRequest(`${prefix}${(error as Error).message}`)),
  )
}

const guardPatch = <T>(work: () => T | Promise<T>): T | Promise<T> =>
  explained(work, (error) => (error instanceof PatchError ? patchStatusError(error) : error))

/** The patched JSON as an object again. Throws 422 where it does not fit its type, and for unknown fields where that is asked for. */
function decodePatched(
  { scope, call, options }: Pick<PatchCall, 'scope' | 'call' | 'options'>,
  result: unknown,
  strict: readonly string[],
): KubeObject {
  const { scheme } = scope.apiserver
  const { group, version } = scope.kind
  const invalid = (why: string): Error =>
    newInvalid({ group: '', kind: '' }, '', [field.invalid('patch', goJSON(result), why)])
  let decoded: { object: KubeObject; strictErrors: string[] }
  const untyped = decodeUntyped(scope, result, invalid)
  if (untyped !== undefined) {
    reportPatch(call, options, [...strict, ...untyped.strictErrors], invalid)
    return untyped.object
  }
  let given: GroupVersionKind
  try {
    given = kindOfData(result, scope.kind)
  } catch (error) {
    throw invalid((error as Error).message)
  }
  if (!scheme.isRegistered(given.group, given.version, given.kind)) {
    throw invalid(notRegisteredIn(given.kind, apiVersionOf(given), legacyScheme))
  }
  try {
    decoded = scheme.decode(given.group, given.version, given.kind, result)
  } catch (error) {
    throw invalid((error as Error).message)
  }
  if (given.kind !== scope.kind.kind || given.group !== group)
    throw invalid(`converting (${goType(given)}) to (${internalType(scope.kind)}): unknown conversion`)
  if (given.version !== version)
    decoded = { ...decoded, object: scope.apiserver.convert(decoded.object, scopeVersion(scope)) }
  scheme.setSchemaDefaults(decoded.object)
  const errors = [...strict, ...decoded.strictErrors]
  reportPatch(call, options, errors, invalid)
  return decoded.object
}

function reportPatch(
  call: ApiCall,
  { fieldValidation }: WriteOptions,
  errors: readonly string[],
  invalid: (why: string) => Error,
): void {
  if (errors.length > 0 && fieldValidation === 'Strict')
    throw invalid(`strict decoding error: ${errors.join(', ')}`)
  if (fieldValidation === 'Warn') for (const text of errors) call.warn(text)
}

/** A patched custom resource, whatever kind it says it is now; undefined where the endpoint's kind has a type. */
function decodeUntyped(
  { apiserver, kind }: RequestScope,
  result: unknown,
  invalid: (why: string) => Error,
): Decoded | undefined {
  const { scheme } = apiserver
  if (!scheme.isUnstructured(kind)) return undefined
  try {
    const decoded = scheme.decodeUnstructured(kind, result as JsonObject)!
    scheme.setSchemaDefaults(decoded.object)
    return decoded
  } catch (error) {
    throw invalid((error as Error).message)
  }
}

/** The object with a strategic merge patch. Throws 400, 422 and 500 as upstream. */
export async function strategic(
  { scope, call, body, options }: PatchCall,
  current: KubeObject,
): Promise<KubeObject> {
  const { scheme } = scope.apiserver
  const { group, version, kind } = scope.kind
  const parsing = parsePatch(body, '')
  const parsed = parsing instanceof Promise ? await parsing : parsing
  if (call.isLarge()) await turns()
  if (!isObject(parsed.value) && parsed.value !== null)
    throw newBadRequest(
      `json: cannot unmarshal ${goJsonKind(parsed.value)} into Go value of type map[string]interface {}`,
    )
  const typeName = scheme.typeName(group, version, kind)!
  // What the patch leaves as it is becomes part of the new object.
  const document = copyObject(inVersion(scope, current)) as unknown as JsonObject
  const { keepsDirectives } = endpointsDialect(scope.apiserver.context.release.minor)
  const applied = guardPatch(() =>
    applyStrategicMergePatch(document, (parsed.value ?? {}) as JsonObject, typeName, scheme, {
      keepsDirectives,
    }),
  )
  const { object, patch } = applied instanceof Promise ? await applied : applied
  if (call.isLarge()) await turns()
  let decoded: { object: KubeObject; strictErrors: string[] }
  try {
    const settled = settledParts(document)
    const typed = fromUnstructured(object, typeName, scheme, settled)
    if (call.isLarge()) await turns()
    decoded = scheme.decode(group, version, kind, typed, settled)
  } catch (error) {
    throw newInvalid({ group: '', kind: '' }, '', [
      field.invalid('patch', showGoValue(patch), (error as Error).message),
    ])
  }
  scheme.setSchemaDefaults(decoded.object)
  const errors =
    options.fieldValidation === 'Ignore' ? [] : [...parsed.duplicates, ...decoded.strictErrors.sort()]
  if (errors.length > 0 && options.fieldValidation === 'Strict') {
    throw newInvalid({ group: '', kind: '' }, '', [
      field.invalid('patch', showGoValue(patch), `strict decoding error: ${errors.join(', ')}`),
    ])
  }
  for (const text of errors) call.warn(text)
  return decoded.object
}

/** Stored objects are as they were decoded, but for metadata, which stands in the order of the wire. */
const settledParts = (document: JsonObject): JsonObject =>
  isObject(document['metadata']) ? { ...document, metadata: { ...document['metadata'] } } : document

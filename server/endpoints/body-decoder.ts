// Upstream: apimachinery/pkg/runtime/serializer/{json,versioning}, apiserver/pkg/endpoints/handlers/{create,rest}.go (transformDecodeError)

import { goQuote } from '../../apimachinery/field-error.ts'
import type { JsonObject, KubeObject } from '../../apimachinery/json.ts'
import { groupVersionError, parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { diagnosticNotation } from '../../apimachinery/scheme/cbor/diagnostic.ts'
import type { CborDecoded } from '../../apimachinery/scheme/cbor/serializer.ts'
import { kindOfData } from '../../apimachinery/scheme/json-parser.ts'
import { legacyScheme, notRegisteredIn } from '../../apimachinery/scheme/not-registered.ts'
import type { Decoded, Scheme } from '../../apimachinery/scheme/scheme.ts'
import { newBadRequest, StatusError } from '../../apimachinery/status-error.ts'
import { turns } from '../registry/generic/pace.ts'
import { apiVersionOf, type GroupVersionKind } from '../registry/generic/runtime.ts'
import { bodyAs, bodyError, isLargeBody, type ParsedBody, parseBody } from './body-parser.ts'
import { explained } from './explained.ts'
import { cborType, type MediaType } from './negotiation.ts'
import { cborOf, serializersOf } from './serializers.ts'

/** A decoded object with the errors of strict decoding. */
export interface DecodedBody {
  object: KubeObject
  strictErrors: string[]
  /** The kind and version that the data names, for errors: `SubjectAccessReview`, `v1beta1`. */
  given: { kind: string; version: string }
  /** The 400 of data in another version than the endpoint's, which upstream tells after the strict errors. */
  otherVersion?: StatusError | undefined
}

/** Versions that are read as that of the endpoint, whether they are served or not. Upstream: AcceptsGroupVersion of EvictionREST */
const readAsOwn = new Set(['policy/v1beta1 Eviction'])

/** The object of a body in the version that it names, with the defaults of its schema. Throws or rejects with 400 and 413. */
export function decodeBody(
  scheme: Scheme,
  body: Buffer,
  mediaType: MediaType,
  wanted: GroupVersionKind,
): DecodedBody | Promise<DecodedBody> {
  if (scheme.isUnstructured(wanted)) return decodeUntyped(scheme, body, mediaType, wanted)
  const parsed = parseOrExplain(scheme, body, mediaType, wanted)
  if (parsed instanceof Promise || parsed.read !== undefined || isLargeBody(body))
    return decodeInTurns(scheme, body, mediaType, wanted, parsed)
  const target = targetOf(scheme, body, wanted, parsed)
  let decoded: Decoded | undefined
  try {
    if (target.isInternal) decoded = decodeInternal(parsed.value)
    else if (target.isReadable) decoded = withDefaults(scheme, decodeAs(scheme, parsed, target))
  } catch (error) {
    throw target.handled((error as Error).message)
  }
  return decodedBody(wanted, target, decoded)
}

/** As {@link decodeBody}, of a body that others are served between two steps of, or that has to be waited for. */
async function decodeInTurns(
  scheme: Scheme,
  body: Buffer,
  mediaType: MediaType,
  wanted: GroupVersionKind,
  parsing: ParsedBody | Promise<ParsedBody>,
): Promise<DecodedBody> {
  const parsed = await parsing
  const target = targetOf(scheme, body, wanted, parsed)
  if (isLargeBody(body)) await turns()
  let decoded: Decoded | undefined
  try {
    if (target.isInternal) decoded = decodeInternal(parsed.value)
    else if (target.isReadable) {
      const read = bodyAs(parsed, apiVersionOf(target), target.kind)
      const data = read instanceof Promise ? await read : read
      if (mediaType === cborType && isLargeBody(body)) await turns()
      decoded = decodeAs(scheme, data, target)
      if (isLargeBody(body)) await turns()
      withDefaults(scheme, decoded)
    }
  } catch (error) {
    throw target.handled((error as Error).message)
  }
  return decodedBody(wanted, target, decoded)
}

/** The kind that a body's data is of, and whether it can be read. */
interface Target extends GroupVersionKind {
  readonly isInternal: boolean
  readonly isReadable: boolean
  /** The 400 of data that the endpoint cannot take. */
  readonly handled: (why: string) => Error
}

/** Throws 400 for data that is of no kind that a server knows, or has no recorded type. */
function targetOf(scheme: Scheme, body: Buffer, wanted: GroupVersionKind, { value }: ParsedBody): Target {
  const given = namedKind(value, wanted, body)
  const { kind } = given
  const own = kind === wanted.kind && readAsOwn.has(`${apiVersionOf(given)} ${kind}`)
  const { group, version } = own ? wanted : given
  const handled = (why: string): Error =>
    newBadRequest(`${kind} in version ${goQuote(version)} cannot be handled as a ${wanted.kind}: ${why}`)
  if (version === '') throw handled(`Object 'apiVersion' is missing in '${body.toString('utf8')}'`)
  const isInternal = version === internal && knowsInternal(scheme, group, kind)
  if (!isInternal && !scheme.isRegistered(group, version, kind)) {
    throw handled(notRegisteredIn(kind, apiVersionOf({ group, version }), legacyScheme))
  }
  // What is registered and served by no server has no recorded type to read it by.
  const isReadable = isInternal || scheme.typeName(group, version, kind) !== undefined
  if (!isReadable && kind === wanted.kind) throw otherVersion(apiVersionOf({ group, version }), wanted)
  return { group, version, kind, isInternal, isReadable, handled }
}

/** The data as its own kind, also where that is of no use to the endpoint: what is wrong in it is told first. Throws an Error. */
function decodeAs(scheme: Scheme, data: CborDecoded, { group, version, kind }: GroupVersionKind): Decoded {
  const { object, strictErrors } = scheme.decode(group, version, kind, data.value)
  return { object, strictErrors: [...data.strictErrors, ...strictErrors] }
}

function withDefaults(scheme: Scheme, decoded: Decoded): Decoded {
  scheme.setSchemaDefaults(decoded.object)
  return decoded
}

/** Throws 400 for data of another kind than the endpoint's. */
function decodedBody(wanted: GroupVersionKind, target: Target, decoded: Decoded | undefined): DecodedBody {
  const { group, version, kind } = target
  if (kind !== wanted.kind || decoded === undefined) {
    const type = target.isInternal ? internalType(target) : goType(target)
    throw target.handled(`converting (${type}) to (${internalType(wanted)}): unknown conversion`)
  }
  const isOther = group !== wanted.group || version !== wanted.version
  return {
    object: decoded.object,
    strictErrors: decoded.strictErrors,
    given: { kind, version },
    otherVersion: isOther ? otherVersion(apiVersionOf(target), wanted) : undefined,
  }
}

/** The version of the types that upstream converts all others to. Upstream: runtime.APIVersionInternal */
const internal = '__internal'

const knowsInternal = (scheme: Scheme, group: string, kind: string): boolean =>
  scheme.groupVersions().some((gv) => gv.group === group && scheme.isRegistered(group, gv.version, kind))

/** Internal types have no names in JSON: their fields are Go's, so that none of those that clients write is known. */
function decodeInternal(value: unknown): Decoded {
  const unknown = Object.keys(value as object).filter(
    (key) => key !== 'apiVersion' && key !== 'kind' && !/^[A-Z]/.test(key),
  )
  return {
    object: value as KubeObject,
    strictErrors: unknown.map((key) => `unknown field ${goQuote(key)}`),
  }
}

const nullVersion = '.apiVersion accessor error: <nil> is of the type <nil>, expected string'

/** As {@link decodeBody}, of a custom resource: the kind that the data says is checked later. */
async function decodeUntyped(
  scheme: Scheme,
  body: Buffer,
  mediaType: MediaType,
  wanted: GroupVersionKind,
): Promise<DecodedBody> {
  const parsed = await parseOrExplain(scheme, body, mediaType, wanted)
  if (mediaType === cborType) {
    if (isLargeBody(body)) await turns()
    parsed.value = await untypedCbor(scheme, body, parsed, wanted)
  } else namedKind(parsed.value, wanted, body)
  const { apiVersion = '', kind = '' } = (parsed.value ?? {}) as {
    apiVersion?: string | null
    kind?: string | null
  }
  if (!kind) throw unrecognized(wanted, body, `Object 'Kind' is missing in '${body.toString('utf8')}'`)
  const given = parseApiVersion(apiVersion ?? '')
  const { version } = given
  if (isLargeBody(body)) await turns()
  let decoded: Decoded
  try {
    if (apiVersion === null) throw new Error(nullVersion)
    decoded = scheme.decodeUnstructured(wanted, parsed.value as JsonObject)!
  } catch (error) {
    throw newBadRequest(
      `${kind} in version ${goQuote(version)} cannot be handled as a ${wanted.kind}: ${(error as Error).message}`,
    )
  }
  const own = apiVersionOf(given)
  const isOther = own !== apiVersionOf(wanted)
  if (isLargeBody(body)) await turns()
  scheme.setSchemaDefaults(decoded.object)
  // @note Upstream asks for unknown fields of custom resources only where it decodes JSON and YAML.
  const strictErrors =
    mediaType === cborType
      ? []
      : [...parsed.strictErrors, ...(parsed.duplicates ?? []), ...decoded.strictErrors]
  return {
    object: decoded.object,
    strictErrors,
    given: { kind, version },
    ...(isOther && { otherVersion: otherVersion(own, wanted) }),
  }
}

/** The data of a custom resource in CBOR, which has to say what it is. */
async function untypedCbor(
  scheme: Scheme,
  body: Buffer,
  { value: given }: ParsedBody,
  wanted: GroupVersionKind,
): Promise<JsonObject> {
  const handled = (kind: string, version: string, why: string): Error =>
    newBadRequest(`${kind} in version ${goQuote(version)} cannot be handled as a ${wanted.kind}: ${why}`)
  let content: JsonObject | null
  try {
    content = cborOf(scheme).decodeUntyped(body)
  } catch (error) {
    const meta = given as { apiVersion: string; kind: string }
    const { version } = meta.apiVersion === '' ? wanted : parseApiVersion(meta.apiVersion)
    throw handled(meta.kind || wanted.kind, version, (error as Error).message)
  }
  const text = (key: string): string => {
    const value = content === null ? undefined : content[key]
    return typeof value === 'string' ? value : ''
  }
  const [apiVersion, kind] = [text('apiVersion'), text('kind')]
  const saysKind = kind !== '' && groupVersionError(apiVersion) === undefined
  if (saysKind && content !== null && parseApiVersion(apiVersion).version !== '') return content
  if (isLargeBody(body)) await turns()
  const shown = diagnosticNotation(body)
  throw saysKind
    ? handled(kind, '', `Object 'apiVersion' is missing in '${shown}'`)
    : unrecognized(wanted, body, `Object 'Kind' is missing in '${shown}'`)
}

const otherVersion = (apiVersion: string, wanted: GroupVersionKind): StatusError =>
  newBadRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${apiVersionOf(wanted)})`,
  )

const parseOrExplain = (
  scheme: Scheme,
  body: Buffer,
  mediaType: MediaType,
  wanted: GroupVersionKind,
): ParsedBody | Promise<ParsedBody> =>
  explained(
    () => parseBody(body, mediaType, { serializers: serializersOf(scheme), wanted }),
    (error) => {
      if (error instanceof StatusError) return error
      return unrecognized(wanted, body, bodyError(error, mediaType))
    },
  )

const unrecognized = (wanted: GroupVersionKind, body: Buffer, why: string): Error =>
  newBadRequest(
    `the object provided is unrecognized (must be of type ${wanted.kind}): ${why} (${summary(body)})`,
  )

/** The kind that the data names. Throws 400. */
function namedKind(value: unknown, wanted: GroupVersionKind, body: Buffer): GroupVersionKind {
  try {
    return kindOfData(value, wanted)
  } catch (error) {
    throw unrecognized(wanted, body, (error as Error).message)
  }
}

/** The first bytes of a body: as text where it looks like JSON, otherwise as hex. */
function summary(body: Buffer): string {
  const max = 30
  if (body.length === 0) return '<empty>'
  if (body[0] === 0x7b) {
    const text = body.toString('utf8')
    return body.length > max ? `${body.subarray(0, max).toString('utf8')} ...` : text
  }
  return body.length > max ? `${body.subarray(0, max).toString('hex')} ...` : body.toString('hex')
}

const goPackages: Readonly<Record<string, string>> = {
  '': 'core',
  apps: 'apps',
  batch: 'batch',
  policy: 'policy',
  autoscaling: 'autoscaling',
  'events.k8s.io': 'core',
}
const packageOf = (group: string): string => goPackages[group] ?? group.split('.')[0]!
/** Go's name of a kind's type, as errors of decoding have it: `v1.Pod`. */
export const goType = (gvk: GroupVersionKind): string => `${gvk.version}.${gvk.kind}`
/** Go's name of a kind's internal type, as errors of decoding protobuf have it: `core.Pod`. */
export const internalType = (wanted: GroupVersionKind): string => `${packageOf(wanted.group)}.${wanted.kind}`

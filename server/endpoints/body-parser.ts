// Bodies → JSON values. Throws Error with Go's words.
import { goJsonKind } from '../../apimachinery/go-json-kind.ts'
import { isObject } from '../../apimachinery/json.ts'
import {
  type CborDecoded,
  type CborSerializer,
  cborLimitsOf,
  readUntyped,
} from '../../apimachinery/scheme/cbor/serializer.ts'
import { checkWellFormed } from '../../apimachinery/scheme/cbor/well-formed.ts'
import { typeMetaError } from '../../apimachinery/scheme/json-parser.ts'
import {
  countValues,
  isTooDeep,
  type ParsedJson,
  parseJsonPaced,
} from '../../apimachinery/scheme/parse-json.ts'
import type { ParsedYaml } from '../../apimachinery/scheme/parse-yaml.ts'
import { openEnvelope, type ProtobufSerializer } from '../../apimachinery/scheme/protobuf.ts'
import type { Scheme } from '../../apimachinery/scheme/scheme.ts'
import { yamlText } from '../../apimachinery/scheme/yaml-octets.ts'
import { newBadRequest, newRequestEntityTooLarge, StatusError } from '../../apimachinery/status-error.ts'
import { turns } from '../registry/generic/pace.ts'
import { apiVersionOf, type GroupVersionKind } from '../registry/generic/runtime.ts'
import { largeBody } from './api-call.ts'
import { cborType, type MediaType, unsupportedMediaType } from './negotiation.ts'
import { parseYamlAside } from './yaml-thread.ts'

/** Objects, lists and nulls that a body may hold; what has more costs more than it can mean. */
const maxValues = 200_000

const tooManyValues = (): StatusError => newRequestEntityTooLarge(`limit is ${maxValues} values`)

/** JSON of a request. Deviates: throws 413 where it holds more objects and lists than the server goes through at once. */
export function parseJsonBody(body: Buffer): ParsedJson | Promise<ParsedJson> {
  const text = body.toString('utf8')
  if (countValues(text, maxValues) > maxValues && !isTooDeep(text)) throw tooManyValues()
  return parseJsonPaced(text, turns)
}

/** The words of upstream's decoder for a body that {@link parseBody} cannot read. */
export function bodyError(error: unknown, mediaType: MediaType): string {
  const { message } = error as Error
  return mediaType === 'application/json' ? typeMetaError(message) : message
}

/** As {@link parseYamlAside}, with the limit of {@link parseJsonBody}. */
async function parseYamlBody(body: Buffer): Promise<ParsedYaml> {
  const parsed = await parseYamlAside(yamlText(body))
  checkValues(parsed.value)
  return parsed
}

/** Throws 413 where data holds more objects, lists and nulls than the server goes through at once. */
function checkValueCount(count: number): void {
  if (count > maxValues) throw tooManyValues()
}

function checkValues(value: unknown): void {
  let count = 0
  const open: unknown[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object') continue
    if (++count > maxValues) throw tooManyValues()
    if (next === null) continue
    for (const inner of Array.isArray(next) ? next : Object.values(next))
      if (typeof inner === 'object') open.push(inner)
  }
}

/** A body, and the errors of strict decoding that only its text tells. */
export interface ParsedBody {
  value: unknown
  /** The errors of strict reading that the form alone has: repeated keys of YAML. Those of JSON are found by the decoder. */
  strictErrors: string[]
  /** Repeated keys of JSON, for data that no type decodes. */
  duplicates?: string[]
  /** Of a body whose `value` only says what kind it is: reads it as that of a kind. Rejects with an Error. */
  read?: (apiVersion: string, kind: string) => Promise<CborDecoded>
}

/** The body as an object of a kind: JSON data for {@link Scheme.decode}. */
export const bodyAs = (
  body: ParsedBody,
  apiVersion: string,
  kind: string,
): CborDecoded | Promise<CborDecoded> => (body.read === undefined ? body : body.read(apiVersion, kind))

/** Whether others are to be served before a body is gone through once more. */
export const isLargeBody = (body: Buffer): boolean => body.length > largeBody

/** The serializers of a server's types, one for each binary form. */
export interface Serializers {
  readonly protobuf: ProtobufSerializer
  readonly cbor: CborSerializer
}

/**
 * The JSON value of a body; small JSON's is there at once. Throws or rejects with Go's error for a malformed one, and with 415 for
 * protobuf where none is expected.
 */
export function parseBody(
  body: Buffer,
  mediaType: MediaType,
  typed?: { serializers: Serializers; wanted: GroupVersionKind },
): ParsedBody | Promise<ParsedBody> {
  if (mediaType !== 'application/json') return parseOtherBody(body, mediaType, typed)
  const parsed = parseJsonBody(body)
  return parsed instanceof Promise ? parsed.then(parsedBody) : parsedBody(parsed)
}

const parsedBody = ({ value, duplicates }: ParsedJson): ParsedBody => ({
  value,
  duplicates,
  strictErrors: [],
})

async function parseOtherBody(
  body: Buffer,
  mediaType: MediaType,
  typed: { serializers: Serializers; wanted: GroupVersionKind } | undefined,
): Promise<ParsedBody> {
  if (mediaType === 'application/yaml') {
    const { value, strictError } = await parseYamlBody(body)
    return { value, strictErrors: strictError === undefined ? [] : [strictError] }
  }
  if (typed === undefined) throw unsupportedMediaType()
  const { serializers, wanted } = typed
  if (mediaType === cborType) {
    const pause = async (): Promise<void> => {
      if (isLargeBody(body)) await turns()
    }
    checkValueCount(serializers.cbor.check(body))
    await pause()
    const value = serializers.cbor.typeMeta(body)
    const read = (apiVersion: string, kind: string): Promise<CborDecoded> =>
      serializers.cbor.decode(apiVersion, kind, body, pause)
    return { value, strictErrors: [], read }
  }
  const { apiVersion, kind, raw } = openEnvelope(body)
  const as = { apiVersion: apiVersion || apiVersionOf(wanted), kind: kind || wanted.kind }
  const value = serializers.protobuf.decode(as.apiVersion, as.kind, raw) as object
  checkValues(value)
  return { value: { ...as, ...value }, strictErrors: [] }
}

/** A decoded patch. */
export interface ParsedPatch {
  value: unknown
  /** Repeated keys. */
  strictError: string | undefined
}

/** The body of an apply. Throws 400. */
export async function parseYamlPatch(body: Buffer): Promise<ParsedPatch> {
  let parsed: ParsedPatch
  try {
    parsed = await parseYamlBody(body)
  } catch (error) {
    if (error instanceof StatusError) throw error
    throw newBadRequest(`error decoding YAML: error converting YAML to JSON: ${(error as Error).message}`)
  }
  const { value, strictError } = parsed
  if (value !== null && !isObject(value)) {
    throw newBadRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${goJsonKind(value)} into Go value of type map[string]interface {}`,
    )
  }
  return { value, strictError }
}

/** The body of an apply in CBOR. Throws 400, and 413 where it holds too much. */
export async function parseCborPatch(body: Buffer, scheme: Pick<Scheme, 'minor'>): Promise<ParsedPatch> {
  try {
    const limits = cborLimitsOf(scheme)
    checkValueCount(checkWellFormed(body, limits))
    if (isLargeBody(body)) await turns()
    return { value: readUntyped(body, limits), strictError: undefined }
  } catch (error) {
    if (error instanceof StatusError) throw error
    // @note Upstream says YAML of either form.
    throw newBadRequest(`error decoding YAML: ${(error as Error).message}`)
  }
}

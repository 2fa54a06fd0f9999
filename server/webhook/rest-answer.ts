// Upstream: client-go/rest/request.go (transformResponse, Result.Into), apimachinery/pkg/api/errors (NewGenericServerResponse)

import { goQuote } from '../../apimachinery/field-error.ts'
import { isObject, type JsonObject, type JsonValue } from '../../apimachinery/json.ts'
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { interpretTypeMeta, type TypeMeta, typeMetaError } from '../../apimachinery/scheme/json-parser.ts'
import { parseYaml } from '../../apimachinery/scheme/parse-yaml.ts'
import { answeredJson, conversionLimits, reviewLimits } from './answered-json.ts'
import { CallError } from './go-errors.ts'
import type { ReviewKind, ReviewTypes } from './review-types.ts'
import type { WebhookAnswer } from './webhook-client.ts'

/** A review that a webhook answered with; `apiVersion` and `kind` are what it says, where it says them. */
export interface AnsweredReview {
  readonly apiVersion: string
  readonly kind: string
  readonly response: JsonObject | undefined
  /** The decoded object. */
  readonly object: JsonObject
}

/** Reads an answer as the review that is awaited. Rejects with a CallError with client-go's text. */
export async function readReview(
  answer: WebhookAnswer,
  wanted: ReviewKind,
  types: ReviewTypes,
): Promise<AnsweredReview> {
  const { status, contentType, body } = answer
  const badType = mediaTypeError(contentType)
  if (badType !== undefined) throw new CallError(`Internal error occurred: mime: ${badType}`, 500)
  if (status < 200 || status > 206) throw new CallError(await failureText(answer), status)
  if (body.length === 0)
    throw new CallError(
      `0-length response with status code: ${status} and content type: ${contentType || 'application/json'}`,
    )
  const value = await parsed(body, wanted.kind === 'ConversionReview' ? conversionLimits : reviewLimits)
  const meta = typeMeta(value)
  const { group, version } = parseApiVersion(meta.apiVersion || wanted.apiVersion)
  const kind = meta.kind || wanted.kind
  const apiVersion = group === '' ? version : `${group}/${version}`
  if (apiVersion !== wanted.apiVersion || kind !== wanted.kind)
    throw new CallError(types.otherKind(wanted, { apiVersion, kind }))
  const object = types.decode(wanted, value)
  return {
    ...meta,
    response: isObject(object['response']) ? object['response'] : undefined,
    object,
  }
}

function typeMeta(value: JsonValue): TypeMeta {
  try {
    return interpretTypeMeta(value)
  } catch (error) {
    throw new CallError((error as Error).message)
  }
}

/** Longer texts that are no JSON are not read as YAML, which takes long. */
const longestYaml = 64 * 1024

async function parsed(body: Buffer, most: typeof reviewLimits): Promise<JsonValue> {
  const text = body.toString('utf8')
  if (!/^\s*\{/.test(text) && body.length <= longestYaml) return yamlValue(text)
  try {
    return await answeredJson(text, most)
  } catch (error) {
    throw new CallError(typeMetaError((error as Error).message))
  }
}

/** The value of a body that does not begin with `{`: it may be YAML. Throws CallError. */
function yamlValue(text: string): JsonValue {
  try {
    return parseYaml(text).value
  } catch (error) {
    throw new CallError((error as Error).message)
  }
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const mediaType = new RegExp(`^${token}/${token}$`)

/** The error of Go's mime package for a malformed Content-Type; undefined: it is well formed. */
function mediaTypeError(contentType: string): string | undefined {
  if (contentType === '') return undefined
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim())
  if (type === '') return 'no media type'
  if (!mediaType.test(type))
    return new RegExp(`^${token}$`).test(type)
      ? undefined
      : new RegExp(`^${token}/`).test(type)
        ? type.endsWith('/')
          ? 'expected token after slash'
          : 'unexpected content after media subtype'
        : new RegExp(`^${token}`).test(type)
          ? 'expected slash after first token'
          : 'no media type'
  const bad = parameters.find(
    (one, i) => !/^[^=\s]+=("[^"]*"|[^\s"]+)$/.test(one) && !(one === '' && i === parameters.length - 1),
  )
  return bad === undefined ? undefined : 'invalid media parameter'
}

/** The message of a Status in the body, else what the code says. */
async function failureText(answer: WebhookAnswer): Promise<string> {
  try {
    const value = await answeredJson(answer.body.toString('utf8'), reviewLimits)
    const { apiVersion, kind } = interpretTypeMeta(value)
    const status = value as JsonObject
    if (kind === 'Status' && ['', 'v1'].includes(apiVersion) && status['status'] === 'Failure')
      return typeof status['message'] === 'string' ? status['message'] : ''
  } catch {
    // The body is no Status: the HTTP code says what went wrong.
  }
  return codeText(answer)
}

/** Bytes of a body without a Status that are told. */
const toldBytes = 2048

function codeText({ status, contentType, body }: WebhookAnswer): string {
  const isText = contentType === '' || /^text\//i.test(contentType.trim())
  const told = isText ? body.subarray(0, toldBytes).toString('utf8').trim() : 'unknown'
  const fixed = Object.hasOwn(texts, status) ? texts[status] : undefined
  if (fixed !== undefined) return fixed
  if (status === 403 || status === 415) return told
  if (status === 406)
    return told === '' || told === 'unknown'
      ? 'the server was unable to respond with a content type that the client supports'
      : told
  if (status >= 500)
    return `an error on the server (${goQuote(told)}) has prevented the request from succeeding`
  return `the server responded with the status code ${status} but did not return more information`
}

const texts: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
}

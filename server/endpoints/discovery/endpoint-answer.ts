import type { IncomingHttpHeaders } from 'node:http'
import type { JsonObject } from '../../../apimachinery/json.ts'
import { StatusError } from '../../../apimachinery/status-error.ts'
import { endpointsDialect } from '../dialect.ts'
import type { MediaType } from '../negotiation.ts'

/** A request of a path that names no resource. Authorization has passed. */
export interface EndpointRequest {
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** The answer to send: either an `object` in the form that the client accepts, or a `body` as it stands. */
export interface EndpointAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Written as JSON, YAML or protobuf by the plain restrictions of negotiation. */
  readonly object?: JsonObject
  /** `object` is answered again, as the same: its JSON is kept as long as it is there. */
  readonly lasting?: boolean
  /** Of `object`, where a content type says more than its media type. */
  readonly mediaType?: MediaType
  /** `object` may be written as CBOR too. */
  readonly cbor?: boolean
  /** The end of the content type of `object`: `;g=…;v=…;as=…`. */
  readonly contentTypeSuffix?: string
  /** A text without the header that forbids to guess another type. */
  readonly sniffable?: boolean
  /** The body is sent in chunks, without a Content-Length. */
  readonly chunked?: boolean
  /** Compressed where the client takes that. */
  readonly gzip?: boolean
  /** Empty: the answer has none. */
  readonly contentType?: string
  readonly body?: string | Buffer
}

/** An answer of text. */
export const textAnswer = (
  status: number,
  body: string,
  contentType = 'text/plain; charset=utf-8',
): EndpointAnswer => ({ status, body, contentType })

/** Go's http.NotFound. */
export const pageNotFound = (): EndpointAnswer => ({
  ...textAnswer(404, '404 page not found\n'),
  headers: { 'X-Content-Type-Options': 'nosniff' },
})

/** The error of upstream's router for a path that it serves, but not in this way. */
export const noSuchRoute = (): StatusError =>
  new StatusError(404, 'NotFound', 'the server could not find the requested resource', {})
/** 405 for a path beside resources. */
export const wrongMethod = (): StatusError =>
  new StatusError(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  )
/** go-restful compares the Accept header with what a route produces, without parameters; `application/*` is unknown to it. */
export function acceptsRoute(accept: string | undefined, produces: readonly string[]): boolean {
  if (accept === undefined || accept === '') return true
  const types = accept.split(',').map((type) => type.split(';')[0]!.trim())
  return types.some((type) => type === '*/*' || produces.includes(type))
}

/** The message of a 406 on a path that produces these media types. */
export const notAcceptableText = (types: readonly string[], minor: number): string =>
  endpointsDialect(minor).namesAvailableTypes
    ? `406: Not Acceptable\n\nAvailable representations: ${types.join(', ')}`
    : '406: Not Acceptable'
/** 406 for a request that accepts none of the media types. */
export const notProduced = (types: readonly string[], minor: number): StatusError =>
  new StatusError(406, 'NotAcceptable', notAcceptableText(types, minor), {})

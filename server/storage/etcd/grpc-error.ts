// Upstream: google.golang.org/grpc/codes
import { STATUS_CODES } from 'node:http'

const names = [
  'OK',
  'Canceled',
  'Unknown',
  'InvalidArgument',
  'DeadlineExceeded',
  'NotFound',
  'AlreadyExists',
  'PermissionDenied',
  'ResourceExhausted',
  'FailedPrecondition',
  'Aborted',
  'OutOfRange',
  'Unimplemented',
  'Internal',
  'Unavailable',
  'DataLoss',
  'Unauthenticated',
]

/** Names of the codes of gRPC that are more than a text here. */
export type GrpcCode =
  | 'DeadlineExceeded'
  | 'Internal'
  | 'Unavailable'
  | 'Unknown'
  | 'Canceled'
  | 'ResourceExhausted'
  | 'Unauthenticated'
  | 'PermissionDenied'
  | 'Unimplemented'

/** A call that ended otherwise than with its answer. `details` is what the server, or this client, says of it. */
export class GrpcError extends Error {
  /** The gRPC code by its name in Go: `Unavailable`. */
  readonly code: string
  readonly details: string

  constructor(code: GrpcCode | number, details: string, cause?: Error) {
    const name = typeof code === 'number' ? (names[code] ?? `Code(${code})`) : code
    super(`rpc error: code = ${name} desc = ${details}`, { cause })
    this.code = name
    this.details = details
  }
}

/** The status that an answer of HTTP stands for where it is none of gRPC. Upstream: HTTPStatusConvTab of grpc-go */
const httpCodes: Readonly<Record<number, GrpcCode>> = {
  400: 'Internal',
  401: 'Unauthenticated',
  403: 'PermissionDenied',
  404: 'Unimplemented',
  429: 'Unavailable',
  502: 'Unavailable',
  503: 'Unavailable',
  504: 'Unavailable',
}

/** The error in the headers at the end of a call; undefined: the call succeeded. Upstream: operateHeaders of grpc-go */
export function errorOf(headers: Readonly<Record<string, unknown>>): GrpcError | undefined {
  const status = headers['grpc-status']
  if (status === '0') return undefined
  if (status !== undefined)
    return new GrpcError(Number(status), percentDecoded(String(headers['grpc-message'] ?? '')))
  const type = headers['content-type']
  if (/^application\/grpc($|[+;])/.test(String(type)))
    return new GrpcError('Internal', 'server closed the stream without sending trailers')
  const code = Number(headers[':status'] ?? 0)
  const answer = `unexpected HTTP status code received from server: ${code} (${STATUS_CODES[code] ?? ''})`
  const why =
    type === undefined
      ? 'malformed header: missing HTTP content-type'
      : `transport: received unexpected content-type ${JSON.stringify(type)}`
  return new GrpcError(httpCodes[code] ?? 'Unknown', `${answer}; ${why}`)
}

/** Of texts that are not encoded as they should be, the text itself. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

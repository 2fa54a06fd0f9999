// Upstream: google.golang.org/grpc/codes

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

/** A call that ended otherwise than with its answer. `details` is what the server, or this client, says of it. */
export class GrpcError extends Error {
  /** As Go names it. */
  readonly code: string
  readonly details: string

  constructor(code: GrpcCode | number, details: string, cause?: Error) {
    const name = typeof code === 'number' ? (names[code] ?? `Code(${code})`) : code
    super(`rpc error: code = ${name} desc = ${details}`, { cause })
    this.code = name
    this.details = details
  }
}

/** What the headers at the end of a call say; undefined: all went well. */
export function errorOf(headers: Readonly<Record<string, unknown>>): GrpcError | undefined {
  const status = headers['grpc-status']
  if (status === '0') return undefined
  if (status === undefined) {
    const code = Number(headers[':status'] ?? 0)
    return new GrpcError(
      code >= 502 && code <= 504 ? 'Unavailable' : 'Unknown',
      `unexpected HTTP status code received from server: ${code}`,
    )
  }
  return new GrpcError(Number(status), percentDecoded(String(headers['grpc-message'] ?? '')))
}

/** Of texts that are not encoded as they should be, the text itself. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The codes of RFC 9113, section 7, in the order of their numbers. */
const codes = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
] as const

/** The name of an HTTP/2 error code, with which a stream or connection ends. */
export type ErrorCode = (typeof codes)[number]

/** The number on the wire. */
export const numberOf = (code: ErrorCode): number => codes.indexOf(code)

/** The name of a number of the wire. */
export const nameOf = (number: number): string =>
  codes[number] ?? `unknown error code 0x${number.toString(16)}`

/** What the other side sends is no HTTP/2, or not allowed by it: the connection ends with the code. */
export class Http2Error extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** The other side has not seen the stream, and did nothing for it: it may be asked again. */
export class UnseenError extends Error {}

// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/{writers,errors,status}.go

import { pipeline, Readable, type Transform } from 'node:stream'
import { gzip as compressAtOnce, createGzip } from 'node:zlib'
import { goJSONBytes } from '../../apimachinery/go-print/marshal.ts'
import { type Status, StatusError } from '../../apimachinery/status-error.ts'
import { type ApiCall, formOf } from './api-call.ts'
import { bytesOf, gzipList, type ListAnswer, partsOf, sizeOf } from './compressed-list.ts'
import { type Response, takesStored } from './http-message.ts'
import { type OutputForm, protobufType } from './negotiation.ts'
import { encodeBinary } from './serializers.ts'
import { emitYamlAside } from './yaml-thread.ts'

const gzipAbove = 128 * 1024
const sliceAbove = 1024 * 1024
const sliceBytes = 256 * 1024
/** What is compressed as a whole, outside of the event loop: in slices it takes twice the time. */
const atOnceUpTo = 4 * 1024 * 1024
/** How much of it there may be at the same time, so that many who ask for large lists fill no memory. */
const atOnceTogether = 32 * 1024 * 1024
let atOnce = 0
/** Upstream: defaultGzipContentEncodingLevel. */
const compression = { level: 1, chunkSize: 64 * 1024 }

/** Data that is known in some forms already. */
export interface ReadyForms {
  /** JSON, without a line break at the end. */
  readonly json?: Buffer
  /** Throws 406 for what has no such form. */
  protobuf?(): Buffer
}

/** Sends JSON data in the negotiated form. */
export function sendData(
  call: ApiCall,
  code: number,
  form: OutputForm,
  data: () => unknown,
  ready: ReadyForms = {},
  typeSuffix = '',
): void {
  if (call.audit !== undefined) {
    const known = data()
    call.audit.responseObject(known)
    encodeData(call, code, form, () => known, ready, typeSuffix)
  } else encodeData(call, code, form, data, ready, typeSuffix)
}

function encodeData(
  call: ApiCall,
  code: number,
  form: OutputForm,
  data: () => unknown,
  ready: ReadyForms,
  typeSuffix: string,
): void {
  const type = form.mediaType + typeSuffix
  if (form.mediaType === 'application/yaml') sendYaml(call, code, type, data())
  else if (form.mediaType === protobufType && ready.protobuf !== undefined)
    sendBytes(call, code, type, ready.protobuf())
  else if (form.mediaType !== 'application/json')
    sendBytes(call, code, type, encodeBinary(call.scheme, form.mediaType, data()))
  else if (form.pretty) sendBytes(call, code, type, goJSONBytes(data(), 2))
  else if (ready.json === undefined) sendBytes(call, code, type, goJSONBytes(data()), newline)
  else sendStored(call, code, type, ready.json)
}
const newline = Buffer.from('\n')

/** Who shares the process gets the bytes themselves, and parses an object once with all who watch it. */
function sendStored(call: ApiCall, code: number, type: string, json: Buffer): void {
  const stored = takesStored(call.res)
  if (stored === undefined || call.res.headersSent || call.req.method === 'HEAD') {
    sendBytes(call, code, type, json, newline)
    return
  }
  writeHeaders(call, code, type)
  call.noteAnswer(json.length + newline.length)
  stored.sendStored(json, [json, newline])
}

function sendYaml(call: ApiCall, code: number, type: string, data: unknown): void {
  emitYamlAside(data).then(
    (text) => sendBytes(call, code, type, Buffer.from(text)),
    (error: unknown) => sendError(call, error),
  )
}

/** As {@link sendParts}, for an answer of few parts. */
export function sendBytes(call: ApiCall, code: number, type: string, ...parts: Buffer[]): void {
  sendParts(call, code, type, parts)
}

/** Sends an error as a text, as Go's http.Error does; it ends with a line end where the text does. */
export function sendErrorText(call: ApiCall, code: number, text: string): void {
  call.res.setHeader('X-Content-Type-Options', 'nosniff')
  sendBytes(call, code, 'text/plain; charset=utf-8', Buffer.from(text))
}

/** Sends bytes with the headers of every answer; large ones are compressed where the client takes that. */
export function sendParts(call: ApiCall, code: number, type: string, parts: readonly Buffer[]): void {
  const { res } = call
  if (res.headersSent) return
  const size = sizeOf(parts)
  writeHeaders(call, code, type)
  call.noteAnswer(size)
  if (isCompressed(call, size)) {
    noteCompressed(res)
    compress(res, size, parts)
  } else sendWhole(call, size, parts)
}

/** {@link sendParts} of a list. What is compressed of its items is kept. */
export function sendListAnswer(call: ApiCall, code: number, type: string, list: ListAnswer): void {
  const { res } = call
  const size = bytesOf(list)
  if (res.headersSent || !isCompressed(call, size)) {
    sendParts(call, code, type, partsOf(list))
    return
  }
  writeHeaders(call, code, type)
  call.noteAnswer(size)
  noteCompressed(res)
  const source = Readable.from(gzipList(list), { objectMode: false })
  pipeline([source, res], abortWhenLate(res))
}

const isCompressed = (call: ApiCall, size: number): boolean =>
  size > gzipAbove && takesGzip(call) && call.req.method !== 'HEAD'

function noteCompressed(res: Response): void {
  res.appendHeader('Vary', 'Accept-Encoding')
  res.setHeader('Content-Encoding', 'gzip')
}

/** Upstream: negotiateContentEncoding, which knows no qualities. */
const takesGzip = ({ req, compresses }: ApiCall): boolean =>
  compresses && (req.headers['accept-encoding'] ?? '').split(',').some((token) => token.trim() === 'gzip')

function compress(res: Response, size: number, parts: readonly Buffer[]): void {
  if (size > atOnceUpTo || atOnce + size > atOnceTogether) {
    sendSlices(res, parts, createGzip(compression))
    return
  }
  atOnce += size
  compressAtOnce(together(parts), compression, (error, bytes) => {
    atOnce -= size
    if (error !== null) res.destroy(error)
    if (res.destroyed) return
    res.once('close', abortWhenLate(res))
    // In a chunk, as upstream, and not with its length.
    res.write(bytes)
    res.end()
  })
}

const together = (parts: readonly Buffer[]): Buffer => (parts.length === 1 ? parts[0]! : Buffer.concat(parts))

/**
 * Sends bytes, or a text, with the headers of every answer, which are compressed only where the path does so itself. Bytes go out as
 * they are: answers share them, which clients may leave unread.
 */
export function sendFixed(
  call: ApiCall,
  code: number,
  type: string,
  content: Buffer | string,
  { gzip = false, chunked = false }: { gzip?: boolean | undefined; chunked?: boolean } = {},
): void {
  if (call.res.headersSent) return
  const body = typeof content === 'string' ? Buffer.from(content) : content
  writeHeaders(call, code, type)
  call.noteAnswer(body.length)
  if (gzip && call.req.method !== 'HEAD') {
    call.res.setHeader('Content-Encoding', 'gzip')
    compress(call.res, body.length, [body])
  } else if (chunked && call.req.method !== 'HEAD') sendSlices(call.res, [body])
  else sendWhole(call, body.length, [body])
}

function sendWhole({ req, res }: ApiCall, size: number, parts: readonly Buffer[]): void {
  res.setHeader('Content-Length', size)
  if (req.method === 'HEAD') res.end()
  else if (size > sliceAbove) sendSlices(res, parts)
  else res.end(together(parts))
}

/** Sends as fast as the client reads, and a slice at a time: encryption of all at once would keep others waiting. */
function sendSlices(res: Response, parts: readonly Buffer[], ...through: Transform[]): void {
  const source = Readable.from(slices(parts), { objectMode: false })
  pipeline([source, ...through, res], abortWhenLate(res))
}

/** Upstream: the default of --request-timeout, after which an answer that is under way is broken off. */
const answerTimeout = 60_000

/**
 * Ends the connection of a client that has not read its answer in time: node's own limit of idle sockets fires only at its
 * second look. The result ends the waiting.
 */
export function abortWhenLate(res: Response): () => void {
  // A connection within the process has no time limits.
  if (typeof (res.socket as { setTimeout?: unknown } | null)?.setTimeout !== 'function') return () => {}
  const timer = setTimeout(() => res.destroy(), answerTimeout)
  timer.unref()
  return () => clearTimeout(timer)
}

/** The bytes of all parts, together, in slices of one size; those of a large part are not copied. */
function* slices(parts: readonly Buffer[]): Generator<Buffer> {
  let [waiting, size] = [[] as Buffer[], 0]
  for (const part of parts) {
    for (let at = 0; at < part.length; at += sliceBytes) {
      const slice = part.subarray(at, at + sliceBytes)
      waiting.push(slice)
      size += slice.length
      if (size < sliceBytes) continue
      yield together(waiting)
      ;[waiting, size] = [[], 0]
    }
  }
  if (size > 0) yield together(waiting)
}

/** Status, content type and warnings; the answer's body follows. */
export function writeHeaders(call: ApiCall, code: number, type: string): void {
  const { res } = call
  res.statusCode = code
  res.setHeader('Content-Type', type)
  if (call.warnings.length > 0) res.setHeader('Warning', call.warnings.map(warningHeader))
}

const warningHeader = (text: string): string =>
  `299 - "${text
    .replace(/[\\"]/g, '\\$&')
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[^\x20-\x7e]/g, (c) => Buffer.from(c).toString('latin1'))}"`

/** Sends a Status. Where the client accepts no form that there is, errors are still told, as JSON with line breaks. */
export function sendStatus(call: ApiCall, code: number, status: Status): void {
  const form = formOf(call)
  if (form !== undefined) sendData(call, code, form, () => status)
  else {
    call.audit?.responseObject(status)
    sendBytes(call, code, 'application/json', goJSONBytes(status, 2))
  }
}

/** Tells an error as the real server tells it. What is no StatusError is an internal error: its text goes to the log only. */
export function sendError(call: ApiCall, error: unknown): void {
  if (call.res.headersSent) {
    call.res.destroy()
    return
  }
  const known =
    error instanceof StatusError
      ? error
      : new StatusError(
          500,
          'InternalError',
          `Internal error occurred: ${(error as Error)?.message ?? 'unknown'}`,
        )
  for (const [name, value] of Object.entries(known.headers)) call.res.setHeader(name, value)
  sendStatus(call, known.code, known.status)
}

/** An answer of the router itself, before any resource is known. Upstream: errors.NewGenericServerResponse. */
export function genericError(code: number, message: string): StatusError {
  const reasons: Readonly<Record<number, string>> = {
    404: 'NotFound',
    405: 'MethodNotAllowed',
    406: 'NotAcceptable',
    415: 'UnsupportedMediaType',
  }
  return new StatusError(code, reasons[code] ?? '', message, {})
}
/** 404 for a path that no resource is served at. */
export const notFoundResource = (): StatusError =>
  genericError(404, 'the server could not find the requested resource')
/** 405 for a verb that the resource does not have. */
export const methodNotAllowed = (): StatusError =>
  genericError(405, 'the server does not allow this method on the requested resource')

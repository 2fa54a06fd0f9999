// One request on its way through the handlers.
import type { Scheme } from '../../apimachinery/scheme/scheme.ts'
import {
  newRequestEntityTooLarge,
  newTooManyRequests,
  type StatusError,
} from '../../apimachinery/status-error.ts'
import { remembered } from '../../component-base/remembered.ts'
import type { AuditContext } from '../audit/audit-context.ts'
import { turns } from '../registry/generic/pace.ts'
import type { UserInfo } from './authentication/user-info.ts'
import { bodiesUnderWay } from './bodies-under-way.ts'
import { hasBody, type Request, type Response } from './http-message.ts'
import { mediaTypesOf, negotiate, type OutputForm, plainEndpoint, type Restrictions } from './negotiation.ts'
import type { RequestInfo } from './request-info.ts'
import { spareMemory } from './spare-memory.ts'
import { Warnings } from './warnings.ts'

/** A request with what the handlers before have found out about it. */
export interface ApiCall {
  readonly req: Request
  readonly res: Response
  readonly info: RequestInfo
  readonly query: URLSearchParams
  user: UserInfo
  /** The requested resource is a custom resource, which has no Go types. */
  untyped?: boolean
  /** The requested resource can be read and written as CBOR. */
  cbor?: boolean
  /** The audit event that is being made; undefined where the request is not audited. */
  audit?: AuditContext | undefined
  /** Called when the answer has been sent, or the client has gone. */
  ended?: (() => void) | undefined
  /** Called when the status of the answer goes out before its end does, as that of a watch. */
  onAnswer?: (() => void) | undefined
  /** Called when the initial events of a watch that asks for them have been sent. */
  onInitialEventsEnd?: (() => void) | undefined
  /** Large answers are compressed where the client takes that. */
  readonly compresses: boolean
  /** The types that protobuf answers are written with. */
  readonly scheme: Scheme
  /** Texts of Warning headers, each once, in order. */
  readonly warnings: readonly string[]
  warn(text: string): void
  /** Notes a body, or a stored object, whose handling takes long. */
  noteBody(bytes: number): void
  /** The bytes of the answer that have been given out, and those of the body; the latter undefined until it is read. */
  readonly sizes: { answer: number; body: number | undefined }
  /** Seconds that webhooks took: those that change an object one after the other, the others at once. */
  readonly elsewhere: { admit: number; validate: number }
  /** Notes the bytes of the answer: what it and the bodies took can be collected from now on. */
  noteAnswer(bytes: number): void
  /** The request has a large body, or works on a large object: others are to be served between two of its steps. */
  isLarge(): boolean
}

/** Bodies above this many bytes are handled in steps. */
export const largeBody = 32 * 1024

/** A class: what a literal with accessors makes has a shape of its own for each request. */
class RequestCall implements ApiCall {
  readonly req: Request
  readonly res: Response
  readonly info: RequestInfo
  readonly query: URLSearchParams
  readonly scheme: Scheme
  readonly compresses: boolean
  user: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] }
  untyped = false
  cbor = false
  audit: AuditContext | undefined
  ended: (() => void) | undefined
  onAnswer: (() => void) | undefined
  onInitialEventsEnd: (() => void) | undefined
  readonly sizes: ApiCall['sizes'] = { answer: 0, body: undefined }
  readonly elsewhere = { admit: 0, validate: 0 }
  private noted: Warnings | undefined
  private readonly begun = performance.now()
  private handled: number
  private large = false

  constructor(
    req: Request,
    res: Response,
    info: RequestInfo,
    query: URLSearchParams,
    { scheme, compresses = true }: { scheme: Scheme; compresses?: boolean | undefined },
  ) {
    this.req = req
    this.res = res
    this.info = info
    this.query = query
    this.scheme = scheme
    this.compresses = compresses
    // Selectors may be as long as headers may be.
    this.handled = req.url.length
  }
  get warnings(): readonly string[] {
    return this.noted?.texts ?? noWarnings
  }
  warn(text: string): void {
    this.noted ??= new Warnings()
    this.noted.add(text)
  }
  noteBody(bytes: number): void {
    this.large ||= bytes > largeBody
    this.handled += bytes
  }
  noteAnswer(bytes: number): void {
    this.sizes.answer += bytes
    spareMemory(this.handled + bytes, performance.now() - this.begun)
  }
  isLarge(): boolean {
    return this.large
  }
}
const noWarnings: readonly string[] = []

/** The call of a request; its user is the anonymous one until it is authenticated. */
export const newApiCall = (
  req: Request,
  res: Response,
  info: RequestInfo,
  query: URLSearchParams,
  options: { scheme: Scheme; compresses?: boolean | undefined },
): ApiCall => new RequestCall(req, res, info, query, options)

/** The field manager of a request: the parameter, else the first word of the User-Agent. */
export const managerOf = (call: ApiCall, fieldManager: string): string => {
  if (fieldManager !== '') return fieldManager
  return prefixOf(call.req.headers['user-agent'] ?? '')
}

/** Upstream: prefixFromUserAgent, cut to 128 bytes, printable characters only. */
const prefixOf = remembered(100, (userAgent) => {
  const prefix = userAgent.split('/')[0]!
  if (/^[\w.-]{0,128}$/.test(prefix)) return prefix
  return [...Buffer.from(prefix).subarray(0, 128).toString()]
    .filter((c) => /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(c))
    .join('')
})

/** The form of the answer, or undefined where the client accepts none. */
export function formOf(call: ApiCall, endpoint: Restrictions = plainEndpoint): OutputForm | undefined {
  return negotiate(
    {
      accept: call.req.headers.accept,
      userAgent: call.req.headers['user-agent'],
      pretty: call.query.get('pretty') ?? undefined,
    },
    call.cbor === true ? { ...endpoint, supported: mediaTypesOf(true) } : endpoint,
  )
}

const limit = 3 * 1024 * 1024

/** The whole body. Throws 413 above 3 MiB; what follows is read and thrown away, so that the client sees the answer. */
export function readBody(call: ApiCall): Buffer | Promise<Buffer> {
  const whole = hasBody(call.req)?.takeBody()
  if (whole === undefined) return wholeBody(call).then((body) => noted(call, body))
  if (whole.length > limit) throw tooLarge()
  return noted(call, whole)
}

function noted(call: ApiCall, body: Buffer): Buffer | Promise<Buffer> {
  call.sizes.body = body.length
  call.noteBody(body.length)
  return call.isLarge() ? turns().then(() => body) : body
}

const tooLarge = (): StatusError => newRequestEntityTooLarge(`limit is ${limit}`)

function wholeBody({ req }: ApiCall): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let kept: KeptBody | undefined = new KeptBody(Number(req.headers['content-length'] ?? 0))
    const bytes = bodiesUnderWay.begin(() => {
      kept = undefined
      reject(newTooManyRequests('Too many requests, please try again later.', 1))
    })
    req.on('data', (chunk: Buffer) => {
      const size = bytes.add(chunk.length)
      if (kept === undefined) return
      if (size <= limit) kept.add(chunk)
      else {
        kept = undefined
        reject(tooLarge())
      }
    })
    req.once('end', () => {
      bytes.end()
      if (kept !== undefined) resolve(kept.whole())
    })
    req.once('error', reject)
    req.once('close', () => {
      bytes.end()
      // An error is made with its stack: not for each request that has ended well.
      if (!req.complete) reject(new Error('the request was aborted'))
      kept = undefined
    })
  })
}

/** What came of a body: in one piece where its length was told, so that nothing is copied twice. */
class KeptBody {
  private readonly piece: Buffer | undefined
  private readonly chunks: Buffer[] = []
  private size = 0

  /** @param told the length that the client announced; 0: none */
  constructor(told: number) {
    if (told > 0 && told <= limit) this.piece = Buffer.allocUnsafe(told)
  }
  add(chunk: Buffer): void {
    if (this.piece === undefined) this.chunks.push(chunk)
    else this.size += chunk.copy(this.piece, this.size)
  }
  whole(): Buffer {
    if (this.piece !== undefined) return this.piece.subarray(0, this.size)
    return this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks)
  }
}

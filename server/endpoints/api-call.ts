// One request on its way through the handlers.
import type { Request, Response } from 'express'
import type { Scheme } from '../apimachinery/scheme/scheme.ts'
import { StatusError } from '../apimachinery/status-error.ts'
import type { UserInfo } from './authentication/user-info.ts'
import { negotiate, type OutputForm, plainEndpoint, type Restrictions } from './negotiation.ts'
import type { RequestInfo } from './request-info.ts'

export interface ApiCall {
  readonly req: Request
  readonly res: Response
  readonly info: RequestInfo
  readonly query: URLSearchParams
  user: UserInfo
  /** The types that protobuf answers are written with. */
  readonly scheme: Scheme
  /** Texts of Warning headers, each once, in order. */
  readonly warnings: string[]
  warn(text: string): void
}

export function newApiCall(
  req: Request,
  res: Response,
  info: RequestInfo,
  query: URLSearchParams,
  scheme: Scheme,
): ApiCall {
  const warnings: string[] = []
  return {
    req,
    res,
    info,
    query,
    warnings,
    scheme,
    user: { name: 'system:anonymous', groups: ['system:unauthenticated'] },
    warn(text) {
      if (text !== '' && !warnings.includes(text)) warnings.push(text)
    },
  }
}

const calls = new WeakMap<Response, ApiCall>()
export const setCall = (call: ApiCall): void => {
  calls.set(call.res, call)
}
/** The call of a response; set by the first middleware. */
export function callOf(res: Response): ApiCall {
  const call = calls.get(res)
  if (call === undefined) throw new Error('the request has no call')
  return call
}

export const managerOf = (call: ApiCall, fieldManager: string): string => {
  if (fieldManager !== '') return fieldManager
  // Upstream: prefixFromUserAgent, cut to 128 bytes, printable characters only.
  const prefix = (call.req.headers['user-agent'] ?? '').split('/')[0]!
  return [...Buffer.from(prefix).subarray(0, 128).toString()]
    .filter((c) => /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(c))
    .join('')
}

/** The form of the answer, or undefined where the client accepts none. */
export function formOf(call: ApiCall, endpoint: Restrictions = plainEndpoint): OutputForm | undefined {
  return negotiate(
    {
      accept: call.req.headers.accept,
      userAgent: call.req.headers['user-agent'],
      pretty: call.query.get('pretty') ?? undefined,
    },
    endpoint,
  )
}

const limit = 3 * 1024 * 1024

/** The whole body. Throws 413 above 3 MiB; what follows is read and thrown away, so that the client sees the answer. */
export function readBody({ req }: ApiCall): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else {
        chunks.length = 0
        reject(new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${limit}`))
      }
    })
    req.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    req.once('error', reject)
    req.once('close', () => reject(new Error('the request was aborted')))
  })
}

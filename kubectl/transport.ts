// HTTP(S) from a kubeconfig: JSON in and out, the server's warnings to stderr.
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { linesOf, send, textOf } from '../client/http.ts'
import type { ClientConfig } from '../client/kubeconfig.ts'
import { Connections } from './connections.ts'
import { type FailureStatus, PlainError, ServerError } from './errors.ts'
import type { KubectlHost } from './host.ts'
import { type Conditional, ServerDocuments } from './resources/server-documents.ts'

/** The method, headers and body of a request; a GET without a body by default. */
export interface CallOptions {
  method?: string
  body?: string
  contentType?: string
  accept?: string
  signal?: AbortSignal
  ifNoneMatch?: string
}

/** The server, credentials and request timeout of a kubeconfig and the flags. */
export interface TransportConfig extends ClientConfig {
  /** `user:password`. */
  basicAuth?: string
  impersonate?: { user: string; groups: string[]; uid: string }
  /** Milliseconds for a request; undefined: no limit. */
  timeout?: number
}

/** A connection that has become another protocol's, or the server's answer in its place. */
export type Upgraded =
  | { readonly headers: IncomingHttpHeaders; readonly socket: Duplex; readonly head: Buffer }
  | { readonly refusal: { readonly text: string; readonly status: ServerError | undefined } }

type TransportHost = Pick<KubectlHost, 'stderr' | 'connections' | 'documents'>

/** Requests to the server of a kubeconfig. Rejects with a ServerError for a Status, and prints warnings once each. */
export class Transport {
  readonly config: TransportConfig
  private readonly connections: Connections
  /** Whether they end with this. */
  private readonly own: boolean
  private readonly unfinished = new Set<ClientRequest>()
  /** Connections that have become another protocol's. */
  private readonly sockets = new Set<Duplex>()
  private closed = false
  private readonly warn: (text: string) => void
  private readonly documents: ServerDocuments
  private readonly warned = new Set<string>()

  constructor(config: TransportConfig, { stderr, connections, documents }: TransportHost) {
    this.config = config
    this.warn = stderr
    this.documents = documents ?? new ServerDocuments()
    this.own = connections === undefined
    this.connections = connections ?? new Connections()
  }

  /** How many warnings were printed, each once. */
  get warnings(): number {
    return this.warned.size
  }

  /** A document that the server need not send again, parsed. */
  document<T>(path: string, accept: string, parse: (text: string) => T): Promise<T> {
    const ask = async (etag: string | undefined): Promise<Conditional> => {
      const options = { accept, ...(etag === undefined ? {} : { ifNoneMatch: etag }) }
      const response = await this.open(path, options)
      const given = response.headers.etag
      if (response.statusCode !== 304) return { text: await bodyOf(response), etag: given }
      response.resume()
      return { text: undefined, etag: given }
    }
    return this.documents.read(`${this.config.server} ${path} ${accept}`, ask, parse)
  }

  /** The answer's text; throws ServerError for a refusal. */
  async text(path: string, options: CallOptions = {}): Promise<string> {
    return bodyOf(await this.open(path, options))
  }

  async json<T>(path: string, options: CallOptions = {}): Promise<T> {
    return JSON.parse(await this.text(path, options)) as T
  }

  /** The lines of a watch until it ends. */
  async *lines(path: string, options: CallOptions): AsyncGenerator<string> {
    yield* linesOf(await this.open(path, options))
  }

  /** The pieces of an answer as they come, until it ends; throws ServerError for a refusal. */
  async *pieces(path: string, options: CallOptions = {}): AsyncGenerator<Buffer> {
    const response = await this.open(path, options)
    const code = response.statusCode ?? 0
    if (code < 200 || code >= 300) throw refusal(code, await textOf(response))
    yield* response as AsyncIterable<Buffer>
  }

  /** Asks for a connection of another protocol. */
  async upgrade(path: string, method: string, headers: Readonly<Record<string, string>>): Promise<Upgraded> {
    const { server } = this.config
    return new Promise((resolve, reject) => {
      const made = (request: ClientRequest): void => {
        this.watchOver(request)
        request.once('upgrade', (answer, socket, head) => {
          this.sockets.add(socket)
          socket.once('close', () => this.sockets.delete(socket))
          resolve({ headers: answer.headers, socket, head })
        })
      }
      const request = {
        method,
        headers: { ...this.headers({}), ...headers, Connection: 'Upgrade' },
        agent: this.connections.agent(this.config),
        made,
        mayRepeat: () => !this.closed,
      }
      send(server + path, request)
        .then(async (answer) => {
          this.showWarnings(answer)
          const text = await textOf(answer)
          resolve({ refusal: { text, status: statusOf(answer.statusCode ?? 0, text) } })
        })
        .catch((error: Error) => reject(this.unreachable(error)))
    })
  }

  /** Ends what was asked for and not read to its end. */
  close(): void {
    this.closed = true
    for (const request of this.unfinished) request.destroy()
    for (const socket of this.sockets) socket.destroy()
    if (this.own) this.connections.close()
  }

  private headers(options: CallOptions): Record<string, string | string[]> {
    const headers: Record<string, string | string[]> = {
      Accept: options.accept ?? 'application/json',
      'User-Agent': 'kubectl/kepsim',
    }
    const { token, basicAuth, impersonate } = this.config
    if (options.ifNoneMatch !== undefined) headers['If-None-Match'] = options.ifNoneMatch
    if (basicAuth !== undefined)
      headers['Authorization'] = `Basic ${Buffer.from(basicAuth).toString('base64')}`
    if (token !== undefined) headers['Authorization'] = `Bearer ${token}`
    if (impersonate !== undefined) {
      headers['Impersonate-User'] = impersonate.user
      if (impersonate.uid !== '') headers['Impersonate-Uid'] = impersonate.uid
      if (impersonate.groups.length > 0) headers['Impersonate-Group'] = impersonate.groups
    }
    if (options.body !== undefined) {
      headers['Content-Type'] = options.contentType ?? 'application/json'
      headers['Content-Length'] = String(Buffer.byteLength(options.body))
    }
    return headers
  }

  private async open(path: string, options: CallOptions): Promise<IncomingMessage> {
    const { server, timeout } = this.config
    const request = {
      method: options.method ?? 'GET',
      headers: this.headers(options),
      agent: this.connections.agent(this.config),
      signal: options.signal,
      ...(timeout === undefined ? {} : { timeout }),
      body: options.body,
      made: (made: ClientRequest) => this.watchOver(made),
      mayRepeat: () => !this.closed,
    }
    const response = await send(server + path, request).catch((error: Error) => {
      throw error.name === 'AbortError' ? error : this.unreachable(error)
    })
    this.showWarnings(response)
    return response
  }

  private watchOver(request: ClientRequest): void {
    this.unfinished.add(request)
    request.once('close', () => this.unfinished.delete(request))
  }

  private unreachable(error: NodeJS.ErrnoException): Error {
    const host = new URL(this.config.server).host
    if (error.code === 'ECONNREFUSED')
      return new PlainError(
        `The connection to the server ${host} was refused - did you specify the right host or port?`,
      )
    return new PlainError(`Unable to connect to the server: ${error.message}`)
  }

  private showWarnings(response: IncomingMessage): void {
    const header = response.headers['warning']
    for (const [, text = ''] of (header ?? '').matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)) {
      const message = text.replace(/\\(.)/g, '$1')
      if (!this.warned.has(message)) this.warn(`Warning: ${message}\n`)
      this.warned.add(message)
    }
  }
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const text = await textOf(response)
  const code = response.statusCode ?? 0
  if (code >= 200 && code < 300) return text
  throw refusal(code, text)
}

/** Upstream: client-go/rest/request.go (transformResponse), apierrors.NewGenericServerResponse */
function refusal(code: number, text: string): ServerError {
  const told = statusOf(code, text)
  if (told !== undefined) return told
  const known = generic[code]
  if (known !== undefined) return new ServerError({ reason: known[0], message: known[1], code })
  return new ServerError({
    message: `an error on the server (${JSON.stringify(text.trim())}) has prevented the request from succeeding`,
    reason: code >= 500 ? 'InternalError' : 'Unknown',
    code,
  })
}

/** Undefined for an answer that is no Status. */
function statusOf(code: number, text: string): ServerError | undefined {
  try {
    const status = JSON.parse(text) as FailureStatus & { kind?: string }
    return status.kind === 'Status' ? new ServerError({ ...status, code }) : undefined
  } catch {
    return undefined
  }
}

const generic: Readonly<Record<number, readonly [string, string]>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
}

import type { Agent } from 'node:http'
import type { JsonObject, KubeObject } from '../apimachinery/json.ts'
import type { Status } from '../apimachinery/status-error.ts'
import { type ClientAnswer, type ListParts, type OpenDirect, partsOf } from '../component-base/direct-line.ts'
import { abortSignalOf, type EndSignal } from '../component-base/ending.ts'
import type { Connect } from '../component-base/in-process-connection.ts'
import type { ClientTls } from '../component-base/mutual-trust.ts'
import { sharedObject } from '../component-base/shared-objects.ts'
import { tlsOf } from './connect-by.ts'
import { answerOf, keptConnections, send } from './http.ts'
import type { ClientConfig } from './kubeconfig.ts'

/** An error that the server answered; `status` is the Status in the body. */
export class ApiError extends Error {
  readonly status: Status
  constructor(status: Status) {
    super(status.message ?? status.reason ?? `status ${status.code}`)
    this.name = 'ApiError'
    this.status = status
  }
  get code(): number {
    return this.status.code ?? 0
  }
  get reason(): string {
    return this.status.reason ?? ''
  }
}

const strategicMerge = 'application/strategic-merge-patch+json'

/** Whether a server answered 404. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 404
/** Whether a server answered that the object has changed since it was read. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === 'Conflict'
/** Whether a server answered that an object of the name exists. */
export const isAlreadyExists = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === 'AlreadyExists'

/** A request to a server, with a body to be sent as JSON. */
export interface RestRequest {
  method: string
  /** The path with its query: `/api/v1/nodes?limit=5`. */
  path: string
  body?: unknown
  /** Default: JSON, and of a PATCH a strategic merge patch. */
  contentType?: string
  signal?: EndSignal | undefined
  /** The object, or the items of a list, may be those that others of the process have: they are not changed. */
  shared?: boolean
  /** Nobody reads the object of the answer, unless it is an error: it may be empty, and is not decoded. */
  unread?: boolean
}

/** A server's decoded answer, whatever its code. */
export interface Exchange {
  code: number
  /** Texts of the Warning headers. */
  warnings: string[]
  body: JsonObject | Status
}

/** A server's answer that may be a text. */
export type TextExchange = Omit<Exchange, 'body'> & { readonly body: Exchange['body'] | string }

/** A line of a watch; of a BOOKMARK only the resourceVersion counts, and an ERROR has a Status in place of the object. */
export interface WatchLine {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  object: KubeObject
}

/**
 * Requests to a kube-apiserver over HTTP(S) with kept connections. Rejects with ApiErrors of the server, or errors of
 * node:net.
 */
export class RestClient {
  private readonly config: ClientConfig
  private readonly connect: Connect | undefined
  /** The way to the server without connections; undefined: all requests go over connections. */
  private readonly called: { open: OpenDirect; tls: ClientTls; host: string } | undefined
  /** Made with the first connection that may be wanted. */
  private agent: Agent | undefined
  private readonly userAgent: string
  private readonly onWarning: ((text: string) => void) | undefined

  /**
   * @param onWarning receives the texts of Warning headers, of objects and Statuses
   * @param connect opens the connections to the server, in place of sockets
   * @param direct sends requests without a connection, as far as it has a line to the server
   */
  constructor(
    config: ClientConfig,
    userAgent: string,
    onWarning?: (text: string) => void,
    connect?: Connect,
    direct?: OpenDirect,
  ) {
    this.config = config
    this.userAgent = userAgent
    this.onWarning = onWarning
    this.connect = connect
    if (direct !== undefined)
      this.called = { open: direct, tls: tlsOf(config), host: new URL(config.server).host }
  }

  get server(): string {
    return this.config.server
  }

  // Paths are those of the API, with the query if any: `/api/v1/namespaces/default/pods?limit=5`.

  /** An object, or a list as `{ items }`. Throws ApiError: what the server answered. @param how `shared` as in a {@link RestRequest} */
  get<T = KubeObject>(path: string, signal?: EndSignal, how: { shared?: boolean } = {}): Promise<T> {
    return this.json<T>({ method: 'GET', path, signal, ...how })
  }
  /** @param path of the collection. @returns the object as it is stored; `apiVersion` and `kind` may be left out of `body` */
  create<T = KubeObject>(path: string, body: unknown, signal?: EndSignal): Promise<T> {
    return this.json<T>({ method: 'POST', path, body, signal })
  }
  /** Replaces an object; where `body` has a resourceVersion that is not the newest, the ApiError has the reason Conflict. */
  update<T = KubeObject>(path: string, body: unknown, signal?: EndSignal): Promise<T> {
    return this.json<T>({ method: 'PUT', path, body, signal })
  }
  /**
   * @param contentType also `application/merge-patch+json`, `application/json-patch+json`, or for a server-side apply
   *   `application/apply-patch+yaml` with `?fieldManager=…` in the path
   */
  patch<T = KubeObject>(
    path: string,
    body: unknown,
    contentType = strategicMerge,
    signal?: EndSignal,
  ): Promise<T> {
    return this.json<T>({ method: 'PATCH', path, body, contentType, signal })
  }
  /** @param body DeleteOptions, as `{ propagationPolicy: 'Background' }` */
  delete<T = JsonObject>(path: string, body?: unknown, signal?: EndSignal): Promise<T> {
    return this.json<T>({ method: 'DELETE', path, body, signal })
  }

  /** The answer's JSON. Throws ApiError. */
  async json<T>(options: RestRequest): Promise<T> {
    return bodyOf<T>(await this.exchange(options))
  }

  /** An answer that is no JSON, as of /metrics. Throws ApiError. */
  async text(path: string): Promise<string> {
    const { status, ...answer } = await this.open({ method: 'GET', path })
    const text = await answer.text()
    if (isSuccess(status)) return text
    throw new ApiError(toStatus(status, text))
  }

  /** Sends a request; answers with the decoded body and the warnings, whatever the code. */
  async exchange(options: RestRequest): Promise<Exchange> {
    const answer = await this.open(options)
    const { status: code, list, object } = answer
    if (list !== undefined) {
      const body = options.shared === true ? sharedList(list) : ownList(list)
      return { code, warnings: this.warned(answer), body }
    }
    if (object !== undefined && (options.shared === true || options.unread === true)) {
      const body = options.unread === true ? {} : (sharedObject(object) as JsonObject)
      return { code, warnings: this.warned(answer), body }
    }
    const text = await answer.text()
    const warnings = this.warned(answer)
    return { code, warnings, body: isSuccess(code) ? (JSON.parse(text) as JsonObject) : toStatus(code, text) }
  }

  /** As {@link exchange}, for a path that may answer with a text that is no JSON (`/metrics`), which is the body then. */
  async exchangeText(options: RestRequest): Promise<TextExchange> {
    const answer = await this.open(options)
    const { status: code } = answer
    const text = await answer.text()
    const warnings = this.warned(answer)
    if (!isSuccess(code)) return { code, warnings, body: toStatus(code, text) }
    try {
      return { code, warnings, body: JSON.parse(text) as JsonObject }
    } catch {
      return { code, warnings, body: text }
    }
  }

  private warned(answer: ClientAnswer): string[] {
    const warnings = answer.warnings.map(warningText)
    for (const warning of warnings) this.onWarning?.(warning)
    return warnings
  }

  /** The lines of a watch until the server ends it or `signal` aborts. What they tell is shared: it may not be changed. */
  async *watch(path: string, signal: EndSignal): AsyncGenerator<WatchLine> {
    for await (const line of (await this.openWatch(path, signal)).lines()) yield lineOf(line)
  }

  /**
   * Tells the lines of a watch as {@link watch} yields them, and resolves when the server ends it. Rejects with the reason of
   * `signal`, and with what `tell` throws, after which nothing is told. It holds less than a loop does: for watches that last.
   */
  async follow(path: string, signal: EndSignal, tell: (line: WatchLine) => void): Promise<void> {
    await (await this.openWatch(path, signal)).eachLine((line) => tell(lineOf(line)))
  }

  private async openWatch(path: string, signal: EndSignal): Promise<ClientAnswer> {
    const answer = await this.open({ method: 'GET', path, signal })
    if (answer.status !== 200) throw new ApiError(toStatus(answer.status, await answer.text()))
    return answer
  }

  /** Ends kept connections. */
  close(): void {
    this.agent?.destroy()
  }

  private open(options: RestRequest): Promise<ClientAnswer> {
    const body = options.body === undefined ? undefined : JSON.stringify(options.body)
    const { method, path, signal } = options
    const { server } = this.config
    const { called } = this
    const line = called?.open(server, called.tls)
    const headers: Record<string, string> = line === undefined ? {} : { host: called!.host }
    headers['user-agent'] = this.userAgent
    headers['accept'] = 'application/json'
    if (this.config.token !== undefined) headers['authorization'] = `Bearer ${this.config.token}`
    if (body !== undefined) {
      headers['content-type'] =
        options.contentType ?? (options.method === 'PATCH' ? strategicMerge : 'application/json')
      headers['content-length'] = String(Buffer.byteLength(body))
    }
    if (line !== undefined) return line({ method, path, headers, body, signal })
    this.agent ??= keptConnections(this.config, this.connect)
    const ends = signal === undefined ? {} : { signal: abortSignalOf(signal) }
    return send(server + path, { method, headers, agent: this.agent, body, ...ends }).then(answerOf)
  }
}

/** The body of an answer that is no error. Throws ApiError. */
function bodyOf<T>({ code, body }: Exchange): T {
  if (isSuccess(code)) return body as T
  throw new ApiError(body as Status)
}

const isSuccess = (code: number): boolean => code >= 200 && code < 300

const parseLine = (line: string): WatchLine => JSON.parse(line) as WatchLine

const lineOf = (line: string | Buffer): WatchLine =>
  typeof line === 'string' ? parseLine(line) : shared(line)

function shared(line: Buffer): WatchLine {
  const parts = partsOf(line)
  if (parts === undefined) return sharedObject(line) as WatchLine
  return { type: parts.type as WatchLine['type'], object: sharedObject(parts.object) as KubeObject }
}

const sharedList = ({ items, ...list }: ListParts): JsonObject =>
  ({ ...list, items: items.map(sharedObject) }) as unknown as JsonObject

/** A list of the caller's own, as it would come over a connection: its items do not tell their kind. */
function ownList({ items, ...list }: ListParts): JsonObject {
  const own = items.map((bytes) => {
    const { kind: _kind, apiVersion: _version, ...rest } = JSON.parse(bytes.toString('utf8')) as KubeObject
    return rest
  })
  return { ...list, items: own } as unknown as JsonObject
}

/** `299 - "text"` → text */
const warningText = (header: string): string =>
  /^\d+ \S+ "(.*)"$/s.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ?? header

function toStatus(code: number, text: string): Status {
  try {
    const parsed = JSON.parse(text) as Status
    if (parsed.kind === 'Status') return { ...parsed, code: parsed.code ?? code }
  } catch {
    // Not a Status: a plain text such as `404 page not found`.
  }
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: text.trim(), code }
}

// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/client.go, client-go/rest/{request,with_retry}.go, Go's net/http client.go
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Clock } from '../../component-base/clock.ts'
import { formatDuration } from '../../component-base/go/duration.ts'
import { authorizationHeader, type CredentialsFor } from './auth-info.ts'
import { type Target, targetOf, type WebhookClientConfig } from './client-config.ts'
import { WebhookAgent } from './connect.ts'
import {
  CallError,
  canceled,
  connectionErrorText,
  deadlineExceeded,
  type Ends,
  endsOf,
  maxHeaderBytes,
  switchedProtocols,
} from './go-errors.ts'
import { refusedHost, type WebhookReach } from './reach.ts'

/** Finds the address that answers for a Service. Throws an Error with upstream's text where there is none. */
export type ResolveService = (
  namespace: string,
  name: string,
  port: number,
) => Promise<{ host: string; port: number; plain: boolean }>

/** The surroundings of a client. */
export interface WebhookClientOptions {
  readonly clock: Clock
  /** The addresses that may be called; undefined: none. */
  readonly reach: WebhookReach | undefined
  readonly resolveService: ResolveService
  /** The credentials for a host and port, as `a.default.svc:443`. */
  readonly credentialsFor?: CredentialsFor | undefined
  /** Default: kube-apiserver-admission */
  readonly userAgent?: string
  /** The timeout is one of Go's http.Client: told to the webhook as it is, and named as its own where no answer has begun. */
  readonly ownsTimeout?: boolean
}

/** An answer of a webhook. */
export interface WebhookAnswer {
  readonly status: number
  /** `Not Found`; empty: the answer has none. */
  readonly statusMessage: string
  readonly headers: IncomingHttpHeaders
  /** Empty: the answer has none. */
  readonly contentType: string
  readonly retryAfter: number | undefined
  readonly body: Buffer
}

/** How something is fetched. */
export interface GetOptions {
  /** Of the request; nobody gets them whom an answer leads to. */
  readonly headers?: Readonly<Record<string, string>>
  /** Authorities (PEM) whose certificates the server shows; empty: those of the host. */
  readonly ca: string
  /** Milliseconds. */
  readonly timeout: number
  /** The most that is read of the answer, in bytes; upstream has no bound. */
  readonly maxBytes: number
}

/** The most that is read of an answer of a webhook, in bytes; upstream has no bound. */
const maxAnswer = 64 * 1024 * 1024
/** Attempts after the first, where a webhook says when to come again. */
const maxRetries = 10
const maxRedirects = 10
/** Targets whose connections are kept. */
const maxAgents = 200

/** Asks webhooks. Nothing of it waits for another call, and what is kept (idle connections) keeps no process running. */
export class WebhookClient {
  private readonly options: WebhookClientOptions
  private readonly agents = new Map<string, WebhookAgent>()
  /** What ends each call that is under way. */
  private readonly underWay = new Set<(why: CallError) => void>()
  private closed = false

  constructor(options: WebhookClientOptions) {
    this.options = options
  }

  /**
   * The answer to a POST of JSON, whatever its status. Throws a CallError with the text of Go's error.
   * @param timeout milliseconds; also told to the webhook, in whole seconds unless it is the client's own
   */
  async post(config: WebhookClientConfig, body: string, timeout: number): Promise<WebhookAnswer> {
    const target = targetOf(config)
    const told = this.options.ownsTimeout === true ? timeout : Math.ceil(timeout / 1000) * 1000
    const url = `${target.origin}${target.path}?timeout=${formatDuration(told)}`
    const deadline = new Deadline(this.options.clock, timeout)
    try {
      return await this.attempts(target, url, body, deadline)
    } finally {
      deadline.cancel()
    }
  }

  /** The answer to a GET, whatever its status. Throws a CallError with the text of Go's error. */
  async get(url: string, { headers = {}, ca, timeout, maxBytes }: GetOptions): Promise<WebhookAnswer> {
    if (!URL.canParse(url) || !/^https?:/i.test(url))
      throw new CallError(`Get ${JSON.stringify(url)}: unsupported protocol scheme ""`)
    const target = { origin: new URL(url).origin, path: '', ca, headers }
    const deadline = new Deadline(this.options.clock, timeout)
    try {
      return await this.whole(await this.followed(target, url, undefined, deadline), deadline, maxBytes)
    } finally {
      deadline.cancel()
    }
  }

  /** Ends what is under way, and all connections. */
  close(): void {
    this.closed = true
    for (const end of [...this.underWay]) end(new CallError(canceled))
    for (const agent of this.agents.values()) agent.destroy()
  }

  /** The error text for an answer that has not begun before the timeout. */
  private get late(): string {
    return this.options.ownsTimeout === true
      ? 'net/http: request canceled (Client.Timeout exceeded while awaiting headers)'
      : deadlineExceeded
  }

  private async attempts(
    target: Target,
    url: string,
    body: string,
    deadline: Deadline,
  ): Promise<WebhookAnswer> {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.whole(await this.followed(target, url, body, deadline), deadline, maxAnswer)
      const waits = answer.retryAfter !== undefined && (answer.status === 429 || answer.status >= 500)
      if (!waits || attempt === maxRetries) return answer
      await deadline.sleep(answer.retryAfter! * 1000)
    }
  }

  /** Goes where redirections lead: each within what the first may reach. */
  private async followed(
    target: Target,
    url: string,
    body: string | undefined,
    deadline: Deadline,
  ): Promise<IncomingMessage> {
    let [at, method, sent]: [URL, string, string | undefined] = [
      new URL(url),
      body === undefined ? 'GET' : 'POST',
      body,
    ]
    let shown = url
    // Go names the first request's method, wherever it was led to.
    const named = body === undefined ? 'Get' : 'Post'
    for (let hops = 0; ; hops++) {
      const failed = (why: string, lost?: CallError['lost']): CallError =>
        new CallError(`${named} ${JSON.stringify(shown)}: ${why}`, undefined, lost)
      if (deadline.passed) throw failed(this.late, 'late')
      const head = await this.send(target, at, method, sent, deadline).catch((error: Error) => {
        throw failed(error.message, error instanceof CallError ? error.lost : undefined)
      })
      const { statusCode = 0, headers } = head
      const next = headers.location
      if (![301, 302, 303, 307, 308].includes(statusCode) || next === undefined) return head
      // What it says beside is not read, and may never end. Upstream reads 2 KiB of it, to keep the connection.
      head.destroy()
      if (!URL.canParse(next, at.href))
        throw failed(`failed to parse Location header ${JSON.stringify(next)}`)
      at = new URL(next, at)
      shown = at.href
      if (statusCode < 307) [method, sent] = ['GET', undefined]
      if (hops + 1 === maxRedirects)
        throw new CallError(`${named} ${JSON.stringify(next)}: stopped after ${maxRedirects} redirects`)
      if (!/^https?:$/.test(at.protocol))
        throw failed(`unsupported protocol scheme ${JSON.stringify(at.protocol.slice(0, -1))}`)
    }
  }

  private send(
    target: Target,
    url: URL,
    method: string,
    body: string | undefined,
    deadline: Deadline,
  ): Promise<IncomingMessage> {
    if (this.closed) return Promise.reject(new CallError(canceled))
    return new Promise((resolve, reject) => {
      const agent = this.agentFor(target, url)
      // The agent connects: with TLS or without.
      const request = httpsRequest({
        host: agent.host,
        port: agent.port,
        path: `${url.pathname}${url.search}`,
        method,
        agent: agent.agent,
        maxHeaderSize: maxHeaderBytes,
        headers: {
          Host: url.host,
          Accept: 'application/json, */*',
          'User-Agent': this.options.userAgent ?? 'kube-apiserver-admission',
          ...agent.headers,
          ...(url.origin === new URL(target.origin).origin ? target.headers : {}),
          ...(body === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
        },
      })
      let ends: Ends | undefined
      // A request that has no connection yet tells nobody that it was destroyed, before it has one.
      const end = (why: CallError): void => {
        over()
        request.destroy(why)
        reject(why)
      }
      const late = deadline.onPassed(() => end(new CallError(this.late, undefined, 'late')))
      const over = (): void => {
        late()
        this.underWay.delete(end)
      }
      this.underWay.add(end)
      request.once('socket', (socket) => {
        ends = endsOf(socket)
      })
      request.once('response', (answer) => {
        answer.once('close', over)
        resolve(answer)
      })
      // Upstream waits for the end of what it speaks from here on, which nobody asked for, beyond every timeout.
      request.once('upgrade', (_answer, socket) => {
        socket.destroy()
        over()
        reject(new CallError(switchedProtocols))
      })
      request.once('error', (error: NodeJS.ErrnoException) => {
        over()
        if (error instanceof CallError) return reject(error)
        const lost = error.code === 'ECONNRESET' && error.message !== 'socket hang up' ? 'reset' : undefined
        reject(new CallError(connectionErrorText(error, ends), undefined, lost))
      })
      request.end(body)
    })
  }

  private agentFor(target: Target, url: URL): KeptAgent {
    const { reach, credentialsFor, clock } = this.options
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443))
    const isTarget = url.origin === new URL(target.origin).origin
    const ofService = target.service !== undefined && isTarget
    const named = ofService ? namedService(reach, target) : undefined
    const plain = (named ?? url.origin).startsWith('http:')
    const credentials = credentialsFor?.(`${url.hostname}:${port}`)
    const { serverName, skipsVerification = false } = target
    const key = JSON.stringify([url.origin, target.ca, ofService, serverName, skipsVerification, credentials])
    const address = async (): Promise<{ host: string; port: number }> => {
      if (ofService) return named === undefined ? this.endpoint(target) : placeOf(named)
      const refused = refusedHost(reach, host, port)
      if (refused !== undefined) throw new CallError(refused)
      return { host, port }
    }
    const agent =
      this.agents.get(key) ??
      new WebhookAgent({
        address,
        plain,
        ca: target.ca,
        cert: credentials?.cert,
        key: credentials?.key,
        serverName: (isTarget ? serverName : undefined) ?? host,
        skipsVerification,
        clock,
      })
    this.keep(key, agent)
    return { agent, host, port, headers: authorizationHeader(credentials ?? {}) }
  }

  private async endpoint({ service, origin }: Target): Promise<{ host: string; port: number }> {
    const { reach, resolveService } = this.options
    const { namespace, name, port = 443 } = service!
    const found = await resolveService(namespace, name, port || 443).catch((error: Error) => {
      throw new CallError(error.message)
    })
    if (reach === undefined) throw new CallError(refusedHost(undefined, new URL(origin).hostname, port)!)
    return found
  }

  private keep(key: string, agent: WebhookAgent): void {
    this.agents.delete(key)
    this.agents.set(key, agent)
    if (this.agents.size <= maxAgents) return
    const [oldest, unused] = this.agents.entries().next().value!
    this.agents.delete(oldest)
    unused.destroy()
  }

  private async whole(head: IncomingMessage, deadline: Deadline, maxBytes: number): Promise<WebhookAnswer> {
    const chunks: Buffer[] = []
    let size = 0
    const late = deadline.onPassed(() => head.destroy(new Error(deadlineExceeded)))
    const failed = (why: string, lost?: CallError['lost']): CallError =>
      new CallError(
        `unexpected error when reading response body. Please retry. Original error: ${why}`,
        undefined,
        lost,
      )
    try {
      for await (const chunk of head as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > maxBytes) throw failed(`http: response is larger than ${maxBytes} bytes`)
        chunks.push(chunk)
      }
    } catch (error) {
      if (error instanceof CallError) throw error
      throw deadline.passed ? failed(deadlineExceeded, 'late') : failed('unexpected EOF')
    } finally {
      late()
    }
    const wait = head.headers['retry-after']
    return {
      status: head.statusCode ?? 0,
      statusMessage: head.statusMessage ?? '',
      headers: head.headers,
      contentType: head.headers['content-type'] ?? '',
      retryAfter: wait !== undefined && /^\d+$/.test(wait) ? Number(wait) : undefined,
      body: Buffer.concat(chunks),
    }
  }
}

interface KeptAgent {
  readonly agent: WebhookAgent
  readonly host: string
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
}

/** The place that a user named for a Service, with or without its port. */
function namedService(reach: WebhookReach | undefined, { service }: Target): string | undefined {
  const { namespace, name, port } = service!
  return (
    reach?.services.get(`${namespace}/${name}:${port || 443}`) ?? reach?.services.get(`${namespace}/${name}`)
  )
}

function placeOf(origin: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '')
  return { host: isIP(host) === 0 ? hostname : host, port: Number(port || (protocol === 'http:' ? 80 : 443)) }
}

/** The end of a call. */
class Deadline {
  passed = false
  private readonly listeners = new Set<() => void>()
  private readonly stop: () => void
  private readonly clock: Clock

  constructor(clock: Clock, timeout: number) {
    this.clock = clock
    this.stop = clock.setTimeout(() => {
      this.passed = true
      for (const listener of [...this.listeners]) listener()
    }, timeout)
  }
  cancel(): void {
    this.stop()
  }
  /** @returns a function that removes the listener */
  onPassed(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  /** Until then, or until the end. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const woken = (): void => {
        stop()
        off()
        resolve()
      }
      const stop = this.clock.setTimeout(woken, ms)
      const off = this.onPassed(woken)
    })
  }
}

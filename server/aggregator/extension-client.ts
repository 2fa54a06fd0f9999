// Upstream: kube-aggregator/pkg/apiserver/handler_proxy.go, pkg/controllers/status/remote (BuildTransportConfig)
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import type { Clock } from '../../component-base/clock.ts'
import { WebhookAgent } from '../webhook/connect.ts'
import {
  CallError,
  canceled,
  connectionErrorText,
  deadlineExceeded,
  type Ends,
  endsOf,
  switchedProtocols,
} from '../webhook/go-errors.ts'
import type { RemoteAPIService } from './api-services.ts'
import type { ExtensionResolver } from './extension-resolver.ts'

/** A request to an extension server. */
export interface ExtensionRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body?: Readable
  /** The server is told which of its paths, and that it is asked through another. */
  readonly isForwarded?: boolean
  /** Ends the request. */
  readonly signal?: AbortSignal
}

/** The certificate that the server shows extension servers (PEM); none without --proxy-client-cert-file. */
export interface ProxyCertificate {
  readonly cert: string
  readonly key: string
}

const maxAgents = 100

/** Upstream: apimachinery/pkg/util/proxy/transport.go */
const forwardedTo = (host: string, path: string): OutgoingHttpHeaders => ({
  'X-Forwarded-Host': host,
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Uri': path.replace(/\?.*$/, ''),
})

/** Asks extension servers over connections that are kept. */
export class ExtensionClient {
  readonly #resolver: ExtensionResolver
  readonly #certificate: ProxyCertificate | undefined
  readonly #clock: Clock
  readonly #agents = new Map<string, WebhookAgent>()

  constructor(resolver: ExtensionResolver, certificate: ProxyCertificate | undefined, clock: Clock) {
    this.#resolver = resolver
    this.#certificate = certificate
    this.#clock = clock
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy()
  }

  /** The head of the answer, whatever its status. Throws a CallError in the words of Go. */
  async send(service: RemoteAPIService, request: ExtensionRequest): Promise<IncomingMessage> {
    const { plain } = await this.#resolver.resolve(service.service)
    const host = await this.#resolver.shownHost(service.service)
    return await this.#sent(this.#agentFor(service, plain), host, request)
  }

  #sent(
    agent: WebhookAgent,
    host: string,
    asked: ExtensionRequest,
    isAgain = false,
  ): Promise<IncomingMessage> {
    const { method, path, body, signal } = asked
    const headers =
      asked.isForwarded === true ? { ...asked.headers, ...forwardedTo(host, path) } : asked.headers
    return new Promise((resolve, reject) => {
      let ends: Ends | undefined
      const sent = httpsRequest({ method, path, agent, headers: { ...headers, Host: host } })
      // A request that has no connection yet tells nobody that it was destroyed, before it has one.
      const end = (): void => {
        sent.destroy()
        const { name } = (signal?.reason ?? {}) as Error
        reject(new CallError(name === 'TimeoutError' ? deadlineExceeded : canceled))
      }
      signal?.addEventListener('abort', end)
      sent.once('close', () => signal?.removeEventListener('abort', end))
      sent.once('socket', (socket) => {
        ends = endsOf(socket)
      })
      sent.once('response', resolve)
      sent.once('upgrade', (_answer, socket) => {
        socket.destroy()
        reject(new CallError(switchedProtocols))
      })
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // The other side ended a kept connection before it got the request.
        if (sent.reusedSocket && error.code === 'ECONNRESET' && method === 'GET' && !isAgain)
          resolve(this.#sent(agent, host, asked, true))
        else reject(error instanceof CallError ? error : new CallError(connectionErrorText(error, ends)))
      })
      if (signal?.aborted === true) end()
      else if (body === undefined || isAgain) sent.end()
      else body.pipe(sent)
    })
  }

  #agentFor({ service, ca, skipsVerification }: RemoteAPIService, plain: boolean): WebhookAgent {
    const key = JSON.stringify([service, ca, skipsVerification, plain])
    const agent =
      this.#agents.get(key) ??
      new WebhookAgent({
        address: () => this.#resolver.resolve(service),
        plain,
        ca,
        cert: this.#certificate?.cert,
        key: this.#certificate?.key,
        serverName: `${service.name}.${service.namespace}.svc`,
        skipsVerification,
        clock: this.#clock,
      })
    this.#agents.delete(key)
    this.#agents.set(key, agent)
    this.#dropOldest()
    return agent
  }

  #dropOldest(): void {
    if (this.#agents.size <= maxAgents) return
    const [oldest, unused] = this.#agents.entries().next().value!
    this.#agents.delete(oldest)
    unused.destroy()
  }
}

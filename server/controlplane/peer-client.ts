// Upstream: staging/src/k8s.io/apiserver/pkg/util/peerproxy/peerproxy_handler.go (proxyRequestToDestinationAPIServer), client-go/transport/round_trippers.go
import type { ClientRequest, OutgoingHttpHeaders } from 'node:http'
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https'
import { joinHostPort } from '../../component-base/go/net.ts'
import type { ApiCall } from '../endpoints/api-call.ts'
import type { UserInfo } from '../endpoints/authentication/user-info.ts'
import { forwardedHeaders, remoteUserHeaders, sendBack } from '../endpoints/forwarding.ts'
import { mayHaveBody } from '../endpoints/http-message.ts'
import { sendErrorText } from '../endpoints/respond.ts'
import type { PeerAddress } from './peer-endpoint-leases.ts'

/** The header of a request that a peer has passed on: it is answered by the server that gets it. */
export const proxiedHeader = 'x-kubernetes-peer-proxied'

/** The certificate that a server shows its peers, and whose serving certificates it believes (PEM). */
export interface PeerTls {
  readonly ca: string
  readonly cert: string
  readonly key: string
}

/** Where a peer listens that says to be at an address; undefined: nobody does that could be asked. */
type PlaceOf = (told: PeerAddress) => PeerAddress | undefined

/** Asks peers by TLS, as who asked this server. */
export class PeerClient {
  private readonly agent: Agent
  private readonly sendsUID: boolean
  private readonly placeOf: PlaceOf

  constructor(tls: PeerTls, sendsUID: boolean, placeOf: PlaceOf) {
    this.placeOf = placeOf
    this.agent = new Agent({ ...tls, servername: 'kubernetes.default.svc', keepAlive: true })
    this.sendsUID = sendsUID
  }

  close(): void {
    this.agent.destroy()
  }

  /** Sends a request on, and back what it is answered: 503 where the peer cannot be reached. Resolves with the status. */
  forward(call: ApiCall, peer: PeerAddress): Promise<number> {
    const { req, res } = call
    const place = this.placeOf(peer)
    if (place === undefined) {
      unavailable(call, refused(peer), peer)
      return Promise.resolve(503)
    }
    // A body has been sent, and is not kept.
    const replayable = ['GET', 'HEAD', 'OPTIONS'].includes(req.method ?? '') && !mayHaveBody(req)
    return new Promise((resolve) => {
      const send = (): ClientRequest => {
        const asked = httpsRequest(this.options(place, req.method ?? 'GET', req.url, this.headersOf(call)))
        asked.once('response', (answer) => sendBack(call, answer))
        asked.once('error', (error: Error) => {
          if (res.headersSent || res.destroyed) return
          // A kept connection that had ended says nothing of the peer. Go's transport asks again, too.
          if (asked.reusedSocket && replayable) {
            sent = send()
            sent.end()
            return
          }
          unavailable(call, error, peer)
        })
        return asked
      }
      let sent = send()
      res.once('close', () => {
        sent.destroy()
        resolve(res.statusCode)
      })
      req.pipe(sent)
    })
  }

  private headersOf(call: ApiCall): OutgoingHttpHeaders {
    return { ...forwardedHeaders(call, this.sendsUID), [proxiedHeader]: 'true' }
  }

  /** Asks as the server itself. Rejects where the peer cannot be reached. */
  get(peer: PeerAddress, path: string, accept: string): Promise<{ status: number; body: Buffer }> {
    const headers = { accept, [proxiedHeader]: 'true', ...remoteUserHeaders(serverUser, this.sendsUID) }
    const place = this.placeOf(peer)
    if (place === undefined) return Promise.reject(refused(peer))
    return new Promise((resolve, reject) => {
      const sent = httpsRequest(this.options(place, 'GET', path, headers), (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', reject)
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }))
      })
      sent.once('error', reject)
      sent.end()
    })
  }

  private options(
    { ip: host, port }: PeerAddress,
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
  ): RequestOptions {
    return { agent: this.agent, host, port, method, path, headers }
  }
}

const serverUser: UserInfo = {
  name: 'system:apiserver',
  uid: 'system:apiserver',
  groups: ['system:authenticated'],
}

/** The error of node:net for an address where nobody listens. */
const refused = ({ ip, port }: PeerAddress): Error =>
  Object.assign(new Error(`connect ECONNREFUSED ${ip}:${port}`), { code: 'ECONNREFUSED' })

function unavailable(call: ApiCall, error: Error, peer: PeerAddress): void {
  sendErrorText(call, 503, `${dialError(error, peer)}\n`)
}

/** The text of Go's net.OpError for an error of node:net; node's own text for other codes. */
function dialError(error: NodeJS.ErrnoException, peer: PeerAddress): string {
  const whys: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'connect: connection refused',
    EHOSTUNREACH: 'connect: no route to host',
    ENETUNREACH: 'connect: network is unreachable',
    ETIMEDOUT: 'i/o timeout',
  }
  const why = whys[error.code ?? '']
  return why === undefined ? error.message : `dial tcp ${joinHostPort(peer.ip, peer.port)}: ${why}`
}

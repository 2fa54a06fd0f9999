// Connections to webhooks: dialled, encrypted and checked as Go does, with its errors.
import { Agent, type AgentOptions } from 'node:https'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Clock } from '../../component-base/clock.ts'
import { joinHostPort } from '../../component-base/go/net.ts'
import { certificateError } from './certificate-check.ts'
import { CallError, dialErrorText, handshakeErrorText } from './go-errors.ts'

/** The address, TLS material and clock of connections to one webhook. */
export interface DialOptions {
  /** The address to connect to: `127.0.0.1`, 9443. Throws a CallError where there is none. @note `connect`: within this process */
  address(): Promise<{ host: string; port: number; connect?: () => Duplex }>
  /** Plain HTTP, for a webhook (Service or URL) that is mapped to an `http:` URL. */
  readonly plain: boolean
  /** Authorities (PEM); empty: those of the host. */
  readonly ca: string
  readonly cert?: string | undefined
  readonly key?: string | undefined
  /** The name that certificates are checked for. */
  readonly serverName: string
  /** Certificates are not looked at. */
  readonly skipsVerification?: boolean
  readonly clock: Clock
}

/** Milliseconds that a handshake may take. Upstream: Go's http.DefaultTransport (TLSHandshakeTimeout) */
const handshakeTimeout = 10_000

type Done = (error: Error | null, socket: Socket) => void

/** An agent whose sockets are connected and checked before a request is written to them. */
export class WebhookAgent extends Agent {
  private readonly dial: DialOptions

  constructor(dial: DialOptions) {
    super({ keepAlive: true, maxFreeSockets: 4 })
    this.dial = dial
  }

  /** Called by node for each new connection. @note Its types know the answer as a value only. */
  override createConnection(_options: AgentOptions, done?: Done): undefined {
    connectTo(this.dial).then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as never),
    )
    return undefined
  }
}

async function connectTo(dial: DialOptions): Promise<Socket> {
  const { host, port, connect } = await dial.address()
  if (connect !== undefined) return connect() as Socket
  const socket = await opened(host, port)
  return dial.plain ? socket : encrypted(dial, socket)
}

function opened(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectPlain({ host, port, noDelay: true })
    const failed = (error: Error): void => {
      reject(new CallError(dialErrorText(error, joinHostPort(host, port))))
    }
    socket.once('error', failed)
    socket.once('connect', () => {
      socket.off('error', failed)
      resolve(socket)
    })
  })
}

function encrypted(dial: DialOptions, raw: Socket): Promise<TLSSocket> {
  const { ca, cert, key, serverName, clock } = dial
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      socket: raw,
      ...(ca === '' ? {} : { ca }),
      ...(cert === undefined ? {} : { cert, key }),
      ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      // Checked below, in Go's order and words. Node would look for `localhost` where the name is an address.
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
    })
    const failed = (error: Error): void => {
      stop()
      raw.destroy()
      reject(error instanceof CallError ? error : new CallError(handshakeErrorText(error)))
    }
    const stop = clock.setTimeout(
      () => socket.destroy(new CallError('net/http: TLS handshake timeout')),
      handshakeTimeout,
    )
    socket.once('error', failed)
    socket.once('secureConnect', () => {
      stop()
      socket.off('error', failed)
      const wrong = dial.skipsVerification ? undefined : certificateError(socket, serverName, clock.now())
      if (wrong === undefined) resolve(socket)
      else {
        socket.destroy()
        reject(new CallError(wrong))
      }
    })
  })
}

// Upstream: Go's net, net/http and crypto/tls (the texts of their errors)
import { goQuote } from '../../apimachinery/field-error.ts'
import { joinHostPort } from '../../component-base/go/net.ts'

type Lost = 'late' | 'reset'

/** An error of a call, in the words of Go; `Post "https://…": …` where the network is at fault. */
export class CallError extends Error {
  /** The status of an answer that is none of success, or 500 for one that cannot be read; undefined: there is none. */
  readonly code: number | undefined
  /** Why the network gave no answer, where callers act upon it: none came in time, or the other side reset the connection. */
  readonly lost: Lost | undefined
  constructor(message: string, code?: number, lost?: Lost) {
    super(message)
    this.code = code
    this.lost = lost
  }
}

/** The most that headers of an answer take, in bytes. Go's client takes 10 MiB; Node copies a header anew with each piece that comes. */
export const maxHeaderBytes = 1024 * 1024

/** Go's texts for a call that has not ended in time, and for one that its caller has ended. */
export const [deadlineExceeded, canceled] = ['context deadline exceeded', 'context canceled']

/** What is told of an answer after which the connection speaks another protocol. Deviates: Go's client has no error for it. */
export const switchedProtocols = 'unexpected HTTP status 101 Switching Protocols'

const dialing: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network is unreachable',
  EADDRNOTAVAIL: 'cannot assign requested address',
  EACCES: 'permission denied',
  ETIMEDOUT: 'connection timed out',
}

/** Both ends of a connection, as errors of reading and writing name them. */
export interface Ends {
  readonly local: string
  readonly remote: string
}

/** The addresses of a socket's two ends; read while it is open, since node forgets them when it closes. */
export const endsOf = (socket: {
  localAddress?: string | undefined
  localPort?: number | undefined
  remoteAddress?: string | undefined
  remotePort?: number | undefined
}): Ends => ({
  local: joinHostPort(String(socket.localAddress), String(socket.localPort)),
  remote: joinHostPort(String(socket.remoteAddress), String(socket.remotePort)),
})

/** Go's text for an error that node meets while it connects. @param where `127.0.0.1:443` */
export function dialErrorText(error: NodeJS.ErrnoException, where: string): string {
  const { code = '' } = error
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const host = where.replace(/:\d+$/, '')
    return `dial tcp: lookup ${host}: ${code === 'ENOTFOUND' ? 'no such host' : 'Temporary failure in name resolution'}`
  }
  // Several addresses of a name were tried: Go tells of the first.
  const first = (error as { errors?: NodeJS.ErrnoException[] }).errors?.[0]
  if (first !== undefined) return dialErrorText(first, where)
  const { address, port } = error as { address?: string; port?: number }
  const at = address === undefined ? where : joinHostPort(address, String(port))
  const why = Object.hasOwn(dialing, code) ? dialing[code] : undefined
  return `dial tcp ${at}: connect: ${why ?? error.message}`
}

/** Go's text for an error of an open connection, before the answer has begun. */
export function connectionErrorText(error: NodeJS.ErrnoException, ends: Ends | undefined): string {
  const { code = '', message } = error
  if (message === 'socket hang up') return 'EOF'
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    const [verb, why] = code === 'EPIPE' ? ['write', 'broken pipe'] : ['read', 'connection reset by peer']
    return ends === undefined ? why : `${verb} tcp ${ends.local}->${ends.remote}: ${verb}: ${why}`
  }
  if (code === 'HPE_HEADER_OVERFLOW')
    return `net/http: server response headers exceeded ${maxHeaderBytes} bytes; aborted`
  if (code.startsWith('HPE_')) return malformedText(error)
  return message
}

function malformedText(error: NodeJS.ErrnoException): string {
  const { rawPacket } = error as { rawPacket?: Buffer }
  const line = rawPacket?.toString('latin1').split(/\r?\n/)[0] ?? ''
  return `net/http: HTTP/1.x transport connection broken: ${malformedLine(line)}`
}

function malformedLine(line: string): string {
  const space = line.indexOf(' ')
  if (space < 0) return `malformed HTTP response ${goQuote(line)}`
  const [proto, code] = [
    line.slice(0, space),
    line
      .slice(space + 1)
      .trimStart()
      .split(' ')[0]!,
  ]
  if (!/^\d{3}$/.test(code)) return `malformed HTTP status code ${goQuote(code)}`
  if (!/^HTTP\/\d\.\d$/.test(proto)) return `malformed HTTP version ${goQuote(proto)}`
  return 'malformed MIME header line'
}

/** Go's text for a handshake that fails before certificates are looked at. */
export function handshakeErrorText(error: NodeJS.ErrnoException): string {
  const { code = '', message } = error
  if (/wrong.version.number|packet length too long|http request/i.test(message))
    return 'http: server gave HTTP response to HTTPS client'
  if (message === 'socket hang up' || /disconnected before secure TLS/.test(message)) return 'EOF'
  const alert =
    /alert (certificate required|bad certificate|handshake failure|unknown ca|protocol version|internal error)/i.exec(
      message.replaceAll('_', ' '),
    )
  if (alert !== null) return `remote error: tls: ${alerts[alert[1]!.toLowerCase()]}`
  if (code === 'ECONNRESET') return 'EOF'
  return `remote error: tls: ${message}`
}

const alerts: Readonly<Record<string, string>> = {
  'certificate required': 'certificate required',
  'bad certificate': 'bad certificate',
  'handshake failure': 'handshake failure',
  'unknown ca': 'unknown certificate authority',
  'protocol version': 'protocol version not supported',
  'internal error': 'internal error',
}

// Upstream: k8s.io/streaming/pkg/httpstream (httpstream.go: Handshake), httpstream/spdy (upgrade.go)
import { SpdyConnection } from '../../component-base/spdy/connection.ts'
import { answerRaw, text } from './http-answer.ts'
import type { Upgraded } from './upgraded.ts'

const version = 'X-Stream-Protocol-Version'

/**
 * Switches a connection to SPDY/3.1; undefined where the client asks for something else, which it has been told.
 * @param spoken the protocols over it, the one that is wanted first
 */
export function acceptSpdy(
  { request: { headers }, socket, head }: Upgraded,
  spoken: readonly string[],
): { connection: SpdyConnection; protocol: string } | undefined {
  const given = [headers[version.toLowerCase()] ?? []].flat()
  const offered = given.flatMap((value) => value.split(',')).map((one) => one.trim())
  const refuse = (why: string, status: number, lines: readonly string[] = []): undefined => {
    answerRaw(socket, text(`${why}\n`, status), lines)
    return undefined
  }
  if (!offered.some((one) => one !== '')) {
    const { host: _host, ...others } = headers
    const count = Object.keys(others).length
    return refuse(`unable to upgrade: header ${version} does not exist in request with ${count} headers`, 400)
  }
  const protocol = offered.find((one) => spoken.includes(one))
  if (protocol === undefined)
    return refuse(
      `unable to upgrade: unable to negotiate protocol: client supports [${offered.join(' ')}], server accepts [${spoken.join(' ')}]`,
      403,
      spoken.map((one) => `X-Accepted-Stream-Protocol-Versions: ${one}`),
    )
  if (!(headers.upgrade ?? '').toLowerCase().includes('spdy/3.1'))
    return refuse('unable to upgrade: missing upgrade headers in request', 400)
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n${version}: ${protocol}\r\n\r\n`,
  )
  return { connection: new SpdyConnection(socket, head, 'server'), protocol }
}

// A connection to a port of a pod. Upstream: client-go/tools/portforward/portforward.go (handleConnection)
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SpdyConnection } from '../../component-base/spdy/connection.ts'
import { KubectlError } from '../errors.ts'
import type { Transport } from '../transport.ts'

/**
 * Joins a socket with a port of a pod, and resolves when both are done: with what the server says went wrong, or ''.
 * @param path of the subresource
 */
export async function forwardConnection(
  transport: Transport,
  path: string,
  port: number,
  socket: Duplex,
): Promise<string> {
  const upgraded = await transport.upgrade(path, 'POST', {
    Upgrade: 'SPDY/3.1',
    'X-Stream-Protocol-Version': 'portforward.k8s.io',
  })
  if ('refusal' in upgraded) {
    const { status, text } = upgraded.refusal
    throw status ?? new KubectlError(`error upgrading connection: ${text.trim() || 'unknown'}`)
  }
  const connection = new SpdyConnection(upgraded.socket, upgraded.head, 'client')
  const open = (type: string) =>
    connection.open(
      new Map([
        ['streamtype', type],
        ['port', String(port)],
        ['requestid', '0'],
      ]),
    )
  const errors = open('error')
  errors.end()
  const data = open('data')
  const chunks: Buffer[] = []
  errors.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const told = new Promise<void>((resolve) => {
    errors.once('end', resolve)
    errors.once('close', resolve)
  })
  // Who ends first is not told to the other side as an error.
  await Promise.allSettled([pipeline(socket, data), pipeline(data, socket)])
  connection.end()
  await told
  return Buffer.concat(chunks).toString()
}

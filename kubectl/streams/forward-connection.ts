// Connections to ports of a pod. Upstream: client-go/tools/portforward/portforward.go (ForwardPorts, handleConnection)
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SpdyConnection } from '../../component-base/spdy/connection.ts'
import { KubectlError } from '../errors.ts'
import type { Transport } from '../transport.ts'

/** Opens what all connections to the ports of a pod go through. @param path of the subresource. Rejects with KubectlErrors */
export async function openForward(transport: Transport, path: string): Promise<SpdyConnection> {
  const upgraded = await transport.upgrade(path, 'POST', {
    Upgrade: 'SPDY/3.1',
    'X-Stream-Protocol-Version': 'portforward.k8s.io',
  })
  if ('refusal' in upgraded) {
    const { status, text } = upgraded.refusal
    const why = status?.message ?? `unable to upgrade connection: ${text.trim() || 'unknown'}`
    throw new KubectlError(`error upgrading connection: ${why}`)
  }
  return new SpdyConnection(upgraded.socket, upgraded.head, 'client')
}

/**
 * Joins a socket with a port of a pod, and resolves when both are done: with what the server says went wrong, or ''.
 * @param id of the request, another one for each on a connection
 */
export async function forwardConnection(
  connection: SpdyConnection,
  port: number,
  socket: Duplex,
  id: number,
): Promise<string> {
  const open = (type: string) =>
    connection.open(
      new Map([
        ['streamtype', type],
        ['port', String(port)],
        ['requestid', String(id)],
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
  await told
  return Buffer.concat(chunks).toString()
}

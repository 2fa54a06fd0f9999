// Upstream: kubectl/pkg/cmd/portforward/portforward.go, client-go/tools/portforward/portforward.go
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { joinHostPort } from '../../../component-base/go/net.ts'
import type { SpdyConnection } from '../../../component-base/spdy/connection.ts'
import { KubectlError, NotSimulatedError } from '../../errors.ts'
import { buildTargets, getObject } from '../../resources/builder.ts'
import { findResource, pathOf } from '../../resources/discovery.ts'
import type { Session } from '../../session.ts'
import { forwardConnection, openForward } from '../../streams/forward-connection.ts'
import { podsOf } from '../pods-of.ts'
import { type ForwardedPort, forwardedPorts } from './ports.ts'

/** `kubectl port-forward`: listens here, and takes each connection to a port of a pod, until it is stopped. */
export async function portForward(session: Session, words: string[]): Promise<number> {
  const { host, flags } = session
  if (words.length < 2) throw session.usageError('TYPE/NAME and list of ports are required for port-forward')
  if (flags.duration('pod-running-timeout', 60_000) <= 0)
    throw session.usageError('--pod-running-timeout must be higher than zero')
  const [name = '', ...ports] = words
  const [target] = await buildTargets(session, [name.includes('/') ? name : `pods/${name}`], {})
  const object = await getObject(session, target!)
  const [pod] = await podsOf(session, object, 'cannot attach to')
  if (pod === undefined) throw new KubectlError('timed out waiting for the condition')
  const forwarded = forwardedPorts(ports, object, pod)
  const { phase = '' } = (pod['status'] ?? {}) as { phase?: string }
  if (phase !== 'Running')
    throw new KubectlError(`unable to forward port because pod is not running. Current status=${phase}`)
  const addresses = addressesOf(flags.strings('address'))
  if (host.listen === undefined)
    throw new NotSimulatedError('kubectl port-forward has nothing to listen on here')
  const resource = findResource(await session.resources(), 'pods')
  const path = pathOf(resource, pod.metadata.namespace, pod.metadata.name, 'portforward')
  // Who may not, or finds no pod, learns of it before anything listens.
  const connection = await openForward(await session.lastingTransport(), path)
  const lost = new Promise<'lost'>((resolve) => connection.once('close', () => resolve('lost')))
  const taking: Taking = { session, connection, requests: 0 }
  try {
    for (const port of forwarded) await listen(taking, addresses, port)
  } catch (error) {
    connection.end()
    throw error
  }
  // Where nothing waits for its end it goes on beside the next commands.
  if (host.forwarded === undefined) {
    host.goesOn?.(() => connection.end(), lost)
    return 0
  }
  const end = await Promise.race([host.forwarded(), lost])
  connection.end()
  if (end === 'lost') throw new KubectlError('lost connection to pod')
  return 0
}

/** Of this computer: `localhost` is both of its own. */
function addressesOf(given: readonly string[]): string[] {
  const all = given.length === 0 ? ['localhost'] : given
  return [
    ...new Set(
      all.flatMap((address) => {
        if (address === 'localhost') return ['127.0.0.1', '::1']
        if (isIP(address) === 0) throw new KubectlError(`${address} is not a valid IP`)
        return [address]
      }),
    ),
  ]
}

/** The connection that what is forwarded shares, and how many requests were made on it. */
interface Taking {
  readonly session: Session
  readonly connection: SpdyConnection
  requests: number
}

/** One address is enough of those of `localhost`. */
async function listen(
  taking: Taking,
  addresses: readonly string[],
  { local, remote }: ForwardedPort,
): Promise<void> {
  const { host } = taking.session
  let port = local
  const wrong: string[] = []
  for (const address of addresses)
    try {
      port = await host.listen!(address, port, (socket) => {
        host.stdout(`Handling connection for ${port}\n`)
        void take(taking, socket, { local: port, remote })
      })
      host.stdout(`Forwarding from ${joinHostPort(address, port)} -> ${remote}\n`)
    } catch (error) {
      if (error instanceof NotSimulatedError) throw error
      wrong.push(
        `unable to create listener: Error listen ${address.includes(':') ? `tcp6 [${address}]` : `tcp4 ${address}`}:${port}: ${(error as Error).message}`,
      )
    }
  if (wrong.length < addresses.length) return
  host.stderr(
    `Unable to listen on port ${port}: Listeners failed to create with the following errors: [${wrong.join(' ')}]\n`,
  )
  throw new KubectlError(`unable to listen on any of the requested ports: [{${local} ${remote}}]`)
}

async function take(taking: Taking, socket: Duplex, { local, remote }: ForwardedPort): Promise<void> {
  socket.on('error', () => {})
  const { connection, session } = taking
  const why = await forwardConnection(connection, remote, socket, taking.requests++)
  if (why === '') return
  socket.destroy()
  session.host.stderr(`an error occurred forwarding ${local} -> ${remote}: ${why}\n`)
  // As upstream: the whole of it ends.
  connection.end()
}

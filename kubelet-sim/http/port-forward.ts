// Upstream: k8s.io/cri-streaming/pkg/streaming/portforward (httpstream.go, websocket.go), pkg/kubelet/server/server.go (getPortForward), client-go/tools/portforward/tunneling_connection.go
import { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { joinHostPort } from '../../component-base/go/net.ts'
import { SpdyConnection, type SpdyStream } from '../../component-base/spdy/connection.ts'
import { Channels, channelForm } from '../../component-base/websocket/channels.ts'
import { protocolsOf } from '../../component-base/websocket/handshake.ts'
import { messageStream } from '../../component-base/websocket/message-stream.ts'
import type { PodSandbox } from '../../containers/node-containers.ts'
import type { Pod } from '../pods/pod.ts'
import { type ContainerHost, fullName, podOf, unknownContainers } from './container-host.ts'
import type { ContainerPath } from './container-path.ts'
import { type Answer, answerRaw, text } from './http-answer.ts'
import { acceptSpdy } from './spdy-handshake.ts'
import { endWhenIdle, isWebSocket, type Upgraded } from './upgraded.ts'
import { acceptMessages } from './websocket-handshake.ts'

const spdyProtocols = ['portforward.k8s.io']
/** SPDY within a WebSocket. */
const tunnel = 'SPDY/3.1+portforward.k8s.io'
const webSocketProtocols = ['v4.channel.k8s.io', 'v4.base64.channel.k8s.io']
/** Requests of an odd client, whose two streams never become a pair. */
const maxHalves = 100

interface Forwarded {
  readonly pod: Pod
  readonly sandbox: PodSandbox
}

/** Forwards ports of a pod over a connection, as its client asks. @param tunnels whether SPDY is spoken within a WebSocket */
export async function forwardPorts(
  upgraded: Upgraded,
  host: ContainerHost,
  path: ContainerPath,
  tunnels: boolean,
): Promise<void> {
  const { request, socket } = upgraded
  const { headers } = request
  const tunnelled = tunnels && isWebSocket(request) && protocolsOf(headers).includes(tunnel)
  const ports = isWebSocket(request) && !tunnelled ? portsOf(upgraded.query) : []
  if (typeof ports === 'string') return answerRaw(socket, text(ports, 400))
  const forwarded = forwardedOf(host, path)
  if ('status' in forwarded) return answerRaw(socket, forwarded)
  endWhenIdle(socket, host.timeouts.idle)
  if (tunnelled) return overTunnel(upgraded, forwarded)
  if (isWebSocket(request)) return overChannels(upgraded, ports, forwarded)
  const accepted = acceptSpdy(upgraded, spdyProtocols)
  if (accepted !== undefined) overStreams(accepted.connection, forwarded)
}

function forwardedOf(host: ContainerHost, { namespace, pod: name, uid }: ContainerPath): Forwarded | Answer {
  const pod = podOf(host, namespace, name)
  if (pod === undefined) return text('pod does not exist', 404)
  if (uid !== '' && pod.metadata.uid !== uid) return text('pod not found', 404)
  const containers = host.containers()
  if (containers === undefined) return unknownContainers(pod)
  const sandbox = containers.sandbox(namespace, name)
  if (sandbox === undefined) return text(`pod not found (${JSON.stringify(fullName(pod))})`, 500)
  return { pod, sandbox }
}

/** The ports of the query, or what is wrong with them. Upstream: NewV4Options */
function portsOf(query: URLSearchParams): number[] | string {
  const given = query.getAll('port')
  if (given.length === 0) return 'query parameter "port" is required'
  const ports: number[] = []
  for (const value of given) {
    if (value === '') return 'query parameter "port" cannot be empty'
    for (const word of value.split(',')) {
      const wrong = portError(word)
      if (wrong !== undefined) return wrong
      ports.push(Number(word))
    }
  }
  // Two channels each, which have a byte for their numbers.
  return ports.length > 127 ? 'too many ports' : ports
}

function portError(word: string): string | undefined {
  const quoted = JSON.stringify(word)
  const failed = (why: string): string =>
    `unable to parse ${quoted} as a port: strconv.ParseUint: parsing ${quoted}: ${why}`
  if (!/^\d+$/.test(word)) return failed('invalid syntax')
  if (Number(word) > 65535) return failed('value out of range')
  return Number(word) < 1 ? `port ${quoted} must be > 0` : undefined
}

/** Each port has a channel of data and one of errors; both begin with its number. */
function overChannels(upgraded: Upgraded, ports: readonly number[], forwarded: Forwarded): void {
  const accepted = acceptMessages(upgraded, webSocketProtocols)
  if (accepted === undefined) return
  const { connection, protocol } = accepted
  const channels = new Channels(connection, channelForm(protocol), 'server')
  const forwards = ports.map(async (port, i) => {
    const number = Buffer.alloc(2)
    number.writeUInt16LE(port)
    channels.send(2 * i, number)
    channels.send(2 * i + 1, number)
    const data = Duplex.from({ readable: channels.reader(2 * i), writable: channels.writer(2 * i) })
    connection.on('close', () => data.destroy())
    const error = await forward(forwarded, port, data)
    if (error !== undefined) channels.send(2 * i + 1, Buffer.from(error))
  })
  void Promise.all(forwards).then(() => connection.end())
}

function overTunnel(upgraded: Upgraded, forwarded: Forwarded): void {
  const accepted = acceptMessages(upgraded, [tunnel])
  if (accepted === undefined) return
  overStreams(new SpdyConnection(messageStream(accepted.connection), Buffer.alloc(0), 'server'), forwarded)
}

/** Two streams for each connection: one for errors, one for data, with the same id of a request. */
function overStreams(connection: SpdyConnection, forwarded: Forwarded): void {
  const halves = new Map<string, { error?: SpdyStream; data?: SpdyStream }>()
  connection.on('stream', (stream) => {
    const port = stream.headers.get('port') ?? ''
    const type = stream.headers.get('streamtype') ?? ''
    if (portError(port) !== undefined || (type !== 'error' && type !== 'data')) {
      stream.destroy()
      return
    }
    const id = stream.headers.get('requestid') ?? String(type === 'error' ? stream.id : stream.id - 2)
    const pair = halves.get(id) ?? {}
    if (pair[type] !== undefined || (pair.error ?? pair.data ?? halves.size < maxHalves) === false) {
      stream.destroy()
      return
    }
    pair[type] = stream
    halves.set(id, pair)
    if (type === 'error') stream.resume()
    if (pair.error === undefined || pair.data === undefined) return
    halves.delete(id)
    void forwardPair(forwarded, Number(port), pair.error, pair.data)
  })
}

async function forwardPair(
  forwarded: Forwarded,
  port: number,
  errors: SpdyStream,
  data: SpdyStream,
): Promise<void> {
  const error = await forward(forwarded, port, data)
  if (error === undefined) errors.end()
  else errors.end(error, () => data.destroy())
}

/** Copies both ways until one of them ends; what went wrong in the runtime's words. */
async function forward({ pod, sandbox }: Forwarded, port: number, data: Duplex): Promise<string | undefined> {
  data.on('error', () => {})
  let backend: Duplex
  try {
    backend = await sandbox.dial(port, { address: '127.0.0.1', port: 0 })
  } catch (error) {
    return refused(pod, port, (error as NodeJS.ErrnoException).code ?? '', (error as Error).message)
  }
  backend.on('error', () => {})
  // The client's end is passed on; the connection is over when the pod has said all.
  void pipeline(data, backend, { end: true }).catch(() => backend.destroy())
  await pipeline(backend, data, { end: true }).catch(() => {})
  backend.destroy()
  return undefined
}

/** Upstream: containerd/internal/cri/server/sandbox_portforward_linux.go */
function refused({ metadata }: Pod, port: number, code: string, message: string): string {
  const netns = `/var/run/netns/cni-${metadata.uid}`
  const begin = `error forwarding port ${port} to pod ${metadata.uid?.replaceAll('-', '')}, uid : failed to execute portforward in network namespace "${netns}":`
  if (code !== 'ECONNREFUSED') return `${begin} ${message}`
  const dial = (network: string, address: string): string =>
    `dial ${network} ${joinHostPort(address, port)}: connect: connection refused`
  return `${begin} failed to connect to localhost:${port} inside namespace "${netns}", IPv4: ${dial('tcp4', '127.0.0.1')} IPv6 ${dial('tcp6', '::1')} `
}

// The streams of exec and attach, over a WebSocket or SPDY. Upstream: k8s.io/cri-streaming/pkg/streaming/remotecommand (httpstream.go, websocket.go)
import type { Readable, Writable } from 'node:stream'
import type { SpdyConnection, SpdyStream } from '../../component-base/spdy/connection.ts'
import { Channels, channelForm } from '../../component-base/websocket/channels.ts'
import { acceptSpdy } from './spdy-handshake.ts'
import type { StreamStatus } from './stream-status.ts'
import { endWhenIdle, isWebSocket, type Upgraded } from './upgraded.ts'
import { acceptMessages } from './websocket-handshake.ts'

/** The streams that a client wants. */
export interface WantedStreams {
  readonly stdin: boolean
  readonly stdout: boolean
  readonly stderr: boolean
  readonly tty: boolean
}

/** Milliseconds that a client may take: to open its streams, and between two signs of life. */
export interface StreamTimeouts {
  readonly creation: number
  readonly idle: number
}

/** The streams of a client, each undefined where it does not want it. */
export interface RemoteStreams {
  readonly stdin: Readable | undefined
  readonly stdout: Writable | undefined
  readonly stderr: Writable | undefined
  /** JSON objects with Width and Height. */
  readonly resize: Readable | undefined
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal
  /** Sends the status with which the program ended, and ends the streams. */
  finish(status: StreamStatus): Promise<void>
}

/** Upstream: remotecommand.StreamProtocolV4Name and those before, the one that is wanted first. */
const spdyProtocols = ['v4.channel.k8s.io', 'v3.channel.k8s.io', 'v2.channel.k8s.io', 'channel.k8s.io']
const webSocketProtocols = [
  'channel.k8s.io',
  'base64.channel.k8s.io',
  'v4.channel.k8s.io',
  'v4.base64.channel.k8s.io',
]
/** The protocol in which a client can end a stream alone. */
export const closingProtocol = 'v5.channel.k8s.io'

const [stdinChannel, stdoutChannel, stderrChannel, errorChannel, resizeChannel] = [0, 1, 2, 3, 4]

/**
 * Switches a connection and waits for its streams. Undefined where the client has been refused, or opens none.
 * @param closing whether `v5.channel.k8s.io` is spoken
 */
export function openRemoteStreams(
  upgraded: Upgraded,
  wanted: WantedStreams,
  timeouts: StreamTimeouts,
  closing: boolean,
): Promise<RemoteStreams | undefined> | RemoteStreams | undefined {
  endWhenIdle(upgraded.socket, timeouts.idle)
  return isWebSocket(upgraded.request)
    ? overWebSocket(upgraded, wanted, closing)
    : overSpdy(upgraded, wanted, timeouts.creation)
}

function overWebSocket(
  upgraded: Upgraded,
  wanted: WantedStreams,
  closing: boolean,
): RemoteStreams | undefined {
  const accepted = acceptMessages(
    upgraded,
    closing ? [...webSocketProtocols, closingProtocol] : webSocketProtocols,
  )
  if (accepted === undefined) return undefined
  const { connection, protocol } = accepted
  const channels = new Channels(connection, channelForm(protocol), 'server')
  const gone = new AbortController()
  connection.on('close', () => gone.abort())
  const writer = (channel: number): Writable => channels.writer(channel)
  const errors = writer(errorChannel)
  // An empty message tells the client that it is connected.
  channels.send(wanted.stdout ? stdoutChannel : wanted.stderr ? stderrChannel : errorChannel, Buffer.alloc(0))
  return {
    stdin: wanted.stdin ? channels.reader(stdinChannel) : undefined,
    stdout: wanted.stdout ? writer(stdoutChannel) : undefined,
    stderr: wanted.stderr ? writer(stderrChannel) : undefined,
    resize: channels.reader(resizeChannel),
    signal: gone.signal,
    finish: async (status) => {
      await written(errors, statusText(status, protocol))
      connection.end()
    },
  }
}

async function overSpdy(
  upgraded: Upgraded,
  wanted: WantedStreams,
  creation: number,
): Promise<RemoteStreams | undefined> {
  const accepted = acceptSpdy(upgraded, spdyProtocols)
  if (accepted === undefined) return undefined
  const { connection, protocol } = accepted
  const resizes = wanted.tty && /^v[34]/.test(protocol)
  const types = [
    'error',
    ...(['stdin', 'stdout', 'stderr'] as const).filter((name) => wanted[name]),
    ...(resizes ? ['resize'] : []),
  ]
  const streams = await streamsOf(connection, types, creation)
  if (streams === undefined) return undefined
  const gone = new AbortController()
  connection.on('close', () => gone.abort())
  const errors = streams.get('error')!
  // The client sends nothing on those that it reads, but ends them.
  for (const type of ['error', 'stdout', 'stderr']) streams.get(type)?.resume()
  // Upstream: the first protocol has no end of standard input.
  return {
    stdin: streams.get('stdin'),
    stdout: streams.get('stdout'),
    stderr: streams.get('stderr'),
    resize: streams.get('resize'),
    signal: gone.signal,
    finish: async (status) => {
      const ends = ['stdout', 'stderr'].flatMap((type) => streams.get(type) ?? [])
      await Promise.all([
        written(errors, statusText(status, protocol)),
        ...ends.map((one) => written(one, '')),
      ])
      connection.end()
    },
  }
}

/** The streams by their types. Undefined, and the connection ends, where they do not come in time. */
function streamsOf(
  connection: SpdyConnection,
  types: readonly string[],
  creation: number,
): Promise<Map<string, SpdyStream> | undefined> {
  const streams = new Map<string, SpdyStream>()
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      connection.end()
      resolve(undefined)
    }, creation)
    late.unref()
    connection.on('close', () => {
      clearTimeout(late)
      resolve(undefined)
    })
    connection.on('stream', (stream) => {
      const type = stream.headers.get('streamtype') ?? ''
      if (streams.has(type) || !types.includes(type)) return
      streams.set(type, stream)
      if (streams.size < types.length) return
      clearTimeout(late)
      resolve(streams)
    })
  })
}

/** Before v4 only a failure is told, in words. */
function statusText(status: StreamStatus, protocol: string): string {
  if (/^v[45]/.test(protocol)) return JSON.stringify(status)
  return status.status === 'Success' ? '' : (status.message ?? '')
}

/** Ends a stream; resolves when it has been written, or cannot be. */
function written(stream: Writable, last: string): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve())
    stream.once('close', () => resolve())
    if (stream.destroyed || stream.writableEnded) return resolve()
    if (last === '') stream.end(() => resolve())
    else stream.end(last, () => resolve())
  })
}

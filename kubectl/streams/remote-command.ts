// Runs programs in containers, and joins theirs. Upstream: client-go/tools/remotecommand (websocket.go, spdy.go, fallback.go, v4.go)
import { randomBytes } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { StatusCause } from '../../apimachinery/status-error.ts'
import { SpdyConnection } from '../../component-base/spdy/connection.ts'
import { Channels, channelForm } from '../../component-base/websocket/channels.ts'
import { acceptanceOf } from '../../component-base/websocket/frames.ts'
import { MessageConnection } from '../../component-base/websocket/message-connection.ts'
import { KubectlError, SilentExit } from '../errors.ts'
import type { Transport, Upgraded } from '../transport.ts'

/** What a client gives to a program and takes from it. */
export interface ClientStreams {
  /** Undefined: the program gets none. */
  readonly stdin: Buffer | undefined
  stdout(chunk: Buffer): void
  /** Undefined with a terminal, where all goes to stdout. */
  readonly stderr: ((chunk: Buffer) => void) | undefined
  readonly tty: boolean
  readonly signal?: AbortSignal | undefined
}

const spdyProtocol = 'v4.channel.k8s.io'
const webSocketProtocol = 'v5.channel.k8s.io'

/** Text out of a stream of bytes, also where a character comes in two pieces. */
export function decoding(print: (text: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8')
  return (chunk) => print(decoder.write(chunk))
}

/**
 * Opens a stream of a pod, and resolves when its program has ended well.
 * @param path of the subresource
 * @param params the options of the request, but for the streams
 * @throws SilentExit with the exit code of the program, KubectlError, ServerError
 */
export async function streamCommand(
  transport: Transport,
  path: string,
  params: URLSearchParams,
  streams: ClientStreams,
  webSockets: boolean,
): Promise<void> {
  const query = new URLSearchParams(params)
  const wanted = {
    stdin: streams.stdin !== undefined,
    stdout: true,
    stderr: streams.stderr !== undefined,
    tty: streams.tty,
  }
  for (const [name, on] of Object.entries(wanted)) if (on) query.set(name, 'true')
  const target = `${path}?${query}`
  const status =
    (webSockets ? await overWebSocket(transport, target, streams) : undefined) ??
    (await overSpdy(transport, target, streams))
  tell(status)
}

/** Undefined where the server does not switch, and is to be asked for the older protocol. */
async function overWebSocket(
  transport: Transport,
  path: string,
  streams: ClientStreams,
): Promise<string | undefined> {
  const key = randomBytes(16).toString('base64')
  const upgraded = await transport.upgrade(path, 'GET', {
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': key,
    'Sec-WebSocket-Protocol': webSocketProtocol,
  })
  if ('refusal' in upgraded) return undefined
  const { headers, socket, head } = upgraded
  const agreed =
    headers['sec-websocket-accept'] === acceptanceOf(key) &&
    headers['sec-websocket-protocol'] === webSocketProtocol
  if (!agreed) {
    socket.destroy()
    throw new KubectlError('unable to upgrade connection: the server speaks another protocol')
  }
  const connection = new MessageConnection(socket, head, 'client')
  const channels = new Channels(connection, channelForm(webSocketProtocol), 'client')
  return finished(streams, {
    stdin: channels.writer(0),
    stdout: channels.reader(1),
    stderr: channels.reader(2),
    errors: channels.reader(3),
    end: () => connection.end(),
  })
}

async function overSpdy(transport: Transport, path: string, streams: ClientStreams): Promise<string> {
  const upgraded = await transport.upgrade(path, 'POST', {
    Upgrade: 'SPDY/3.1',
    'X-Stream-Protocol-Version': spdyProtocol,
  })
  if ('refusal' in upgraded) throw refusalOf(upgraded)
  const connection = new SpdyConnection(upgraded.socket, upgraded.head, 'client')
  const open = (type: string) => connection.open(new Map([['streamtype', type]]))
  const errors = open('error')
  const stdin = streams.stdin === undefined ? undefined : open('stdin')
  const stdout = open('stdout')
  const stderr = streams.stderr === undefined ? undefined : open('stderr')
  if (streams.tty) open('resize')
  return finished(streams, { stdin, stdout, stderr, errors, end: () => connection.end() })
}

/** The server's Status, or its words. */
function refusalOf({ refusal }: Extract<Upgraded, { refusal: unknown }>): Error {
  return (
    refusal.status ?? new KubectlError(`unable to upgrade connection: ${refusal.text.trim() || 'unknown'}`)
  )
}

interface Wire {
  readonly stdin: Writable | undefined
  readonly stdout: Readable
  readonly stderr: Readable | undefined
  readonly errors: Readable
  end(): void
}

/** What the server says of the program's end, once its output has been read. */
async function finished(streams: ClientStreams, wire: Wire): Promise<string> {
  const { stdin, signal } = streams
  const stop = (): void => wire.end()
  signal?.addEventListener('abort', stop)
  wire.stdout.on('data', (chunk: Buffer) => streams.stdout(chunk))
  wire.stderr?.on('data', (chunk: Buffer) => streams.stderr?.(chunk))
  if (stdin !== undefined) wire.stdin!.end(stdin)
  try {
    const ends = [wire.stdout, ...(wire.stderr === undefined ? [] : [wire.stderr])].map(ended)
    const status = await allOf(wire.errors)
    wire.end()
    await Promise.all(ends)
    return status
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

const ended = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    stream.once('end', () => resolve())
    stream.once('close', () => resolve())
  })

/** The first message, as no other follows it; empty where the connection ends without one. */
function allOf(errors: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    errors.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (isWhole(text)) resolve(text)
    })
    errors.once('end', () => resolve(text))
    errors.once('close', () => resolve(text))
  })
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Upstream: errorDecoderV4 */
function tell(text: string): void {
  if (text === '') return
  const status = JSON.parse(isWhole(text) ? text : '{}') as {
    status?: string
    message?: string
    reason?: string
    details?: { causes?: StatusCause[] }
  }
  if (status.status === 'Success') return
  if (status.status !== 'Failure') throw new KubectlError('error stream protocol error: unknown error')
  const code = status.details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message
  if (status.reason === 'NonZeroExitCode' && code !== undefined)
    throw new SilentExit(Number(code), `command terminated with exit code ${code}\n`)
  throw new KubectlError(status.message ?? '')
}

// Upstream: staging/src/k8s.io/apiserver/pkg/server/secure_serving.go (Serve: http2Options)
import type { IncomingMessage } from 'node:http'
import {
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2'
import type { Duplex } from 'node:stream'
import { onLastRequest, type RequestListener, type Response } from './endpoints/http-message.ts'
import { StreamRequest, StreamResponse } from './http2-messages.ts'
import { requestTurns } from './request-turns.ts'

/** The default of --http2-max-streams-per-connection, which is 0. */
const maxStreams = 100
/** Bytes of a stream that may come before they are read, and of a frame. */
const streamBytes = 256 * 1024
/** As Go counts the header list: 32 bytes for each of ten headers over the limit. */
const headerListBytes = 1024 * 1024 + 10 * 32
/** Headers of a request; their bytes are limited before. */
const headerPairs = headerListBytes / 32

/** The bounds of a connection over HTTP/2. */
export interface Http2Limits {
  /** Requests at a time over one connection; 0: 100. */
  readonly streams?: number | undefined
  /** Asked at each request: whether the connection takes no other one after it. Default: none is the last. */
  readonly isLast?: (() => boolean) | undefined
  /** Milliseconds after which a connection without requests is ended. */
  readonly idle: number
}

/** The connections that speak HTTP/2, over sockets that were accepted by another server. */
export class Http2Connections {
  private readonly server: Http2Server
  private readonly sessions = new Map<Duplex, ServerHttp2Session>()
  private readonly sockets = new WeakMap<object, Duplex>()

  constructor(listener: RequestListener, { streams, idle, isLast = () => false }: Http2Limits) {
    const maxConcurrentStreams = streams || maxStreams
    this.server = createServer({
      Http2ServerRequest: StreamRequest,
      Http2ServerResponse: StreamResponse,
      maxHeaderListPairs: headerPairs,
      // Megabytes; what a client may make the connection hold, as upstream sizes its window.
      maxSessionMemory: Math.max(16, Math.ceil((streamBytes * maxConcurrentStreams) / 1_000_000) * 2),
      settings: {
        maxConcurrentStreams,
        initialWindowSize: streamBytes,
        maxFrameSize: streamBytes,
        maxHeaderListSize: headerListBytes,
      },
    })
    this.server.on('session', (session) => begin(session, streamBytes * maxConcurrentStreams, idle))
    const inTurns = requestTurns()
    const answer = (incoming: Http2ServerRequest, outgoing: Http2ServerResponse): void => {
      const request = incoming as unknown as IncomingMessage
      const response = outgoing as unknown as Response
      const { session } = incoming.stream
      onLastRequest(request, () => session?.close())
      // GOAWAY now: answers that have begun, watches too, go on.
      if (isLast()) session?.close()
      inTurns(incoming.stream, () => listener(request, response))
    }
    this.server.on('request', answer)
    this.server.on('connect', (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
      // It has no path: as over HTTP/1.1, its target is the authority.
      incoming.url = incoming.authority
      answer(incoming, outgoing)
    })
  }

  /** Speaks HTTP/2 over a socket whose client has chosen it. */
  take(socket: Duplex): void {
    this.server.once('session', (session) => {
      this.sessions.set(socket, session)
      this.sockets.set(session, socket)
    })
    this.server.emit('connection', socket)
    socket.once('close', () => this.sessions.delete(socket))
  }

  /** The socket under a request, which has others over it; undefined for requests over HTTP/1.1. */
  socketOf(request: IncomingMessage): Duplex | undefined {
    const { stream } = request as Partial<Pick<StreamRequest, 'stream'>>
    return stream?.session && this.sockets.get(stream.session)
  }

  /** Tells a client that no further request is taken (GOAWAY); false where the socket speaks another protocol. */
  goAway(socket: Duplex): boolean {
    const session = this.sessions.get(socket)
    if (session !== undefined && !session.closed) session.close()
    return session !== undefined
  }
}

function begin(session: ServerHttp2Session, window: number, idle: number): void {
  session.setLocalWindowSize(window)
  let open = 0
  session.on('stream', (stream) => {
    open++
    stream.once('close', () => open--)
  })
  // A watch may be silent for long.
  session.setTimeout(idle, () => {
    if (open === 0) session.close()
  })
  session.on('error', () => session.destroy())
}

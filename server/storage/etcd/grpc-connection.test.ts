import { constants, createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2'
import {
  type AddressInfo,
  connect as connectSocket,
  createServer as createSocketServer,
  type Socket,
} from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { GrpcConnection } from './grpc-connection.ts'
import { FrameReader, framed } from './grpc-frames.ts'
import { frame, types, uint32s } from './http2/frames.ts'

const toEnd: (() => void)[] = []
afterEach(() => {
  for (const end of toEnd.splice(0).reverse()) end()
})

/** A server of gRPC whose paths say what it does. */
async function serve(port = 0): Promise<{ server: Http2Server; port: number; end(): void }> {
  const server = createServer()
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => sessions.add(session))
  server.on('stream', (stream, headers) => answer(stream, headers[':path'] ?? ''))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const end = (): void => {
    for (const session of sessions) session.destroy()
    server.close()
  }
  toEnd.push(end)
  return { server, port: (server.address() as AddressInfo).port, end }
}

function answer(stream: ServerHttp2Stream, path: string): unknown {
  stream.on('error', () => {})
  if (path === '/refuse') {
    const said = encodeURIComponent('etcdserver: mvcc: no – not now')
    return stream.respond({ ':status': 200, 'grpc-status': 11, 'grpc-message': said }, { endStream: true })
  }
  if (path === '/proxy') return stream.respond({ ':status': 503 }, { endStream: true })
  if (path === '/cut') return stream.session?.destroy()
  if (path === '/hang') return
  if (path === '/page')
    return stream.respond({ ':status': 404, 'content-type': 'text/html' }, { endStream: true })
  if (path === '/refused') return stream.close(constants.NGHTTP2_REFUSED_STREAM)
  // Of a connection whose first stream is another's.
  if (path === '/leave' && stream.id !== 1) return stream.session?.goaway(0, 1)
  const waitForTrailers = path !== '/open-end'
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': 0 }))
  const reader = new FrameReader((message) => {
    stream.write(framed(Buffer.from(`${message}!`)))
    // And never ends.
    if (path === '/twice') stream.write(framed(Buffer.alloc(0)))
  })
  stream.on('data', (piece: Buffer) => reader.take(piece))
  return path === '/twice' ? undefined : stream.on('end', () => stream.end())
}

function connect(port: number): GrpcConnection {
  const connection = new GrpcConnection(`127.0.0.1:${port}`)
  toEnd.push(() => connection.close())
  return connection
}

const soon = { timeout: 5000, wait: true }
const hello = Buffer.from('hello')

describe('a call', () => {
  it('brings an answer of any size', async () => {
    const connection = connect((await serve()).port)
    expect(`${await connection.call('/echo', hello, soon)}`).toBe('hello!')
    const large = Buffer.alloc(3_000_000, 'x')
    expect((await connection.call('/echo', large, soon)).length).toBe(3_000_001)
    const many = Array.from({ length: 200 }, (_, i) => connection.call('/echo', Buffer.from(String(i)), soon))
    expect((await Promise.all(many)).map(String)).toEqual(Array.from({ length: 200 }, (_, i) => `${i}!`))
  })

  it.each([
    ['/refuse', 'rpc error: code = OutOfRange desc = etcdserver: mvcc: no – not now'],
    [
      '/proxy',
      'rpc error: code = Unavailable desc = unexpected HTTP status code received from server: 503 (Service Unavailable); malformed header: missing HTTP content-type',
    ],
    [
      '/page',
      'rpc error: code = Unimplemented desc = unexpected HTTP status code received from server: 404 (Not Found); transport: received unexpected content-type "text/html"',
    ],
    ['/open-end', 'rpc error: code = Internal desc = server closed the stream without sending trailers'],
    ['/twice', 'rpc error: code = Internal desc = cardinality violation: expected <EOF>'],
    ['/cut', 'rpc error: code = Unavailable desc = '],
  ])('says why there is none: %s', async (path, message) => {
    const connection = connect((await serve()).port)
    await expect(connection.call(path, hello, soon)).rejects.toThrow(message)
    expect(`${await connection.call('/echo', hello, soon)}`).toBe('hello!')
  })

  it('is asked once more where the server has not seen it', async () => {
    const { server, port } = await serve()
    const connection = connect(port)
    expect(`${await connection.call('/echo', hello, soon)}`).toBe('hello!')
    const asked: string[] = []
    server.prependListener('stream', (_, headers) => asked.push(headers[':path'] ?? ''))
    expect(`${await connection.call('/leave', hello, soon)}`).toBe('hello!')
    await expect(connection.call('/refused', hello, soon)).rejects.toThrow('REFUSED_STREAM')
    expect(asked).toEqual(['/leave', '/leave', '/refused', '/refused'])
  })

  it('ends with its time', async () => {
    const connection = connect((await serve()).port)
    await expect(connection.call('/hang', hello, { timeout: 30, wait: true })).rejects.toThrow(
      'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
    )
  })
})

describe('without a server', () => {
  it('a call that does not wait says why, one that waits is answered when there is one', async () => {
    const first = await serve()
    first.end()
    const connection = connect(first.port)
    const refused = connection.call('/echo', hello, { timeout: 5000, wait: false })
    await expect(refused).rejects.toThrow(/code = Unavailable desc = connection error: .*ECONNREFUSED/)
    const late = connection.call('/echo', hello, { timeout: 30, wait: true }).catch((error: Error) => error)
    expect(await late).toMatchObject({ code: 'DeadlineExceeded', cause: { code: 'Unavailable' } })
    const waiting = connection.call('/echo', hello, soon)
    await serve(first.port)
    expect(`${await waiting}`).toBe('hello!')
  })

  it('nothing is left of it when it is closed: not even with one that takes connections and says nothing', async () => {
    const taken: Socket[] = []
    const silent = createSocketServer((socket) => taken.push(socket.resume()))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    toEnd.push(() => silent.close())
    const connection = connect((silent.address() as AddressInfo).port)
    const call = connection.call('/echo', hello, soon)
    const ended = new Promise((resolve) =>
      silent.once('connection', (socket: Socket) => {
        socket.on('close', resolve)
        connection.close()
      }),
    )
    await expect(call).rejects.toThrow('code = Unavailable')
    await ended
  })
})

/** A port whose first connection ends in the turn in which it begins; the others go to a server. */
async function drainedOnce(to: number): Promise<number> {
  let first = true
  const proxy = createSocketServer((socket) => {
    socket.on('error', () => {})
    if (first) {
      first = false
      const goAway = frame(types.goAway, 0, 0, 8, uint32s(0, 0))
      socket.write(Buffer.concat([frame(types.settings, 0, 0, 0), goAway]))
      return
    }
    const other = connectSocket(to, '127.0.0.1').on('error', () => {})
    socket.pipe(other).pipe(socket)
    toEnd.push(() => other.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  toEnd.push(() => proxy.close())
  return (proxy.address() as AddressInfo).port
}

describe('a connection that ends as it begins', () => {
  it('keeps nobody waiting', async () => {
    const port = await drainedOnce((await serve()).port)
    expect(`${await connect(port).call('/echo', hello, soon)}`).toBe('hello!')
  })

  it('nor a stream', async () => {
    const connection = connect(await drainedOnce((await serve()).port))
    const told = await new Promise((resolve) => connection.stream('/echo', resolve, resolve).send(hello))
    expect(String(told)).toBe('hello!')
  })
})

describe('a stream', () => {
  it('carries messages both ways, also those sent before there was a connection', async () => {
    const connection = connect((await serve()).port)
    const told: string[] = []
    await new Promise<void>((resolve) => {
      const stream = connection.stream(
        '/echo',
        (message) => {
          told.push(String(message))
          if (told.length === 2) stream.finish()
          else stream.send(Buffer.from('b'))
        },
        (error) => {
          told.push(String(error))
          resolve()
        },
      )
      stream.send(Buffer.from('a'))
    })
    expect(told).toEqual(['a!', 'b!', 'undefined'])
  })

  it('ends once, with its connection, and never when it was cancelled', async () => {
    const served = await serve()
    const connection = connect(served.port)
    const ended: unknown[] = []
    const open = (name: string) => {
      const stream = connection.stream(
        '/echo',
        () => {},
        () => ended.push(name),
      )
      stream.send(hello)
      return stream
    }
    open('cut')
    open('cancelled').cancel()
    await connection.call('/echo', hello, soon)
    served.end()
    await expect.poll(() => ended).toEqual(['cut'])
  })
})

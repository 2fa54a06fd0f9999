// Upstream: test/images/agnhost/grpc-health-checking/grpc-health-checking.go, grpc/health/v1/health.proto
import { createServer, type ServerHttp2Stream } from 'node:http2'
import type { Program } from '../process.ts'
import { goFlags, goLogLine } from './go-flags.ts'

/** The path of the health service's only call. */
export const healthCheckPath = '/grpc.health.v1.Health/Check'

/** A message of gRPC on the wire: not compressed, its length, its bytes. */
export function grpcFrame(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

const statuses = { SERVING: 1, NOT_SERVING: 2 } as const

/** Serves gRPC health checks, and /make-serving and /make-not-serving over HTTP. */
export const grpcHealthChecking: Program = (process) => {
  const { flags } = goFlags(process.args)
  const delay = Number(flags.get('delay-unhealthy-sec') ?? -1)
  const service = flags.get('service') ?? ''
  const startedAt = process.now()
  const log = (text: string): void => process.err(goLogLine(process.now(), text))
  let told: boolean | undefined
  const serving = (): boolean => told ?? (delay < 0 || process.now() - startedAt < delay * 1000)
  log(`Http server starting to listen on :${flags.get('http-port') ?? 8080}`)
  log(`gRPC server starting to listen on :${flags.get('port') ?? 5000}`)
  const server = createServer()
  server.on('stream', (stream, headers) => {
    const chunks: Buffer[] = []
    stream.on('error', () => {})
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const asked = askedService(Buffer.concat(chunks))
      if (headers[':path'] !== healthCheckPath) answer(stream, undefined, 12, 'unknown method')
      else if (asked !== '' && asked !== service) answer(stream, undefined, 5, 'unknown service')
      else answer(stream, serving() ? statuses.SERVING : statuses.NOT_SERVING, 0, '')
    })
  })
  process.listenTcp(
    Number(flags.get('port') ?? 5000),
    (connection) => void server.emit('connection', connection),
  )
  process.listenHttp(Number(flags.get('http-port') ?? 8080), (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://health')
    if (pathname === '/make-serving' || pathname === '/make-not-serving') {
      told = pathname === '/make-serving'
      log(`Marking as ${told ? 'serving' : 'not serving'}`)
      response.end()
      return
    }
    response.statusCode = 404
    response.end('404 page not found\n')
  })
  return process.forever()
}

/** The name in a HealthCheckRequest; empty: the server as a whole. */
function askedService(body: Buffer): string {
  const message = body.subarray(5)
  return message[0] === 0x0a ? message.subarray(2, 2 + (message[1] ?? 0)).toString() : ''
}

function answer(stream: ServerHttp2Stream, status: number | undefined, code: number, message: string): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () =>
    stream.sendTrailers({
      'grpc-status': String(code),
      ...(message === '' ? {} : { 'grpc-message': message }),
    }),
  )
  stream.end(status === undefined ? undefined : grpcFrame(Buffer.from([0x08, status])))
}

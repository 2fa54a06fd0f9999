// Upstream: test/images/agnhost/grpc-health-checking/grpc-health-checking.go
import type { Program } from '../process.ts'
import { goFlags, goLogLine } from './go-flags.ts'
import { peerText } from './http.ts'

/** The health of a gRPC service, as a probe asks for it. */
export const grpcHealthHeader = 'x-kepsim-grpc-health'

/** Serves gRPC health checks, and /make-serving and /make-not-serving over HTTP. */
export const grpcHealthChecking: Program = (process) => {
  const { flags } = goFlags(process.args)
  const delay = Number(flags.get('delay-unhealthy-sec') ?? -1)
  const startedAt = process.now()
  const log = (text: string): void => process.err(goLogLine(process.now(), text))
  let told: boolean | undefined
  const serving = (): boolean => told ?? (delay < 0 || process.now() - startedAt < delay * 1000)
  log(`Http server starting to listen on :${flags.get('http-port') ?? 8080}`)
  log(`gRPC server starting to listen on :${flags.get('port') ?? 5000}`)
  process.listenHttp(Number(flags.get('port') ?? 5000), (_request, response) => {
    response.setHeader(grpcHealthHeader, serving() ? 'SERVING' : 'NOT_SERVING')
    response.statusCode = 400
    response.end()
  })
  process.listenHttp(Number(flags.get('http-port') ?? 8080), (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://health')
    if (pathname === '/make-serving' || pathname === '/make-not-serving') {
      log(`Mark as ${pathname === '/make-serving' ? 'serving' : 'not serving'} (${peerText(request)})`)
      told = pathname === '/make-serving'
      return void response.end()
    }
    response.statusCode = 404
    response.end('404 page not found\n')
  })
  return process.forever()
}

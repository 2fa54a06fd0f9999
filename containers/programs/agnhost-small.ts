// Upstream: test/images/agnhost/{serve-hostname,pause,test-webserver,porter,liveness,entrypoint-tester,logs-generator,connect}
import { joinHostPort } from '../../component-base/go/net.ts'
import type { Program } from '../process.ts'
import { serveFiles } from './file-server.ts'
import { durationMs, goFlags, goLogLine } from './go-flags.ts'
import { addressesOf, peerText } from './http.ts'

/** Serves the pod's host name over HTTP, TCP or UDP. */
export const serveHostname: Program = async (process) => {
  const { flags } = goFlags(process.args, ['tcp', 'udp', 'http', 'close'])
  const log = (text: string): void => process.err(goLogLine(process.now(), text))
  const port = Number(flags.get('port') ?? 9376)
  const [tcp, udp, http] = ['tcp', 'udp', 'http'].map((one) => flags.get(one) === 'true')
  const serves = http || flags.get('http') === undefined
  if (serves && (tcp || udp)) {
    log("Can't server TCP/UDP mode and HTTP mode at the same time")
    return 1
  }
  if (tcp)
    process.listenTcp(port, (connection, { address, port: from }) => {
      log(`TCP request from ${joinHostPort(address, from)}`)
      connection.end(process.hostname)
    })
  if (udp)
    process.listenUdp(port, (_data, from) => {
      log(`UDP request from ${joinHostPort(from.address, from.port)}`)
      return Buffer.from(process.hostname)
    })
  if (serves)
    process.listenHttp(port, (request, response) => {
      log(`HTTP request from ${peerText(request)}`)
      if (flags.get('close') === 'true') response.setHeader('Connection', 'close')
      response.setHeader('Content-Type', 'text/plain; charset=utf-8')
      response.end(process.hostname)
    })
  log(`Serving on port ${port}.`)
  return process.forever()
}

/** Waits for SIGTERM; of the images pause, too. */
export const pause: Program = (process) => {
  process.out('Paused\n')
  return process.forever()
}

/** Serves the files of the container. */
export const testWebserver: Program = (process) => {
  const { flags } = goFlags(process.args)
  process.listenHttp(Number(flags.get('port') ?? 80), serveFiles(process, '/'))
  return process.forever()
}

/** Serves the values of SERVE_PORT_N, SERVE_TCP_PORT_N and SERVE_UDP_PORT_N, and with --json-response the method too. */
export const porter: Program = (process) => {
  const asJson = goFlags(process.args, ['json-response']).flags.get('json-response') === 'true'
  for (const [name, value] of Object.entries(process.env)) {
    const [, protocol, port] = /^SERVE_(?:(TCP|UDP|TLS|SCTP)_)?PORT_(\d+)$/.exec(name) ?? []
    if (port === undefined) continue
    if (protocol === 'UDP') process.listenUdp(Number(port), () => Buffer.from(value))
    else if (protocol === undefined || protocol === 'TCP')
      process.listenHttp(Number(port), ({ method }, response) => {
        response.setHeader('Content-Type', asJson ? 'application/json' : 'text/plain; charset=utf-8')
        response.end(asJson ? JSON.stringify({ Method: method, Body: value }) : value)
      })
  }
  return process.forever()
}

const wellForMs = 10_000

/** A server whose /healthz answers 500 ten seconds after its start. */
export const liveness: Program = (process) => {
  const startedAt = process.now()
  process.listenHttp(8080, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://liveness')
    response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    const ranMs = process.now() - startedAt
    if (pathname === '/started') return void response.end(`${ranMs / 1000}s`)
    if (pathname === '/redirect') {
      const to = searchParams.get('loc') ?? ''
      response.writeHead(302, { Location: to })
      return void response.end()
    }
    if (pathname !== '/healthz') {
      response.statusCode = 404
      return void response.end('404 page not found\n')
    }
    response.statusCode = ranMs > wellForMs ? 500 : 200
    response.end(ranMs > wellForMs ? `error: ${ranMs / 1000}` : 'ok')
  })
  return process.forever()
}

/** The program `agnhost entrypoint-tester`: prints its arguments. */
export const entrypointTester: Program = async (process) => {
  process.out(`[${process.program} entrypoint-tester${process.args.map((one) => ` ${one}`).join('')}]\n`)
  return 0
}

const verbs = ['GET', 'POST', 'PUT']

/** Writes lines as a busy server would. */
export const logsGenerator: Program = async (process) => {
  const { flags } = goFlags(process.args)
  const total = Number(flags.get('log-lines-total') ?? flags.get('t') ?? 0)
  const runMs = durationMs(flags.get('run-duration') ?? flags.get('d') ?? '0s') ?? 0
  if (total <= 0) {
    process.err(
      `F0101 00:00:00.000000       1 logs_generator.go:66] Invalid total number of lines: ${total}\n`,
    )
    return 255
  }
  for (let i = 0; i < total; i++) {
    const time = new Date(process.now()).toISOString()
    const klog = `I${time.slice(5, 7)}${time.slice(8, 10)} ${time.slice(11, 19)}.${time.slice(20, 23)}000       1 logs_generator.go:76]`
    const path = `/api/v1/namespaces/${['kube-system', 'default', 'ns'][i % 3]}/pods/${(i * 7919).toString(36)}`
    process.err(`${klog} ${i} ${verbs[i % 3]} ${path} ${200 + ((i * 37) % 400)}\n`)
    await process.sleep(runMs / total)
  }
  return 0
}

/** The program `agnhost connect`: tries a TCP connection or a UDP datagram, and prints why it failed. */
export const connect: Program = async (process) => {
  const { flags, rest } = goFlags(process.args)
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(rest[0] ?? '') ?? []
  const udp = flags.get('protocol') === 'udp'
  const [address] = await addressesOf(process, host)
  if (address === undefined) {
    process.err('DNS\n')
    return 1
  }
  try {
    if (udp) {
      const answer = await process.network.datagram(
        process.pod,
        address,
        Number(port),
        Buffer.from('hostname'),
      )
      if (answer === undefined) throw Object.assign(new Error(), { code: 'ETIMEDOUT' })
    } else (await process.network.dial(process.pod, address, Number(port))).destroy()
    return 0
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    process.err(code === 'ECONNREFUSED' ? 'REFUSED\n' : code === 'ETIMEDOUT' ? 'TIMEOUT\n' : 'OTHER\n')
    return 1
  }
}

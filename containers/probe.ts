// Upstream: pkg/kubelet/prober/prober.go, pkg/probe/{http,tcp,grpc,exec}
import { connect } from 'node:http2'
import type { Duplex } from 'node:stream'
import { PassThrough } from 'node:stream'
import type { Probe } from '../api/core-v1.ts'
import type { Clock } from '../component-base/clock.ts'
import { joinHostPort } from '../component-base/go/net.ts'
import { getOver, handlerHeaders } from './handler-http.ts'
import { CannotRun, NoSuchProgram, type StandardStreams } from './node-containers.ts'
import type { Container } from './pod.ts'
import type { Peer } from './process.ts'
import { grpcFrame, healthCheckPath } from './programs/grpc-health.ts'

/** The result of a probe: `unknown` where it could not be asked, and where what it asks is not simulated. */
export interface ProbeResult {
  result: 'success' | 'failure' | 'unknown'
  /** The output in the kubelet's words. */
  output: string
}

/** A handler of a probe, or of a container's lifecycle. */
export type Handler = Pick<Probe, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'>

/** The container that is probed. */
export interface Probed {
  container: Container
  address: string
  clock: Clock
  /** The kubelet's release, as `1.36`. */
  version: string
  dial(port: number, from: Peer | undefined): Promise<Duplex>
  exec(command: readonly string[], streams: StandardStreams, signal: AbortSignal): Promise<number>
}

/** A port by its number or the name that it has in the container; undefined where there is none of that name. */
export function portOf({ ports = [] }: Container, port: number | string | undefined): number | undefined {
  if (typeof port === 'number') return port
  const named = ports.find(({ name }) => name === port)?.containerPort
  return named ?? (/^\d+$/.test(port ?? '') ? Number(port) : undefined)
}

class Late extends Error {}

/** Evaluates a probe once. */
export async function runProbe(
  probed: Probed,
  probe: Handler & Pick<Probe, 'timeoutSeconds'>,
): Promise<ProbeResult> {
  const timeoutMs = (probe.timeoutSeconds ?? 1) * 1000
  const late = new AbortController()
  const cancel = probed.clock.setTimeout(() => late.abort(new Late()), timeoutMs)
  const over = new Promise<never>((_, reject) =>
    late.signal.addEventListener('abort', () => reject(late.signal.reason)),
  )
  over.catch(() => {})
  try {
    return await Promise.race([ask(probed, probe, late.signal), over])
  } catch (error) {
    if (error instanceof Late) return { result: 'failure', output: lateText(probed, probe) }
    if (error instanceof CannotRun) return { result: 'unknown', output: error.message }
    if (error instanceof NoSuchProgram) return { result: 'unknown', output: error.message }
    return { result: 'failure', output: (error as Error).message }
  } finally {
    cancel()
  }
}

function ask(
  probed: Probed,
  { exec, httpGet, tcpSocket, grpc }: Handler,
  signal: AbortSignal,
): Promise<ProbeResult> {
  if (exec !== undefined) return askProgram(probed, exec.command ?? [], signal)
  if (httpGet !== undefined) return askHttp(probed, httpGet)
  if (tcpSocket !== undefined) return askTcp(probed, tcpSocket)
  if (grpc !== undefined) return askGrpc(probed, grpc)
  return Promise.resolve({ result: 'success', output: '' })
}

function lateText(
  probed: Probed,
  { exec, httpGet, tcpSocket, grpc, timeoutSeconds = 1 }: Handler & Pick<Probe, 'timeoutSeconds'>,
): string {
  if (exec !== undefined)
    return `command timed out: ${JSON.stringify((exec.command ?? []).join(' '))} timed out after ${timeoutSeconds}s`
  if (httpGet !== undefined)
    return `Get ${JSON.stringify(urlOf(probed, httpGet))}: context deadline exceeded (Client.Timeout exceeded while awaiting headers)`
  const port = portOf(probed.container, tcpSocket?.port as number | string | undefined) ?? grpc?.port
  return tcpSocket !== undefined
    ? `dial tcp ${joinHostPort(probed.address, String(port))}: i/o timeout`
    : `timeout: failed to connect service "${joinHostPort(probed.address, String(port))}" within ${timeoutSeconds}s: context deadline exceeded`
}

/** The limit of a probe program's output that is kept, in bytes. */
const mostOutput = 10 * 1024

async function askProgram(
  { exec }: Probed,
  command: readonly string[],
  signal: AbortSignal,
): Promise<ProbeResult> {
  let output = ''
  const keep = new PassThrough()
  keep.on('data', (chunk: Buffer) => {
    if (output.length < mostOutput) output += chunk.toString()
  })
  const exitCode = await exec(command, { stdout: keep, stderr: keep, tty: false }, signal)
  await new Promise(setImmediate)
  return { result: exitCode === 0 ? 'success' : 'failure', output: output.slice(0, mostOutput) }
}

type HttpGet = NonNullable<Handler['httpGet']>

/** The URL that a probe or hook asks. */
export function urlOf(
  { container, address }: Pick<Probed, 'container' | 'address'>,
  { host, port, path = '/', scheme = 'HTTP' }: HttpGet,
): string {
  const name = host === undefined || host === '' ? address : host
  const number = portOf(container, port as number | string | undefined)
  return `${scheme.toLowerCase()}://${joinHostPort(name, String(number))}${path.startsWith('/') ? path : `/${path}`}`
}

async function askHttp(probed: Probed, get: HttpGet): Promise<ProbeResult> {
  const port = portOf(probed.container, get.port as number | string | undefined)
  if (port === undefined) return { result: 'unknown', output: `couldn't find port: ${get.port}` }
  const url = urlOf(probed, get)
  if (get.host !== undefined && get.host !== '' && get.host !== probed.address)
    return { result: 'unknown', output: `a probe of ${url} is not simulated` }
  const connection = await dialed(probed, port, (why) => `Get ${JSON.stringify(url)}: ${why}`)
  const { status } = await getOver(connection, url, handlerHeaders(get, `kube-probe/${probed.version}`))
  return status >= 200 && status < 400
    ? { result: 'success', output: '' }
    : { result: 'failure', output: `HTTP probe failed with statuscode: ${status}` }
}

async function dialed(
  { dial, address }: Probed,
  port: number,
  text: (why: string) => string,
): Promise<Duplex> {
  try {
    return await dial(port, undefined)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
    throw new Error(text(`dial tcp ${joinHostPort(address, port)}: connect: connection refused`))
  }
}

async function askTcp(
  probed: Probed,
  { port: given }: NonNullable<Handler['tcpSocket']>,
): Promise<ProbeResult> {
  const port = portOf(probed.container, given as number | string | undefined)
  if (port === undefined) return { result: 'unknown', output: `couldn't find port: ${given}` }
  const connection = await dialed(probed, port, (why) => why)
  connection.destroy()
  return { result: 'success', output: '' }
}

async function askGrpc(
  probed: Probed,
  { port = 0, service }: NonNullable<Handler['grpc']>,
): Promise<ProbeResult> {
  const at = joinHostPort(probed.address, port)
  const connection = await dialed(
    probed,
    port,
    (why) =>
      `timeout: failed to connect service ${JSON.stringify(at)} within 1s: context deadline exceeded: connection error: desc = "transport: Error while dialing: ${why}"`,
  )
  const session = connect(`http://${at}`, { createConnection: () => connection })
  try {
    const name = Buffer.from(service ?? '')
    const message =
      name.length === 0 ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0x0a, name.length]), name])
    const { code, status } = await new Promise<{ code: number; status: number }>((resolve, reject) => {
      session.on('error', reject)
      const stream = session.request({
        ':method': 'POST',
        ':path': healthCheckPath,
        'content-type': 'application/grpc',
        te: 'trailers',
      })
      const chunks: Buffer[] = []
      let found = 0
      stream.on('trailers', (trailers) => (found = Number(trailers['grpc-status'] ?? 0)))
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', reject)
      stream.on('end', () => resolve({ code: found, status: Buffer.concat(chunks)[6] ?? 0 }))
      stream.end(grpcFrame(message))
    })
    if (code !== 0) return { result: 'failure', output: `service unhealthy (responded with "UNKNOWN")` }
    return status === 1
      ? { result: 'success', output: 'service healthy' }
      : {
          result: 'failure',
          output: `service unhealthy (responded with ${JSON.stringify(status === 2 ? 'NOT_SERVING' : 'UNKNOWN')})`,
        }
  } finally {
    session.destroy()
    connection.destroy()
  }
}

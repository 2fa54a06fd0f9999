// Upstream: pkg/kubelet/lifecycle/handlers.go
import type { Duplex } from 'node:stream'
import { PassThrough } from 'node:stream'
import type { LifecycleHandler } from '../api/core-v1.ts'
import { joinHostPort } from '../component-base/go/net.ts'
import { getOver, handlerHeaders, plainAnswer } from './handler-http.ts'
import { CannotRun, type StandardStreams } from './node-containers.ts'
import { type Pod, podText } from './pod.ts'
import { type Probed, portOf, urlOf } from './probe.ts'

/** The container whose hook runs. */
export interface Hooked extends Pick<Probed, 'container' | 'address' | 'version' | 'exec'> {
  pod: Pod
  dial(address: string, port: number): Promise<Duplex>
}

class HookError extends Error {
  readonly output: string | undefined
  constructor(message: string, output?: string) {
    super(message)
    this.output = output
  }
}

/** Runs a hook but `sleep` once. @returns why it failed, in the kubelet's words; undefined: it did not. Throws CannotRun */
export async function runHook(
  hooked: Hooked,
  handler: LifecycleHandler,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { exec, httpGet } = handler
  const where = `for Container ${JSON.stringify(hooked.container.name)} in Pod ${JSON.stringify(podText(hooked.pod))}`
  try {
    if (exec !== undefined) await runProgram(hooked, exec.command ?? [], signal)
    else if (httpGet !== undefined) await get(hooked, httpGet)
    else throw new HookError(`invalid handler: ${asGo(handler)}`)
    return undefined
  } catch (error) {
    if (error instanceof CannotRun) throw error
    const { message } = error as Error
    if (exec !== undefined) {
      const output = (error instanceof HookError ? error.output : undefined) ?? ''
      return `Exec lifecycle hook ([${(exec.command ?? []).join(' ')}]) ${where} failed - error: ${message}, message: ${JSON.stringify(output)}`
    }
    return httpGet === undefined
      ? `Cannot run handler: ${message}`
      : `HTTP lifecycle hook (${httpGet.path ?? ''}) ${where} failed - error: ${message}`
  }
}

async function runProgram({ exec }: Hooked, command: readonly string[], signal: AbortSignal): Promise<void> {
  const texts = { all: '', errors: '' }
  const stream = (isError: boolean): PassThrough => {
    const keep = new PassThrough()
    keep.on('data', (chunk: Buffer) => {
      texts.all += chunk.toString()
      if (isError) texts.errors += chunk.toString()
    })
    return keep
  }
  const streams: StandardStreams = { stdout: stream(false), stderr: stream(true), tty: false }
  const exitCode = await exec(command, streams, signal)
  await new Promise(setImmediate)
  if (exitCode !== 0)
    throw new HookError(`command '${command.join(' ')}' exited with ${exitCode}: ${texts.errors}`, texts.all)
}

/** Whatever a server answers is well. */
async function get(hooked: Hooked, action: NonNullable<LifecycleHandler['httpGet']>): Promise<void> {
  const port = portOf(hooked.container, action.port as number | string | undefined)
  if (port === undefined) throw new HookError(`couldn't find port: ${action.port}`)
  const url = urlOf(hooked, action)
  const headers = handlerHeaders(action, `kube-lifecycle/${hooked.version}`)
  const { hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const dial = (): Promise<Duplex> =>
    hooked.dial(host, port).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof CannotRun) throw error
      const why = error.code === 'ECONNREFUSED' ? 'connect: connection refused' : error.message
      throw new HookError(`Get ${JSON.stringify(url)}: dial tcp ${joinHostPort(host, port)}: ${why}`)
    })
  try {
    await getOver(await dial(), url, headers)
  } catch (error) {
    // Until 1.25 all hooks were asked by http: those that name https by mistake go on to work.
    if (!(error as Error).message.endsWith(plainAnswer)) throw error
    const { authorization: _authorization, ...rest } = headers
    await getOver(await dial(), url.replace(/^https/, 'http'), rest)
  }
}

/** A hook that names a TCP port is taken by servers, and nothing runs it. */
function asGo({ tcpSocket }: LifecycleHandler): string {
  const { port, host = '' } = tcpSocket ?? {}
  const number = typeof port === 'number' ? `{0 ${port} }` : `{1 0 ${port ?? ''}}`
  const socket = tcpSocket === undefined ? 'nil' : `&TCPSocketAction{Port:${number},Host:${host},}`
  return `&LifecycleHandler{Exec:nil,HTTPGet:nil,TCPSocket:${socket},Sleep:nil,}`
}

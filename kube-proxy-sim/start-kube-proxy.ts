// kube-proxy in this process, from its own command line.
import { type ClientConfig, loadKubeconfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { type Clock, realClock } from '../component-base/clock.ts'
import type { OpenDirect } from '../component-base/direct-line.ts'
import type { Connect } from '../component-base/in-process-connection.ts'
import { klogLogger } from '../component-base/klog.ts'
import { type Random, realRandom } from '../component-base/random.ts'
import type { Release } from '../component-base/release.ts'
import { type StartWhy, startWhy } from '../component-base/start-refusal.ts'
import { checkWritable } from './config/write-config.ts'
import { KubeProxy } from './kube-proxy.ts'
import { KubeProxyStartError } from './options/kube-proxy-start-error.ts'
import {
  droppedLines,
  logWritten,
  type PreparedKubeProxy,
  prepareKubeProxy,
  reportStartError,
} from './options/prepare-kube-proxy.ts'
import { KubeProxyExit, KubeProxyRunError } from './startup/run-error.ts'

/** A running kube-proxy, or the exit code and stderr of one that did not start. */
export type StartedKubeProxy =
  | { ok: true; component: KubeProxy; gates: PreparedKubeProxy['gates'] }
  | ({ ok: false; exitCode: number; stderr: string } & Partial<StartWhy>)

/** The release and command line of a kube-proxy, and its access to files, time and the server. */
export interface StartKubeProxyOptions {
  release: Release
  /** The command line after the program, as the real one takes it. */
  args: readonly string[]
  readFile: (path: string) => Promise<string>
  /** Used where no kubeconfig can be read from the files that the configuration names. */
  fallback: ClientConfig
  /** The node's name where the command line has none. */
  hostname?: string
  clock?: Clock
  random?: Random
  /** The clock that measures how long the start waits. Default: `clock` */
  startClock?: Clock
  /** Opens connections to the server in place of sockets. */
  connect?: Connect
  /** Sends requests to the server without connections, where it has a line there. */
  direct?: OpenDirect
  /** Receives what is written to stderr after the start. */
  log?: (line: string) => void
}

const startMs = 2000

function recorder({ clock = realClock, log = () => {} }: StartKubeProxyOptions) {
  let text: string | undefined = ''
  const write = (line: string): void => {
    if (text !== undefined) text = `${text}${line}`.slice(-100_000)
    log(line)
  }
  return {
    logger: klogLogger({ write, now: () => clock.now(), pid: 1, source: 'server.go:125' }),
    notice: (line: string) => write(`${line}\n`),
    text: () => text ?? '',
    /** Called once kube-proxy runs: the text of its start is not needed any more. */
    started: () => {
      text = undefined
    },
  }
}

/**
 * Starts a kube-proxy that serves no ports, since several nodes live in one process. Resolves when rules were programmed, or
 * after two seconds.
 */
export async function startKubeProxy(options: StartKubeProxyOptions): Promise<StartedKubeProxy> {
  const { release, args, readFile, clock = realClock, random = realRandom } = options
  const stderr = recorder(options)
  const refused = (exitCode: number): StartedKubeProxy & { ok: false } => ({
    ok: false,
    exitCode,
    stderr: stderr.text(),
  })
  let proxy: KubeProxy
  let initOnly: boolean
  let gates: PreparedKubeProxy['gates']
  try {
    const prepared = await prepareKubeProxy(args, { release, readText: readFile, ...stderr })
    if ('print' in prepared) return { ok: false, exitCode: 0, stderr: prepared.print }
    if (prepared.cleanup) return refused(0)
    initOnly = prepared.initOnly
    gates = prepared.gates
    const config = await clientConfig(prepared, options)
    const client = new RestClient(config, userAgent(release), undefined, options.connect, options.direct)
    proxy = new KubeProxy({
      prepared,
      hostname: options.hostname ?? 'localhost',
      client,
      clock,
      random,
      listen: false,
      onStop: () => client.close(),
    })
  } catch (error) {
    if (error instanceof KubeProxyStartError)
      return { ...refused(reportStartError(error, stderr)), ...startWhy(error) }
    throw error
  }
  const ended = await new Promise<unknown>((resolve) => {
    const cancel = (options.startClock ?? clock).setTimeout(() => resolve(undefined), startMs)
    void proxy
      .start()
      .then(() => undefined)
      .catch((error: unknown) => error)
      .then((error) => {
        cancel()
        resolve(error)
      })
  })
  if (ended === undefined && initOnly) return refused(0)
  if (ended === undefined) {
    stderr.started()
    return { ok: true, component: proxy, gates }
  }
  await proxy.stop()
  if (!(ended instanceof KubeProxyRunError)) throw ended
  logRunError(stderr.logger, ended)
  return refused(1)
}

/** Logs the error that ends kube-proxy, in the lines of the real one. */
export function logRunError(logger: PreparedKubeProxy['logger'], error: Error): void {
  if (error instanceof KubeProxyExit) return
  logger.logS('E', 'Error running ProxyServer', { err: error.message })
  logger.logS('E', 'command failed', { err: error.message })
}

/** The User-Agent of kube-proxy's requests, as client-go builds it. */
export const userAgent = (release: Release): string =>
  `kube-proxy/${release.text} (linux/amd64) kubernetes/0000000`

async function clientConfig(
  { config, master }: PreparedKubeProxy,
  { readFile, fallback }: StartKubeProxyOptions,
): Promise<ClientConfig> {
  const path = config.clientConnection.kubeconfig
  const text = path === '' ? undefined : await readFile(path).catch(() => undefined)
  const found = text === undefined ? fallback : await loadKubeconfig(text, readFile)
  return master === '' ? found : { ...found, server: master }
}

/** Carries out a command line that only writes or prints: `--write-config-to`, `--version`, `--help`. */
export async function writeKubeProxyConfig(
  options: Pick<StartKubeProxyOptions, 'release' | 'args' | 'readFile' | 'clock'>,
): Promise<{ exitCode: number; stderr: string; files: Record<string, string> } & Partial<StartWhy>> {
  const stderr = recorder({ ...options, fallback: { server: '' } })
  const { release, args, readFile } = options
  const files: Record<string, string> = {}
  try {
    const prepared = await prepareKubeProxy(args, { release, readText: readFile, ...stderr })
    if ('print' in prepared) return { exitCode: 0, stderr: prepared.print, files }
    if (prepared.writeConfigTo !== undefined) {
      files[prepared.writeConfigTo] = ''
      try {
        checkWritable(prepared.config)
      } catch (error) {
        logRunError(prepared.logger, error as Error)
        return { exitCode: 1, stderr: stderr.text(), files }
      }
      files[prepared.writeConfigTo] = prepared.configText
      for (const line of droppedLines(prepared.dropped, prepared.writes)) stderr.notice(line)
      logWritten(prepared, prepared.writeConfigTo)
    }
    return { exitCode: 0, stderr: stderr.text(), files }
  } catch (error) {
    if (!(error instanceof KubeProxyStartError)) throw error
    const exitCode = reportStartError(error, stderr)
    return { exitCode, stderr: stderr.text(), files, ...startWhy(error) }
  }
}

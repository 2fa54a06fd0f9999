// curl, to the components of this machine only.

import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ResolvedCommandContext } from 'just-bash'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import {
  type CurlAnswer,
  type CurlFailure,
  portOf,
  refusedBy,
  unanswered,
} from '../../containers/curl/answer.ts'
import type { CurlOptions } from '../../containers/curl/options.ts'
import type { CurlRequest } from '../../containers/curl/request.ts'
import { runCurl } from '../../containers/curl/run-curl.ts'
import { shellFiles } from '../../containers/curl/shell-files.ts'
import { CannotRun } from '../../containers/node-containers.ts'
import type { Limit } from '../reason.ts'
import type { CommandResult } from './command-result.ts'
import { componentAnswer, dialledAt, isPortTaken } from './component-ports.ts'
import { selfSigned, sendHttp, type Trust } from './curl-http.ts'
import type { Host } from './host.ts'
import type { Machine } from './machine.ts'
import { connectFrom } from './network.ts'

type Outcome = CurlAnswer | CurlFailure

/** Who asks, and from where. */
interface Asker {
  machine: Machine
  host: Host
  options: CurlOptions
  /** The text of a file; undefined where it cannot be read. */
  read(name: string): Promise<string | undefined>
  /** Takes note of a limit that a request met. */
  meets(limit: Limit): void
}

/** Runs curl against the machine's own components; refuses any other host. */
export async function curl(
  machine: Machine,
  args: string[],
  context: ResolvedCommandContext,
  host: Host,
): Promise<CommandResult> {
  let limit: Limit | undefined
  const meets = (one: Limit): void => {
    limit ??= one
  }
  const { readFile, writeFile } = shellFiles(context)
  const read = async (name: string): Promise<string | undefined> => {
    const bytes = await readFile(name)
    return bytes && Buffer.from(bytes).toString()
  }
  try {
    const result = await runCurl(args, {
      exchange: (url, request, options) => exchange({ machine, host, options, read, meets }, url, request),
      readFile,
      writeFile: async (name, bytes) => name === '/dev/null' || writeFile(name, bytes),
      sleep: async (ms) => context.sleep?.(ms),
      now: () => machine.options.clock.now(),
    })
    return { ...result, stdoutKind: 'bytes', ...(limit === undefined ? {} : { limit }) }
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    return { stdout: '', stderr: `${error.message}\n`, exitCode: 2, limit: 'not simulated' }
  }
}

async function exchange(asker: Asker, url: URL, request: CurlRequest): Promise<Outcome> {
  const trust = await trustOf(asker, url)
  if ('exitCode' in trust) return trust
  const component = await ofComponent(asker, url, request, trust)
  if (component !== undefined) return component
  const forwarded = await throughForward(asker, url, request)
  if (forwarded !== undefined) return forwarded
  const left = refusedByLeft(asker, url)
  const target = left === undefined ? ownAddress(asker.machine, url) : undefined
  if (target !== undefined) {
    const shown = target.proxied ? adminTrust(asker.machine) : trust
    return sendHttp(target.url, request, shown).catch((error: Error) => ({ exitCode: 7, why: error.message }))
  }
  const reached = (await throughCluster(asker, url, request)) ?? left
  if (reached !== undefined) return reached
  asker.meets('no packets')
  const name = url.protocol === 'file:' ? '' : url.host
  return {
    exitCode: 7,
    why: `Failed to connect to ${name}: this machine reaches its own cluster only`,
    always: true,
  }
}

/** Certificate, key and authorities, of the files that hold them; the failure of one that cannot be read. */
async function trustOf({ options, read }: Asker, url: URL): Promise<Trust | CurlFailure> {
  if (url.protocol !== 'https:') return { name: undefined }
  const { cert, key = cert, cacert, insecure } = options
  const ca = cacert === undefined ? undefined : await read(cacert)
  if (cacert !== undefined && ca === undefined)
    return { exitCode: 77, why: `error setting certificate file: ${cacert}` }
  const name = insecure ? undefined : url.hostname.replace(/^\[|\]$/g, '')
  if (cert === undefined) return { ca, name }
  const [shown, ofKey] = [await read(cert), await read(key!)]
  if (shown === undefined || ofKey === undefined) {
    const [file, what] =
      shown === undefined ? [cert, 'load PEM client certificate from'] : [key, 'set private key file:']
    return { exitCode: 58, why: `could not ${what} ${file}` }
  }
  return { ca, name, cert: shown, key: ofKey }
}

/** The answer of the pod that a port of this computer is forwarded to; undefined where none is. */
async function throughForward(
  { machine, host, meets }: Asker,
  url: URL,
  request: CurlRequest,
): Promise<Outcome | undefined> {
  const { forwards } = machine.kubectl
  const dialled = dialledAt(machine, host, url.hostname, portOf(url))
  if (url.protocol !== 'http:') {
    if (!forwards.listensAt(host.name, dialled)) return undefined
    meets('not simulated')
    return {
      exitCode: 35,
      why: `TLS with what ${url.host} is forwarded to is not simulated`,
      always: true,
    }
  }
  const connection = forwards.dial(host.name, dialled)
  return connection && overConnection(url, request, connection)
}

/** The failure of a port of this computer that was forwarded, and at which nothing listens any more; undefined for others. */
function refusedByLeft({ machine, host }: Asker, url: URL): CurlFailure | undefined {
  const port = portOf(url)
  const dialled = dialledAt(machine, host, url.hostname, port)
  if (!machine.kubectl.forwards.hasLeft(host.name, dialled) || isPortTaken(machine, host, port))
    return undefined
  return refusedBy(url)
}

/** The answer of who has an address of the cluster; undefined where nobody of it does, or it is no plain HTTP. */
async function throughCluster(
  { machine, host, options, meets }: Asker,
  url: URL,
  request: CurlRequest,
): Promise<Outcome | undefined> {
  if (url.protocol !== 'http:') return undefined
  const port = portOf(url)
  const reached = await connectFrom(machine, host, url.hostname, port)
  if ('connection' in reached) return overConnection(url, request, reached.connection)
  if (reached.failed === 'refused') return refusedBy(url)
  if (reached.failed === 'timeout') return unanswered(url, options)
  if (reached.failed !== 'no program') return undefined
  meets('no packets')
  const why = `Failed to connect to ${url.hostname} port ${port}: ${reached.says}`
  return { exitCode: 7, why, always: true }
}

const overConnection = (url: URL, request: CurlRequest, connection: Duplex): Promise<Outcome> =>
  sendHttp(url, request, { name: undefined }, connection).catch(({ message }: Error) => ({
    exitCode: 52,
    why: `Empty reply from server (${message})`,
  }))

const isLoopback = ({ hostname }: URL): boolean => /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)

/** Loopback addresses are the machine's own; the server's usual ports stand for the port that it really has. */
function ownAddress(machine: Machine, url: URL): { url: URL; proxied: boolean } | undefined {
  const server = machine.cluster.apiserver?.url
  if (!isLoopback(url) || server === undefined) return undefined
  const own = new URL(server)
  const proxied = url.protocol === 'http:' && Number(url.port) === machine.kubectl.proxyPort
  if (!proxied && url.port !== own.port && !/^(6443|443|8443|)$/.test(url.port)) return undefined
  const target = new URL(url)
  target.protocol = own.protocol
  target.host = own.host
  return { url: target, proxied }
}

/** `kubectl proxy` asks as whoever started it. */
function adminTrust(machine: Machine): Trust {
  const { cert = '', key = '' } = parseKubeconfig(machine.cluster.apiserver!.kubeconfig('admin'))
  return { cert, key, name: undefined }
}

/** What a component of the computer answers; undefined where the address is none of a component's. */
async function ofComponent(
  { machine, host }: Asker,
  url: URL,
  { method, headers }: CurlRequest,
  { name, ...shown }: Trust,
): Promise<Outcome | undefined> {
  const [, authorization] = headers.find(([one]) => /^authorization$/i.test(one)) ?? []
  const answer = await componentAnswer(machine, host, {
    ...{ url, method, authorization },
    shown: async () => shown,
  })
  if (answer === undefined) return undefined
  if (name !== undefined) return selfSigned
  const { status, contentType, body } = answer
  const reason = STATUS_CODES[status] ?? ''
  return { status, reason, headers: [['content-type', contentType]], body: Buffer.from(body) }
}

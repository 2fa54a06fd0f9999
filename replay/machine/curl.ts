// curl, to the components of this machine only.

import { request as httpRequest, type IncomingMessage, STATUS_CODES } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { decodeBytesToUtf8, type ResolvedCommandContext } from 'just-bash'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import type { CommandResult } from './command-result.ts'
import { componentAnswer, dialledAt, isPortTaken } from './component-ports.ts'
import type { Host } from './host.ts'
import type { Machine } from './machine.ts'
import { connectFrom } from './network.ts'

interface CurlOptions {
  url: string
  method: string | undefined
  headers: Record<string, string>
  data: string | undefined
  files: { cert?: string; key?: string; output?: string }
  include: boolean
  head: boolean
  silent: boolean
  /** Also where it is to be silent. */
  showError: boolean
  /** After which it gives up. */
  seconds: number | undefined
  fail: boolean
  writeOut: string | undefined
}

const withValue =
  /^(-X|--request|-H|--header|-d|--data|--data-binary|--data-raw|-o|--output|--cert|-E|--key|--cacert|-w|--write-out|-m|--max-time|--connect-timeout|--retry|-u|--user|-A|--user-agent|--oauth2-bearer|--resolve)$/

/** Runs curl against the machine's own components; refuses any other host. */
export async function curl(
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
  host: Host,
): Promise<CommandResult> {
  const options = parseArgs(args)
  const read = async (text: string): Promise<string> =>
    text === '@-'
      ? decodeBytesToUtf8(ctx.stdin)
      : text.startsWith('@')
        ? ctx.fs.readFile(ctx.fs.resolvePath(ctx.cwd, text.slice(1)))
        : text
  if (options.data !== undefined) options.data = await read(options.data)
  const component = await ofComponent(machine, host, options, ctx)
  if (component !== undefined) return finish(component, options, ctx)
  const forwarded = await throughForward(machine, host, options)
  if (forwarded !== undefined) return 'message' in forwarded ? finish(forwarded, options, ctx) : forwarded
  const left = refusedByLeft(machine, host, options)
  const target = left === undefined ? ownAddress(machine, options.url) : undefined
  if (target === undefined) {
    const reached = (await throughCluster(machine, host, options)) ?? left
    if (reached !== undefined) return 'message' in reached ? finish(reached, options, ctx) : reached
    const name = options.url.replace(/^\w+:\/\//, '').split(/[/?]/)[0]
    return {
      stdout: '',
      stderr: `curl: (7) Failed to connect to ${name}: this machine reaches its own cluster only\n`,
      exitCode: 7,
      limit: 'no packets',
    }
  }
  const credentials = await shownBy(options, ctx)
  try {
    const answer = await send(target.url, options, target.proxied ? adminCredentials(machine) : credentials)
    return finish(answer, options, ctx)
  } catch (error) {
    return {
      stdout: '',
      stderr: `curl: (7) ${error instanceof Error ? error.message : String(error)}\n`,
      exitCode: 7,
    }
  }
}

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** The answer of the pod that a port of this computer is forwarded to; undefined where none is. */
async function throughForward(
  machine: Machine,
  host: Host,
  options: CurlOptions,
): Promise<Answer | CommandResult | undefined> {
  const url = parsedUrl(options.url)
  if (url === undefined) return undefined
  const { forwards } = machine.kubectl
  const dialled = dialledAt(machine, host, url.hostname, portOf(url))
  if (url.protocol !== 'http:')
    return forwards.listensAt(host.name, dialled)
      ? {
          ...failed(options, 35, `TLS with what ${url.host} is forwarded to is not simulated`),
          limit: 'not simulated',
        }
      : undefined
  const connection = forwards.dial(host.name, dialled)
  return connection && overConnection(url, options, connection)
}

/** The failure of a port of this computer that was forwarded, and at which nothing listens any more; undefined for others. */
function refusedByLeft(machine: Machine, host: Host, options: CurlOptions): CommandResult | undefined {
  const url = parsedUrl(options.url)
  if (url === undefined) return undefined
  const port = portOf(url)
  const dialled = dialledAt(machine, host, url.hostname, port)
  if (!machine.kubectl.forwards.hasLeft(host.name, dialled) || isPortTaken(machine, host, port))
    return undefined
  return refused(options, url)
}

const refused = (options: CurlOptions, url: URL): CommandResult =>
  failed(
    options,
    7,
    `Failed to connect to ${url.hostname.replace(/^\[|\]$/g, '')} port ${portOf(url)} after 0 ms: Couldn't connect to server`,
  )

/** The answer of who has an address of the cluster; undefined where nobody of it does, or it is no plain HTTP. */
async function throughCluster(
  machine: Machine,
  host: Host,
  options: CurlOptions,
): Promise<Answer | CommandResult | undefined> {
  const url = parsedUrl(options.url)
  if (url?.protocol !== 'http:') return undefined
  const port = portOf(url)
  const reached = await connectFrom(machine, host, url.hostname, port)
  if ('connection' in reached) return overConnection(url, options, reached.connection)
  const place = `Failed to connect to ${url.hostname} port ${port}`
  if (reached.failed === 'refused') return refused(options, url)
  if (reached.failed === 'timeout') {
    const ms = (options.seconds ?? connectSeconds) * 1000
    return failed(options, 28, `${place} after ${ms} ms: Timeout was reached`)
  }
  return reached.failed === 'no program'
    ? { stdout: '', stderr: `curl: (7) ${place}: ${reached.says}\n`, exitCode: 7, limit: 'no packets' }
    : undefined
}

const overConnection = (
  url: URL,
  options: CurlOptions,
  connection: Duplex,
): Promise<Answer | CommandResult> =>
  send(url, options, {}, connection).catch((error: Error) =>
    failed(options, 52, `Empty reply from server (${error.message})`),
  )

const isLoopback = ({ hostname }: URL): boolean => /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)

/** So long Linux tries to connect. */
const connectSeconds = 134

/** What curl says of its failure, unless it is to say nothing. */
const failed = ({ silent, showError }: CurlOptions, exitCode: number, text: string): CommandResult => ({
  stdout: '',
  stderr: silent && !showError ? '' : `curl: (${exitCode}) ${text}\n`,
  exitCode,
})

function parseArgs(args: string[]): CurlOptions {
  const options: CurlOptions = {
    url: '',
    method: undefined,
    headers: {},
    data: undefined,
    files: {},
    include: false,
    head: false,
    silent: false,
    showError: false,
    seconds: undefined,
    fail: false,
    writeOut: undefined,
  }
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    if (withValue.test(arg)) assign(options, arg, args[++i] ?? '')
    else if (/^-X./.test(arg)) options.method = arg.slice(2)
    else if (/^--\w[\w-]*=/.test(arg))
      assign(options, arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1))
    else if (arg.startsWith('--'))
      flag(
        options,
        { '--silent': 's', '--show-error': 'S', '--include': 'i', '--head': 'I', '--fail': 'f' }[arg] ?? '',
      )
    else if (arg.startsWith('-')) for (const c of arg.slice(1)) flag(options, c)
    else options.url = arg
  }
  return options
}

function flag(options: CurlOptions, letter: string): void {
  if (letter === 's') options.silent = true
  if (letter === 'S') options.showError = true
  if (letter === 'i') options.include = true
  if (letter === 'I') options.head = true
  if (letter === 'f') options.fail = true
}

function assign(options: CurlOptions, name: string, value: string): void {
  if (name === '-X' || name === '--request') options.method = value
  else if (name === '-H' || name === '--header')
    options.headers[value.slice(0, value.indexOf(':'))] = value.slice(value.indexOf(':') + 1).trim()
  else if (/^(-d|--data)/.test(name))
    options.data = options.data === undefined ? value : `${options.data}&${value}`
  else if (name === '-o' || name === '--output') options.files.output = value
  else if (name === '--cert' || name === '-E') options.files.cert = value
  else if (name === '--key') options.files.key = value
  else if (name === '-w' || name === '--write-out') options.writeOut = value
  else if (name === '--connect-timeout' || name === '-m' || name === '--max-time')
    options.seconds = Number(value)
  else if (name === '--oauth2-bearer') options.headers['Authorization'] = `Bearer ${value}`
}

/** Loopback addresses are the machine's own; the server's usual ports stand for the port that it really has. */
function ownAddress(machine: Machine, url: string): { url: URL; proxied: boolean } | undefined {
  const parsed = parsedUrl(url)
  const server = machine.cluster.apiserver?.url
  if (parsed === undefined || !isLoopback(parsed) || server === undefined) return undefined
  const own = new URL(server)
  const proxied = parsed.protocol === 'http:' && Number(parsed.port) === machine.kubectl.proxyPort
  if (!proxied && parsed.port !== own.port && !/^(6443|443|8443|)$/.test(parsed.port)) return undefined
  parsed.protocol = own.protocol
  parsed.host = own.host
  return { url: parsed, proxied }
}

/** `kubectl proxy` asks as whoever started it. */
function adminCredentials(machine: Machine): { cert?: string; key?: string } {
  const { cert = '', key = '' } = parseKubeconfig(machine.cluster.apiserver!.kubeconfig('admin'))
  return { cert, key }
}

interface Answer {
  message: Pick<IncomingMessage, 'statusCode' | 'statusMessage' | 'headers'>
  body: string
}

/** The certificate and key that its files hold. */
async function shownBy(
  { files: { cert, key = cert } }: CurlOptions,
  { fs, cwd }: ResolvedCommandContext,
): Promise<{ cert?: string; key?: string }> {
  if (cert === undefined) return {}
  const read = (path: string): Promise<string> => fs.readFile(fs.resolvePath(cwd, path))
  return { cert: await read(cert), key: await read(key!) }
}

async function ofComponent(
  machine: Machine,
  host: Host,
  options: CurlOptions,
  ctx: ResolvedCommandContext,
): Promise<Answer | undefined> {
  const url = parsedUrl(options.url)
  if (url === undefined) return undefined
  const [, authorization] =
    Object.entries(options.headers).find(([name]) => /^authorization$/i.test(name)) ?? []
  const answer = await componentAnswer(machine, host, {
    ...{ url, method: methodOf(options), authorization },
    shown: () => shownBy(options, ctx),
  })
  if (answer === undefined) return undefined
  const { status, contentType, body } = answer
  return {
    message: {
      statusCode: status,
      statusMessage: STATUS_CODES[status],
      headers: { 'content-type': contentType },
    },
    body: options.head ? '' : body,
  }
}

const parsedUrl = (url: string): URL | undefined =>
  URL.canParse(url) && /^\w+:\/\//.test(url)
    ? new URL(url)
    : URL.canParse(`http://${url}`)
      ? new URL(`http://${url}`)
      : undefined

const methodOf = ({ method, head, data }: CurlOptions): string =>
  method ?? (head ? 'HEAD' : data === undefined ? 'GET' : 'POST')

function send(
  url: URL,
  options: CurlOptions,
  credentials: { cert?: string; key?: string },
  connection?: Duplex,
): Promise<Answer> {
  const method = methodOf(options)
  const agent =
    url.protocol === 'https:' ? new Agent({ rejectUnauthorized: false, ...credentials }) : undefined
  const headers = {
    Accept: '*/*',
    'User-Agent': 'curl/8.5.0',
    ...(options.data === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ...options.headers,
  }
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest
    const by = connection === undefined ? { agent } : { createConnection: () => connection as Socket }
    const request = start(url, { method, headers, ...by }, (message) => {
      let body = ''
      message.setEncoding('utf8')
      message.on('data', (chunk: string) => (body += chunk))
      message.on('end', () => resolve({ message, body }))
      message.on('error', reject)
    })
    request.on('error', reject)
    request.end(options.data)
  })
}

async function finish(
  { message, body }: Answer,
  options: CurlOptions,
  ctx: ResolvedCommandContext,
): Promise<CommandResult> {
  const status = message.statusCode ?? 0
  if (options.fail && status >= 400)
    return { stdout: '', stderr: `curl: (22) The requested URL returned error: ${status}\n`, exitCode: 22 }
  const head = `HTTP/1.1 ${status} ${message.statusMessage ?? ''}\n${Object.entries(message.headers)
    .map(([k, v]) => `${k}: ${String(v)}\n`)
    .join('')}\n`
  const text = (options.include || options.head ? head : '') + body
  const output = options.files.output
  if (output !== undefined && output !== '/dev/null')
    await ctx.fs.writeFile(ctx.fs.resolvePath(ctx.cwd, output), text)
  const written = (options.writeOut ?? '').replaceAll('%{http_code}', String(status)).replaceAll('\\n', '\n')
  return { stdout: (output === undefined ? text : '') + written, stderr: '', exitCode: 0 }
}

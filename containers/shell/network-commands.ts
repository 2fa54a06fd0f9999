// wget, nc and nslookup of BusyBox, curl, and what else asks the network. Upstream: busybox/networking, curl/src

import type { ResolvedCommandContext } from 'just-bash'
import { CannotRun } from '../node-containers.ts'
import type { Process } from '../process.ts'
import { exchangeHttp, type HttpAnswer, Unreachable } from '../programs/http.ts'
import { curl } from './curl.ts'
import { dig } from './dig.ts'
import { getent } from './getent.ts'
import { hostAddresses } from './name-service.ts'
import { nslookup } from './nslookup.ts'
import type { ShellCommand, ShellResult } from './shell-command.ts'

const result = (stdout: string, stderr = '', exitCode = 0): ShellResult => ({ stdout, stderr, exitCode })

/** Programs that need a network beneath TCP and UDP, which is not simulated. */
const beneath = ['ping', 'ping6', 'traceroute', 'arping', 'tcpdump', 'iperf', 'iperf3']

/** The shell's commands that reach other hosts. */
export function networkCommands(process: Process, busybox: boolean): Record<string, ShellCommand> {
  const absent = beneath.map((name): [string, ShellCommand] => [
    name,
    async () => {
      throw new CannotRun(`${name} is not simulated`)
    },
  ])
  return {
    curl: (args, context) => curl(process, args, context),
    dig: (args) => dig(process, args),
    getent: (args) => getent(process, args),
    nc: (args, context) => netcat(process, args, context),
    nslookup: async (args) => nslookup(process, args, busybox),
    wget: (args, context) => wget(process, args, context),
    ...Object.fromEntries(absent),
  }
}

const withValue =
  /^(?:-[OoPTUYtYe]|--(?:output-document|output-file|timeout|tries|header|post-data|user-agent))$/

/** The flags of wget that matter here. */
function wgetFlags(args: readonly string[]): {
  quiet: boolean
  spider: boolean
  output?: string
  timeoutMs: number
  headers: Record<string, string>
  body?: string
  url: string
  shows: boolean
} {
  const flags = {
    quiet: false,
    spider: false,
    timeoutMs: 900_000,
    headers: {} as Record<string, string>,
    url: '',
    shows: false,
  } as ReturnType<typeof wgetFlags>
  const assign = (name: string, value: string): void => {
    if (name === '-O' || name === '--output-document') flags.output = value
    if (name === '-T' || name === '--timeout') flags.timeoutMs = Number(value) * 1000
    if (name === '--header')
      flags.headers[value.split(':')[0]!.trim()] = value.slice(value.indexOf(':') + 1).trim()
    if (name === '--post-data') flags.body = value
  }
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    const [, long, value] = /^(--[^=]+)=(.*)$/s.exec(arg) ?? []
    const [, cluster, last, glued] = /^-([qScn]*)([OTPU])(.*)$/.exec(arg) ?? []
    if (long !== undefined) assign(long, value!)
    else if (withValue.test(arg)) assign(arg, args[++i] ?? '')
    else if (last !== undefined) {
      flags.quiet ||= cluster!.includes('q')
      assign(`-${last}`, glued === '' ? (args[++i] ?? '') : glued!)
    } else if (arg === '--spider') flags.spider = true
    else if (arg === '--quiet' || /^-[^-]*q/.test(arg)) flags.quiet = true
    else if (arg === '-S' || arg === '--server-response') flags.shows = true
    else if (!arg.startsWith('-')) flags.url = /^\w+:\/\//.test(arg) ? arg : `http://${arg}`
  }
  return flags
}

const socketText: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  EHOSTUNREACH: 'Host is unreachable',
  ENETUNREACH: 'Network unreachable',
}

async function wget(process: Process, args: string[], context: ResolvedCommandContext): Promise<ShellResult> {
  const flags = wgetFlags(args)
  if (!URL.canParse(flags.url)) return result('', 'wget: missing URL\n', 1)
  let url = new URL(flags.url)
  if (url.protocol !== 'http:') throw new CannotRun(`wget of ${url.protocol}// is not simulated`)
  let said = ''
  let answer: HttpAnswer
  for (let hops = 0; ; hops++) {
    try {
      answer = await exchangeHttp(process, {
        url: url.href,
        method: flags.body === undefined ? 'GET' : 'POST',
        headers: { 'user-agent': 'Wget', connection: 'close', ...flags.headers },
        body: flags.body === undefined ? undefined : Buffer.from(flags.body),
      })
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      const connecting =
        flags.quiet || error.code === 'ENOTFOUND'
          ? ''
          : `Connecting to ${url.host} (${error.host}:${error.port})\n`
      const why =
        error.code === 'ENOTFOUND'
          ? `bad address '${url.host}'`
          : error.code === 'ETIMEDOUT'
            ? 'download timed out'
            : `can't connect to remote host (${error.host}): ${socketText[error.code] ?? error.code}`
      return result('', `${said}${connecting}wget: ${why}\n`, 1)
    }
    if (!flags.quiet) {
      const [address] = await hostAddresses(process, url.hostname)
      said += `Connecting to ${url.host} (${address}:${url.port || 80})\n`
    }
    const to = answer.headers.location
    if (answer.status < 300 || answer.status > 399 || to === undefined || hops === 5) break
    url = new URL(to, url)
  }
  if (flags.shows) said += `  HTTP/1.1 ${answer.status} ${answer.reason}\n`
  if (answer.status >= 400)
    return result('', `${said}wget: server returned error: HTTP/1.1 ${answer.status} ${answer.reason}\n`, 1)
  if (flags.spider) return result('', `${said}${flags.quiet ? '' : 'remote file exists\n'}`, 0)
  if (flags.output === '-') {
    if (!flags.quiet) said += `writing to stdout\n`
    return { ...result(answer.body.toString('latin1'), said, 0), stdoutKind: 'bytes' }
  }
  const name = flags.output ?? (url.pathname.split('/').at(-1) || 'index.html')
  await context.fs.writeFile(context.fs.resolvePath(context.cwd, name), answer.body)
  if (!flags.quiet) said += `saving to '${name}'\n'${name}' saved\n`
  return result('', said, 0)
}

async function netcat(
  process: Process,
  args: string[],
  context: ResolvedCommandContext,
): Promise<ShellResult> {
  const words: string[] = []
  let letters = ''
  for (let i = 0; i < args.length; i++) {
    if (/^-\w*[wip]$/.test(args[i]!)) letters += args[i++]!.slice(1)
    else if (args[i]!.startsWith('-')) letters += args[i]!.slice(1)
    else words.push(args[i]!)
  }
  if (letters.includes('l')) throw new CannotRun('nc -l is not simulated')
  const [host = '', portText = ''] = words
  const port = Number(portText)
  const [address] = await hostAddresses(process, host)
  if (address === undefined) return result('', `nc: bad address '${host}'\n`, 1)
  const data = Buffer.from(String(context.stdin as never), 'latin1')
  try {
    if (letters.includes('u')) {
      const answer = await process.network.datagram(process.pod, address, port, data)
      return { ...result(Buffer.from(answer ?? []).toString('latin1')), stdoutKind: 'bytes' }
    }
    const connection = await process.network.dial(process.pod, address, port)
    if (letters.includes('z')) {
      connection.destroy()
      return result('', letters.includes('v') ? `${host} (${address}:${port}) open\n` : '')
    }
    const chunks: Buffer[] = []
    connection.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise<void>(
      (resolve) =>
        void connection
          .once('close', resolve)
          .once('end', resolve)
          .once('error', () => resolve()),
    )
    connection.end(data)
    await process.outside(ended)
    connection.destroy()
    return { ...result(Buffer.concat(chunks).toString('latin1')), stdoutKind: 'bytes' }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const why =
      code === 'ETIMEDOUT' ? 'timed out' : `${host} (${address}:${port}): ${socketText[code] ?? code}`
    return result('', `nc: ${why}\n`, 1)
  }
}

// Upstream: curl/src (tool_getparam.c, tool_operate.c)

import type { ResolvedCommandContext } from 'just-bash'
import { CannotRun } from '../node-containers.ts'
import type { Process } from '../process.ts'
import { exchangeHttp, type HttpAnswer, Unreachable } from '../programs/http.ts'
import type { ShellCommand } from './shell-command.ts'

interface Flags {
  method: string | undefined
  headers: Record<string, string>
  data: string | undefined
  output: string | undefined
  writeOut: string
  silent: boolean
  showError: boolean
  include: boolean
  head: boolean
  fail: boolean
  follow: boolean
  urls: string[]
}

const valued: Readonly<Record<string, string>> = {
  '--request': 'X',
  '--header': 'H',
  '--data': 'd',
  '--data-raw': 'd',
  '--data-binary': 'd',
  '--output': 'o',
  '--write-out': 'w',
  '--max-time': 'm',
  '--connect-timeout': 'm',
  '--retry': 'm',
  '--retry-delay': 'm',
  '--user-agent': 'A',
  '--url': 'u',
  '--cacert': 'm',
  '--user': 'm',
  '--interface': 'm',
  '--max-redirs': 'm',
}
const plain: Readonly<Record<string, string>> = {
  '--silent': 's',
  '--show-error': 'S',
  '--include': 'i',
  '--head': 'I',
  '--fail': 'f',
  '--location': 'L',
}

function parse(args: readonly string[]): Flags {
  const flags: Flags = {
    method: undefined,
    headers: {},
    data: undefined,
    output: undefined,
    writeOut: '',
    silent: false,
    showError: false,
    include: false,
    head: false,
    fail: false,
    follow: false,
    urls: [],
  }
  const assign = (letter: string, value: string): void => {
    if (letter === 'X') flags.method = value
    if (letter === 'H')
      flags.headers[value.split(':')[0]!.trim().toLowerCase()] = value.slice(value.indexOf(':') + 1).trim()
    if (letter === 'd') flags.data = flags.data === undefined ? value : `${flags.data}&${value}`
    if (letter === 'o') flags.output = value
    if (letter === 'w') flags.writeOut = value
    if (letter === 'A') flags.headers['user-agent'] = value
    if (letter === 'u') flags.urls.push(value)
  }
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    const [, long = '', value] = /^(--[^=]+)(?:=(.*))?$/s.exec(arg) ?? []
    if (long !== '' && Object.hasOwn(valued, long)) assign(valued[long]!, value ?? args[++i] ?? '')
    else if (long !== '') letter(plain[long] ?? '')
    else if (/^-./.test(arg)) {
      for (let at = 1; at < arg.length; at++) {
        if (/[XHdowmAu]/.test(arg[at]!)) {
          assign(arg[at] === 'u' ? 'm' : arg[at]!, arg.slice(at + 1) || (args[++i] ?? ''))
          break
        }
        letter(arg[at]!)
      }
    } else flags.urls.push(arg)
  }
  function letter(one: string): void {
    if (one === 's') flags.silent = true
    if (one === 'S') flags.showError = true
    if (one === 'i') flags.include = true
    if (one === 'I') flags.head = true
    if (one === 'f') flags.fail = true
    if (one === 'L') flags.follow = true
  }
  return flags
}

const usage = "curl: try 'curl --help' or 'curl --manual' for more information\n"

/** Runs curl in a container. @throws CannotRun for what is not HTTP */
export async function curl(
  process: Process,
  args: string[],
  context: ResolvedCommandContext,
): ReturnType<ShellCommand> {
  const flags = parse(args)
  if (flags.urls.length === 0)
    return { stdout: '', stderr: `curl: (2) no URL specified\n${usage}`, exitCode: 2 }
  let [stdout, stderr, exitCode] = ['', '', 0]
  for (const url of flags.urls) {
    const one = await fetchOne(process, url, flags, context)
    stdout += one.stdout
    stderr += one.stderr
    exitCode = one.exitCode
  }
  return { stdout, stderr, exitCode, stdoutKind: 'bytes' }
}

async function fetchOne(
  process: Process,
  text: string,
  flags: Flags,
  context: ResolvedCommandContext,
): Promise<{ stdout: string; stderr: string; exitCode: number }> {
  const quiet = flags.silent && !flags.showError
  const failed = (exitCode: number, why: string) => ({
    stdout: flags.writeOut === '' ? '' : written(flags.writeOut, undefined),
    stderr: quiet ? '' : `curl: (${exitCode}) ${why}\n`,
    exitCode,
  })
  let whole = /^\w+:\/\//.test(text) ? text : `http://${text}`
  if (!URL.canParse(whole)) return failed(3, 'URL using bad/illegal format or missing URL')
  let answer: HttpAnswer
  for (let hops = 0; ; hops++) {
    const url = new URL(whole)
    if (url.protocol !== 'http:') throw new CannotRun(`curl of ${url.protocol}// is not simulated`)
    const port = Number(url.port || 80)
    try {
      answer = await exchangeHttp(process, {
        url: whole,
        method: flags.method ?? (flags.head ? 'HEAD' : flags.data === undefined ? 'GET' : 'POST'),
        headers: {
          'user-agent': 'curl/8.5.0',
          accept: '*/*',
          ...(flags.data === undefined
            ? {}
            : {
                'content-type': 'application/x-www-form-urlencoded',
                'content-length': String(Buffer.byteLength(flags.data)),
              }),
          ...flags.headers,
        },
        body: flags.data === undefined ? undefined : Buffer.from(flags.data),
      })
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      if (error.code === 'ENOTFOUND') return failed(6, `Could not resolve host: ${url.hostname}`)
      const why =
        error.code === 'ECONNREFUSED'
          ? 'Connection refused'
          : error.code === 'ETIMEDOUT'
            ? 'Connection timed out'
            : "Couldn't connect to server"
      return error.code === 'ETIMEDOUT'
        ? failed(28, `Failed to connect to ${url.hostname} port ${port} after 0 ms: ${why}`)
        : failed(7, `Failed to connect to ${url.hostname} port ${port} after 0 ms: ${why}`)
    }
    const to = answer.headers.location
    if (!flags.follow || to === undefined || answer.status < 300 || answer.status > 399) break
    if (hops === 50) return failed(47, 'Maximum (50) redirects followed')
    whole = new URL(to, url).href
  }
  if (flags.fail && answer.status >= 400)
    return failed(22, `The requested URL returned error: ${answer.status}`)
  const head = flags.include || flags.head ? headText(answer) : ''
  const content = head + answer.body.toString('latin1')
  if (flags.output !== undefined)
    await context.fs.writeFile(
      context.fs.resolvePath(context.cwd, flags.output),
      Buffer.from(content, 'latin1'),
    )
  const stdout = flags.output === undefined ? content : ''
  return { stdout: stdout + written(flags.writeOut, answer), stderr: '', exitCode: 0 }
}

function headText({ status, reason, rawHeaders }: HttpAnswer): string {
  const lines = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}\r\n`] : []))
  return `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`
}

const written = (format: string, answer: HttpAnswer | undefined): string =>
  format
    .replaceAll(/%\{(?:http_code|response_code)\}/g, String(answer?.status ?? 0).padStart(3, '0'))
    .replaceAll('%{content_type}', String(answer?.headers['content-type'] ?? ''))
    .replaceAll('%{size_download}', String(answer?.body.length ?? 0))
    .replaceAll(/%\{time_\w+\}/g, '0.000000')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t')

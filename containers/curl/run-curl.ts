// curl, whoever carries what it sends. Upstream: curl src/tool_operate.c
import { CannotRun } from '../node-containers.ts'
import { type CurlAnswer, type CurlFailure, type CurlWorld, headerOf, leadsTo } from './answer.ts'
import { type Exchanged, exchangeFollowing } from './follow.ts'
import { type CurlOptions, type CurlOutput, CurlUsageError, parseCurlOptions } from './options.ts'
import { gatherData, requestFor } from './request.ts'
import { checkWriteOut, type Transferred, writtenOut } from './write-out.ts'

/** What curl wrote, and how it ended. */
export interface CurlResult {
  /** Each character is a byte. */
  stdout: string
  stderr: string
  exitCode: number
}

/** Runs curl. @throws CannotRun for what is not simulated, before anything is sent where an option says it */
export async function runCurl(args: readonly string[], world: CurlWorld): Promise<CurlResult> {
  let options: CurlOptions
  try {
    options = parseCurlOptions(args)
  } catch (error) {
    if (!(error instanceof CurlUsageError)) throw error
    return { stdout: '', stderr: error.message, exitCode: 2 }
  }
  if (options.writeOut !== undefined) checkWriteOut(options.writeOut)
  const addresses = options.urls.map((url) => addressOf(url, options))
  const { bytes, warnings } = await gatherData(options, world.readFile)
  if (options.outputs.length > options.urls.length)
    warnings.push('Warning: Got more output options than URLs\n')
  const whole: CurlResult = { stdout: '', stderr: options.silent ? '' : warnings.join(''), exitCode: 0 }
  for (const [number, url] of addresses.entries()) {
    const typed = options.urls[number]!
    const one = await transfer(world, options, { url, typed, number, data: bytes })
    whole.stdout += one.stdout
    whole.stderr += one.stderr
    whole.exitCode = one.exitCode
    if (options.failEarly && one.exitCode !== 0) break
  }
  return whole
}

/** The address that is meant; undefined where it is none. @throws CannotRun for several in one */
function addressOf(typed: string, { globOff }: CurlOptions): URL | undefined {
  if (!globOff && /[[\]{}]/.test(typed.replace(/^(?:\w+:\/\/)?(?:[^/@]*@)?\[[\da-fA-F:.%]+\]/, '')))
    throw new CannotRun('curl of several addresses in one, with […] or {…}, is not simulated')
  const whole = /^\w+:\/\//.test(typed) ? typed : `http://${typed}`
  return /\s/.test(whole) || !URL.canParse(whole) ? undefined : new URL(whole)
}

interface Asked {
  /** undefined: what is typed is no address. */
  url: URL | undefined
  typed: string
  /** How many addresses came before. */
  number: number
  data: Buffer | undefined
}

const badAddress: CurlFailure = { exitCode: 3, why: 'URL using bad/illegal format or missing URL' }

/** One address, as often as `--retry` says. */
async function transfer(world: CurlWorld, options: CurlOptions, asked: Asked): Promise<CurlResult> {
  const url = asked.url && withQuery(asked.url, options, asked.data)
  let [stdout, stderr, slept, left] = ['', '', 0, options.retry.times]
  for (;;) {
    const exchanged: Exchanged =
      url === undefined
        ? { heads: '', said: '', redirects: 0, url: undefined, outcome: badAddress }
        : await exchangeFollowing(world, options, url, requestFor(options, url, asked.data))
    const done = await finish(world, options, asked, exchanged)
    const reason = left === 0 ? undefined : retryReason(options, exchanged, done.exitCode)
    const wait = secondsToWait(options, exchanged, options.retry.times - left)
    const over = options.retry.maxTime > 0 && slept + wait > options.retry.maxTime
    stdout += done.stdout
    stderr += done.stderr
    if (reason === undefined || over) return { stdout, stderr, exitCode: done.exitCode }
    if (!options.silent) stderr += warning(`${reason}. Will retry in ${wait} seconds. ${left} retries left.`)
    await world.sleep(wait * 1000)
    slept += wait
    left--
  }
}

/** The address with what `-G` puts behind it. */
function withQuery(url: URL, { get }: CurlOptions, data: Buffer | undefined): URL {
  if (!get || data === undefined) return url
  const whole = new URL(url)
  whole.search = `${url.search === '' ? '' : `${url.search}&`}${data.toString()}`
  return whole
}

/** Lines of at most 79 columns, as curl writes warnings. */
function warning(text: string): string {
  const lines: string[] = []
  let rest = text
  while (rest.length > 70) {
    const end = rest.lastIndexOf(' ', 69) + 1
    lines.push(rest.slice(0, end || 70))
    rest = rest.slice(end || 70)
  }
  return [...lines, rest].map((line) => `Warning: ${line}\n`).join('')
}

const transient: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** Why curl tries again, in its words; undefined where it does not. */
function retryReason({ retry }: CurlOptions, { outcome }: Exchanged, exitCode: number): string | undefined {
  if ('status' in outcome && transient.has(outcome.status)) return 'Problem : HTTP error'
  if (exitCode === 28) return 'Problem : timeout'
  if (exitCode === 7 && retry.refused) return 'Problem : connection refused'
  return exitCode !== 0 && retry.allErrors ? 'Problem (retrying all errors)' : undefined
}

/** @param tried how many times it has waited already */
function secondsToWait({ retry }: CurlOptions, { outcome }: Exchanged, tried: number): number {
  const own = retry.delay > 0 ? retry.delay : Math.min(2 ** tried, 600)
  const asked = 'status' in outcome ? headerOf(outcome, 'retry-after') : undefined
  return /^\d+$/.test(asked ?? '') ? Math.max(Number(asked), own) : own
}

/** Writes what came, where it is to go. */
async function finish(
  world: CurlWorld,
  options: CurlOptions,
  asked: Asked,
  exchanged: Exchanged,
): Promise<CurlResult> {
  const { heads, said, outcome } = exchanged
  const answer = 'status' in outcome ? outcome : undefined
  const body = answer === undefined || failsBy(options, answer) === 'without body' ? [] : answer.body
  let failure = failureOf(options, outcome)
  let stdout = ''
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    if (name === '-') stdout += Buffer.from(bytes).toString('latin1')
    else if (!(await world.writeFile(name, bytes)))
      failure = { exitCode: 23, why: 'Failure writing output to destination' }
  }
  const before = Buffer.from(heads, 'latin1')
  if (options.dumpHeader !== undefined && answer !== undefined) await write(options.dumpHeader, before)
  const file = fileOf(options.outputs[asked.number], asked.typed)
  const shown = options.include || options.head ? before : Buffer.alloc(0)
  if (file === '') failure ??= { exitCode: 23, why: 'Failed writing received data to disk/application' }
  else if (answer !== undefined) await write(file, Buffer.concat([shown, Buffer.from(body)]))
  const one = {
    ...toldOf(options, asked, exchanged),
    downloaded: body.length,
    file: file === '-' ? '' : file,
  }
  const ending = { exitCode: failure?.exitCode ?? 0, error: failure?.why ?? '' }
  const told = writtenOut(options.writeOut ?? '', { ...one, ...ending })
  return {
    stdout: stdout + Buffer.from(told.stdout).toString('latin1'),
    stderr: said + errorText(options, failure) + told.stderr,
    exitCode: ending.exitCode,
  }
}

/** Whether an answer is a failure because of `-f`, and how. */
const failsBy = ({ fail }: CurlOptions, { status }: CurlAnswer): CurlOptions['fail'] =>
  status >= 400 ? fail : undefined

function failureOf(options: CurlOptions, outcome: Exchanged['outcome']): CurlFailure | undefined {
  if (!('status' in outcome)) return outcome
  return failsBy(options, outcome) === undefined
    ? undefined
    : { exitCode: 22, why: `The requested URL returned error: ${outcome.status}` }
}

const errorText = ({ silent, showError }: CurlOptions, failure: CurlFailure | undefined): string =>
  failure === undefined || (silent && !showError && failure.always !== true)
    ? ''
    : `curl: (${failure.exitCode}) ${failure.why}\n`

/** A transfer, as `-w` tells of it before its end. */
function toldOf(
  options: CurlOptions,
  { typed, number, data }: Asked,
  { outcome, url, redirects }: Exchanged,
): Omit<Transferred, 'downloaded' | 'file' | 'exitCode' | 'error'> {
  const answer = 'status' in outcome ? outcome : undefined
  const { method, body } = requestFor(options, url ?? new URL('http://none'), data)
  return {
    ...{ number, redirects, method, url: typed },
    uploaded: body?.length ?? 0,
    effectiveUrl: url?.href ?? typed,
    scheme: url?.protocol.slice(0, -1) ?? '',
    status: answer?.status ?? 0,
    contentType: answer && headerOf(answer, 'content-type'),
    headerCount: answer?.headers.length ?? 0,
    redirectUrl: options.follow || !answer || !url ? '' : (leadsTo(answer, url)?.href ?? ''),
  }
}

/** The file of an address; `-` for the standard output, empty where `-O` finds no name in the address. */
function fileOf(output: CurlOutput | undefined, typed: string): string {
  if (output === undefined) return '-'
  if (output !== 'remote') return output.file
  const path = typed.replace(/^\w+:\/\//, '').replace(/[?#].*$/s, '')
  return path.includes('/') ? path.slice(path.lastIndexOf('/') + 1) : ''
}

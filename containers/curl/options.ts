// Upstream: curl src/tool_getparam.c, src/tool_parsecfg.c. The messages are those of 7.88 (`curl --version` where this was written).
import { CannotRun } from '../node-containers.ts'
import { letterOf, type OptionKind, optionNames } from './option-names.ts'

/** What is sent as a body, or with -G behind the address. */
export interface DataPart {
  /** `lines`: a file's content without line ends. */
  kind: 'text' | 'lines' | 'binary' | 'urlencode' | 'json'
  /** As it is typed: `@file` is still to be read, except for `text`. */
  given: string
}

/** Where the body of an answer goes. `remote`: a file called as the last part of the address. */
export type CurlOutput = { file: string } | 'remote'

/** What a command line tells curl to do. */
export interface CurlOptions {
  /** As they are typed, in their order. */
  urls: string[]
  /** The first is of the first address, and so on. */
  outputs: CurlOutput[]
  method: string | undefined
  /** Lines as they are typed: `Name: value`, `Name:` to leave one out, `Name;` for an empty one. */
  headers: string[]
  data: DataPart[]
  /** `name:password`. */
  user: string | undefined
  bearer: string | undefined
  agent: string | undefined
  referer: string | undefined
  cert: string | undefined
  key: string | undefined
  cacert: string | undefined
  /** Where the lines of an answer before its body go; `-`: to the standard output. */
  dumpHeader: string | undefined
  writeOut: string | undefined
  get: boolean
  head: boolean
  include: boolean
  /** Whoever answers is believed. */
  insecure: boolean
  silent: boolean
  /** Also where it is to be silent. */
  showError: boolean
  verbose: boolean
  follow: boolean
  globOff: boolean
  failEarly: boolean
  fail: 'without body' | 'with body' | undefined
  /** How many redirections are followed; -1: any number. */
  maxRedirects: number
  /** Seconds after which it gives up; undefined: never. */
  maxTime: number | undefined
  connectTimeout: number | undefined
  retry: {
    times: number
    /** Seconds; 0: one, then twice as long each time. */
    delay: number
    /** Seconds for all attempts; 0: any. */
    maxTime: number
    refused: boolean
    allErrors: boolean
  }
}

/** A command line that curl does not take. `message` is all that it writes to the standard error. */
export class CurlUsageError extends Error {}

/** How curl sends one to its manual. */
export const usageHint = "curl: try 'curl --help' or 'curl --manual' for more information\n"

class BadUse extends Error {}

type Does<T> = (to: CurlOptions, given: T) => void

const addData =
  (kind: DataPart['kind'], file: DataPart['kind'] = kind): Does<string> =>
  (to, given) =>
    void to.data.push({ kind: given.startsWith('@') ? file : kind, given })

const failing =
  (how: NonNullable<CurlOptions['fail']>): Does<boolean> =>
  (to, on) => {
    if (on && to.fail !== undefined && to.fail !== how)
      throw new BadUse('curl: You must select either --fail or --fail-with-body, not both.\n')
    to.fail = on ? how : undefined
  }

const toFile: Does<string> = (to, file) => {
  if (file === '') throw new BadUse(to.silent ? '' : 'Warning: output file name has no length\n')
  to.outputs.push({ file })
}

function eachOf<K extends string, T>(
  keys: Readonly<Record<string, K>>,
  does: (key: K) => Does<T>,
): Record<string, Does<T>> {
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, does(key)]))
}

/** What cannot be seen here: nothing is buffered, metered, styled or kept open, there is no proxy and no ~/.curlrc. */
const nothing = (): void => {}

/** Options that switch something on or off. */
const switches = {
  silent: 'silent',
  'show-error': 'showError',
  verbose: 'verbose',
  include: 'include',
  insecure: 'insecure',
  head: 'head',
  get: 'get',
  location: 'follow',
  globoff: 'globOff',
  'fail-early': 'failEarly',
} as const

/** Options whose value is kept as it is given; the last counts. */
const kept = {
  request: 'method',
  'oauth2-bearer': 'bearer',
  'user-agent': 'agent',
  referer: 'referer',
  cert: 'cert',
  key: 'key',
  cacert: 'cacert',
  'dump-header': 'dumpHeader',
} as const

const keptNumbers = {
  'max-time': 'maxTime',
  'connect-timeout': 'connectTimeout',
  'max-redirs': 'maxRedirects',
} as const

const ofRetry = { retry: 'times', 'retry-delay': 'delay', 'retry-max-time': 'maxTime' } as const
const retrySwitches = { 'retry-connrefused': 'refused', 'retry-all-errors': 'allErrors' } as const

const flags: Readonly<Record<string, Does<boolean>>> = {
  ...eachOf(switches, (key) => (to, on) => {
    to[key] = on
  }),
  ...eachOf(retrySwitches, (key) => (to, on) => {
    to.retry[key] = on
  }),
  fail: failing('without body'),
  'fail-with-body': failing('with body'),
  'remote-name': (to, on) => {
    if (on) to.outputs.push('remote')
  },
  buffer: nothing,
  disable: nothing,
  'http1.1': nothing,
  keepalive: nothing,
  'progress-bar': nothing,
  'progress-meter': nothing,
  'styled-output': nothing,
  'tcp-nodelay': nothing,
  tlsv1: nothing,
  'tlsv1.2': nothing,
}

const texts: Readonly<Record<string, Does<string>>> = {
  ...eachOf(kept, (key) => (to, value) => {
    to[key] = value
  }),
  header: (to, line) => {
    if (line.startsWith('@')) throw new CannotRun('curl -H @FILE is not simulated')
    to.headers.push(line)
  },
  data: addData('text', 'lines'),
  'data-ascii': addData('text', 'lines'),
  'data-raw': (to, given) => void to.data.push({ kind: 'text', given }),
  'data-binary': addData('text', 'binary'),
  'data-urlencode': (to, given) => void to.data.push({ kind: 'urlencode', given }),
  json: (to, given) => void to.data.push({ kind: 'json', given }),
  output: toFile,
  'write-out': (to, format) => {
    if (format.startsWith('@')) throw new CannotRun('curl -w @FILE is not simulated')
    to.writeOut = format
  },
  user: (to, user) => {
    if (!user.includes(':')) throw new CannotRun('the password that curl -u asks for is not simulated')
    to.user = user
  },
  url: (to, url) => void to.urls.push(url),
  noproxy: nothing,
}

const numbers: Readonly<Record<string, Does<number>>> = {
  ...eachOf(keptNumbers, (key) => (to, value) => {
    to[key] = value
  }),
  ...eachOf(ofRetry, (key) => (to, value) => {
    to.retry[key] = value
  }),
}

const unset = (): CurlOptions => ({
  urls: [],
  outputs: [],
  headers: [],
  data: [],
  method: undefined,
  ...{ user: undefined, bearer: undefined, agent: undefined, referer: undefined },
  ...{ cert: undefined, key: undefined, cacert: undefined },
  ...{ dumpHeader: undefined, writeOut: undefined, fail: undefined },
  ...{
    get: false,
    head: false,
    include: false,
    insecure: false,
    silent: false,
    showError: false,
    verbose: false,
  },
  ...{ follow: false, globOff: false, failEarly: false },
  ...{ maxRedirects: 50, maxTime: undefined, connectTimeout: undefined },
  retry: { times: 0, delay: 0, maxTime: 0, refused: false, allErrors: false },
})

/**
 * What a command line tells curl.
 * @throws CurlUsageError with what curl says of a line that it does not take
 * @throws CannotRun for an option of curl's that does nothing here
 */
export function parseCurlOptions(args: readonly string[]): CurlOptions {
  const options = unset()
  let flagsEnd = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!
    if (!flagsEnd && word === '--') flagsEnd = true
    else if (flagsEnd || !word.startsWith('-')) options.urls.push(word)
    else at += takeOption(options, word, args[at + 1])
  }
  checkWhole(options, args)
  return options
}

const refuses = (word: string, reason: string): CurlUsageError =>
  new CurlUsageError(`curl: option ${word}: ${reason}\n${usageHint}`)

/** Takes the options of one word. @returns how many words behind it they take */
function takeOption(options: CurlOptions, word: string, next: string | undefined): 0 | 1 {
  try {
    return word.startsWith('--') ? takeLong(options, word, next) : takeLetters(options, word, next)
  } catch (error) {
    if (!(error instanceof BadUse)) throw error
    throw new CurlUsageError(`${error.message}${refuses(word, 'is badly used here').message}`)
  }
}

function takeLong(options: CurlOptions, word: string, next: string | undefined): 0 | 1 {
  const negated = word.startsWith('--no-')
  const name = nameOf(word, word.slice(negated ? 5 : 2))
  const kind = optionNames.get(name)!
  if (negated && kind !== 'flag') throw refuses(word, "used '--no-' for option that isn't a boolean")
  return take(options, word, name, { on: !negated, value: next }) ? 1 : 0
}

/** The one option that begins so, in any case. */
function nameOf(word: string, begin: string): string {
  const lower = begin.toLowerCase()
  if (optionNames.has(lower)) return lower
  const [first, second] = [...optionNames.keys()].filter((name) => name.startsWith(lower))
  if (begin === '' || first === undefined) throw refuses(word, 'is unknown')
  if (second !== undefined) throw refuses(word, 'is ambiguous')
  return first
}

function takeLetters(options: CurlOptions, word: string, next: string | undefined): 0 | 1 {
  if (word === '-') throw refuses(word, 'is unknown')
  for (let at = 1; at < word.length; at++) {
    const name = letterOf.get(word[at]!)
    if (name === undefined) throw refuses(word, 'is unknown')
    const [on, glued] = [!switchedOff.has(word[at]!), word.slice(at + 1)]
    const taken = take(options, word, name, { on, value: glued === '' ? next : glued })
    if (taken) return glued === '' ? 1 : 0
  }
  return 0
}

/** Letters that stand for `--no-NAME`. */
const switchedOff: ReadonlySet<string> = new Set(['N'])

/** Does what one option says. @returns whether it has taken the value */
function take(
  options: CurlOptions,
  word: string,
  name: string,
  { on, value }: { on: boolean; value: string | undefined },
): boolean {
  const kind: OptionKind = optionNames.get(name)!
  const hasValue = kind === 'value' || kind === 'number'
  if (hasValue && value === undefined) throw refuses(word, 'requires parameter')
  const number = kind === 'number' ? numberOf(word, name, value!) : 0
  const does = { value: texts[name], number: numbers[name], flag: flags[name], plain: flags[name] }[kind]
  // To switch off what is off does nothing.
  if (does === undefined && on) throw new CannotRun(`curl --${name} is not simulated`)
  if (kind === 'value') texts[name]!(options, value!)
  else if (kind === 'number') numbers[name]!(options, number)
  else flags[name]?.(options, on)
  return hasValue
}

const whole = /^[+-]?\d+$/
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

function numberOf(word: string, name: string, text: string): number {
  const fraction = name === 'max-time' || name === 'connect-timeout'
  const number = Number(text)
  const least = name === 'max-redirs' ? -1 : Number.NEGATIVE_INFINITY
  if (!(fraction ? decimal : whole).test(text) || number < least)
    throw refuses(word, 'expected a proper numerical parameter')
  if (number < 0 && name !== 'max-redirs') throw refuses(word, 'expected a positive numerical parameter')
  return number
}

const twoMethods = `Warning: You can only select one HTTP request method! You asked for both POST 
Warning: (-d, --data) and HEAD (-I, --head).
`

function checkWhole(options: CurlOptions, args: readonly string[]): void {
  if (args.length === 0) throw new CurlUsageError(usageHint)
  if (options.urls.length === 0) throw new CurlUsageError(`curl: (2) no URL specified\n${usageHint}`)
  if (options.data.length > 0 && options.head && !options.get)
    throw new CurlUsageError(options.silent ? '' : twoMethods)
}

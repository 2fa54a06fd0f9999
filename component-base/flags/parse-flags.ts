// Upstream: github.com/spf13/pflag FlagSet.Parse with component-base's WordSepNormalizeFunc
import { goQuote, goQuoteRune } from '../go/quote.ts'
import { StartRefusal } from '../start-refusal.ts'
import { type FlagDefinition, FlagError } from './flag-definition.ts'
import { type FlagDefaults, type FlagValue, FlagValues } from './flag-values.ts'
import { type ValueType, valueType } from './value-types.ts'

/** The flags and arguments of a command line, and the lines that the component prints about them. */
export interface ParsedFlags {
  values: FlagValues
  /** Names of the flags that the command line sets. */
  set: ReadonlySet<string>
  positional: string[]
  /** Lines for stderr, in order: `Flag --x has been deprecated, …`. */
  notices: string[]
  /** The texts that each flag was given, in order. */
  given: ReadonlyMap<string, string[]>
}

/** How a program says what it does not take; pflag's own words by default. */
export interface FlagWords {
  /** @param flag with its dashes */
  unknown(flag: string): string
  /** @param letters the word that the letter stands in, from there on */
  unknownLetter(letter: string, letters: string): string
  /** A flag without its value. @param flag with its dashes */
  missing(flag: string): string
  /** A value that the flag does not take. @param reason Go's text */
  invalid(flag: FlagDefinition, text: string, reason: string): string
}

/** Additional checks of a command line's flags, and the receiver of its notices. */
export interface ParseOptions {
  /** Checks a flag's text when it is read; an Error's message becomes `invalid argument … : message`. */
  check?: Readonly<Record<string, (text: string) => void>>
  /** Receives each notice as it comes up, which may be before a later flag fails. */
  onNotice?: (line: string) => void
  /** Earlier names of flags, and what they are called now. They are taken, with a notice. Upstream: FlagSet.SetNormalizeFunc */
  renamed?: ReadonlyMap<string, string>
  /** Of programs that do not read their lines by pflag. */
  words?: FlagWords
  /** Whether flags may follow arguments. Default: true. Upstream: FlagSet.SetInterspersed */
  interspersed?: boolean
}

interface State {
  byName: ReadonlyMap<string, FlagDefinition>
  byShorthand: ReadonlyMap<string, FlagDefinition>
  values: Map<string, FlagValue>
  given: Map<string, string[]>
  positional: string[]
  notices: string[]
  check: Readonly<Record<string, (text: string) => void>>
  onNotice: (line: string) => void
  renamed: ReadonlyMap<string, string>
  words: FlagWords
}

const pflagWords: FlagWords = {
  unknown: (flag) => `unknown flag: ${flag}`,
  unknownLetter: (letter, letters) =>
    `unknown shorthand flag: ${goQuoteRune(firstOctet(letter))} in -${letters}`,
  missing: (flag) =>
    `flag needs an argument: ${flag.startsWith('--') ? flag : `${goQuoteRune(flag.slice(1))} in ${flag}`}`,
  invalid: ({ name, shorthand }, text, reason) => {
    const shown = shorthand === undefined ? `--${name}` : `-${shorthand}, --${name}`
    return `invalid argument ${goQuote(text)} for ${goQuote(shown)} flag: ${reason}`
  },
}

const unknownFlag = ({ words }: State, name: string): FlagError =>
  new FlagError(words.unknown(`--${name}`), {
    fault: { code: 'unknown', flag: name },
    cause: new StartRefusal({ code: 'no such flag', flag: `--${name}` }),
  })

/** Underscores in flag names stand for hyphens. */
const normalize = (name: string): string => name.replaceAll('_', '-')
const typeOf = (flag: FlagDefinition): ValueType => valueType(flag.type)
const aloneOf = (flag: FlagDefinition): string | undefined => flag.noOptDefault ?? typeOf(flag).noOptDefault

function setFlag(state: State, flag: FlagDefinition, text: string): void {
  const seen = state.given.get(flag.name)
  try {
    if (Object.hasOwn(state.check, flag.name)) state.check[flag.name]!(text)
    state.values.set(
      flag.name,
      typeOf(flag).set(seen === undefined ? undefined : state.values.get(flag.name), text),
    )
  } catch (error) {
    throw new FlagError(state.words.invalid(flag, text, (error as Error).message), {
      fault: { code: 'invalid', flag: flag.name, text },
      cause: error,
    })
  }
  if (seen === undefined) state.given.set(flag.name, [text])
  else seen.push(text)
  if (flag.deprecated !== undefined) notice(state, flag.name, flag.deprecated)
}

function notice(state: State, name: string, text: string): void {
  const line = `Flag --${name} has been deprecated, ${text}`
  state.notices.push(line)
  state.onNotice(line)
}

/** The current name of a flag that has been renamed; a notice tells of the new name. */
function nameNow(state: State, given: string): string {
  const name = normalize(given)
  const now = state.renamed.get(name)
  if (now === undefined) return name
  notice(state, name, `use --${now}`)
  return now
}

/** @param rest the arguments that follow, the next one last */
function parseLong(state: State, arg: string, rest: string[]): void {
  const body = arg.slice(2)
  if (body.startsWith('-') || body.startsWith('=')) throw new FlagError(`bad flag syntax: ${arg}`)
  const equals = body.indexOf('=')
  const name = equals < 0 ? body : body.slice(0, equals)
  const flag = state.byName.get(nameNow(state, name))
  if (flag === undefined) throw unknownFlag(state, name)
  const alone = aloneOf(flag)
  if (equals >= 0) setFlag(state, flag, body.slice(equals + 1))
  else if (alone !== undefined) setFlag(state, flag, alone)
  else if (rest.length > 0) setFlag(state, flag, rest.pop()!)
  else throw new FlagError(state.words.missing(`--${name}`))
}

/** @note pflag takes a shorthand for one octet, and shows that as a character of its own: `Ã` of `é`. */
const firstOctet = (letters: string): string => String.fromCharCode(Buffer.from(letters)[0]!)

/** `-v`, `-v=2`, `-v2`, and several flags together where they need no value. */
function parseShort(state: State, arg: string, rest: string[]): void {
  let letters = arg.slice(1)
  while (letters !== '') {
    const letter = letters[0]!
    const flag = state.byShorthand.get(letter)
    if (flag === undefined) throw new FlagError(state.words.unknownLetter(letter, letters))
    const alone = aloneOf(flag)
    const after = letters.slice(1)
    letters = ''
    if (after.length > 1 && after[0] === '=') setFlag(state, flag, after.slice(1))
    else if (alone !== undefined) {
      setFlag(state, flag, alone)
      letters = after
    } else if (after !== '') setFlag(state, flag, after)
    else if (rest.length > 0) setFlag(state, flag, rest.pop()!)
    else throw new FlagError(state.words.missing(`-${letter}`))
  }
}

/** Takes what is left as arguments. */
function takeAll(state: State, rest: string[]): void {
  for (const one of rest.splice(0).reverse()) state.positional.push(one)
}

/** Defaults that nobody can add to. */
const plainDefaults = new WeakMap<FlagDefinition, FlagValue>()

/** The value of a flag that is not on the command line: its default, read as the flag reads it. */
export function defaultValue(flag: FlagDefinition): FlagValue {
  const known = plainDefaults.get(flag)
  if (known !== undefined) return known
  const value = readDefault(flag)
  if (typeof value !== 'object') plainDefaults.set(flag, value)
  return value
}

function readDefault(flag: FlagDefinition): FlagValue {
  const type = typeOf(flag)
  if (flag.default === undefined || flag.default === '') return type.zero()
  const zero = type.zero()
  const text =
    Array.isArray(zero) || zero instanceof Map ? flag.default.replace(/^\[(.*)\]$/s, '$1') : flag.default
  return text === '' || text === zero ? zero : type.set(undefined, text)
}

/** The flags of a program by what they are called, and their defaults. */
interface KnownFlags extends Pick<State, 'byName' | 'byShorthand'> {
  readonly defaults: FlagDefaults
}

/** By the list of a program's flags, which is one for all of its command lines. */
const known = new WeakMap<readonly FlagDefinition[], KnownFlags>()

function knownFlags(definitions: readonly FlagDefinition[]): KnownFlags {
  let flags = known.get(definitions)
  if (flags !== undefined) return flags
  const defaults = definitions.map((flag) => [flag, defaultValue(flag)] as const)
  const isPlain = (value: FlagValue): boolean => typeof value !== 'object'
  flags = {
    byName: new Map(definitions.map((d) => [d.name, d])),
    byShorthand: new Map(
      definitions.flatMap((d) => (d.shorthand === undefined ? [] : [[d.shorthand, d] as const])),
    ),
    defaults: {
      plain: new Map(
        defaults.flatMap(([{ name }, value]) => (isPlain(value) ? [[name, value] as const] : [])),
      ),
      madeAnew: new Map(
        defaults.flatMap(([flag, value]) =>
          isPlain(value) ? [] : [[flag.name, () => defaultValue(flag)] as const],
        ),
      ),
    },
  }
  known.set(definitions, flags)
  return flags
}

/** Reads a command line (without the program's name). Throws a FlagError with pflag's message. */
export function parseFlags(
  definitions: readonly FlagDefinition[],
  argv: readonly string[],
  options: ParseOptions = {},
): ParsedFlags {
  const { byName, byShorthand, defaults } = knownFlags(definitions)
  const state: State = {
    byName,
    byShorthand,
    values: new Map(),
    given: new Map(),
    positional: [],
    notices: [],
    check: options.check ?? {},
    onNotice: options.onNotice ?? (() => {}),
    renamed: options.renamed ?? new Map(),
    words: options.words ?? pflagWords,
  }
  // The next one is the last: to take the first one away moves all others.
  const rest = argv.toReversed()
  while (rest.length > 0) {
    const arg = rest.pop()!
    if (!arg.startsWith('-') || arg === '-') {
      state.positional.push(arg)
      if (options.interspersed === false) takeAll(state, rest)
    } else if (arg === '--') takeAll(state, rest)
    else if (arg.startsWith('--')) parseLong(state, arg, rest)
    else parseShort(state, arg, rest)
  }
  const { given, positional, notices } = state
  return {
    values: new FlagValues(state.values, defaults),
    set: new Set(given.keys()),
    positional,
    notices,
    given,
  }
}

// The command lines of the commands that documents and modules are given to: what they take, in words, and what was given.
// They are read by the rules of all other command lines here, which are those of the components (component-base/flags).
import { type FlagDefinition, FlagError } from '../component-base/flags/flag-definition.ts'
import { type ParsedFlags, parseFlags } from '../component-base/flags/parse-flags.ts'
import { goQuote } from '../component-base/go/quote.ts'
import { didYouMean } from '../component-base/nearest.ts'
import { UsageError } from './usage-error.ts'

/** A command's arguments and options, from which its line is read and its help is made. */
export interface CommandLine {
  /** `replay`, as after `kepsim`. */
  readonly name: string
  readonly about: string
  /** `<file>`, `[scenario]` or `<file...>`, and what it is. */
  readonly words: readonly (readonly [form: string, about: string])[]
  /** Where there are several ways to call it: `show <plan>`, and what that does. Whoever has these checks its words itself. */
  readonly usages?: readonly (readonly [form: string, about: string])[]
  readonly options: readonly Option[]
  /** What the help ends with. */
  readonly more?: string
}

/** An option of a command. */
export interface Option {
  /** `--list`, or with a value `--section <text>`. */
  readonly form: string
  /** One letter: `o`. */
  readonly short?: string
  /** The kind of value, as of a component's flag (`int`, `strings`); default: a text, or with `many` a list of texts. */
  readonly type?: string
  /** For the help; an option that has none is not in it. */
  readonly about?: string
  readonly default?: string
  /** What the help says of the default; else the default itself. */
  readonly shownDefault?: string
  /** It may be repeated; its value is a list. */
  readonly many?: true
  /** The only values. */
  readonly choices?: readonly string[]
  /** An earlier name (`write`), under which it is still taken, with a notice. */
  readonly formerly?: string
}

/** A command line that was read: its options and arguments. */
export interface GivenLine<Flags> {
  /** By names in camel case. Switches are true or absent; others without value and default are absent too, but for maps, which are empty. */
  readonly flags: Flags
  readonly words: string[]
}

/** The name of an option, without its dashes: `section`. */
export const nameOf = ({ form }: Option): string => form.split(' ')[0]!.slice('--'.length)
/** Whether a value belongs to an option. */
export const hasValue = ({ form }: Option): boolean => form.includes(' ')

/** The first words of a command's usages that are no placeholders: `show`, `lint`. */
export const verbsOf = ({ usages = [] }: CommandLine): string[] => [
  ...new Set(usages.flatMap(([form]) => /^[a-z][a-z-]*/.exec(form) ?? [])),
]

/** What to say where the first word is none of a command's verbs. @param verb undefined: there is no word */
export function unknownVerb(line: CommandLine, verb: string | undefined): string {
  const verbs = verbsOf(line)
  if (verb === undefined) return `write what to do: ${verbs.join(', ')}${seeHelp(line)}`
  return `unknown command "${verb}"${didYouMean(verb, verbs) || `: one of ${verbs.join(', ')}`}`
}

/** The first word, where it is one of the command's verbs. Throws a UsageError. */
export function checkedVerb(line: CommandLine, verb: string | undefined): string {
  if (verb !== undefined && verbsOf(line).includes(verb)) return verb
  throw new UsageError(unknownVerb(line, verb))
}

/** Undefined where help was asked for, which goes to stdout. Throws a UsageError. */
export function readCommandLine<Flags>(
  line: CommandLine,
  args: readonly string[],
): GivenLine<Flags> | undefined {
  const parsed = parseCommandLine(line, args)
  if (parsed === undefined) return undefined
  checkWords(line, parsed.positional)
  const given = line.options.flatMap((option): [string, unknown][] => {
    const value = givenValue(option, parsed)
    return value === undefined ? [] : [[camelCase(nameOf(option)), value]]
  })
  return { flags: Object.fromEntries(given) as Flags, words: parsed.positional }
}

/** The flags and arguments as they were given; undefined where help was asked for, which goes to stdout. Throws a UsageError. */
export function parseCommandLine(line: CommandLine, args: readonly string[]): ParsedFlags | undefined {
  const check = Object.fromEntries(
    line.options.flatMap((option) =>
      option.choices === undefined ? [] : [[nameOf(option), oneOf(option.choices)]],
    ),
  )
  let parsed: ParsedFlags
  try {
    parsed = parseFlags([...line.options.map(definition), helpFlag], args, { check, renamed: renamed(line) })
  } catch (error) {
    if (!(error instanceof FlagError)) throw error
    throw new UsageError(refusal(line, error))
  }
  checkGiven(line, parsed)
  // A process that another one of kepsim has started says nothing that was said already.
  if (!line.options.some((option) => option.about === undefined && parsed.set.has(nameOf(option))))
    for (const notice of parsed.notices) process.stderr.write(`kepsim ${line.name}: ${notice}\n`)
  if (!parsed.values.bool('help')) return parsed
  process.stdout.write(helpText(line, process.stdout.isTTY ? process.stdout.columns : 80))
  return undefined
}

/** An empty value is most often a variable of a script that is not set: it stands for nothing, but where it is a map without entries. */
function checkGiven({ options }: CommandLine, { given }: ParsedFlags): void {
  const empty = options.find(
    (option) =>
      option.type !== 'mapStringBool' &&
      given.get(nameOf(option))?.some((text) => text.trim() === '') === true,
  )
  if (empty !== undefined && hasValue(empty))
    throw new UsageError(`--${nameOf(empty)} is empty: write ${empty.form.split(' ')[1]}, or leave it out`)
}

const renamed = ({ options }: CommandLine): ReadonlyMap<string, string> =>
  new Map(
    options.flatMap((option) => (option.formerly === undefined ? [] : [[option.formerly, nameOf(option)]])),
  )

const helpFlag: FlagDefinition = { name: 'help', type: 'bool', shorthand: 'h' }

/** What is wrong with a flag, and what would be right. */
function refusal(line: CommandLine, { message, cause, fault }: FlagError): string {
  const known = line.options.filter(({ about }) => about !== undefined).map(nameOf)
  if (fault?.code === 'unknown') return `${message}${didYouMean(fault.flag, known, '--') || seeHelp(line)}`
  if (fault === undefined) return `${message}${seeHelp(line)}`
  const option = line.options.find((one) => nameOf(one) === fault.flag)
  const reason = option?.type === 'int' ? 'write a whole number' : (cause as Error).message
  return `--${fault.flag} ${goQuote(fault.text)}: ${reason}`
}

const seeHelp = ({ name }: CommandLine): string => ` ('kepsim ${name} --help' tells more)`

const definition = (option: Option): FlagDefinition => ({
  name: nameOf(option),
  type: option.type ?? (!hasValue(option) ? 'bool' : option.many ? 'stringArray' : 'string'),
  ...(option.short === undefined ? {} : { shorthand: option.short }),
  ...(option.default === undefined ? {} : { default: option.default }),
})

const oneOf = (choices: readonly string[]) => (text: string) => {
  if (!choices.includes(text)) throw new Error(`write ${choices.join(' or ')}${didYouMean(text, choices)}`)
}

function givenValue(
  option: Option,
  { values, set }: ParsedFlags,
): string | string[] | Record<string, boolean> | true | undefined {
  const name = nameOf(option)
  if (!hasValue(option)) return values.bool(name) || undefined
  if (option.type === 'mapStringBool') return Object.fromEntries(values.boolMap(name))
  if (option.many) return values.strings(name)
  return set.has(name) || option.default !== undefined ? values.string(name) : undefined
}

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())

function checkWords(line: CommandLine, given: readonly string[]): void {
  const missing = line.words.find(([form], i) => form.startsWith('<') && given.length <= i)
  if (missing !== undefined) throw new UsageError(`${missing[0]} is missing${seeHelp(line)}`)
  const most = line.words.at(-1)?.[0].includes('...') ? Number.POSITIVE_INFINITY : line.words.length
  if (given.length > most)
    throw new UsageError(
      `it takes ${line.words.map(([form]) => form).join(' ')}, not also ${given.slice(most).join(' ')}`,
    )
}

/** @param columns of the terminal */
export function helpText(line: CommandLine, columns: number): string {
  const words = line.words.map(([form, about]) => [form.replace(/[<>[\].]/g, ''), about] as const)
  const options = line.options.flatMap((option) =>
    option.about === undefined
      ? []
      : [[shownForm(line, option), option.about + defaultText(option)] as const],
  )
  const help = ['-h, --help', 'display help for command'] as const
  const width = Math.min(34, Math.max(...[...words, ...options, help].map(([form]) => form.length)))
  const table = (rows: readonly (readonly [string, string])[]): string =>
    rows
      .map(([form, about]) => {
        // A long form has a line of its own.
        const first = form.length > width ? `${form}\n${' '.repeat(width + 2)}` : form.padEnd(width)
        return `  ${first}  ${wrap(about, columns - width - 4, width + 4)}\n`
      })
      .join('')
  const args = words.length === 0 ? '' : `\nArguments:\n${table(words)}`
  return `${usageLines(line)}
${wrap(line.about, columns, 0)}
${args}
Options:
${table([...options, help])}${line.more ?? ''}`
}

/** With room for letters where some option has one. */
function shownForm({ options }: CommandLine, { form, short }: Option): string {
  if (short !== undefined) return `-${short}, ${form}`
  return options.some((other) => other.short !== undefined) ? `    ${form}` : form
}

function usageLines({ name, words, usages }: CommandLine): string {
  if (usages === undefined)
    return `${['Usage: kepsim', name, '[options]', ...words.map(([form]) => form)].join(' ')}\n`
  const width = Math.max(...usages.map(([form]) => form.length))
  return usages
    .map(([form, about], i) => {
      const call = `${i === 0 ? 'Usage:' : '      '} kepsim ${name} ${form.padEnd(width)}  ${about}`
      return `${call}\n`
    })
    .join('')
}

function defaultText({ default: own, shownDefault, many, choices }: Option): string {
  const fallback = shownDefault ?? (many ? 'none' : own === undefined ? undefined : JSON.stringify(own))
  const parts = [
    ...(choices === undefined
      ? []
      : [`choices: ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`]),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/** Lines of at most so many columns; those after the first begin with an indent. */
function wrap(text: string, columns: number, indent: number): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}

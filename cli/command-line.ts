// The command lines of the commands that documents and modules are given to: what they take, in words, and what was given.
// They are read by the rules of all other command lines here, which are those of the components (component-base/flags).
import { type FlagDefinition, FlagError } from '../component-base/flags/flag-definition.ts'
import { type ParsedFlags, parseFlags } from '../component-base/flags/parse-flags.ts'
import { nearest } from './nearest.ts'
import { UsageError } from './usage-error.ts'

/** A command's arguments and options, from which its line is read and its help is made. */
export interface CommandLine {
  /** `replay`, as after `kepsim`. */
  readonly name: string
  readonly about: string
  /** `<file>`, `[scenario]` or `<file...>`, and what it is. */
  readonly words: readonly (readonly [form: string, about: string])[]
  readonly options: readonly Option[]
  /** What the help ends with. */
  readonly more?: string
}

/** An option of a command. */
export interface Option {
  /** `--list`, or with a value `--section <text>`. */
  readonly form: string
  /** For the help; an option that has none is not in it. */
  readonly about?: string
  readonly default?: string
  /** What the help says of the default; else the default itself. */
  readonly shownDefault?: string
  /** It may be repeated; its value is a list. */
  readonly many?: true
  /** The only values. */
  readonly choices?: readonly string[]
}

/** A command line that was read: its options and arguments. */
export interface GivenLine<Flags> {
  /** By names in camel case. Switches are true or absent; others without value and default are absent too. */
  readonly flags: Flags
  readonly words: string[]
}

const nameOf = ({ form }: Option): string => form.split(' ')[0]!.slice('--'.length)
const hasValue = ({ form }: Option): boolean => form.includes(' ')

/** Undefined where help was asked for, which goes to stdout. Throws a UsageError. */
export function readCommandLine<Flags>(
  line: CommandLine,
  args: readonly string[],
): GivenLine<Flags> | undefined {
  const parsed = parse(line, args)
  if (parsed.values.bool('help')) {
    process.stdout.write(helpText(line, process.stdout.isTTY ? process.stdout.columns : 80))
    return undefined
  }
  checkWords(line, parsed.positional)
  const given = line.options.flatMap((option): [string, unknown][] => {
    const value = givenValue(option, parsed)
    return value === undefined ? [] : [[camelCase(nameOf(option)), value]]
  })
  return { flags: Object.fromEntries(given) as Flags, words: parsed.positional }
}

function parse(line: CommandLine, args: readonly string[]): ParsedFlags {
  const check = Object.fromEntries(
    line.options.flatMap((option) =>
      option.choices === undefined ? [] : [[nameOf(option), oneOf(option.choices)]],
    ),
  )
  try {
    return parseFlags(
      [...line.options.map(definition), { name: 'help', type: 'bool', shorthand: 'h' }],
      args,
      { check },
    )
  } catch (error) {
    if (!(error instanceof FlagError)) throw error
    const [, unknown] = /^unknown flag: --(.+)$/.exec(error.message) ?? []
    const meant = unknown && nearest(unknown, line.options.filter((o) => o.about !== undefined).map(nameOf))
    throw new UsageError(`${error.message} ${meant ? `(did you mean --${meant}?)` : seeHelp(line)}`)
  }
}

const seeHelp = ({ name }: CommandLine): string => `('kepsim ${name} --help' tells more)`

const definition = (option: Option): FlagDefinition => ({
  name: nameOf(option),
  type: !hasValue(option) ? 'bool' : option.many ? 'stringArray' : 'string',
  ...(option.default === undefined ? {} : { default: option.default }),
})

const oneOf = (choices: readonly string[]) => (text: string) => {
  if (!choices.includes(text)) throw new Error(`write ${choices.join(' or ')}`)
}

function givenValue(option: Option, { values, set }: ParsedFlags): string | string[] | true | undefined {
  const name = nameOf(option)
  if (!hasValue(option)) return values.bool(name) || undefined
  if (option.many) return values.strings(name)
  return set.has(name) || option.default !== undefined ? values.string(name) : undefined
}

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())

function checkWords(line: CommandLine, given: readonly string[]): void {
  const missing = line.words.find(([form], i) => form.startsWith('<') && given.length <= i)
  if (missing !== undefined) throw new UsageError(`${missing[0]} is missing ${seeHelp(line)}`)
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
    option.about === undefined ? [] : [[option.form, option.about + defaultText(option)] as const],
  )
  const help = ['-h, --help', 'display help for command'] as const
  const width = Math.max(...[...words, ...options, help].map(([form]) => form.length))
  const table = (rows: readonly (readonly [string, string])[]): string =>
    rows
      .map(([form, about]) => `  ${form.padEnd(width)}  ${wrap(about, columns - width - 4, width + 4)}\n`)
      .join('')
  return `Usage: kepsim ${line.name} [options] ${line.words.map(([form]) => form).join(' ')}

${wrap(line.about, columns, 0)}

Arguments:
${table(words)}
Options:
${table([...options, help])}${line.more ?? ''}`
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

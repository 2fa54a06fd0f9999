// Which command a line means, and its flags.
// Upstream: github.com/spf13/cobra Command.Find and ParseFlags
import { getOwn } from '../../apimachinery/json.ts'
import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import { type ParsedFlags, parseFlags } from '../../component-base/flags/parse-flags.ts'
import { KubectlError } from '../errors.ts'
import { changesOf, type Environment } from './changing-flags.ts'
import { commandFlags, flagSets } from './command-flags.ts'

const alone: Readonly<Record<string, string>> = {
  'dry-run': 'unchanged',
  cascade: 'background',
  validate: 'strict',
}

/** `output,o=''` → a definition: the default tells the type. */
function definition(text: string): FlagDefinition {
  const [, name = '', shorthand, value = ''] = /^([\w-]+)!?(?:,(\w))?=(.*)$/.exec(text) ?? []
  const type =
    value === 'true' || value === 'false'
      ? 'bool'
      : value === '[]'
        ? 'strings'
        : value === '[+]'
          ? 'stringArray'
          : value === ''
            ? 'stringToString'
            : /^-?\d+$/.test(value)
              ? 'int'
              : /^[\dhms.]+$/.test(value)
                ? 'duration'
                : 'string'
  const text2 = value.replace(/^'(.*)'$/, '$1').replace(/^\[\+?\]$/, '')
  return {
    name,
    type,
    default: text2,
    ...(shorthand === undefined ? {} : { shorthand }),
    ...(Object.hasOwn(alone, name) ? { noOptDefault: alone[name]! } : {}),
  }
}

const expand = (text: string): string[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => (word.startsWith('@') ? expand(flagSets[word.slice(1)]!) : [word]))

const globals = expand(flagSets['global']!).map(definition)

/** The command's own flags in a release. */
function ownFlags(path: string, minor: number | undefined, env: Environment | undefined): FlagDefinition[] {
  const { absent = [], deprecated = {}, wordsOnly = [] } = changesOf(path, minor, env)
  return expand(commandFlags[path] ?? '')
    .map(definition)
    .filter(({ name }) => !absent.includes(name))
    .map((given) => {
      const { shorthand: _letter, ...word } = given
      const flag = wordsOnly.includes(given.name) ? word : given
      const notice = getOwn(deprecated, flag.name)
      return notice === undefined ? flag : { ...flag, deprecated: notice }
    })
}

/** The flags of a command; its own win over global ones of the same name. @param minor of the kubectl; default: the newest */
export function definitionsOf(path: string, minor?: number, env?: Environment): FlagDefinition[] {
  const own = ownFlags(path, minor, env)
  const { absent = [] } = changesOf(path, minor)
  const names = new Set(own.map((d) => d.name))
  const shorthands = new Set(own.map((d) => d.shorthand))
  return [
    ...own,
    ...globals
      .filter((d) => !names.has(d.name) && !absent.includes(d.name))
      .map((d) =>
        shorthands.has(d.shorthand) ? { name: d.name, type: d.type, default: d.default ?? '' } : d,
      ),
  ]
}

/** The commands that ask where `--` stood; for others, what follows it are arguments that may begin with a dash. */
const asksForDash = /^(?:exec|run|debug|create .*)$/

/** A command line's flags and arguments. */
export interface ReadLine extends ParsedFlags {
  /** What follows `--` and is a program with its arguments; undefined where there is none. Upstream: ArgsLenAtDash of cobra */
  command: string[] | undefined
}

/** Reads the flags of the command `path` (`rollout status`); throws as cobra does. @param minor as {@link definitionsOf} */
export function readFlags(
  path: string,
  args: readonly string[],
  minor?: number,
  env?: Environment,
): ReadLine {
  const dash = asksForDash.test(path) ? args.indexOf('--') : -1
  try {
    const parsed = parseFlags(definitionsOf(path, minor, env), dash < 0 ? args : args.slice(0, dash))
    return { ...parsed, command: dash < 0 ? undefined : args.slice(dash + 1) }
  } catch (error) {
    throw new KubectlError(
      `${(error as Error).message}\nSee 'kubectl${path === '' ? '' : ` ${path}`} --help' for usage.`,
    )
  }
}

/** The shorthand letter of a command's flag, empty for none; undefined where the command has no such flag. */
export function flagShorthand(path: string, name: string, minor?: number): string | undefined {
  const found = definitionsOf(path, minor).find((flag) => flag.name === name)
  return found === undefined ? undefined : (found.shorthand ?? '')
}

/** Throws as cobra does where the command's required flags are not set. */
export function requireFlags(path: string, set: ReadonlySet<string>): void {
  const missing = expand(commandFlags[path] ?? '')
    .flatMap((text) => /^([\w-]+)!/.exec(text)?.[1] ?? [])
    .filter((name) => !set.has(name))
    .sort()
  if (missing.length > 0)
    throw new KubectlError(`required flag(s) ${missing.map((name) => `"${name}"`).join(', ')} not set`)
}

/** The position of the first word that is no flag, as cobra finds a subcommand; -1 where there is none. */
export function firstWord(args: readonly string[]): number {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    if (arg === '--') return -1
    if (!arg.startsWith('-') || arg === '-') return i
    if (!arg.includes('=') && takesValue(arg)) i++
  }
  return -1
}

function takesValue(arg: string): boolean {
  const flag = arg.startsWith('--')
    ? globals.find((d) => d.name === arg.slice(2))
    : arg.length === 2
      ? globals.find((d) => d.shorthand === arg[1])
      : undefined
  if (flag === undefined) return arg.startsWith('--') || arg.length === 2
  return flag.type !== 'bool'
}

// The command line with the user's aliases and defaults of flags.
// Upstream: kubectl/pkg/kuberc/kuberc.go (applyAliases, applyOverrides)
import { childOf, root } from './command-tree.ts'
import { flagShorthand, readFlags } from './flags/read-flags.ts'
import type { KubectlHost } from './host.ts'
import { type KubercOption, type Preferences, preferencesError, readPreferences } from './kuberc-file.ts'

/**
 * The arguments with the user's aliases and defaults applied. @param find the path of a line's command, empty for an unknown
 * one
 */
export async function withPreferences(
  args: readonly string[],
  host: KubectlHost,
  minor: number,
  find: (args: readonly string[]) => string[],
): Promise<string[]> {
  const preferences = args.length === 0 ? undefined : await readPreferences(args, host, minor)
  if (preferences === undefined) return [...args]
  return find(args).length === 0
    ? withAlias(args, preferences, host, minor, find)
    : withDefaults(args, preferences, host, minor, find)
}

function withAlias(
  args: readonly string[],
  { aliases }: Preferences,
  host: KubectlHost,
  minor: number,
  find: (args: readonly string[]) => string[],
): string[] {
  const at = args.findIndex((arg) => !arg.startsWith('-'))
  const alias = aliases.find(({ name }) => name === args[at])
  if (alias === undefined) return [...args]
  if (childOf(root, alias.name, minor) !== undefined) {
    host.stderr(`Warning: Setting alias "${alias.name}" to a built-in command is not supported\n`)
    return [...args]
  }
  const words = alias.command.split(/\s+/).filter((word) => word !== '')
  const path = find(words)
  if (path.length === 0 || path.length < words.length)
    throw preferencesError(
      `command "${alias.command}" not found to set alias "${alias.name}": [${words.join(' ')}]`,
    )
  const set = alias.options.flatMap((option) => {
    const shorthand = flagShorthand(path.join(' '), option.name, minor)
    if (shorthand === undefined) throw preferencesError(`invalid alias flag ${option.name} in alias kubectl`)
    return isGiven(option.name, shorthand, args) ? [] : [`--${option.name}=${option.default}`]
  })
  return [
    ...args.slice(0, at),
    ...path,
    ...set,
    ...alias.prependArgs,
    ...args.slice(at + 1),
    ...alias.appendArgs,
  ]
}

function withDefaults(
  args: readonly string[],
  { defaults }: Preferences,
  host: KubectlHost,
  minor: number,
  find: (args: readonly string[]) => string[],
): string[] {
  const path = find(args)
  const set: string[] = []
  for (const { command, options } of defaults) {
    const words = command.split(/\s+/).filter((word) => word !== '')
    const wanted = find(words)
    if (wanted.length === 0) {
      host.stderr(`Warning: command "${command}" not found to set kuberc override\n`)
      continue
    }
    if (wanted.at(-1) !== path.at(-1)) continue
    for (const option of options)
      set.push(...defaultOf(option, command, { path: path.join(' '), args, minor }))
  }
  const dash = args.indexOf('--')
  const end = dash < 0 ? args.length : dash
  return [...args.slice(0, end), ...set, ...args.slice(end)]
}

/** The line that defaults are for: the words of its command, its arguments, and the kubectl's minor release. */
interface Line {
  path: string
  args: readonly string[]
  minor: number
}

function defaultOf(option: KubercOption, command: string, { path, args, minor }: Line): string[] {
  const shorthand = flagShorthand(path, option.name, minor)
  if (shorthand === undefined) throw preferencesError(`invalid flag ${option.name} for command ${command}`)
  if (isGiven(option.name, shorthand, args)) return []
  const flag = `--${option.name}=${option.default}`
  try {
    readFlags(path, [flag], minor)
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n')
    throw preferencesError(
      `could not apply override value ${option.default} to flag ${option.name} in command ${command} err: ${why}`,
    )
  }
  return [flag]
}

/** @param shorthand '' for a flag that has none */
const isGiven = (name: string, shorthand: string, args: readonly string[]): boolean =>
  args.some(
    (arg) =>
      arg === `--${name}` ||
      arg.startsWith(`--${name}=`) ||
      (shorthand !== '' &&
        (arg.startsWith(`-${shorthand}`) || (/^-[a-zA-Z]+$/.test(arg) && arg.includes(shorthand)))),
  )

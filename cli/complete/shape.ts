// What can be completed on a command line, whichever way a command describes itself.

import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import type { CtlProgram } from '../../etcdctl/commands/table.ts'
import type { CommandNode } from '../../kubectl/command-tree.ts'
import { type CommandLine, hasValue, nameOf } from '../command-line.ts'

/** A flag, and what its value is. */
export interface FlagShape {
  name: string
  short?: string | undefined
  about: string
  /** The kind of its value (a key of the table in values.ts); undefined: it has none. */
  value: string | undefined
  choices?: readonly string[] | undefined
}

/** A command, with those below it. */
export interface CommandShape {
  flags: readonly FlagShape[]
  /** Subcommands. */
  below: Readonly<Record<string, CommandShape & { about: string }>>
  /** Kinds of its arguments, in order; the last may be repeated where it ends with `...`. */
  words: readonly string[]
}

const helpFlag: FlagShape = { name: 'help', short: 'h', about: 'display help for command', value: undefined }

/** `<file...>` → `file...`. */
const kindsIn = (form: string): string[] =>
  [...form.matchAll(/(?<![\w-] )[<[]([\w|=/.-]+)[>\]]/g)].map(([, kind]) => kind!)

/** Of one of kepsim's own commands. */
export function shapeOfLine(line: CommandLine): CommandShape {
  const flags = [
    ...line.options.flatMap((option): FlagShape[] =>
      option.about === undefined
        ? []
        : [
            {
              name: nameOf(option),
              short: option.short,
              about: option.about,
              value: hasValue(option) ? option.form.split(' ')[1]!.slice(1, -1) : undefined,
              choices: option.choices,
            },
          ],
    ),
    helpFlag,
  ]
  const below: Record<string, CommandShape & { about: string }> = Object.create(null)
  const own: string[] = line.words.flatMap(([form]) => kindsIn(form))
  for (const [form, about] of line.usages ?? []) {
    const [, verb, rest = ''] = /^([a-z][a-z-]*)?(.*)$/.exec(form) ?? []
    const kinds = kindsIn(rest.replace('[options]', ''))
    if (verb === undefined) own.push(...kinds)
    else below[verb] = { flags, below: {}, words: kinds, about }
  }
  return { flags, below, words: own }
}

const flagShape = ({ name, type, shorthand }: FlagDefinition, about = ''): FlagShape => ({
  name,
  short: shorthand,
  about,
  value: type === 'bool' || type === 'go:bool' ? undefined : kindOfFlag(name, type),
})

/** A flag of a real component: its name tells more than its type. */
function kindOfFlag(name: string, type: string): string {
  if (name === 'feature-gates') return 'gates'
  if (name === 'release' || name === 'plan') return name
  if (/(?:^|-)dir(?:ectory)?$/.test(name)) return 'dir'
  return /(?:^|-)(?:file|config|kubeconfig|filename|cacert|cafile|cert|key|kuberc|kustomize|certfile|keyfile)$/.test(
    name,
  )
    ? 'file'
    : type
}

/** Of a component, by its flags. */
export const shapeOfFlags = (
  flags: readonly FlagDefinition[],
  below: CommandShape['below'] = {},
): CommandShape => ({ flags: flags.map((flag) => flagShape(flag)), below, words: [] })

/** Of kubectl, by its tree. @param flagsOf the flags of a command by its words */
export function shapeOfTree(
  node: CommandNode,
  flagsOf: (path: string) => readonly FlagDefinition[],
  path: readonly string[] = [],
): CommandShape {
  const below = Object.fromEntries(
    Object.entries(node.children ?? {}).map(([name, child]) => [
      name,
      { ...shapeOfTree(child, flagsOf, [...path, name]), about: '' },
    ]),
  )
  return { flags: flagsOf(path.join(' ')).map((flag) => flagShape(flag)), below, words: [] }
}

/** Of etcdctl and etcdutl, whose commands have one word or two. */
export function shapeOfCtl({ commands, flags }: CtlProgram): CommandShape {
  const below: Record<string, CommandShape & { about: string }> = Object.create(null)
  for (const [words, command] of Object.entries(commands)) {
    const [first = '', second] = words.split(' ')
    const shape: CommandShape & { about: string } = {
      flags: [...(command.flags ?? []), ...flags].map((flag) => flagShape(flag, flag.about)),
      below: {},
      words: [],
      about: command.about,
    }
    if (second === undefined) below[first] = shape
    else {
      const group = below[first] ?? { flags: [], below: {}, words: [], about: '' }
      below[first] = { ...group, below: { ...group.below, [second]: shape } }
    }
  }
  return { flags: flags.map((flag) => flagShape(flag, flag.about)), below, words: [] }
}

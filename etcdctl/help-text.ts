// Upstream: etcd's etcdctl/ctlv3/help.go, whose columns are those of Go's text/tabwriter.
import type { CommandFlag, CtlCommand } from './commands/command.ts'
import { type CtlProgram, version } from './commands/table.ts'

const tab = 8
const apiVersion = version.replace(/\.\d+$/, '')

/** Two columns, the first as wide as its longest cell and padded with tabs. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.ceil((Math.max(0, ...rows.map(([first]) => first.length)) + 1) / tab) * tab
  return rows
    .map(([first, second]) => `${first}${'\t'.repeat(Math.ceil((width - first.length) / tab))}${second}\n`)
    .join('')
}

function flagCell({ name, shorthand, type, default: value = '' }: CommandFlag): string {
  const own = type === 'string' ? JSON.stringify(value) : type === 'bool' ? value || 'false' : value
  const shown = type === 'bool' ? `[=${own}]` : `=${own}`
  return `${shorthand === undefined ? '      ' : `  -${shorthand}, `}--${name}${shown}`
}

const flagRows = (flags: readonly CommandFlag[]): string =>
  columns(flags.map((flag): [string, string] => [flagCell(flag), flag.about]))

const helpFlag = (name: string): CommandFlag => ({
  name: 'help',
  shorthand: 'h',
  type: 'bool',
  about: `help for ${name}`,
})

const byName = (a: CommandFlag, b: CommandFlag): number => (a.name < b.name ? -1 : 1)

/** `--help` of the program itself. */
export function programHelp({ name, about, commands }: CtlProgram): string {
  const rows = Object.entries(commands).map(([command, { about: own }]): [string, string] => [
    `\t${command}`,
    own,
  ])
  const list = columns(rows.map(([first, second]) => [first.slice(1), second]))
  return `NAME:\n\t${name} - ${about}\n\nUSAGE:\n\t${name} [flags]\n\nVERSION:\n\t${version}\n\nAPI VERSION:\n\t${apiVersion}\n\n\nCOMMANDS:\n${indented(list)}`
}

/** `--help` of a group, as `snapshot`. */
export function groupHelp(program: CtlProgram, group: string): string {
  const rows = Object.entries(program.commands)
    .filter(([name]) => name.startsWith(`${group} `))
    .map(([name, { about }]): [string, string] => [name.slice(group.length + 1), about])
  return `NAME:\n\t${group} - ${program.groups[group]}\n\nUSAGE:\n\t${program.name} ${group} <subcommand> [flags]\n\nAPI VERSION:\n\t${apiVersion}\n\n\nCOMMANDS:\n${indented(columns(rows))}\nOPTIONS:\n${flagRows([helpFlag(group)])}\nGLOBAL OPTIONS:\n${flagRows(program.flags)}\n`
}

/** `--help` of a command. */
export function commandHelp(
  program: CtlProgram,
  name: string,
  { about, usage, flags = [] }: CtlCommand,
): string {
  const own = [...flags, helpFlag(name.split(' ').at(-1)!)].sort(byName)
  const words = [program.name, name, usage, '[flags]'].filter((word) => word !== '').join(' ')
  return `NAME:\n\t${name} - ${about}\n\nUSAGE:\n\t${words}\n\nOPTIONS:\n${flagRows(own)}\nGLOBAL OPTIONS:\n${flagRows(program.flags)}\n`
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, '\t')

// journalctl: what the kubelet of a computer has logged. Nothing else there writes to the journal.
import { type FlagDefinition, FlagError } from '../../component-base/flags/flag-definition.ts'
import { type ParsedFlags, parseFlags } from '../../component-base/flags/parse-flags.ts'
import type { LogLine } from '../../server/endpoints/special/node-backend.ts'
import type { CommandResult } from './command-result.ts'
import { flag } from './flag.ts'
import { getoptWords } from './getopt-words.ts'
import type { Host } from './host.ts'
import type { Machine } from './machine.ts'

const ok = (stdout: string): CommandResult => ({ stdout, stderr: '', exitCode: 0 })
const refused = (message: string): CommandResult => ({ stdout: '', stderr: `${message}\n`, exitCode: 1 })

/** The kubelet of the computer: its own, or on the author's the only one that there is. */
export function kubeletLog(machine: Machine, host: Host): readonly LogLine[] {
  const { records, runtime } = machine.cluster
  const names = [...records.keys()].filter((name) => name.startsWith('kubelet/'))
  const own = names.find((name) => name === `kubelet/${host.name}`)
  const name = own ?? (machine.computers.nodes.has(host.name) ? undefined : names[0])
  return name === undefined ? [] : (runtime.journal?.('kubelet', name.slice('kubelet/'.length)) ?? [])
}

const options: readonly FlagDefinition[] = [
  flag('unit', 'stringArray', 'u'),
  { ...flag('lines', 'string', 'n'), noOptDefault: '10' },
  flag('output', 'string', 'o'),
  flag('reverse', 'bool', 'r'),
  flag('quiet', 'bool', 'q'),
  flag('no-hostname', 'bool'),
]

/** What changes nothing of what is here: there is one boot, one journal and no pager, lines are whole and have no explanations. */
const withoutEffect: readonly FlagDefinition[] = [
  { ...flag('boot', 'string', 'b'), noOptDefault: '' },
  flag('all', 'bool', 'a'),
  flag('catalog', 'bool', 'x'),
  flag('follow', 'bool', 'f'),
  flag('full', 'bool', 'l'),
  flag('merge', 'bool', 'm'),
  flag('no-full', 'bool'),
  flag('no-pager', 'bool'),
  flag('no-tail', 'bool'),
  flag('pager-end', 'bool', 'e'),
  flag('system', 'bool'),
  flag('utc', 'bool'),
]

const notSimulated: readonly FlagDefinition[] = [
  ...[flag('since', 'string', 'S'), flag('until', 'string', 'U'), flag('grep', 'string', 'g')],
  ...[flag('priority', 'string', 'p'), flag('identifier', 'string', 't'), flag('cursor', 'string', 'c')],
  ...[flag('directory', 'string', 'D'), flag('machine', 'string', 'M'), flag('field', 'string', 'F')],
  ...[flag('dmesg', 'bool', 'k'), flag('fields', 'bool', 'N'), flag('help', 'bool', 'h')],
  ...['after-cursor', 'cursor-file', 'facility', 'file', 'image', 'interval', 'namespace'].map((name) =>
    flag(name),
  ),
  ...['output-fields', 'root', 'user-unit', 'vacuum-files', 'vacuum-size', 'vacuum-time', 'verify-key'].map(
    (name) => flag(name),
  ),
  ...['disk-usage', 'dump-catalog', 'flush', 'force', 'header', 'list-boots', 'list-catalog'].map((name) =>
    flag(name, 'bool'),
  ),
  ...['relinquish-var', 'rotate', 'setup-keys', 'show-cursor', 'smart-relinquish-var', 'sync'].map((name) =>
    flag(name, 'bool'),
  ),
  ...['update-catalog', 'user', 'verify', 'version'].map((name) => flag(name, 'bool')),
  { ...flag('case-sensitive'), noOptDefault: 'true' },
]
const known = [...options, ...withoutEffect, ...notSimulated]

/** The number of `-n` may follow it glued, or as the next word. */
function linesJoined(args: readonly string[]): string[] {
  return args.flatMap((arg, at) => {
    const before = args[at - 1] ?? ''
    if (isNumber.test(arg) && endsInLines.test(before)) return []
    const [, letters, glued] = /^(-[a-zA-Z]*n)(\d+|all)$/.exec(arg) ?? []
    const next = args[at + 1] ?? ''
    if (glued !== undefined) return [`${letters}=${glued}`]
    return endsInLines.test(arg) && isNumber.test(next) ? [`${arg}=${next}`] : [arg]
  })
}
const endsInLines = /^(?:-[a-zA-Z]*n|--lines)$/
const isNumber = /^(?:\d+|all)$/

/** Prints the kubelet's log of a computer. */
export async function journalctl(
  machine: Machine,
  args: string[],
  _ctx: unknown,
  host: Host,
): Promise<CommandResult> {
  let line: ParsedFlags
  try {
    line = parseFlags(known, linesJoined(args), { words: getoptWords('journalctl') })
  } catch (error) {
    if (error instanceof FlagError) return refused(error.message)
    throw error
  }
  const { values, set } = line
  const [unable] = notSimulated.filter(({ name }) => set.has(name))
  if (unable !== undefined) return unsimulated(`--${unable.name}`)
  const output = values.string('output')
  if (!/^(?:short|cat|)$/.test(output)) return unsimulated(`-o ${output}`)
  const count = values.string('lines')
  if (count !== '' && !isNumber.test(count)) return refused(`Failed to parse lines '${count}'`)
  const all = asked(line) ? kubeletLog(machine, host) : []
  const lines = count === '' || count === 'all' ? all : all.slice(Math.max(0, all.length - Number(count)))
  if (lines.length === 0) return ok(values.bool('quiet') ? '' : '-- No entries --\n')
  const name = values.bool('no-hostname') ? '' : ` ${host.name}`
  const shown = lines.map(({ at, text }) =>
    output === 'cat' ? text : `${stamp(at)}${name} kubelet[1]: ${text}`,
  )
  return ok((values.bool('reverse') ? shown.reverse() : shown).join(''))
}

const unsimulated = (what: string): CommandResult => ({
  ...refused(`journalctl ${what} is not simulated`),
  limit: 'not simulated',
})

/** Whether the kubelet is asked for: by its unit, or by an invocation, of which there is no other. */
function asked({ values, positional }: ParsedFlags): boolean {
  const units = values.strings('unit').map((unit) => unit.replace(/\.service$/, ''))
  return units.length > 0
    ? units.includes('kubelet')
    : positional.some((match) => match.startsWith('_SYSTEMD_INVOCATION_ID='))
}

/** `Nov 22 04:00:00` */
function stamp(at: number): string {
  const [, day = '', month = '', , time = ''] = new Date(at).toUTCString().split(' ')
  return `${month} ${day} ${time}`
}

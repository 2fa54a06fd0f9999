// journalctl: what the kubelet of a computer has logged. Nothing else there writes to the journal.
import type { LogLine } from '../../server/endpoints/special/node-backend.ts'
import type { CommandResult } from './command-result.ts'
import type { Host } from './host.ts'
import type { Machine } from './machine.ts'
import { flagOf } from './node-programs.ts'

const ok = (stdout: string): CommandResult => ({ stdout, stderr: '', exitCode: 0 })

/** The kubelet of the computer: its own, or on the author's the only one that there is. */
export function kubeletLog(machine: Machine, host: Host): readonly LogLine[] {
  const { records, runtime } = machine.cluster
  const names = [...records.keys()].filter((name) => name.startsWith('kubelet/'))
  const own = names.find((name) => name === `kubelet/${host.name}`)
  const name = own ?? (machine.computers.nodes.has(host.name) ? undefined : names[0])
  return name === undefined ? [] : (runtime.journal?.('kubelet', name.slice('kubelet/'.length)) ?? [])
}

const optionOf = (args: readonly string[], long: string, short: string): string | undefined => {
  const at = args.indexOf(`-${short}`)
  const joined = args.find((arg) => arg.startsWith(`-${short}`) && arg.length > 2 && !arg.startsWith('--'))
  return flagOf(args, long) ?? (at >= 0 ? args[at + 1] : joined?.slice(2))
}

/** Prints the kubelet's log of a computer. */
export async function journalctl(
  machine: Machine,
  args: string[],
  _ctx: unknown,
  host: Host,
): Promise<CommandResult> {
  const unit = optionOf(args, 'unit', 'u')?.replace(/\.service$/, '')
  const invocation = args.some((arg) => arg.startsWith('_SYSTEMD_INVOCATION_ID='))
  if (unit !== undefined && unit !== 'kubelet') return ok('-- No entries --\n')
  if (unit === undefined && !invocation) return ok('-- No entries --\n')
  const all = kubeletLog(machine, host)
  const count = optionOf(args, 'lines', 'n')
  const lines = count === undefined || count === 'all' ? all : all.slice(-Number(count) || all.length)
  if (lines.length === 0) return ok('-- No entries --\n')
  const bare = optionOf(args, 'output', 'o') === 'cat'
  const shown = lines.map(({ at, text }) => (bare ? text : `${stamp(at)} ${host.name} kubelet[1]: ${text}`))
  const reversed = args.some((arg) => arg === '-r' || arg === '--reverse')
  return ok((reversed ? shown.reverse() : shown).join(''))
}

/** `Nov 22 04:00:00` */
function stamp(at: number): string {
  const [, day = '', month = '', , time = ''] = new Date(at).toUTCString().split(' ')
  return `${month} ${day} ${time}`
}

import type { CommandResult } from './command-result.ts'
import type { Machine } from './machine.ts'

/** kill, pkill, killall: ends the components that are named. */
export async function ended(machine: Machine, args: string[]): Promise<CommandResult> {
  const named = args.filter((a) => !a.startsWith('-')).join(' ')
  const stopped = [...machine.cluster.running.keys()].filter((name) => named.includes(name.split('/')[0]!))
  for (const name of stopped) await machine.cluster.stopOne(name)
  return { stdout: '', stderr: '', exitCode: stopped.length > 0 || named === '' ? 0 : 1 }
}

import type { CommandResult } from './command-result.ts'
import { git, noRelease } from './git.ts'
import type { Machine } from './machine.ts'

/** git in the machine's checkout. A cluster does not outlive the sources that it was started from. */
export async function gitCommand(machine: Machine, args: string[]): Promise<CommandResult> {
  const result = git(machine.checkout, args)
  if (result.moved) await machine.cluster.stop()
  if (result.unknownRelease !== undefined) {
    const { unknownRelease } = result
    machine.incidents.noteFailure({
      component: 'git',
      release: unknownRelease,
      stderr: noRelease(machine.checkout, unknownRelease),
    })
  }
  return result
}

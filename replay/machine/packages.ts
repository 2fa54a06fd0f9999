// apt, yum, dnf and zypper, as far as they bring other releases of kubeadm, kubelet and kubectl onto the author's computer.
import type { CommandResult } from './command-result.ts'
import type { Machine } from './machine.ts'

const ok = (stdout = ''): CommandResult => ({ stdout, stderr: '', exitCode: 0 })
/** `kubelet=1.31.0-1.1`, `kubelet='1.31.0-*'`, `kubelet-1.31.0-0`. */
const versioned = /^(kubeadm|kubelet|kubectl)[=-]v?(\d+\.\d+\.\d+)(?:-.*)?$/
const changing = /^(?:install|upgrade|update|downgrade|localinstall|in)$/

/** What other packages are asked for is there; questions about packages have no answer. */
export async function packages(machine: Machine, args: string[]): Promise<CommandResult> {
  const [verb = '', ...named] = args.filter((arg) => !arg.startsWith('-'))
  if (verb === 'history' && named[0] === 'undo') return undo(machine)
  if (!changing.test(verb)) return ok()
  const wanted = named.flatMap((name) => {
    const match = versioned.exec(name)
    return match === null ? [] : [{ name: match[1]!, tag: match[2]! }]
  })
  const before = new Map(machine.installed)
  for (const { name, tag } of wanted) {
    const release = machine.releaseOfTag(tag)
    if (release === undefined)
      return { stdout: '', stderr: `E: Version '${tag}' for '${name}' was not found\n`, exitCode: 100 }
    machine.installed.set(name, release)
  }
  if (wanted.length > 0) machine.installedBefore.push(before)
  return ok()
}

/** Transactions are undone from the last one back, whatever their numbers were on the author's computer. */
function undo(machine: Machine): CommandResult {
  const before = machine.installedBefore.pop()
  if (before === undefined) return { stdout: '', stderr: 'Error: No transactions to undo\n', exitCode: 1 }
  machine.installed.clear()
  for (const [name, release] of before) machine.installed.set(name, release)
  return ok()
}

// apt, yum, dnf and zypper, as far as they bring other releases of kubeadm, kubelet and kubectl onto the author's computer.

import { minorOf, minorRelease } from '../../component-base/minor.ts'
import type { CommandResult } from './command-result.ts'
import { packageDialect } from './dialect.ts'
import type { Machine } from './machine.ts'
import { allReleases, formatHistory, type Installed, type Transaction } from './package-history.ts'

const ok = (stdout = ''): CommandResult => ({ stdout, stderr: '', exitCode: 0 })
/** `kubelet=1.31.0-1.1`, `kubelet='1.31.0-*'`, `kubelet-1.31.0-0`. */
const versioned = /^(kubeadm|kubelet|kubectl)[=-]v?(\d+\.\d+\.\d+)(?:-.*)?$/
const changing = /^(?:install|upgrade|update|downgrade|localinstall|in)$/
const ours = ['kubeadm', 'kubelet', 'kubectl']

const summaries: Readonly<Record<string, string>> = {
  kubeadm: 'Command-line utility for administering a Kubernetes cluster.',
  kubectl: 'Command-line utility for interacting with a Kubernetes cluster.',
  kubelet: 'Container cluster management',
}

/** What other packages are asked for is there; questions about other packages have no answer. */
export async function packages(machine: Machine, args: string[]): Promise<CommandResult> {
  const [verb = '', ...named] = args.filter((arg) => !arg.startsWith('-'))
  if (verb === 'history') return history(machine, named, args)
  if (verb === 'search' || verb === 'list') return search(machine, verb, named, args)
  if (verb === 'remove' || verb === 'erase' || verb === 'purge')
    return change(machine, args, new Map(named.map((name) => [name, undefined])), 'Removed')
  if (!changing.test(verb)) return ok()
  return install(machine, named, args, verb === 'downgrade' ? 'Downgrade' : undefined)
}

function install(
  machine: Machine,
  named: readonly string[],
  args: string[],
  action: string | undefined,
): CommandResult {
  const wanted = new Map<string, Installed>()
  for (const text of named) {
    const [, name = '', tag = ''] = versioned.exec(text) ?? []
    if (name === '') continue
    const release = machine.sources.releaseOfTag(tag)
    if (release === undefined)
      return { stdout: '', stderr: `E: Version '${tag}' for '${name}' was not found\n`, exitCode: 100 }
    wanted.set(name, { release, tag })
  }
  return change(machine, args, wanted, action)
}

/** Undefined: the package goes. */
type Wanted = ReadonlyMap<string, Installed | undefined>

function change(machine: Machine, args: string[], wanted: Wanted, action: string | undefined): CommandResult {
  const changes = [...wanted].filter(([name]) => ours.includes(name))
  if (changes.length === 0) return ok()
  const before = new Map(changes.map(([name]) => [name, machine.packages.get(name)]))
  machine.packages.note({
    command: args.join(' '),
    at: machine.options.clock.now(),
    action: action ?? ([...before.values()].some((one) => one !== undefined) ? 'Upgrade' : 'Install'),
    before,
    altered: changes.length,
    undone: false,
  })
  set(machine, wanted)
  return ok()
}

function set(machine: Machine, wanted: Wanted): void {
  for (const [name, one] of wanted) {
    if (one === undefined) machine.packages.remove(name)
    else machine.packages.put(name, one)
  }
}

function history(machine: Machine, [what = 'list', id]: readonly string[], args: string[]): CommandResult {
  if (what === 'undo' || what === 'rollback') return undo(machine, Number(id), args)
  return what === 'list' ? ok(formatHistory(machine.packages.history)) : ok()
}

/**
 * Takes one transaction back. The numbers of the author's computer count what was done there before, too: one that there is
 * not stands for the last that is not undone.
 */
function undo(machine: Machine, id: number, args: string[]): CommandResult {
  const open = machine.packages.history.filter(({ undone }) => !undone)
  const found: Transaction | undefined = open.find((one) => one.id === id) ?? open.at(-1)
  if (found === undefined) return { stdout: '', stderr: 'Error: No transactions to undo\n', exitCode: 1 }
  found.undone = true
  const result = change(machine, args, found.before, 'Downgrade')
  machine.packages.history.at(-1)!.undone = true
  return result
}

/** `search NAME --showduplicates`: every release that can be had; without it the newest one. */
function search(machine: Machine, verb: string, names: readonly string[], args: string[]): CommandResult {
  const all = args.some((arg) => /^--showdup/.test(arg))
  const releases = allReleases(machine.checkout)
  const found = names.filter((name) => ours.includes(name))
  const lines = found.flatMap((name) =>
    (all ? releases : releases.slice(-1)).map((release) => {
      const version = `${release}-${packageDialect(minorOf(release)).rpmSuffix}`
      if (verb === 'list') return `${`${name}.x86_64`.padEnd(30)}${version.padEnd(30)}kubernetes\n`
      return `${name}${all ? `-${version}` : ''}.x86_64 : ${summaries[name]}\n`
    }),
  )
  const quiet = args.some((arg) => /^(?:-q|--quiet)$/.test(arg))
  const title =
    verb === 'list'
      ? 'Available Packages'
      : `${'='.repeat(20)} Name Exactly Matched: ${found[0]} ${'='.repeat(20)}`
  return ok(`${quiet || found.length === 0 ? '' : `${title}\n`}${lines.join('')}`)
}

/** apt-cache madison NAME: what there is, the newest first; apt-cache policy NAME: what is installed. */
export async function aptCache(machine: Machine, args: string[]): Promise<CommandResult> {
  const [verb = '', ...names] = args.filter((arg) => !arg.startsWith('-'))
  const releases = allReleases(machine.checkout).reverse()
  const source = (release: string): string =>
    `https://pkgs.k8s.io/core:/stable:/v${minorRelease(release)}/deb`
  const asked = names.filter((name) => ours.includes(name))
  if (verb === 'madison')
    return ok(
      asked
        .flatMap((name) =>
          releases.map((r) => `${name.padStart(10)} | ${`${r}-1.1`.padStart(10)} | ${source(r)}  Packages\n`),
        )
        .join(''),
    )
  if (verb !== 'policy') return ok()
  return ok(
    asked
      .map((name) => {
        const tag = machine.packages.tagOf(name)
        const installed = tag === undefined ? '(none)' : `${tag}-1.1`
        const table = releases.map(
          (r) => ` ${r === tag ? '***' : '   '} ${r}-1.1 500\n        500 ${source(r)}  Packages\n`,
        )
        return `${name}:\n  Installed: ${installed}\n  Candidate: ${releases[0]}-1.1\n  Version table:\n${table.join('')}`
      })
      .join(''),
  )
}

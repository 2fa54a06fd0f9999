// What a package manager knows of the past, and of what there is.
import { compare } from 'semver'
import { minorOf } from '../../component-base/minor.ts'
import type { Checkout } from './git.ts'

/** The release that a package manager has installed. */
export interface Installed {
  /** That is simulated: `1.30.14`. */
  release: string
  /** As the command named it: `1.28.1` where another release stands for it. */
  tag: string
}

/** A change of the packages of the author's own computer. */
export interface Transaction {
  id: number
  /** What was typed after the program. */
  command: string
  /** Milliseconds since the epoch. */
  at: number
  action: string
  /** What was there before of the packages that it changed; undefined: nothing. */
  before: ReadonlyMap<string, Installed | undefined>
  altered: number
  undone: boolean
}

/** As `yum history` and `dnf history` list it, the newest first. */
export function formatHistory(transactions: readonly Transaction[]): string {
  const width = Math.max(24, ...transactions.map(({ command }) => command.length))
  const head = `ID     | ${'Command line'.padEnd(width)} | Date and time    | Action(s)      | Altered\n`
  const rows = [...transactions].reverse().map(({ id, command, at, action, altered }) => {
    const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
    return `${String(id).padStart(6)} | ${command.padEnd(width)} | ${time} | ${action.padEnd(14)} | ${String(altered).padStart(4)}   \n`
  })
  return `${head}${'-'.repeat(head.length - 1)}\n${rows.join('')}`
}

/** Every patch release that can be had, the oldest first: those that are simulated, and those that others stand for. */
export function allReleases({ newest, named, known, full }: Checkout): string[] {
  const releases = new Set<string>()
  for (const tag of named.keys()) {
    const [, minor, patch] = /^v?(\d+\.\d+)\.(\d+)$/.exec(tag) ?? []
    if (minor !== undefined) for (let at = 0; at <= Number(patch); at++) releases.add(`${minor}.${at}`)
  }
  const last = minorOf(newest)
  // What is newer than the author's sources can be installed, too.
  for (let minor = 0; minor <= last || known(`1.${minor}`); minor++) {
    if (!known(`1.${minor}`)) continue
    const patch = Number(full(`1.${minor}`).split('.')[2])
    for (let at = 0; at <= patch; at++) releases.add(`1.${minor}.${at}`)
  }
  return [...releases].sort(compare)
}

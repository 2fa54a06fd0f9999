// Programs of a container's shell that tell of the container and its time, or wait.

import type { ResolvedCommandContext } from 'just-bash'
import { sidecarsOf } from '../../apimachinery/sidecars.ts'
import { commandLine } from '../images/images.ts'
import type { Process } from '../process.ts'
import { sleepMs, sleepsFor } from '../sleep-time.ts'
import { diskFree } from './disk-free.ts'
import { dd } from './endless-files.ts'
import type { Governor } from './governor.ts'
import { hexdump } from './hexdump.ts'
import { inserted } from './inserted.ts'
import { mktemp } from './mktemp.ts'
import { mounted } from './mount.ts'
import { networkCommands } from './network-commands.ts'
import { lastBackground } from './rewrite.ts'
import { withTextBelow } from './sed-scripts.ts'
import type { ShellCommand, ShellResult } from './shell-command.ts'
import { kernelParameters } from './sysctl.ts'
import { tar } from './tar.ts'

/** The parts of a process that the commands of its shell use. */
export interface ShellSurroundings {
  process: Process
  governor: Governor
  /** Whether the image's tools are those of BusyBox. */
  busybox: boolean
  /** Starts a script beside this one, with options as `$-` tells them, which runs at a depth of its governor. @returns its number; undefined where the pod has no room for it */
  spawn(script: string, options: string, context: ResolvedCommandContext, depth: number): number | undefined
  /** The message and exit code of a shell that cannot start a process. */
  forkFailure: { stderr: string; exitCode: number }
}

/** The result of a command that prints, or fails. */
export const printed = (stdout: string, exitCode = 0, stderr = ''): ShellResult => ({
  stdout,
  stderr,
  exitCode,
})
const failed = (stderr: string, exitCode = 1): ShellResult => printed('', exitCode, stderr)

/** The commands of a shell beside the library's own. */
export function shellCommands(around: ShellSurroundings): Record<string, ShellCommand> {
  const { process, governor } = around
  const { hostname, pod } = process
  return {
    [inserted.round]: async () => {
      await governor.round()
      return printed('')
    },
    [inserted.spawn]: async ([script = '', options = ''], context) => {
      const number = around.spawn(script, options, context, await governor.forked())
      if (number === undefined) return printed('', around.forkFailure.exitCode, around.forkFailure.stderr)
      await context.assignShellVariable?.(lastBackground, String(number))
      return printed('')
    },
    date: (args, context) => date(process, args, context),
    dd: dd(around.busybox),
    df: (args) => diskFree(process, args, around.busybox),
    tar: tar(around.busybox),
    hostname: async ([flag = '']) => {
      if (flag === '' || flag === '-s' || flag === '--short')
        return printed(`${flag === '' ? hostname : hostname.split('.')[0]}\n`)
      if (flag === '-f' || flag === '--fqdn' || flag === '--long')
        return printed(`${await fullName(process)}\n`)
      if (flag === '-d' || flag === '--domain')
        return printed(`${(await fullName(process)).split('.').slice(1).join('.')}\n`)
      if (flag === '-i' || flag === '-I' || flag === '--ip-address')
        return printed(
          `${(pod.status.podIPs ?? []).map(({ ip }) => ip).join(' ') || (process.address ?? '')}\n`,
        )
      return failed(`hostname: unrecognized option: ${flag.replace(/^-+/, '')}\n`)
    },
    grep: grepWithError,
    egrep: grepWithError,
    fgrep: grepWithError,
    hexdump,
    id: async (args) => identified(around, args),
    ls: async (args, context) => {
      const result = await context.origCommand!(args)
      return { ...result, stdout: result.stdout.replace(/^([-dl]\S{9} +\d+) user user/gm, '$1 root root') }
    },
    mktemp: mktemp(around.busybox),
    mount: async (args) => printed(mounted(process, args)),
    nproc: async () => printed('2\n'),
    ps: async () => printed(processes(process)),
    sleep: async (args) => {
      if (args.length === 0)
        return failed(around.busybox ? busyboxUsage('sleep', '[N]...') : 'sleep: missing operand\n')
      const ms = sleepsFor(args)
      if (ms === undefined) {
        const wrong = args.find((arg) => sleepMs(arg) === undefined)
        return failed(
          around.busybox ? `sleep: invalid number '${wrong}'\n` : `sleep: invalid time interval '${wrong}'\n`,
        )
      }
      if (ms > 0) governor.rested()
      await process.sleep(ms)
      return printed('')
    },
    sed: sedOfAll,
    stty: async () =>
      failed(
        `stty: ${around.busybox ? 'standard input' : "'standard input'"}: Inappropriate ioctl for device\n`,
      ),
    sync: async () => printed(''),
    sysctl: async (args) => printed(kernelParameters(process, args)),
    tail: (args, context) => tail(around, args, context),
    touch: async (args, context) => {
      const result = await context.origCommand!(args)
      const cannot = (_: string, path: string): string =>
        around.busybox
          ? `touch: ${path}: No such file or directory`
          : `touch: cannot touch '${path}': No such file or directory`
      return { ...result, stderr: result.stderr.replace(/^touch: cannot touch '(.*?)': ENOENT.*$/gm, cannot) }
    },
    umask: async ([mask]) => printed(mask === undefined ? '0022\n' : ''),
    uname: async (args) => printed(uname(process, args)),
    whoami: async () =>
      printed(
        userOf(process) === 0 ? 'root\n' : `whoami: unknown uid ${userOf(process)}\n`,
        userOf(process) === 0 ? 0 : 1,
      ),
    ...networkCommands(process, around.busybox),
  }
}

const busyboxUsage = (name: string, text: string): string =>
  `BusyBox v1.36.1 () multi-call binary.\n\nUsage: ${name} ${text}\n`

/** The container's clock, where the shell's has that of the host. */
async function date(process: Process, args: string[], context: ResolvedCommandContext): Promise<ShellResult> {
  const given = args.some((arg) => /^(?:-d|--date|-r|-f|-s)/.test(arg))
  return context.origCommand!(given ? args : ['-d', `@${Math.floor(process.now() / 1000)}`, ...args])
}

const userOf = ({ pod, container }: Process): number =>
  container.securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser ?? 0

/** Of the process's own user, or of one that the container knows by name. */
async function identified(
  { process, busybox }: ShellSurroundings,
  args: readonly string[],
): Promise<ShellResult> {
  const name = args.find((arg) => !arg.startsWith('-'))
  if (name === undefined) return printed(identity(process, args))
  const users = await process.files.readFile('/etc/passwd').catch(() => '')
  const [, , user, group] =
    users
      .split('\n')
      .map((line) => line.split(':'))
      .find(([one]) => one === name) ?? []
  if (user === undefined)
    return failed(busybox ? `id: unknown user ${name}\n` : `id: '${name}': no such user\n`)
  const flags = args.join('').replaceAll('-', '').replace(name, '')
  if (/^u/.test(flags)) return printed(`${flags.includes('n') ? name : user}\n`)
  if (/^[gG]/.test(flags)) return printed(`${flags.includes('n') ? name : group}\n`)
  return printed(`uid=${user}(${name}) gid=${group}(${name}) groups=${group}(${name})\n`)
}

function identity(process: Process, args: readonly string[]): string {
  const { fsGroup, supplementalGroups = [], ...ofPod } = process.pod.spec.securityContext ?? {}
  const runAsGroup = process.container.securityContext?.runAsGroup ?? ofPod.runAsGroup ?? 0
  const user = userOf(process)
  const groups = [
    ...new Set([runAsGroup, ...(fsGroup === undefined ? [] : [fsGroup]), ...supplementalGroups]),
  ]
  const flags = args.join('').replaceAll('-', '')
  if (flags.includes('u')) return `${flags.includes('n') && user === 0 ? 'root' : user}\n`
  if (flags.includes('G')) return `${groups.join(' ')}\n`
  if (flags.includes('g')) return `${runAsGroup}\n`
  const named = (id: number): string => (id === 0 ? '0(root)' : String(id))
  return `uid=${named(user)} gid=${named(runAsGroup)} groups=${groups.map(named).join(',')}\n`
}

/** Those of the process's own container, of the pod where that shares them, and of a container that an ephemeral one is for. */
function processes({ pod, container }: Process): string {
  const { containers, ephemeralContainers = [], shareProcessNamespace } = pod.spec
  const own = commandLine(container).join(' ')
  const target = ephemeralContainers.find(({ name }) => name === container.name)?.targetContainerName
  const targeted = containers.filter(({ name }) => name === target).map((one) => commandLine(one).join(' '))
  const shown =
    shareProcessNamespace === true
      ? [
          '/pause',
          ...[...sidecarsOf(pod.spec), ...containers, ...ephemeralContainers].map((one) =>
            commandLine(one).join(' '),
          ),
        ]
      : [...targeted, own]
  const line = (command: string, i: number): string =>
    `${String(i === 0 ? 1 : 1 + 6 * i).padStart(5)} root      0:00 ${command}\n`
  return `PID   USER     TIME  COMMAND\n${shown.map(line).join('')}`
}

async function fullName({ files, hostname }: Process): Promise<string> {
  const hosts = await files.readFile('/etc/hosts').catch(() => '')
  const line = hosts.split('\n').find((one) => one.split(/\s+/).slice(1).includes(hostname))
  return line?.split(/\s+/)[1] ?? hostname
}

function uname(process: Process, args: readonly string[]): string {
  const parts = { s: 'Linux', n: process.hostname, r: '6.1.0-kepsim', m: 'x86_64' }
  const letters = args.includes('-a') ? 'snrm' : args.join('').replaceAll('-', '') || 's'
  const shown = Object.entries(parts).filter(([letter]) => letters.includes(letter))
  return `${shown.map(([, text]) => text).join(' ')}\n`
}

async function missingOf(paths: readonly string[], { fs, cwd }: ResolvedCommandContext): Promise<string[]> {
  const there = await Promise.all(paths.map((path) => fs.exists(fs.resolvePath(cwd, path))))
  return paths.filter((path, i) => path !== '-' && path !== '/dev/null' && !there[i])
}

/** Files of `grep` that are missing are told by it, also with -q and -r; -s tells of none. */
async function grepWithError(args: string[], context: ResolvedCommandContext): Promise<ShellResult> {
  const flags = args.filter((arg) => /^-[^-]/.test(arg)).join('')
  const given = args.filter(
    (arg, i) => !arg.startsWith('-') && !/^-[efmABC]$|^--file$/.test(args[i - 1] ?? ''),
  )
  const files = /^-\w*[ef]|--regexp|--file/.test(
    args.find((arg) => /^-\w*[ef]|^--(?:regexp|file)/.test(arg)) ?? '',
  )
    ? given
    : given.slice(1)
  const missing = await missingOf(files, context)
  const silent = /s/.test(flags.replace(/-[efmABC]\S*/g, ''))
  const told = missing.map((path) => `grep: ${path}: No such file or directory\n`)
  const rest = args
    .filter((arg) => !missing.includes(arg) && arg !== '--no-messages')
    .flatMap((arg) =>
      silent && /^-[a-zA-Z]*s/.test(arg) ? arg.replace('s', '').replace(/^-$/, '') || [] : [arg],
    )
  const result =
    missing.length > 0 && missing.length === files.length
      ? { stdout: '', stderr: '', exitCode: 1 }
      : await context.origCommand!(rest)
  const quiet = /q/.test(flags) || args.includes('--quiet')
  const unread = missing.length > 0 || /: (?:Permission denied)$/m.test(result.stderr)
  const exitCode = unread && !(quiet && result.exitCode === 0) ? 2 : result.exitCode
  return { ...result, stderr: (silent ? '' : told.join('')) + result.stderr, exitCode }
}

/** `sed` goes on after a file that is missing. */
async function sedOfAll(given: string[], context: ResolvedCommandContext): Promise<ShellResult> {
  const args = given.map(withTextBelow)
  const operands = args.filter(
    (arg, i) => !arg.startsWith('-') && !/^-[ef]$|^--(?:expression|file)$/.test(args[i - 1] ?? ''),
  )
  const files = args.some((arg) => /^-[nrEsiuz]*[ef]|^--(?:expression|file)/.test(arg))
    ? operands
    : operands.slice(1)
  const missing = await missingOf(files, context)
  if (missing.length === 0) return context.origCommand!(args)
  const told = missing.map((path) => `sed: ${path}: No such file or directory\n`).join('')
  if (missing.length === files.length) return failed(told)
  const result = await context.origCommand!(args.filter((arg) => !missing.includes(arg)))
  return { ...result, stderr: told + result.stderr, exitCode: 1 }
}

/** `tail -f` looks at its files once a second for as long as it runs. */
async function tail(
  { process, governor, busybox }: ShellSurroundings,
  args: string[],
  context: ResolvedCommandContext,
): Promise<ShellResult> {
  const follows = args.some((arg) => /^-[^-]*[fF]|^--follow/.test(arg))
  if (!follows) return context.origCommand!(args)
  const rest = args
    .filter((arg) => !/^--(?:follow|retry)/.test(arg))
    .flatMap((arg) =>
      /^-[^-\d]*[fF]$/.test(arg) ? arg.replace(/[fF]/g, '').replace(/^-$/, '') || [] : [arg],
    )
  const paths = rest.filter((arg, i) => !arg.startsWith('-') && !/^-[nc]$/.test(rest[i - 1] ?? ''))
  const missing = await missingOf(paths, context)
  const goesOn = args.some((arg) => /^-[^-]*F|^--retry/.test(arg))
  if (missing.length > 0 && !goesOn && missing.length === paths.length) {
    const [cannot, noFiles] = busybox
      ? [(path: string) => `can't open '${path}'`, 'no files']
      : [(path: string) => `cannot open '${path}' for reading`, 'no files remaining']
    const lines = missing.map((path) => `tail: ${cannot(path)}: No such file or directory\n`)
    return failed(`${lines.join('')}tail: ${noFiles}\n`)
  }
  const first = await context.origCommand!(rest)
  process.out(first.stdout)
  process.err(first.stderr)
  const known = new Map<string, number>()
  const read = (path: string): Promise<string> =>
    context.fs.readFile(context.fs.resolvePath(context.cwd, path)).catch(() => '')
  for (const path of paths) known.set(path, (await read(path)).length)
  if (paths.every((path) => path === '/dev/null')) return process.forever()
  for (;;) {
    governor.rested()
    await process.sleep(1000)
    for (const path of paths) {
      const text = await read(path)
      const from = text.length < known.get(path)! ? 0 : known.get(path)!
      if (text.length > from) process.out(text.slice(from))
      known.set(path, text.length)
    }
  }
}

// Where Linux lets users have namespaces of their own, a program of the host runs without the host's files, processes and network.
import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import {
  endGroups,
  type GroupOptions,
  type GroupResult,
  runGroup,
  spawnGroup,
} from '../../../component-base/child-group.ts'

/** The parts of the host that a program is kept from: `files` and processes, and the `network`. */
export type Isolation = 'files and network' | 'files' | 'none'

/** What is seen of the host beside the program, read-only: libraries, what `kubectl diff` runs, and a few devices. */
const libraries = [
  '/lib',
  '/lib32',
  '/lib64',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/nix/store',
  '/gnu/store',
]
const seen = [...libraries, '/usr/bin/diff', '/dev/null', '/dev/urandom']
/** The port inside that leads to the proxy. */
export const relayPort = 3128

/** What is printed where programs can be run. */
const ready = 'ready'

/**
 * Makes a root directory of the paths, and runs the rest of its arguments there without any capability: the inner namespace has no
 * user that is root, and what is in a changed root gets no further one. It ends when its input does.
 * Arguments: the new root, `network` or ``, a directory that stays writable, how many paths, the paths, and a program that says when it is
 * {@link ready}; without one the script says so itself.
 */
const script = `set -eu
root=$1 network=$2 own=$3 count=$4
shift 4
[ -z "$network" ] || ip link set lo up || ifconfig lo up
mount -t tmpfs -o mode=0755,nosuid,size=64m kepsim "$root"
place() {
  if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root$(dirname "$1")"; : > "$root$1"; fi
}
mkdir -p "$root/tmp" "$root/proc"
mount -t proc proc "$root/proc" 2>/dev/null || :
while [ "$count" -gt 0 ]; do
  # What a folder above has brought already is there, and must not be written to.
  if [ ! -e "$root$1" ]; then
    place "$1"
    mount -o bind,ro "$1" "$root$1" 2>/dev/null || mount --bind "$1" "$root$1"
  fi
  shift
  count=$((count - 1))
done
place "$own"
mount --bind "$own" "$root$own"
# What one program leaves is not there for the next.
mount -o remount,ro "$root"
[ "$#" -eq 0 ] || exec unshare --user --root="$root" --wd=/ -- "$@"
echo ${ready}
exec cat >/dev/null`

/** Inside: leads a port of the loopback to a socket in the file system, until its input ends. */
const relay = `const net = require('node:net')
const [socket, port] = process.argv.slice(1)
const server = net.createServer({ noDelay: true }, (near) => {
  const far = net.connect(socket)
  for (const one of [near, far]) one.on('error', () => { near.destroy(); far.destroy() })
  near.pipe(far).pipe(near)
})
server.on('error', (error) => { console.error(String(error)); process.exit(125) })
server.listen(Number(port), '127.0.0.1', () => console.log('${ready}'))
process.stdin.on('end', () => process.exit()).resume()`

const namespaces = '--user --map-root-user --mount --pid --ipc --uts --fork --kill-child'.split(' ')

/** Where a program of the host is to be run. */
export interface CellOptions {
  program: string
  isolation: Exclude<Isolation, 'none'>
  /** The directory that the program may write to. */
  own: string
  /** The proxy's socket, below `own`. */
  socket: string
}

/** Namespaces that keep a program of the host from the host, for one run of it after the other. They end with this process. */
export class Cell {
  private readonly options: CellOptions
  private readonly root: string
  private readonly holder: ChildProcess
  /** Resolves when nothing can be run in it any more. */
  readonly ended: Promise<void>

  private constructor(options: CellOptions, root: string, holder: ChildProcess) {
    this.options = options
    this.root = root
    this.holder = holder
    this.ended = new Promise((resolve) => holder.once('close', () => resolve()))
  }

  /** Makes the namespaces. Rejects with the last line that was printed where that cannot be done. */
  static async open(options: CellOptions): Promise<Cell> {
    const { program, isolation, own, socket } = options
    const network = isolation === 'files and network'
    const root = await mkdtemp(join(own, 'root-'))
    const paths = [
      ...seen,
      ...programPaths(program),
      ...(network ? programPaths(process.execPath) : []),
    ].filter((path) => existsSync(path))
    const shell = ['/bin/sh', '-c', script, 'sh', root, network ? 'network' : '', own, String(paths.length)]
    const inner = network ? [process.execPath, '--eval', relay, '--', socket, String(relayPort)] : []
    const holder = spawnGroup(
      'unshare',
      [...namespaces, ...(network ? ['--net'] : []), '--', ...shell, ...paths, ...inner],
      { cwd: own, env: { PATH: withTools(process.env['PATH']) }, stdio: 'pipe' },
    ) as ChildProcessWithoutNullStreams
    let said = ''
    holder.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const isReady = await new Promise<boolean>((resolve, reject) => {
      holder.once('error', reject)
      holder.once('close', () => resolve(false))
      holder.stdout.setEncoding('utf8').once('data', (text) => resolve(text === `${ready}\n`))
    })
    const cell = new Cell(options, root, holder)
    if (isReady) {
      // It is there for programs that this process waits for.
      holder.unref()
      for (const stream of holder.stdio) (stream as Socket).unref()
      return cell
    }
    await cell.end()
    throw new Error(said.trim().split('\n').at(-1))
  }

  /** Runs the program. */
  run(args: readonly string[], run: GroupOptions): Promise<GroupResult> {
    const { pid } = this.holder
    const { program, isolation } = this.options
    const entered = ['--user', '--mount', '--ipc', '--uts', `--pid=/proc/${pid}/ns/pid_for_children`]
    if (isolation === 'files and network') entered.push('--net')
    const unshared = ['unshare', '--user', `--root=${this.root}`, `--wd=${run.cwd}`, '--']
    const enter = [`--target=${pid}`, ...entered, '--preserve-credentials', '--', ...unshared]
    // The tools are found by the same PATH as the programs that kubectl runs.
    const env = { ...run.env, PATH: withTools(run.env['PATH']) }
    return runGroup('nsenter', [...enter, program, ...args], { ...run, env })
  }

  /** Ends it, with what runs in it. */
  async end(): Promise<void> {
    endGroups([this.holder.pid!])
    await rm(this.root, { recursive: true, force: true })
  }
}

/** A PATH with the tools that make and enter namespaces. */
const withTools = (path = ''): string => `${path}:/usr/sbin:/usr/bin:/sbin:/bin`

/** A program by its own name and by that of the file it links to, with the kubectls of other releases that it may hand over to. */
function programPaths(program: string): string[] {
  const real = realpathSync(program)
  const beside = /^kubectl/.test(program.slice(program.lastIndexOf('/') + 1))
    ? readdirSync(dirname(real)).filter((name) => /^kubectl(?:\.\d+\.\d+)?$/.test(name))
    : []
  return [...new Set([program, real, ...beside.map((name) => join(dirname(real), name))])]
}

// Where Linux lets users have namespaces of their own, a program of the host runs without the host's files, processes and network.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type GroupOptions, type GroupResult, runGroup } from '../../../component-base/child-group.ts'

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

/**
 * Makes a root directory of the paths, and runs the rest of its arguments there without any capability: the inner namespace has no
 * user that is root, and what is in a changed root gets no further one.
 * Arguments: the new root, `network` or ``, a directory that stays writable, the working directory, how many paths, the paths, the program.
 */
const script = `set -eu
root=$1 network=$2 own=$3 cwd=$4 count=$5
shift 5
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
exec unshare --user --root="$root" --wd="$cwd" -- "$@"`

/** Inside: leads a port of the loopback to a socket in the file system, and runs the rest of its arguments. */
const relay = `const net = require('node:net')
const [socket, port, program, ...args] = process.argv.slice(1)
const server = net.createServer((near) => {
  const far = net.connect(socket)
  for (const one of [near, far]) one.on('error', () => { near.destroy(); far.destroy() })
  near.pipe(far).pipe(near)
})
server.on('error', (error) => { console.error(String(error)); process.exit(125) })
server.listen(Number(port), '127.0.0.1', () => {
  const child = require('node:child_process').spawn(program, args, { stdio: 'inherit' })
  child.on('error', (error) => { console.error(String(error)); process.exit(126) })
  child.on('exit', (code) => process.exit(code ?? 137))
})`

/** A program of the host to run, and the namespaces that keep it from the host. */
export interface IsolatedRun extends GroupOptions {
  program: string
  args: readonly string[]
  isolation: Isolation
  /** The directory that the program may write to. */
  own: string
  /** The proxy's socket, below `own`. */
  socket: string
}

/** Runs a program as far from the host as `isolation` says. */
export async function runIsolated(run: IsolatedRun): Promise<GroupResult> {
  const { program, args, isolation, own, socket, cwd, env } = run
  if (isolation === 'none') return runGroup(program, args, run)
  const root = await mkdtemp(join(tmpdir(), 'kepsim-root-'))
  const network = isolation === 'files and network'
  const inner = network
    ? [process.execPath, '--eval', relay, '--', socket, String(relayPort), program, ...args]
    : [program, ...args]
  const paths = [
    ...seen,
    ...programPaths(program),
    ...(network ? programPaths(process.execPath) : []),
  ].filter((path) => existsSync(path))
  const flags = ['--user', '--map-root-user', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child']
  const shell = [
    '/bin/sh',
    '-c',
    script,
    'sh',
    root,
    network ? 'network' : '',
    own,
    cwd,
    String(paths.length),
    ...paths,
  ]
  try {
    return await runGroup('unshare', [...flags, ...(network ? ['--net'] : []), '--', ...shell, ...inner], {
      ...run,
      // For the tools that make the root; kubectl looks for programs in the same.
      env: { ...env, PATH: `${env['PATH'] ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin` },
    })
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** A program by its own name and by that of the file it links to, with the kubectls of other releases that it may hand over to. */
function programPaths(program: string): string[] {
  const real = realpathSync(program)
  const beside = /^kubectl/.test(program.slice(program.lastIndexOf('/') + 1))
    ? readdirSync(dirname(real)).filter((name) => /^kubectl(?:\.\d+\.\d+)?$/.test(name))
    : []
  return [...new Set([program, real, ...beside.map((name) => join(dirname(real), name))])]
}

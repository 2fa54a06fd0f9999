import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { freePort } from '../../cluster/free-port.ts'
import { packageRoot } from '../../component-base/package-root.ts'

/** The administrator's, in the folders of servers. */
export const token = 'admintoken'
/** After this a server hangs: on a machine with ten times the work that it has cores for, a start takes half a minute. */
const startTimeoutMs = 120_000

/** A kube-apiserver that serves. `token` is the administrator's. */
export interface Server {
  server: string
  token: string
  stop(): Promise<void>
}

/** A kube-apiserver in a process of its own. */
export interface ServerProcess extends Server {
  pid: number
  /** Everything that the server logged. */
  log(): string
}

/**
 * The release of a server, its folder (see `serverFolder`) and its flags. `keepData`: a later server in the folder finds what this
 * one stored. `etcd`: the address of an etcd that keeps it, under a prefix of the folder's.
 */
export interface ServerStart {
  release: string
  dir: string
  flags: readonly string[]
  keepData?: boolean
  etcd?: string | undefined
}

/** A folder for certificates, tokens, data and the log of servers, gone after `remove`. */
export function serverFolder(): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-conformance-'))
  writeFileSync(join(dir, 'tokens.csv'), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 })
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

/** Whether the server of a port of this machine says that it is ready. @param headers of the request; without them, nobody asks */
export const isReady = (
  port: number,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${token}` },
): Promise<boolean> =>
  new Promise((resolve) => {
    const ask = request(
      {
        host: '127.0.0.1',
        port,
        path: '/readyz',
        rejectUnauthorized: false,
        headers,
      },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      },
    )
    ask.on('error', () => resolve(false))
    ask.setTimeout(2000, () => ask.destroy())
    ask.end()
  })

/** The flags of the recordings, with those of the start last. */
export const serverFlags = ({ release, dir, flags, keepData, etcd }: ServerStart, port: number): string[] => [
  '--release',
  release,
  '--secure-port',
  String(port),
  '--bind-address',
  '127.0.0.1',
  '--cert-dir',
  join(dir, 'certs'),
  '--token-auth-file',
  join(dir, 'tokens.csv'),
  '--authorization-mode',
  'RBAC',
  '--service-cluster-ip-range',
  '10.0.0.0/24',
  '--service-account-issuer',
  'https://kubernetes.default.svc',
  ...(etcd !== undefined
    ? ['--etcd-servers', etcd, '--etcd-prefix', `/${basename(dir)}`]
    : keepData === true
      ? ['--data-dir', join(dir, 'data')]
      : []),
  ...flags,
]

/** How many ports are tried: another program may take one between the look at it and the start. */
const ports = 3

/** What `start` gives at a port of this machine that is free, also where somebody takes the first that was found. */
export async function atFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await start(await freePort())
    } catch (error) {
      if (tried === ports || !(error as Error).message.includes('address already in use')) throw error
    }
  }
}

/** Starts `kepsim kube-apiserver` with the flags of the recordings. Rejects with its last line when it does not get ready. */
export const startServerProcess = (options: ServerStart): Promise<ServerProcess> =>
  atFreePort((port) => startAt(port, options))

async function startAt(port: number, options: ServerStart): Promise<ServerProcess> {
  const { dir, release } = options
  const args = [join(packageRoot, 'bin/kepsim'), 'kube-apiserver', ...serverFlags(options, port)]
  const logPath = join(dir, 'server.log')
  const log = openSync(logPath, 'a', 0o600)
  const child = spawn(process.execPath, args, { stdio: ['ignore', log, log] })
  const logged = (): string => readFileSync(logPath, 'utf8')
  let exited = false
  child.on('exit', () => {
    exited = true
  })
  const deadline = Date.now() + startTimeoutMs
  while (!exited && Date.now() < deadline && !(await isReady(port)))
    await new Promise((resolve) => setTimeout(resolve, 25))
  if (exited || Date.now() >= deadline) {
    child.kill('SIGKILL')
    throw new Error(
      `release ${release} ${options.flags.join(' ')} did not start: ${logged().trim().split('\n').at(-1)}`,
    )
  }
  return {
    server: `https://127.0.0.1:${port}`,
    token,
    pid: child.pid!,
    log: logged,
    stop: () => stop(child, exited),
  }
}

async function stop(child: ChildProcess, exited: boolean): Promise<void> {
  if (exited) return
  const gone = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await gone
  clearTimeout(timer)
}

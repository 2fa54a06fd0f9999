// A real etcd and kube-apiserver on ports of 127.0.0.1, with all that they write in one folder.
import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../cluster/free-port.ts'
import { spawnGroup } from '../../../component-base/child-group.ts'
import { etcdArguments } from '../../../server/storage/etcd/testing/etcd-arguments.ts'
import { recordedServerFlags } from '../../recorded-server-flags.ts'
import type { Binaries } from '../components.ts'
import { RecordError } from '../record-error.ts'
import { type AdminAccess, adminToken } from './admin.ts'
import { ServerClient } from './server-client.ts'
import { writeKeys } from './service-account-keys.ts'

/** The address that the server is told to advertise: of a range that is kept for documents (RFC 5737). */
export const advertisedAddress = '192.0.2.2'

/** A running server. `stop` ends it and its etcd, and resolves when both have ended. */
export interface RealServer {
  port: number
  client: ServerClient
  /** Its address, and the administrator's token. */
  target: AdminAccess
  /** The address of its etcd. */
  etcd: string
  stop(): Promise<void>
}

interface Start {
  binaries: Binaries
  /** A folder of its own, which is there. */
  folder: string
  /** More flags of kube-apiserver. */
  flags: readonly string[]
  /** The secure port; without it a free one. */
  port?: number
  /** How long it may take to get ready, in milliseconds. */
  patience: number
  /** Checks of /readyz that may fail for good. Where one does, the server is taken as it is after `hopeFor` milliseconds. */
  mayFail?: readonly string[]
}

/** A server gets ready much sooner, where it does. */
const hopeFor = 30_000

/** A component's process, and the end of its log. */
export class Component {
  private readonly child: ChildProcess
  private readonly closed: Promise<void>
  private readonly log: string
  private error: Error | undefined
  ended = false

  constructor(path: string, args: readonly string[], folder: string, name: string) {
    this.log = join(folder, `${name}.log`)
    const log = openSync(this.log, 'w')
    this.child = spawnGroup(path, args, { cwd: folder, stdio: ['ignore', log, log] })
    closeSync(log)
    this.closed = new Promise((resolve) => {
      const end = (): void => {
        this.ended = true
        resolve()
      }
      this.child.once('close', end)
      this.child.once('error', (error) => {
        this.error = error
        end()
      })
    })
  }

  lastLine(): string {
    return this.error?.message ?? readFileSync(this.log, 'utf8').trimEnd().split('\n').at(-1)!
  }

  stop(): Promise<void> {
    if (!this.ended) this.child.kill('SIGTERM')
    const force = setTimeout(() => this.child.kill('SIGKILL'), 10_000)
    return this.closed.finally(() => clearTimeout(force))
  }
}

/** An etcd that keeps its data in `folder`, which is there. */
export function startEtcd(binary: string, folder: string, port: number, peerPort: number): Component {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  return new Component(binary, [...etcdArguments('data', client, peer), '--unsafe-no-fsync'], folder, 'etcd')
}

/** The keys that sign the tokens of service accounts, and the administrator's token. */
function writeCredentials(folder: string): void {
  writeKeys(folder)
  writeFileSync(join(folder, 'tokens.csv'), `${adminToken},admin,admin,"system:masters"\n`, { mode: 0o600 })
}

function startServer({ binaries, folder, flags }: Start, port: number, etcdPort: number): Component {
  const args = [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    `--secure-port=${port}`,
    `--advertise-address=${advertisedAddress}`,
    '--cert-dir=certs',
    ...recordedServerFlags,
  ]
  return new Component(binaries['kube-apiserver'], [...args, ...flags], folder, 'kube-apiserver')
}

/** Resolves when the server is ready; rejects with its last line where it ends, or is not ready in time. */
async function ready(server: Component, client: ServerClient, start: Start): Promise<void> {
  const { patience, mayFail = [] } = start
  const began = performance.now()
  const waited = (): number => performance.now() - began
  while (!server.ended && waited() < patience) {
    if (await client.isReady(waited() < hopeFor ? [] : mayFail)) return
    await pause(100)
  }
  const what = server.ended ? 'ended' : `was not ready within ${patience / 1000} seconds`
  throw new RecordError(`kube-apiserver ${what}: ${server.lastLine()}`)
}

/** Starts both. Rejects with RecordError where the server does not get ready; nothing runs on then. */
export async function startRealServer(start: Start): Promise<RealServer> {
  mkdirSync(start.folder, { recursive: true })
  writeCredentials(start.folder)
  const [port, etcdPort, peerPort] = await Promise.all([start.port ?? freePort(), freePort(), freePort()])
  const etcd = startEtcd(start.binaries.etcd, start.folder, etcdPort, peerPort)
  const server = startServer(start, port, etcdPort)
  const client = new ServerClient(port, adminToken)
  const stop = async (): Promise<void> => {
    client.close()
    await server.stop()
    await etcd.stop()
  }
  try {
    await ready(server, client, start)
  } catch (error) {
    await stop()
    throw error
  }
  const target = { server: `https://127.0.0.1:${port}`, token: adminToken }
  return { port, client, target, etcd: `http://127.0.0.1:${etcdPort}`, stop }
}

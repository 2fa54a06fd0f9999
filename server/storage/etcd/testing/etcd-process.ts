// A real etcd, where the machine has one.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../../cluster/free-port.ts'
import { etcdArguments } from './etcd-arguments.ts'

/** Whether `etcd` is on PATH. */
export const hasEtcd = spawnSync('etcd', ['--version'], { stdio: 'ignore' }).status === 0

/** One etcd member, with a directory of its own. */
export interface EtcdProcess {
  /** The client URL: `http://127.0.0.1:2379`. */
  readonly url: string
  readonly pid: number
  /** Kills the process (SIGKILL); its data stays. */
  kill(): Promise<void>
  /** Starts the member again after {@link kill}, on the same address. */
  start(): Promise<void>
  /** Stops the process, and removes its data. */
  stop(): Promise<void>
}

/** Starts etcd on free ports of 127.0.0.1 and waits until it answers. */
export async function startEtcd(): Promise<EtcdProcess> {
  for (let left = 5; ; left--) {
    try {
      return await startOnFreePorts()
    } catch (error) {
      // Another process may have taken a port that was free when it was chosen.
      if (left === 0) throw error
    }
  }
}

async function startOnFreePorts(): Promise<EtcdProcess> {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-etcd-'))
  const remove = (): void => rmSync(dir, { recursive: true, force: true })
  const [client, peer] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
  const args = etcdArguments(join(dir, 'data'), client, peer)
  let child: ChildProcess
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const start = async (): Promise<void> => {
    child = spawn('etcd', args, { stdio: 'ignore' })
    while (!(await isHealthy(client))) {
      if (child.exitCode !== null) throw new Error('etcd does not start')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await start().catch((error: Error) => {
    remove()
    throw error
  })
  return {
    url: client,
    get pid() {
      return child.pid!
    },
    kill,
    start,
    async stop() {
      await kill()
      remove()
    },
  }
}

const isHealthy = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    (answer) => answer.ok,
    () => false,
  )

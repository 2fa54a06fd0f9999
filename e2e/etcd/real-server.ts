// Real kube-apiservers, where KEPSIM_KUBE_APISERVERS names a folder that has them: v1.36.3/kube-apiserver.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../cluster/free-port.ts'
import { minorOf } from '../../component-base/minor.ts'
import { writeKeys } from '../../scripts/record/server/service-account-keys.ts'
import { recordedServerFlags } from '../../scripts/recorded-server-flags.ts'
import { isReady, type Server, token } from '../conformance/server-process.ts'

const folder = process.env['KEPSIM_KUBE_APISERVERS'] ?? ''
const startTimeoutMs = 120_000

/** The versions that are there, as `v1.36.3`, oldest first. */
export const realVersions: readonly string[] = !existsSync(folder)
  ? []
  : readdirSync(folder)
      .filter((name) => existsSync(join(folder, name, 'kube-apiserver')))
      .sort((a, b) => minorOf(a) - minorOf(b))

/**
 * Starts one on an etcd, with the flags of the recordings and the tokens of the simulated ones. Rejects with its last line where it
 * does not get ready. @param dir of serverFolder()
 */
export async function startRealServer(
  version: string,
  etcd: string,
  dir: string,
  flags: readonly string[] = [],
): Promise<Server & { pid: number }> {
  const port = await freePort()
  writeKeys(dir)
  const log = join(dir, `real-${port}.log`)
  const output = openSync(log, 'a', 0o600)
  const own = [
    `--etcd-servers=${etcd}`,
    `--secure-port=${port}`,
    '--advertise-address=192.0.2.2',
    `--cert-dir=certs-${port}`,
  ]
  const args = [...own, ...recordedServerFlags, ...flags]
  const stdio = ['ignore' as const, output, output]
  const child = spawn(join(folder, version, 'kube-apiserver'), args, { cwd: dir, stdio })
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await end(child)
      throw new Error(`${version} does not get ready: ${lastLine(log)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return { server: `https://127.0.0.1:${port}`, token, pid: child.pid!, stop: () => end(child) }
}

const lastLine = (log: string): string | undefined => readFileSync(log, 'utf8').trim().split('\n').at(-1)

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

// Real kube-apiservers, where KEPSIM_KUBE_APISERVERS names a folder that has them: v1.36.3/kube-apiserver.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../cluster/free-port.ts'
import { isReady, type Server, token } from '../conformance/server-process.ts'
import { generateKeys } from './service-account-keys.ts'

const folder = process.env['KEPSIM_KUBE_APISERVERS'] ?? ''

/** 36 of `v1.36.3`. */
export const minorOf = (version: string): number => Number(version.split('.')[1])

/** The versions that are there, as `v1.36.3`, oldest first. */
export const realVersions: readonly string[] = !existsSync(folder)
  ? []
  : readdirSync(folder)
      .filter((name) => existsSync(join(folder, name, 'kube-apiserver')))
      .sort((a, b) => minorOf(a) - minorOf(b))

/** Starts one on an etcd, with the tokens and flags of the simulated ones. @param dir of serverFolder() */
export async function startRealServer(version: string, etcd: string, dir: string): Promise<Server> {
  const port = await freePort()
  const { privateKey, publicKey } = generateKeys(dir)
  const log = join(dir, `real-${port}.log`)
  const output = openSync(log, 'a', 0o600)
  const child = spawn(
    join(folder, version, 'kube-apiserver'),
    [
      `--etcd-servers=${etcd}`,
      `--secure-port=${port}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=192.0.2.2',
      `--cert-dir=${join(dir, `certs-${port}`)}`,
      `--token-auth-file=${join(dir, 'tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/24',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${publicKey}`,
      `--service-account-signing-key-file=${privateKey}`,
      '--allow-privileged=true',
    ],
    { stdio: ['ignore', output, output] },
  )
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${version} ended: ${lastLine(log)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { server: `https://127.0.0.1:${port}`, token, stop: () => end(child) }
}

const lastLine = (log: string): string | undefined => readFileSync(log, 'utf8').trim().split('\n').at(-1)

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

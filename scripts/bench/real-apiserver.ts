import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../cluster/free-port.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { isReady, serverFolder, token } from '../../e2e/conformance/server-process.ts'
import type { Target } from './etcd-load.ts'

const startTimeoutMs = 120_000

/** The real kube-apiserver of a release: what KEPSIM_KUBE_APISERVER names, or what ../shared/oracle has built; undefined: there is none. */
export function realBinary(release: string): string | undefined {
  const named = process.env['KEPSIM_KUBE_APISERVER']
  if (named !== undefined) return named
  const facts = readFileSync(join(packageRoot, 'releases', release, 'version.json'), 'utf8')
  const { gitVersion } = JSON.parse(facts) as { gitVersion: string }
  const home = process.env['ORACLE_HOME'] ?? join(homedir(), '.cache/kepsim-oracle')
  const built = join(home, 'bin', gitVersion, 'kube-apiserver')
  return existsSync(built) ? built : undefined
}

/** Starts it on an etcd, with its keys under /registry. */
export async function startReal(
  binary: string,
  etcd: string,
  flags: readonly string[],
): Promise<Target & { stop(): Promise<void> }> {
  const folder = serverFolder()
  const port = await freePort()
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [key, publicKey] = [join(folder.dir, 'sa.key'), join(folder.dir, 'sa.pub')]
  writeFileSync(key, keys.privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 })
  writeFileSync(publicKey, keys.publicKey.export({ type: 'spki', format: 'pem' }))
  const args = [
    `--etcd-servers=${etcd}`,
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    `--cert-dir=${join(folder.dir, 'certs')}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${publicKey}`,
    `--service-account-signing-key-file=${key}`,
    `--token-auth-file=${join(folder.dir, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    ...flags,
  ]
  const child = spawn(binary, args, { stdio: 'ignore' })
  const stop = async (): Promise<void> => {
    await end(child)
    folder.remove()
  }
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`${binary} does not start`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { server: `https://127.0.0.1:${port}`, token, pid: child.pid!, stop }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

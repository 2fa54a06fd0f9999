import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A cluster that tests are run against. */
export interface TestCluster {
  kubeconfig: string
  stop(): Promise<void>
}

/** Starts `kepsim up` with two nodes, as the tests need. @param root the folder of the repository. Throws what it said where it does not start */
export async function startUp(root: string): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'kepsim-e2e-'))
  const kubeconfig = join(folder, 'kubeconfig')
  const args = ['up', '--release', '1.36', '--nodes', '2', '--kubeconfig', kubeconfig]
  const child = spawn(process.execPath, [join(root, 'bin/kepsim'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  try {
    await serves(child)
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
  return {
    kubeconfig,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function serves(child: ChildProcess): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      if (said.includes('serves on')) resolve()
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    child.once('error', reject)
    child.once('close', () => reject(new Error(said.trim() || 'kepsim up ended at once')))
  })
}

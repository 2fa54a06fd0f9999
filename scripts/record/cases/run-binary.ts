// Runs a real component until it ends by itself.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnGroup } from '../../../component-base/child-group.ts'

/** The end of a program, and its output. */
export interface Ended {
  /** Null where it was ended by a signal: it ran on until the time was up. */
  exitCode: number | null
  stdout: string
  stderr: string
}

/** Where a program runs, for how many milliseconds at most, and with which environment: this process's where none is given. */
export interface RunOptions {
  cwd: string
  patience: number
  env?: Record<string, string>
}

/** Runs a program until it ends. Rejects where it cannot be started. */
export function runBinary(
  path: string,
  args: readonly string[],
  { cwd, patience, env }: RunOptions,
): Promise<Ended> {
  const child = spawnGroup(path, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], ...(env && { env }) })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]!.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  const force = setTimeout(() => child.kill('SIGKILL'), patience)
  return new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ exitCode, ...output }))
  }).finally(() => clearTimeout(force))
}

/** Calls `work` with a new temporary folder, which is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kepsim-record-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The results of `work` on each item in order, of which `width` are worked on at the same time. */
export async function several<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}

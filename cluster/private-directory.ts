// Private files of the clusters of this process: gone with a cluster, and where the process ends while clusters run.
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The prefix of private directories' names. */
export const privatePrefix = 'kepsim-cluster-'

const there = new Set<string>()
let watched = false

/** A new directory that nobody else can read. */
export async function privateDirectory(): Promise<string> {
  if (!watched) process.once('exit', removeAll)
  watched = true
  const directory = await mkdtemp(join(tmpdir(), privatePrefix))
  there.add(directory)
  return directory
}

/** Removes a directory of {@link privateDirectory} with all that is in it. */
export async function removePrivateDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  there.delete(directory)
}

function removeAll(): void {
  for (const directory of there) rmSync(directory, { recursive: true, force: true })
}

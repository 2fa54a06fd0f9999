import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '../files.ts'
import { openLowdbStorage } from '../lowdb-storage.ts'
import { contentOf, filesOf, type Original } from './damage.ts'
import { Ledger, runWriters } from './workload.ts'

/** Data directories as they are found: closed, left by a process that was killed, and by one that was killed while it folded. */
export async function directoriesUnder(root: string): Promise<Record<string, Original>> {
  return {
    closed: await closed(join(root, 'closed')),
    killed: await killed(join(root, 'killed')),
    folding: await folding(join(root, 'folding')),
  }
}

const size = (round: number): number => (round * 173) % 700
const load = { writers: 16, rounds: 12, size }

async function closed(directory: string): Promise<Original> {
  const storage = await openLowdbStorage({ directory, writtenBy: '1.33', foldAt: 30_000 })
  await runWriters(storage, new Ledger(), load)
  await storage.close()
  const again = await openLowdbStorage({ directory, writtenBy: '1.34' })
  await runWriters(again, new Ledger(), { ...load, rounds: 4 })
  const content = await contentOf(again)
  await again.close()
  return { directory, content }
}

/** What is on the disk while it runs is what a killed process leaves. */
async function killed(directory: string): Promise<Original> {
  const running = `${directory}-running`
  const storage = await openLowdbStorage({ directory: running, writtenBy: '1.33', foldAt: 30_000 })
  await runWriters(storage, new Ledger(), load)
  await new Promise((resolve) => setTimeout(resolve, 150))
  await runWriters(storage, new Ledger(), { ...load, rounds: 2 })
  copyRunning(running, directory)
  const content = await contentOf(storage)
  await storage.close()
  return { directory, content }
}

/** Two journals, the first with its end, and the snapshot of before. */
async function folding(directory: string): Promise<Original> {
  const running = `${directory}-running`
  const files = { ...nodeFiles }
  const storage = await openLowdbStorage({ directory: running, writtenBy: '1.33', foldAt: 20_000, files })
  await runWriters(storage, new Ledger(), { ...load, rounds: 6 })
  files.rename = async (from, to) => {
    if (to.endsWith('snapshot.db')) throw new Error('killed here')
    await nodeFiles.rename(from, to)
  }
  await runWriters(storage, new Ledger(), load)
  copyRunning(running, directory)
  const content = await contentOf(storage)
  await storage.close()
  return { directory, content }
}

function copyRunning(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 })
  for (const name of filesOf(from)) cpSync(join(from, name), join(to, name))
  writeFileSync(join(to, 'LOCK'), '00000001\n')
}

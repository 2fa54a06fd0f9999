// A process whose 16 writers write until it is killed, and that prints each answer: writer and number of its change.
// Folds often, so that it is killed there too.
// usage: killed-writer DIRECTORY ROUND
import { writeSync } from 'node:fs'
import { openLowdbStorage } from '../lowdb-storage.ts'
import { changeOf, keyOf, writers } from './killed-changes.ts'
import { objectOf } from './workload.ts'

const [directory, round] = process.argv.slice(2)
const storage = await openLowdbStorage({ directory: directory!, writtenBy: '1.34', foldAt: 60_000 })

async function write(writer: number, number: number): Promise<void> {
  const { key, value } = changeOf(writer, Number(round), number)
  const current = await storage.get(keyOf(writer, key))
  if (value === undefined && current !== undefined) await storage.delete(current.key, current.modRevision)
  else if (value !== undefined && current !== undefined)
    await storage.update(current.key, current.modRevision, objectOf(current.key, value))
  else if (value !== undefined) await storage.create(keyOf(writer, key), objectOf(keyOf(writer, key), value))
}

for (let writer = 0; writer < writers; writer++)
  void (async () => {
    for (let number = 0; ; number++) {
      await write(writer, number)
      writeSync(1, `${writer} ${number}\n`)
    }
  })()

// A process that wants a data directory again and again, and tells when it was not alone in it.
// usage: lock-starter DIRECTORY TIMES     prints `had N` at its end; exit code 3 when another was in there too
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockDirectory } from '../directory-lock.ts'

const [directory, times] = process.argv.slice(2)
const inside = join(directory!, 'inside')
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

let had = 0
for (let time = 0; time < Number(times); time++) {
  try {
    const unlock = await lockDirectory(directory!)
    writeFileSync(inside, String(process.pid))
    await wait(4)
    if (readFileSync(inside, 'utf8') !== String(process.pid)) process.exit(3)
    had++
    await unlock()
  } catch (error) {
    if (!(error as Error).message.includes('is in use by process')) throw error
  }
  await wait(Math.random() * 6)
}
process.stdout.write(`had ${had}\n`)

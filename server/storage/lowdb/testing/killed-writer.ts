// A process that writes until it is killed, and prints each answer: name and revision. Folds often, so that it is killed there too.
import { writeSync } from 'node:fs'
import { openLowdbStorage } from '../lowdb-storage.ts'

const storage = await openLowdbStorage({ directory: process.argv[2]!, writtenBy: '1.34', foldAt: 20_000 })
for (let i = 0; ; i += 8) {
  const batch = Array.from({ length: 8 }, async (_, k) => {
    const name = `n${i + k}`
    const record = await storage.create(`/registry/configmaps/ns/${name}`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name },
      data: { value: 'x'.repeat((i * 37) % 900) },
    })
    writeSync(1, `${name} ${record.modRevision}\n`)
  })
  await Promise.all(batch)
}

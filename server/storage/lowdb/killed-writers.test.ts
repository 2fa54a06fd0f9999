// A sample; `npm run disk-faults` kills a thousand times.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { KilledWriters } from './testing/killed-writers.ts'

const root = mkdtempSync(join(tmpdir(), 'kepsim-killed-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('loses nothing that was answered to 16 writers, and has nothing half, when it is killed', async () => {
  const killed = new KilledWriters(join(root, 'data'), join(root, 'writer.mjs'))
  for (const last of [1, 40, 300, 900, 17, 2000])
    expect(await killed.kill((answers) => answers >= last)).toEqual([])
  expect(killed.answers).toBeGreaterThan(3200)
})

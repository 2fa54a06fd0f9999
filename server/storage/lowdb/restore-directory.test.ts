import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { openLowdbStorage } from './lowdb-storage.ts'
import { holdsStore, restoreDirectory } from './restore-directory.ts'

const root = mkdtempSync(join(tmpdir(), 'kepsim-restore-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const object = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

it('puts records in the place of what is there, with the release that wrote them, at a higher revision', async () => {
  const directory = join(root, 'a')
  expect(await holdsStore(directory)).toBe(false)
  const old = await openLowdbStorage({ directory, writtenBy: '1.33' })
  await old.create('/a', object('a'))
  const { records } = await old.list('')
  await old.create('/b', object('b'))
  await expect(restoreDirectory(directory, { revision: 7, records })).rejects.toThrow('is in use by process')
  await old.close()
  expect(await holdsStore(directory)).toBe(true)

  await restoreDirectory(directory, { revision: 7, records })
  const restored = await openLowdbStorage({ directory, writtenBy: '1.34' })
  const list = await restored.list('')
  expect(list.records.map((r) => [r.key, r.modRevision, r.writtenBy])).toEqual([['/a', 1, '1.33']])
  expect([list.revision, restored.compactedRevision()]).toEqual([7, 7])
  expect((await restored.create('/c', object('c'))).modRevision).toBe(8)
  await restored.close()
  const again = await openLowdbStorage({ directory, writtenBy: '1.34' })
  expect((await again.list('')).records.map((r) => r.key)).toEqual(['/a', '/c'])
  await again.close()
})

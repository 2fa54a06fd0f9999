import { expect, it } from 'vitest'
import { WriteFailedError } from './interface.ts'
import { createMemoryStorage } from './memory.ts'

it('takes no object that has grown beyond all bodies, and goes on', async () => {
  const storage = createMemoryStorage({ writtenBy: '1.36' })
  const object = (bytes: number) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a' },
    data: { a: 'x'.repeat(bytes) },
  })
  const made = await storage.create('/a', object(4_000_000))
  const grown = storage.update('/a', made.modRevision, object(7_000_000))
  await expect(grown).rejects.toThrow(new WriteFailedError('etcdserver: request is too large'))
  expect((await storage.update('/a', made.modRevision, object(10))).modRevision).toBe(made.modRevision + 1)
  await expect(storage.create('/b', object(7_000_000))).rejects.toThrow(WriteFailedError)
  await storage.close()
})

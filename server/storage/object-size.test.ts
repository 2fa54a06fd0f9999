import { expect, it } from 'vitest'
import { WriteFailedError } from './interface.ts'
import { createMemoryStorage } from './memory.ts'

it('takes no object that has grown beyond all bodies, and goes on', async () => {
  const storage = createMemoryStorage({ writtenBy: '1.36' })
  const object = (bytes: number, char = 'x') => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a' },
    data: { a: char.repeat(bytes) },
  })
  const made = await storage.create('/a', object(4_000_000))
  const grown = storage.update('/a', made.modRevision, object(7_000_000))
  await expect(grown).rejects.toThrow(new WriteFailedError('etcdserver: request is too large'))
  expect((await storage.update('/a', made.modRevision, object(10))).modRevision).toBe(made.modRevision + 1)
  await expect(storage.create('/b', object(7_000_000))).rejects.toThrow(WriteFailedError)
  // Escapes are the JSON's own: etcd holds a ConfigMap without them.
  expect((await storage.create('/c', object(1_048_570, '<'))).bytes.length).toBeGreaterThan(6 * 1_048_570)
  await expect(storage.create('/d', object(7_000_000, '<'))).rejects.toThrow(WriteFailedError)
  await storage.close()
})

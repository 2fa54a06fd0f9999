import { expect, it } from 'vitest'
import type { ServerContext } from '../registry/generic/strategy.ts'
import { DiscoveryDirectory } from './discovery-directory.ts'

it('watches leases once, however often its start is tried', async () => {
  let watches = 0
  let fails = 2
  const storage = {
    watch() {
      watches++
      return { stop: () => watches-- }
    },
    async list() {
      if (fails-- > 0) throw new Error('no kind "Lease" is registered')
      return { records: [] }
    },
  }
  const server = { storage, release: { minor: 36 } } as unknown as ServerContext
  const directory = new DiscoveryDirectory({ server, own: 'a' } as never, {} as never, {} as never)
  for (let i = 0; i < 2; i++) await expect(directory.start()).rejects.toThrow('no kind')
  await directory.start()
  expect(watches).toBe(1)
  await directory.stop()
  expect(watches).toBe(0)
})

it('follows nothing where it is stopped while it starts', async () => {
  let watches = 0
  let answer = (_records: { records: [] }): void => {}
  const storage = {
    watch() {
      watches++
      return { stop: () => watches-- }
    },
    list: () => new Promise<{ records: [] }>((resolve) => (answer = resolve)),
  }
  const server = { storage, release: { minor: 36 } } as unknown as ServerContext
  const directory = new DiscoveryDirectory({ server, own: 'a' } as never, {} as never, {} as never)
  const started = directory.start()
  await directory.stop()
  answer({ records: [] })
  await started
  expect(watches).toBe(0)
})

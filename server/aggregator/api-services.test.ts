import { expect, it } from 'vitest'
import type { Storage } from '../storage/interface.ts'
import { APIServiceDirectory } from './api-services.ts'

it('watches once, however often its start is tried', async () => {
  let watches = 0
  let fails = 3
  const storage = {
    watch() {
      watches++
      return { stop: () => watches-- }
    },
    async list() {
      if (fails-- > 0) throw new Error('no kind "APIService" is registered')
      return { records: [] }
    },
  } as unknown as Storage
  const directory = new APIServiceDirectory(storage, { changed() {}, failed() {} })
  for (let i = 0; i < 3; i++) await expect(directory.start()).rejects.toThrow('no kind')
  await directory.start()
  expect(watches).toBe(1)
  directory.stop()
  expect(watches).toBe(0)
})

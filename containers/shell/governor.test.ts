import { expect, it } from 'vitest'
import { Governor } from './governor.ts'

it('stops what goes round without a rest, and nothing else', async () => {
  const stopped = new Error('stopped')
  const governor = new Governor(() => Promise.reject(stopped))
  const rounds = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await governor.round()
  }
  await rounds(15_000)
  governor.rested()
  await rounds(15_000)
  await expect(rounds(15_000)).rejects.toBe(stopped)
})

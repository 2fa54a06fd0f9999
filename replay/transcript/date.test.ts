import { expect, it } from 'vitest'
import { date } from './date.ts'

const now = Date.parse('2026-01-01T12:30:15.900Z')
const print = async (zone: string | undefined, ...args: string[]): Promise<string> => {
  const { stdout, stderr } = await date(now, args, { env: new Map(zone === undefined ? [] : [['TZ', zone]]) })
  return stderr + stdout
}

it('tells the time of the transcript', async () => {
  expect(await print(undefined)).toBe('Thu Jan  1 12:30:15 UTC 2026\n')
  expect(await print('Asia/Tokyo', '+%F %T')).toBe('2026-01-01 21:30:15\n')
  expect(await print(undefined, '-u', '-I')).toMatch(/^2026-01-01/)
})

it('takes other times', async () => {
  expect(await print(undefined, '-d', 'yesterday', '+%F')).toBe('2025-12-31\n')
  expect(await print(undefined, '--date=tomorrow', '+%F')).toBe('2026-01-02\n')
  expect(await print(undefined, '-d', '@0', '+%s')).toBe('0\n')
  expect(await print(undefined, '+now %s')).toBe('now 1767270615\n')
})

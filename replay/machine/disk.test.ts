import { expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import { Disk } from './disk.ts'

it("dates files by the machine's clock, and keeps dates that were given", async () => {
  const clock = new FakeClock('2026-01-01T00:00:00Z')
  const disk = new Disk({ '/first': 'a' }, clock)
  const dateOf = async (path: string): Promise<string> => (await disk.stat(path)).mtime.toISOString()
  expect(await dateOf('/first')).toBe('2026-01-01T00:00:00.000Z')
  clock.advance(60_000)
  disk.mark()
  await disk.writeFile('/second', 'b')
  expect(await dateOf('/second')).toBe('2026-01-01T00:01:00.000Z')
  await disk.utimes('/second', new Date(0), new Date('2020-02-02T00:00:00Z'))
  await disk.utimes('/first', new Date(0), new Date('2199-02-02T00:00:00Z'))
  expect([await dateOf('/first'), await dateOf('/second')]).toEqual([
    '2199-02-02T00:00:00.000Z',
    '2020-02-02T00:00:00.000Z',
  ])
})

it("dates files so that they are as old by the host's clock as by the machine's", async () => {
  const clock = new FakeClock('2001-01-01T00:00:00Z')
  const disk = new Disk({ '/file': 'a' }, clock)
  clock.advance(60_000)
  disk.mark()
  const { mtime } = await disk.stat('/file')
  expect(mtime.getUTCFullYear()).toBe(2001)
  const age = Date.now() - mtime.valueOf()
  expect(age).toBeGreaterThanOrEqual(60_000)
  expect(age).toBeLessThan(3_600_000)
})

it('shows of processes what they are now', async () => {
  let running = ['a', 'b']
  const processFile = (pid: number, name: string): string | undefined =>
    pid !== 7 || running.length === 0 ? undefined : name === 'cmdline' ? running.join('\0') : ''
  const disk = new Disk({}, new FakeClock(), { processFile })
  expect(await disk.readFile('/proc/7/cmdline')).toBe('a\0b')
  expect(await disk.exists('/proc/8/cmdline')).toBe(false)
  running = ['c']
  expect(await disk.readFile('/proc/7/cmdline')).toBe('c')
  running = []
  expect(await disk.exists('/proc/7')).toBe(false)
})

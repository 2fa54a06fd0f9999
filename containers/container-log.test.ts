import { expect, it } from 'vitest'
import { ContainerLog } from './container-log.ts'

const log = (): ContainerLog => new ContainerLog(async () => {})
const bytesOf = ({ lines }: ContainerLog): number => lines.reduce((sum, { text }) => sum + text.length, 0)

it('joins what is written of a line, by stream', () => {
  const one = log()
  one.write(1, 'stdout', 'a')
  one.write(2, 'stdout', 'b\nc')
  one.write(3, 'stderr', 'd\n')
  expect(one.lines).toEqual([
    { at: 1, stream: 'stdout', text: 'ab\n' },
    { at: 2, stream: 'stdout', text: 'c' },
    { at: 3, stream: 'stderr', text: 'd\n' },
  ])
})

it('keeps no more than a kubelet, of one endless line neither', () => {
  for (const end of ['\n', '']) {
    const one = log()
    for (let i = 0; i < 3000; i++) one.write(i, 'stdout', `${'x'.repeat(8000)}${end}`)
    expect(bytesOf(one)).toBeLessThan(11 * 1024 * 1024)
    expect(one.lines.at(-1)!.at).toBeGreaterThan(2990)
  }
})

it('tells who joins what is written from then on, piece by piece', () => {
  const one = log()
  one.write(1, 'stdout', 'before, ')
  const seen: string[] = []
  const stop = one.onWrite((stream, text) => seen.push(`${stream} ${text}`))
  one.write(2, 'stdout', 'after')
  one.write(3, 'stderr', 'no\n')
  stop()
  one.write(4, 'stdout', 'late')
  expect(seen).toEqual(['stdout after', 'stderr no\n'])
})

import { expect, it } from 'vitest'
import { FakeClock } from '../component-base/clock.ts'
import type { CellResult } from '../replay/skew/cell.ts'
import { Progress } from './skew-progress.ts'

const result = (status: string): CellResult => ({ status, cell: { id: 'apiserver=1.36' } }) as CellResult

it('is a line each 10 s where there is no terminal, also while nothing ends', () => {
  const clock = new FakeClock(0)
  const lines: string[] = []
  const screen = { write: (text: string) => lines.push(text) > 0, isTTY: false, columns: 80 }
  const progress = new Progress(4, screen as never, clock)
  progress.show(result('passed'), 1)
  clock.advance(9_999)
  expect(lines).toEqual([])
  clock.advance(1)
  expect(lines).toEqual(['kepsim skew: 1/4\n'])
  progress.show(result('differs'), 2)
  clock.advance(20_000)
  progress.clear()
  clock.advance(60_000)
  expect(lines).toEqual([
    'kepsim skew: 1/4\n',
    'kepsim skew: 2/4, 1 differs\n',
    'kepsim skew: 2/4, 1 differs\n',
  ])
})

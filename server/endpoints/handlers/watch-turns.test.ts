import { expect, it } from 'vitest'
import { forgetTurn, mayWrite, type Pumped } from './watch-turns.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Has so many pieces to write; what it has written, in order, with the others. */
function outputs(count: number, pieces: number): { all: Pumped[]; written: number[] } {
  const written: number[] = []
  const all = Array.from({ length: count }, (_, i): Pumped => {
    let left = pieces
    return {
      pump() {
        for (; left > 0 && mayWrite(this, 1000); left--) written.push(i)
      },
    }
  })
  return { all, written }
}

it('writes for many in turns, and all in the end', async () => {
  await turn()
  const { all, written } = outputs(1000, 2)
  for (const output of all) output.pump()
  const atOnce = written.length
  expect(atOnce).toBeGreaterThan(0)
  expect(atOnce).toBeLessThan(500)
  const others: number[] = []
  for (let i = 0; written.length < 2000 && i < 100; i++) {
    await turn()
    others.push(written.length)
  }
  expect(written.length).toBe(2000)
  expect(others.length).toBeGreaterThan(2)
})

it('does not pump what is gone', async () => {
  await turn()
  const { all, written } = outputs(400, 1)
  for (const output of all) output.pump()
  for (const output of all) forgetTurn(output)
  const before = written.length
  for (let i = 0; i < 5; i++) await turn()
  expect(written.length).toBe(before)
})

import { beforeEach, expect, it } from 'vitest'
import { type Pumped, WatchTurns } from './watch-turns.ts'

/** What is due, in its order. Those of the process are left alone: files share it, and its watches would wait for ever for a turn that was taken away. */
let immediate: (() => void)[]
let rests: (() => void)[]
let turns: WatchTurns
beforeEach(() => {
  immediate = []
  rests = []
  turns = new WatchTurns({
    setImmediate: (work) => immediate.push(work),
    setTimeout(work) {
      rests.push(work)
      return {}
    },
  })
})

const turn = (): void => immediate.shift()?.()

/** Has so many pieces to write; what it has written, in order, with the others. */
function outputs(count: number, pieces: number): { all: Pumped[]; written: number[] } {
  const written: number[] = []
  const all = Array.from({ length: count }, (_, i): Pumped => {
    let left = pieces
    return {
      pump() {
        for (; left > 0 && turns.mayWrite(this, 1000); left--) written.push(i)
      },
    }
  })
  return { all, written }
}

it('writes for many in turns, and all in the end', () => {
  const { all, written } = outputs(1000, 2)
  for (const output of all) output.pump()
  const atOnce = written.length
  expect(atOnce).toBeGreaterThan(0)
  expect(atOnce).toBeLessThan(500)
  const others: number[] = []
  for (let i = 0; written.length < 2000 && i < 100; i++) {
    turn()
    others.push(written.length)
  }
  expect(written.length).toBe(2000)
  expect(others.length).toBeGreaterThan(2)
})

it('does not pump what is gone', () => {
  const { all, written } = outputs(400, 1)
  for (const output of all) output.pump()
  for (const output of all) turns.forget(output)
  const before = written.length
  for (let i = 0; i < 5; i++) turn()
  expect(written.length).toBe(before)
})

it('lets patient outputs rest after many writes, and nobody else', () => {
  const { all } = outputs(100, 1)
  for (const output of all) output.pump()
  // The turn of the writes, and the one that sees that nothing followed.
  turn()
  const written: string[] = []
  const output = (name: string, patient: boolean): Pumped => ({
    patient,
    pump() {
      if (turns.mayWrite(this, 1)) written.push(name)
    },
  })
  output('far', true).pump()
  output('near', false).pump()
  expect(written).toEqual(['near'])
  expect(rests).toHaveLength(1)
  rests[0]!()
  turn()
  expect(written).toEqual(['near', 'far'])
  output('far again', true).pump()
  expect(written.at(-1)).toBe('far again')
})

it('lets those rest that were served while others waited, and serves each of the others before', () => {
  const written: number[] = []
  const lines: number[] = new Array(300).fill(1)
  const all = lines.map(
    (_, i): Pumped => ({
      patient: true,
      pump() {
        for (; lines[i]! > 0; lines[i]!--) {
          if (!turns.mayWrite(this, 1)) return
          written.push(i)
        }
        turns.noteServed(this)
      },
    }),
  )
  const change = (): void => {
    for (const [i, output] of all.entries()) {
      lines[i]!++
      output.pump()
    }
  }
  for (const output of all) output.pump()
  change()
  for (let i = 0; i < 9 && rests.length === 0; i++) turn()
  expect(rests).toHaveLength(1)
  expect(new Set(written).size).toBe(300)
  change()
  rests[0]!()
  for (let i = 0; i < 9 && immediate.length > 0; i++) turn()
  expect(lines.every((left) => left === 0)).toBe(true)
  expect(written).toHaveLength(900)
})

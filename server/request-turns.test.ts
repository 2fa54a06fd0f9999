import { expect, it } from 'vitest'
import { requestTurns } from './request-turns.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('begins a few requests of a connection in a turn, in their order, and beside those of others', async () => {
  const [inTurns, a, b] = [requestTurns(), {}, {}]
  const begun: string[] = []
  const ask = (session: object, name: string) =>
    inTurns({ session, closed: false, destroyed: false }, () => begun.push(name))
  for (let i = 1; i <= 10; i++) ask(a, `a${i}`)
  for (const name of ['b1', 'b2']) ask(b, name)
  expect(begun).toEqual(['a1', 'b1'])
  await turn()
  const second = ['a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'b2']
  expect(begun).toEqual(['a1', 'b1', ...second])
  await turn()
  expect(begun).toEqual(['a1', 'b1', ...second, 'a10'])
  await turn()
  ask(a, 'a11')
  expect(begun.at(-1)).toBe('a11')
})

it('begins none that was reset while it waited, and takes no turn for it', async () => {
  const [inTurns, session] = [requestTurns(), {}]
  const begun: number[] = []
  for (let i = 0; i < 1000; i++)
    inTurns({ session, closed: i % 2 === 1, destroyed: i % 4 === 2 }, () => begun.push(i))
  await turn()
  await turn()
  expect(begun).toEqual(Array.from({ length: 1 + 8 + 8 }, (_, i) => 4 * i))
})

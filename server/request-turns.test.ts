import { expect, it } from 'vitest'
import { requestTurns, type TurnStream } from './request-turns.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('begins one request of a connection in a turn, in their order, and beside those of others', async () => {
  const [inTurns, a, b] = [requestTurns(), {}, {}]
  const begun: string[] = []
  const ask = (session: object, name: string, state: Partial<TurnStream> = {}) =>
    inTurns({ session, closed: false, destroyed: false, ...state }, () => begun.push(name))
  for (const name of ['a1', 'a2', 'a3']) ask(a, name)
  for (const name of ['b1', 'b2']) ask(b, name)
  expect(begun).toEqual(['a1', 'b1'])
  await turn()
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2'])
  await turn()
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  await turn()
  ask(a, 'a4')
  expect(begun.at(-1)).toBe('a4')
})

it('begins none that was reset while it waited, and takes no turn for it', async () => {
  const [inTurns, session] = [requestTurns(), {}]
  const begun: number[] = []
  for (let i = 0; i < 1000; i++)
    inTurns({ session, closed: i % 2 === 1, destroyed: i % 4 === 2 }, () => begun.push(i))
  await turn()
  await turn()
  expect(begun).toEqual([0, 4, 8])
})

import { expect, it } from 'vitest'
import { settle } from './settle.ts'

it('waits for what is asked and written, and ends the waits of components', async () => {
  let revision = 1
  let asked = 0
  const done: string[] = []
  const waits = ['first', 'second']
  await settle({
    activity: () => {
      if (++asked === 100) done.push('answered')
      return { revision, inFlight: asked < 100 ? 1 : 0 }
    },
    hurry: () => {
      const wait = waits.shift()
      if (wait === undefined) return false
      revision++
      done.push(wait)
      return true
    },
  })
  expect(done).toEqual(['answered', 'first', 'second'])
})

it('leaves alone who only looks again and again', async () => {
  let looks = 0
  await settle({ activity: () => ({ revision: 1, inFlight: 0 }), hurry: () => ++looks > 0 })
  expect(looks).toBe(10)
})

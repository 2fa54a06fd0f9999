import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

const request = (turns: Turns, userAgent: string, component = true): Promise<void> =>
  turns.request({ method: 'GET', url: '/api', userAgent, component })

it('lets requests of components go in a stable order, each when the one before is answered', async () => {
  const seen: string[] = []
  let inFlight = 0
  const turns = new Turns({
    activity: () => ({ revision: 1, inFlight }),
    hurry: () => false,
    step: () => false,
  })
  const ask = async (name: string, component = true): Promise<void> => {
    await request(turns, name, component)
    seen.push(name)
    inFlight++
    await new Promise((resolve) => setTimeout(resolve, 1))
    inFlight--
    seen.push(`${name} answered`)
  }
  await Promise.all([
    ask('a command', false),
    ask('kubelet'),
    ask('controllers').then(() => ask('controllers again')),
  ])
  expect(seen).toEqual(
    ['controllers', 'controllers again', 'kubelet', 'a command'].flatMap((n) => [n, `${n} answered`]),
  )
})

it('ends the waits of components before commands go on, and lets time pass where all wait for it', async () => {
  let revision = 1
  const seen: string[] = []
  const waits = ['first', 'second']
  const times = ['noon']
  const take = (from: string[]): boolean => {
    const next = from.shift()
    if (next === undefined) return false
    revision++
    seen.push(next)
    return true
  }
  const turns = new Turns({
    activity: () => ({ revision, inFlight: 0 }),
    hurry: () => take(waits),
    step: () => take(times),
  })
  await turns.rest()
  seen.push('rests')
  await turns.rest()
  expect(seen).toEqual(['first', 'second', 'rests'])
  await request(turns, 'a command', false)
  turns.wake()
  await expect.poll(() => seen).toEqual(['first', 'second', 'rests', 'noon'])
})

it('leaves alone who only looks again and again', async () => {
  let looks = 0
  const turns = new Turns({
    activity: () => ({ revision: 1, inFlight: 0 }),
    hurry: () => ++looks > 0,
    step: () => false,
  })
  await turns.rest()
  expect(looks).toBe(10)
})

it('lets nobody go while it is held', async () => {
  const seen: string[] = []
  const turns = new Turns({
    activity: () => ({ revision: 1, inFlight: 0 }),
    hurry: () => false,
    step: () => false,
  })
  const held = turns.hold(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    seen.push('done')
  })
  const rested = turns.rest().then(() => seen.push('rests'))
  await Promise.all([held, rested])
  expect(seen).toEqual(['done', 'rests'])
})

it('does not wait for who asks without end', async () => {
  let ended = false
  const cluster = {
    activity: () => ({ revision: 1, inFlight: 0 }),
    hurry: () => false,
    step: () => false,
  }
  const turns = new Turns(cluster, 20)
  const asking = (async () => {
    while (!ended) await request(turns, 'a component')
  })()
  await turns.rest()
  ended = true
  await asking
})

import { expect, it } from 'vitest'
import type { Clock } from '../../component-base/clock.ts'
import { type AdmissionAttributes, AdmissionChain, type AdmissionPlugin, Reinvocation } from './chain.ts'
import type { AdmissionMetrics } from './metrics.ts'

/** A chain of plugins with these ways to admit, what they did in order, and what was counted. */
function chainOf(ways: Readonly<Record<string, () => Promise<void> | void>>) {
  const done: string[] = []
  const counted: string[] = []
  const plugins = Object.entries(ways).map(
    ([name, way]): AdmissionPlugin => ({
      name,
      handles: () => true,
      admit() {
        done.push(name)
        return way()
      },
    }),
  )
  const metrics = {
    plugin: (name: string) => ({ done: (rejected: boolean) => counted.push(`${name} ${rejected}`) }),
    step: (_step: string, _operation: string, rejected: boolean) => counted.push(`all ${rejected}`),
  } as unknown as AdmissionMetrics
  const clock = { now: () => 0 } as Clock
  const chain = new AdmissionChain(plugins, { metrics, names: new Set(Object.keys(ways)), clock })
  const reinvocation = new Reinvocation()
  const attributes = {
    request: { group: '', resource: 'pods' },
    operation: 'CREATE',
    reinvocation,
  } as unknown as AdmissionAttributes
  return { done, counted, reinvocation, admit: () => chain.admit(attributes) }
}
const nothing = (): void => {}
const refuse = (): never => {
  throw new Error('refused')
}

it('has nothing to be waited for where no plugin has', () => {
  const { admit, done, counted } = chainOf({ a: nothing, b: nothing })
  expect(admit()).toBeUndefined()
  expect(done).toEqual(['a', 'b'])
  expect(counted).toEqual(['a false', 'b false', 'all false'])
})

it('asks the next plugin when the one before has waited', async () => {
  let go = nothing
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const { admit, done, counted } = chainOf({ a: () => held, b: nothing, c: async () => {} })
  const waits = admit()
  expect([done, counted]).toEqual([['a'], []])
  go()
  await waits
  expect(done).toEqual(['a', 'b', 'c'])
  expect(counted).toEqual(['a false', 'b false', 'c false', 'all false'])
})

it.each<[string, () => Promise<void> | void]>([
  ['at once', refuse],
  ['later', async () => refuse()],
])('asks no other plugin behind one that refuses %s', async (_when, refusing) => {
  const { admit, done, counted } = chainOf({ a: nothing, b: refusing, c: nothing })
  await expect((async () => admit())()).rejects.toThrow('refused')
  expect(done).toEqual(['a', 'b'])
  expect(counted).toEqual(['a false', 'b true', 'all true'])
})

it.each<[string, () => Promise<void> | void]>([
  ['at once', nothing],
  ['later', async () => {}],
])('asks all once more where one of them that ends %s wants that', async (_when, way) => {
  const { admit, done, counted, reinvocation } = chainOf({ a: way, b: nothing })
  reinvocation.wanted = true
  await admit()
  expect(done).toEqual(['a', 'b', 'a', 'b'])
  expect(counted.at(-1)).toBe('all false')
  expect(reinvocation.again).toBe(true)
})

import { expect, it } from 'vitest'
import { ttlStep } from './ttl.ts'

it('goes from step to step as nodes come and go, and not to and fro at a bound', () => {
  let step = 0
  const after = (nodes: number): number => {
    step = ttlStep(step, nodes)
    return step
  }
  expect([100, 101, 100, 90, 89, 101, 500, 501, 450, 449].map(after)).toEqual([0, 1, 1, 1, 0, 1, 1, 2, 2, 1])
})

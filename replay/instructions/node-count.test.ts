import { expect, it } from 'vitest'
import { nodeCountIn } from './node-count.ts'

it.each([
  ['a cluster with 3 nodes', '3'],
  ['an one-node cluster', '1'],
  ['a single node cluster', '1'],
  ['six worker nodes', '6'],
  ['with 1000 nodes', '1000'],
  ['with at least 4 nodes', '4+'],
  ['with a minimum of two workers', '2+'],
  ['with 4 or more nodes', '4+'],
  ['with more than 3 nodes', '4+'],
  ['with no more than 3 nodes', undefined],
  ['with up to 3 nodes', undefined],
  ['with twenty-five nodes', undefined],
  ['with 12345 nodes', undefined],
  ['with nodes', undefined],
  ['with a node', undefined],
  ['with a worker', '1+'],
  ['with an agent node', '1+'],
])('%s: %s', (text, expected) => {
  const found = nodeCountIn(text)
  expect(found && `${found.count}${found.atLeast ? '+' : ''}`).toBe(expected)
})

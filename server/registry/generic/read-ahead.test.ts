import { expect, it } from 'vitest'
import { readAhead } from './read-ahead.ts'

const policy = (count: number, expression: string) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'a' },
  spec: { validations: Array.from({ length: count }, (_, i) => ({ expression: `${expression} != ${i}` })) },
})
const tooLarge = 'Request entity too large: its expressions and patterns have more than 40000 tokens'

it('serves others between expressions', async () => {
  let rounds = 0
  let isDone = false
  const round = (): void => {
    rounds++
    if (!isDone) setImmediate(round)
  }
  setImmediate(round)
  await readAhead(policy(20, `[${'1,'.repeat(100)}1].size()`), 36)
  isDone = true
  // Four turns of the loop, each time that a thousand tokens are read.
  expect(rounds).toBeGreaterThanOrEqual(12)
})

it('refuses what is too much to compile, and looks at no other kinds', () => {
  expect(() => readAhead(policy(500, `[${'1,'.repeat(50)}1].size()`), 36)).toThrow(tooLarge)
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {},
    spec: Array.from({ length: 25 }, () => ({ pattern: 'a'.repeat(9000) })),
  }
  expect(() => readAhead(definition, 36)).toThrow(tooLarge)
  expect(readAhead({ ...policy(500, '[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].size()'), kind: 'Other' }, 36)).toBe(
    undefined,
  )
})

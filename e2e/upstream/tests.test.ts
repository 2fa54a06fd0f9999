import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chosenTests, upstreamTests } from './tests.ts'

const tests = upstreamTests(join(import.meta.dirname, '../..'))

it('knows the tests that pass on a real control plane', () => {
  expect(chosenTests(tests, {})).toHaveLength(166)
  expect(chosenTests(tests, { all: true })).toHaveLength(217)
})

it('knows the tests that need running containers, each once', () => {
  const others = upstreamTests(join(import.meta.dirname, '../..'), true)
  const passing = chosenTests(tests, {}).map(({ name }) => name)
  expect(new Set([...passing, ...others.map(({ name }) => name)]).size).toBe(passing.length + others.length)
  expect(chosenTests(others, {}).length).toBeGreaterThanOrEqual(197)
})

it('chooses tests by a text in their file or name', () => {
  expect(chosenTests(tests, { focus: 'SUBJECTREVIEWS' }).map(({ file }) => file)).toEqual([
    'auth/subjectreviews.go',
  ])
  expect(chosenTests(tests, { focus: 'no such test' })).toEqual([])
})

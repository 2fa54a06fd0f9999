import { expect, it } from 'vitest'
import { readSentence } from './read-sentence.ts'

const read = (text: string) => readSentence({ text, line: 1 }, new Map())

it('takes a command after a claim for how it is looked at', () => {
  const { claims, instructions, unread } = read(
    'Verify that the node status is being updated: `kubectl describe nodes`',
  )
  expect(claims.map(({ kind }) => kind)).toEqual(['heartbeat'])
  expect(instructions).toMatchObject([{ kind: 'run', commands: ['kubectl describe nodes'] }])
  expect(unread).toBe(false)
})

it('does not where what stands before it is not read', () => {
  const text = 'Verify (with care, and often) that the widgets are purple: `kubectl describe nodes`'
  expect(read(text)).toMatchObject({ claims: [], unread: true })
})

it('tells which parts of a sentence are not understood', () => {
  const { instructions, missed } = read('Disable the gate `MyGate` in kubelet and expose the widgets to it')
  expect(instructions.map(({ kind }) => kind)).toEqual(['change'])
  expect(missed).toEqual(['expose the widgets to it'])
})

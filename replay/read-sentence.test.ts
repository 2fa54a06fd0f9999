// What a sentence is by itself.
import { describe, expect, it } from 'vitest'
import { announcesPrinted, readSentence, tellsToRun } from './read-sentence.ts'

const read = (text: string) => readSentence({ text, line: 1 }, new Map())

describe('what is left of a claim and is nothing to do', () => {
  it.each([
    'The pods are running and enabled by default there.',
    'The Service exists and exposed on port 80.',
  ])('is not passed over: %s', (text) => {
    expect(read(text).unread).toBe(true)
  })
  it('is all right where it is done', () => {
    const { claims, instructions, unread } = read('Verify that the pod is running and delete it.')
    expect([claims.length, instructions.length, unread]).toEqual([1, 1, false])
  })
})

describe('a remark on a gate', () => {
  it('is a claim beside what is done', () => {
    const { claims, instructions } = read('Bring up a v1.27 cluster; `MyGate` is enabled by default.')
    expect([claims.map(({ kind }) => kind), instructions.map(({ kind }) => kind)]).toEqual([
      ['gate standing'],
      ['start'],
    ])
  })
})

describe('a block below shows what was printed', () => {
  it.each([
    ['You should see this error:', true],
    ['The output is similar to this:', true],
    ['The server returns the following message:', true],
    ['You should see three pods:', false],
    ['See the manifest of the Deployment:', false],
    ['You should see this error.', false],
  ])('%s %s', (text, expected) => {
    expect(announcesPrinted(text)).toBe(expected)
  })
})

describe('commands below show it', () => {
  it.each([
    ['To see the rollout status, run:', true],
    ['To list the Services, use this command:', true],
    ['To see both pods, run:', true],
    ['To see two Services, run:', false],
    ['To delete the Service, run:', false],
  ])('%s %s', (text, expected) => {
    expect(tellsToRun(text)).toBe(expected)
  })
})

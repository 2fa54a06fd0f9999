import { expect, it } from 'vitest'
import { isAwaitedBelow, readSentence } from './read-sentence.ts'

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

it('takes what says which came first for no instruction', () => {
  const stated = { claims: [], instructions: [], imperative: false, unread: true }
  expect(read('The pods were created after the Deployment.')).toMatchObject(stated)
  expect(read('The Deployment was deleted before the pods.')).toMatchObject(stated)
  expect(read('There are 3 pods after the deployment.').claims).toHaveLength(1)
  expect(read('The Deployment has 4 replicas after its deployment.').claims).toHaveLength(1)
})

it.each([
  ['Wait until the rollout is complete:', 'kubectl rollout status deployment/web', true],
  ['Wait until the rollout is complete.', 'kubectl rollout status deployment/web', false],
  ['The rollout is complete:', 'kubectl rollout status deployment/web', false],
  ['Wait until the rollout is complete:', 'kubectl delete pod web', false],
])('%s %s: awaited below: %s', (text, command, wanted) =>
  expect(isAwaitedBelow(text, [command])).toBe(wanted),
)

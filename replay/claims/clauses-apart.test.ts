import { expect, it } from 'vitest'
import { clausesApart } from './clauses-apart.ts'
import { readClaims } from './read-claims.ts'

it.each([
  ['The Pod is running, since its init container has ended.', 1, 'since its init container has ended.'],
  [
    'Confirm the Pod is running and the feature is working correctly:',
    1,
    'the feature is working correctly:',
  ],
  ['The claim is bound and has the size of its neighbour.', 1, 'The claim has the size of its neighbour.'],
  ['The Deployment has two ReplicaSets, of which one is idle.', 1, 'of which one is idle.'],
  ['The Pod is running but `x` is not set on it.', 1, '`x` is not set on it.'],
])('reads the clauses that it can, and leaves the others: %s', (text, claims, rest) => {
  const reading = readClaims({ text, line: 1 })
  expect(reading.kind === 'claims' && [reading.claims.length, reading.rest]).toEqual([claims, rest])
})

it.each([
  'The Pod keeps running while the kubelet is down.',
  'Two Pods are not Running and one is Pending.',
  'The fields `a and the b is` are set.',
])('takes nothing apart that belongs together: %s', (text) => expect(clausesApart(text)).toEqual([text]))

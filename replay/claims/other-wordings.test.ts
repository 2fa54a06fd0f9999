import { expect, it } from 'vitest'
import { describeClaim } from './describe-claim.ts'
import { readClaims } from './read-claims.ts'
import { withoutSharing } from './shared-words.ts'
import { slipsMended } from './usual-slips.ts'

it.each([
  ['The deployment have 4 avalable replicas', 'The deployment has 4 available replicas'],
  ['The pods is runing, becouse `is` is set', 'The pods are running, because `is` is set'],
  ['Node `a` have no label', 'the Node `a` has no label'],
  ['an deployment and an image', 'a deployment and an image'],
  ['It is there', 'It is there'],
])('mends the slips of: %s', (text, mended) => expect(slipsMended(text)).toBe(mended))

it.each([
  [
    'its type is ClusterIP, its session affinity None.',
    'its type is ClusterIP, its session affinity is None.',
  ],
  ['The Pods are running but not ready.', 'The Pods are running and The Pods are not ready.'],
  [
    'The Service `a` has two endpoints and a name',
    'The Service `a` has two endpoints and The Service `a` has a name',
  ],
  ['The Service does not have a name and a port', 'The Service does not have a name and a port'],
])('says in each clause what is shared in: %s', (text, told) => expect(withoutSharing(text)).toBe(told))

it.each([
  [
    'The deployment have 4 avalable replicas and 0 unavailable.',
    'number of available replicas of the Deployment == 4 & number of unavailable replicas of the Deployment == 0',
  ],
  ['The Pods are running but not ready.', 'Pod is running & Pod is not ready'],
  [
    'The ServiceCIDR `extra` gets the condition `Ready` with status True.',
    'condition Ready of the ServiceCIDR extra is True',
  ],
  [
    'Job `one` completed with 1 succeeded pod; `kubectl get job two` fails with NotFound.',
    'the Job one is succeeded & number of succeeded Pod of the Job one == 1 & `kubectl get job two` fails with "NotFound"',
  ],
])('reads: %s', (text, meaning) => {
  const reading = readClaims({ text, line: 1 })
  expect(reading.kind === 'claims' && reading.claims.map(describeClaim).join(' & ')).toBe(meaning)
})

import { expect, it } from 'vitest'
import { readClaims } from './read-claims.ts'

/** What a sentence is read as: what each claim is about, and what it says of that. */
function read(text: string): unknown {
  const found = readClaims({ text, line: 1 })
  if (found.kind !== 'claims') return found.kind
  return found.claims.map((claim) => {
    const { kind: _, text: __, line: ___, subject, ...said } = { subject: undefined, ...claim }
    return [subject?.kind ?? claim.kind, subject?.state, said]
  })
}

const equals = (name: string, value: string) => ({ field: { name }, test: { is: 'equals', value } })
const counted = (number: number) => ({ comparison: '==', number })

it.each<[string, unknown]>([
  ['The cluster has two nodes.', [['Node', undefined, counted(2)]]],
  ['No Pods are left.', [['Pod', undefined, counted(0)]]],
  ['None of the Pods is left.', [['Pod', undefined, counted(0)]]],
  ['After deleting the Job, no Pods of the Job remain.', [['Pod', undefined, counted(0)]]],
  ['Two Pods remain.', [['Pod', undefined, counted(2)]]],
  ['Our cluster has no running Pods.', [['Pod', 'running', counted(0)]]],
  [
    'Two Pods are Running and one is Pending.',
    [
      ['Pod', 'running', counted(2)],
      ['Pod', 'pending', counted(1)],
    ],
  ],
  ['The Service is of type `NodePort`.', [['Service', undefined, equals('type', 'NodePort')]]],
  ['The Pod is in the Burstable QoS class.', [['Pod', undefined, equals('.status.qosClass', 'Burstable')]]],
  [
    'The Service does not select `app=web`.',
    [['Service', undefined, { field: { name: '.spec.selector' }, value: 'app=web', present: false }]],
  ],
  [
    'Each PersistentVolumeClaim requests 1Gi.',
    [['PersistentVolumeClaim', undefined, equals('.spec.resources.requests.storage', '1Gi')]],
  ],
  [
    'The storage class of the PersistentVolumeClaim is `fast`.',
    [['PersistentVolumeClaim', undefined, equals('storageClassName', 'fast')]],
  ],
  [
    "The server's version is v1.33.0.",
    [['component', undefined, expect.objectContaining({ release: '1.33.0' })]],
  ],
  ['The kubelet runs v1.33.0.', [['component', undefined, expect.objectContaining({ release: '1.33.0' })]]],
  ['All Pods run `nginx:1.27`.', [['Pod', undefined, equals('.spec.containers.image', 'nginx:1.27')]]],
  ['The Job has failed.', [['Job', undefined, { state: 'failed', negated: false }]]],
  [
    'No FailedScheduling event is recorded.',
    [['event', undefined, { reason: 'FailedScheduling', present: false }]],
  ],
  ['`policy/v1` is not served.', [['served', undefined, { version: 'policy/v1', negated: true }]]],
  [
    'The API `batch/v1beta1` is no longer served.',
    [['served', undefined, expect.objectContaining({ negated: true })]],
  ],
  ['The logs of the Pod contain `hello`.', [['Pod', undefined, { says: 'hello', negated: false }]]],
  [
    'Container `a` does not log `hello`.',
    [['Pod', undefined, { container: 'a', says: 'hello', negated: true }]],
  ],
  // What was may be of a cluster before.
  ['`policy/v1beta1` was served.', 'unread'],
  ['The version of the cluster was v1.24.0.', 'unread'],
  ['The Pod uses `app:web`.', 'unread'],
  ['The Pod uses `localhost:8080`.', 'unread'],
  [
    'The Pod runs `localhost:5000/app:1`.',
    [['Pod', undefined, equals('.spec.containers.image', 'localhost:5000/app:1')]],
  ],
  // What is said of a part of them is not known of the others.
  ['Two Pods are not Running and one is Pending.', 'unread'],
  ["The StatefulSet's pods are managed in order.", 'unread'],
])('%s', (text, wanted) => expect(read(text)).toEqual(wanted))

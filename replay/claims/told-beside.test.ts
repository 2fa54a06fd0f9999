// What everyday documents say in passing: of objects as they are shown, of those that were spoken of, of what one clause adds to another.
import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { boundInOrder } from './pronouns.ts'
import { readClaims } from './read-claims.ts'
import { judgedSentences, verdictOf, worldOf } from './testing/sentence-verdicts.ts'

const object = (kind: string, name: string, rest: object = {}, meta: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'default', uid: `uid-${name}`, ...meta },
  ...rest,
})
const gated = object('Pod', 'gated', {
  spec: {
    schedulingGates: [{ name: 'example.com/a' }],
    containers: [{ name: 'app', restartPolicy: 'Always' }],
  },
  status: {
    phase: 'Pending',
    qosClass: 'Burstable',
    containerStatuses: [{ name: 'app', state: { waiting: { reason: 'PodInitializing' } } }],
    conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
  },
})
const claim = object(
  'PersistentVolumeClaim',
  'logs',
  {
    spec: { volumeName: 'disk', resources: { requests: { storage: '1Gi' } } },
    status: { phase: 'Bound', capacity: { storage: '2Gi' } },
  },
  { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['kubernetes.io/pvc-protection'] },
)
const node = object('Node', 'n1', { status: { nodeInfo: { kubeletVersion: 'v1.31.14' } } })
const budget = object('PodDisruptionBudget', 'shop', { spec: { minAvailable: 2 } })
const deployment = object('Deployment', 'canary', { spec: { replicas: 2 }, status: { replicas: 2 } })
const world = {
  ...worldOf({
    pods: [gated],
    persistentvolumeclaims: [claim],
    persistentvolumes: [object('PersistentVolume', 'disk', { spec: { capacity: { storage: '2Gi' } } })],
    nodes: [node],
    configmaps: [
      object('ConfigMap', 'frozen', { immutable: true, data: { color: 'blue' } }),
      object('ConfigMap', 'free', { data: { color: 'red' } }),
    ],
    'poddisruptionbudgets.policy': [budget],
    'deployments.apps': [deployment],
  }),
  documented: [
    { resource: 'configmaps', name: 'frozen', namespace: 'default' },
    { resource: 'configmaps', name: 'free', namespace: 'default' },
    { resource: 'pods', name: 'gated', namespace: 'default' },
    { resource: 'persistentvolumeclaims', name: 'logs', namespace: 'default' },
    { resource: 'deployments.apps', name: 'canary', namespace: 'default' },
    { resource: 'persistentvolumes', name: 'disk', namespace: 'default' },
  ],
}

describe('a sentence is held against the objects', () => {
  it.each(
    judgedSentences(`
holds | kubectl shows the Pod as SchedulingGated. | The table lists the Pod as \`SchedulingGated\`.
fails | kubectl shows the claim as Bound. | kubectl shows the Pod as Running. | kubectl does not show the Pod as SchedulingGated.
holds | The Pod is left with one gate, \`example.com/a\`. | The Pod is left with one scheduling gate.
fails | The Pod is left with two gates. | The Pod is left with one gate, \`example.com/b\`.
holds | The claim is not gone, only marked for deletion. | The claim is not Pending, but still Bound.
fails | The Pod is not gone, only marked for deletion. | The claim is not Bound, only marked for deletion.
holds | The claim asks for 1Gi and is bound to \`disk\`, which has a capacity of 2Gi.
fails | The claim asks for 1Gi and is bound to \`disk\`, which has a capacity of 1Gi.
fails | The claim asks for 2Gi and is bound to \`disk\`. | The claim asks for 1Gi and is bound to \`other\`.
holds | The cluster has a single node, which runs v1.31.14.
fails | The cluster has a single node, which runs v1.32.0.
holds | The claim, which asks for 1Gi, is bound to \`disk\`.
fails | The claim, which asks for 3Gi, is bound to \`disk\`. | The claim, which asks for 1Gi, is bound to \`other\`.
holds | The budget demands that at least two Pods are available.
fails | The budget demands that one Pod is available.
holds | The claim asks for 1Gi, hence the claim is Bound as before.
holds | The container \`app\` has \`restartPolicy: Always\`.
fails | The container \`app\` has \`restartPolicy: Never\`.
holds | It is a Deployment of two replicas.
fails | It is a Deployment with three replicas.
holds | The phase of \`logs\` is Bound.
holds | \`free\` is still mutable. | \`frozen\` has one key, and \`free\` is mutable. | \`frozen\` is still there, and its \`immutable\` field is true.
fails | \`frozen\` is still mutable. | \`frozen\` has two keys. | \`free\` is there, and its \`immutable\` field is true.
holds | \`frozen\` says \`blue\`.
fails | \`free\` says \`blue\`.
`),
  )('%s', async (text, verdict) => {
    expect(await verdictOf(text, world)).toBe(verdict)
  })
})

describe('"the second one" and "three of them" are of the kind that was spoken of', () => {
  const subjects = (...texts: string[]) =>
    boundInOrder(
      texts.map((text) => {
        const reading = readClaims({ text, line: 1 })
        return { text, claims: reading.kind === 'claims' ? reading.claims : [] }
      }),
    )
      .at(-1)!
      .claims.map((one) => 'subject' in one && [one.subject?.kind, one.subject?.which, one.subject?.unbound])

  it.each([
    [['Both Jobs are running.', 'The second one has `a: b`.'], [['Job', 'second', undefined]]],
    [['The Pods are numbered from 5 again, and there are three of them.'], [['Pod', undefined, undefined]]],
    // Of which kind, nobody said.
    [['All is well.', 'The second one has `a: b`.'], [[undefined, 'second', true]]],
  ])('%s', (texts, expected) => {
    expect(subjects(...texts)).toEqual(expected)
  })
})

it.each([
  ['The Job is accepted, but as the feature is off, the `x` field is dropped.', ['exit', 'gate', 'field']],
  ['kube-apiserver does not start with `A=false`.', ['exit']],
  [
    'The gate cannot be turned off any more: kube-apiserver does not start with `A=false`.',
    ['gate standing', 'exit'],
  ],
  ['As soon as the Pod is deleted, the claim goes, too:', ['state']],
  ['After the drain all three Pods of the Deployment run on `n1`:', ['field']],
  ['Without a preference, the Pod is Pending.', ['state']],
  ['The Pod is refused.', ['exit']],
  ['No Pod was lost.', ['gone']],
  [
    'In 1.33 `MyGate` is GA and off by default, so there is also a ServiceCIDR named `kubernetes`:',
    ['count'],
  ],
  [
    'The cluster IP of `api` is 10.0.0.77 as before, and `web` keeps its node port.',
    ['field', 'field', 'field'],
  ],
  ['There are two ConfigMaps, and neither is immutable.', ['count', 'state']],
  ['LeaseCandidates are served in v1 now.', ['known']],
])('%s', (text, kinds) => {
  const reading = readClaims({ text, line: 1 })
  expect(reading.kind === 'claims' && reading.claims.map(({ kind }) => kind)).toEqual(kinds)
})

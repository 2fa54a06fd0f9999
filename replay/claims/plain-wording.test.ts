import { expect, it } from 'vitest'
import { describeClaim } from './describe-claim.ts'
import { inPairs, plainWordings } from './plain-wording.ts'
import { readClaims } from './read-claims.ts'

const read = (text: string): string[] | string => {
  const reading = readClaims({ text, line: 1 })
  return reading.kind === 'claims' && reading.rest === undefined
    ? reading.claims.map(describeClaim)
    : reading.kind
}

it.each([
  ['No Job has been created yet.', 'number of Job == 0'],
  ['Exactly two Pods are running in the namespace `a`.', 'number of running Pod in namespace a == 2'],
  ['No Pods remain in the namespace `a`.', 'number of Pod in namespace a == 0'],
  ['The Job `a` still exists in the namespace `b`.', 'the Job a in namespace b is there'],
  ['No other Pod runs in the namespace `a`.', 'number of other running Pod in namespace a == 0'],
  ['The only node is Ready.', 'number of the Node == 1', 'the Node is ready'],
  [
    'The PodDisruptionBudget does not allow any disruptions.',
    'field .status.disruptionsAllowed of the PodDisruptionBudget equals "0"',
  ],
  ['The Deployment has 5 replicas as before.', 'number of replicas of the Deployment == 5'],
  ['The PersistentVolume becomes Available again.', 'the PersistentVolume is available'],
  ['The server reports v1.33.0.', 'kube-apiserver runs 1.33.0'],
  ['The metric `m_total` with the label `a="b"` is 1.', 'metric m_total{a="b"} is == 1'],
  [
    'The node `a` is unschedulable, but not `b`.',
    'the Node a is unschedulable',
    'the Node b is not unschedulable',
  ],
  [
    'The metric `m_total` is 1, but its label `a` is `b` now:',
    'metric m_total is == 1',
    'metric m_total has the label a="b"',
  ],
  ['The metric `m_total` has the stage `ALPHA`.', 'metric m_total has the label stage="ALPHA"'],
  [
    'Check that the node is Ready and that its kubelet is v1.31.0.',
    'the Node is ready',
    'field .status.nodeInfo.kubeletVersion of the Node is of 1.31.0',
  ],
  ['Both kubelets are still v1.31.', 'field .status.nodeInfo.kubeletVersion of both Node is of 1.31'],
  ['The kubelet’s gate `NodeSwap` is off:', 'gate NodeSwap is disabled in kubelet'],
  ['The gate `NodeSwap` of the kubelet is on.', 'gate NodeSwap is enabled in kubelet'],
  ['The allocatable pods of `a` are `20`.', 'field .status.allocatable.pods of the Node a equals "20"'],
  ['The whole test is this script, which exits with 0:', 'the command succeeds with exit code 0'],
  ['The script exits with 1.', 'the command fails with exit code 1'],
  ['The patch is rejected since the field is mutable.', 'the command for patch fails with "mutable"'],
  [
    'The Job `a` completed with 1 succeeded Pod.',
    'the Job a is succeeded',
    'number of succeeded Pod of the Job a == 1',
  ],
  [
    'Verify that the Pods remained, that the Job is complete, and that the node is Ready.',
    'Pod is there',
    'the Job is succeeded',
    'the Node is ready',
  ],
  ['There are three nodes, and all of them are Ready.', 'number of Node == 3', 'Node is ready'],
  ['All of the Pods survived the drain.', 'all Pod is there', 'all Pod is not recreated'],
  [
    'The namespace `a` survives, and the node is Ready.',
    'the Namespace a is there',
    'the Namespace a is not recreated',
    'the Node is ready',
  ],
  ['The namespace is gone, and so are its Pods.', 'the Namespace is gone', 'Pod is gone'],
  ['The node `a` is schedulable, and so is `b`.', 'the Node a is schedulable', 'the Node b is schedulable'],
  ['`kubectl get job a` exits with 1.', '`kubectl get job a` fails with exit code 1'],
  ['The namespace itself still exists.', 'the Namespace is there'],
  ['The value that was stored stays visible.', 'the field is set'],
  ['The RoleBinding remains.', 'the RoleBinding is there'],
  ['After the second upgrade the Service is intact:', 'the Service is not changed'],
  ['The role is not found:', 'the Role is gone'],
  ['No pods are found:', 'number of Pod == 0'],
  [
    'The HPA has at least two and at most ten replicas.',
    'field .spec.minReplicas of the HorizontalPodAutoscaler equals "2"',
    'field .spec.maxReplicas of the HorizontalPodAutoscaler equals "10"',
  ],
  [
    'The service account `app` can get Secrets, but it cannot delete them.',
    'the ServiceAccount app may get secrets',
    'the ServiceAccount app may not delete secrets',
  ],
  ['The Job `a` succeeded once.', 'field .status.succeeded of the Job a equals "1"'],
  [
    '`other` allows no disruptions.',
    'field .status.disruptionsAllowed of the PodDisruptionBudget other equals "0"',
  ],
  [
    'The PodDisruptionBudget reports three healthy pods and allows one disruption.',
    'field .status.currentHealthy of the PodDisruptionBudget equals "3"',
    'field .status.disruptionsAllowed of the PodDisruptionBudget equals "1"',
  ],
  ['The binding refers to the role `reader`.', 'field .roleRef.name of the RoleBinding equals "reader"'],
  ['The Service sets `spec.clusterIP`.', 'field spec.clusterIP of the Service is set'],
  ['Check that Services set `spec.clusterIP`:', 'field spec.clusterIP of Service is set'],
  ['New Pods do not specify `spec.nodeName`.', 'field spec.nodeName of new Pod is unset'],
  ['The field is dropped on create:', 'the field is unset'],
  [
    'The field is preserved because it is in use already.',
    'the field is set as it was before',
    'the field is set',
  ],
  ['Since the gate is off, the field is dropped:', 'the field is unset', 'gate  is disabled'],
])('%s', (text, ...claims) => {
  expect(read(text)).toEqual(claims)
})

it('takes what is said of anything with a name for a statement', () => {
  expect(read('A scale-down tolerance is set, too.')).toBe('unread')
})

it('gives each of two fields its own value', () => {
  expect(inPairs('The fields `a` and `b` of the Secret are `true` and `Opaque`.')).toBe(
    '`a` of the Secret is `true` and `b` of the Secret is `Opaque`.',
  )
  expect(inPairs('The fields `a` and `b` are set and visible.')).toBe(
    'The fields `a` and `b` are set and visible.',
  )
})

it('has no words for what is long', () => {
  expect(plainWordings(`The Job remains ${'x'.repeat(400)}.`)).toEqual([])
})

it('does not take one of two names for both', () =>
  expect(read('The Pod `a` or `b` is running.')).toBe('unread'))

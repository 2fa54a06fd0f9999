import { expect, it } from 'vitest'
import { describeClaim } from './claims/describe-claim.ts'
import { readInPlace } from './read-in-place.ts'

const read = (text: string, commands: readonly string[] = []) =>
  readInPlace({ text, line: 1 }, new Map(), [text], commands)

it('claims what is so once it is done', () => {
  const { outcome, instructions, unread } = read(
    'Delete the Service and create it again; it keeps its cluster IP:',
  )
  expect(outcome!.map(describeClaim)).toEqual(['field clusterIP of the Service is set as it was before'])
  expect(instructions.map((one) => one.kind)).toEqual(['act', 'act'])
  expect(unread).toBe(false)
})

it.each<[string, string[]]>([
  ['With the gate off:', ['gate  is disabled']],
  ['Create a cluster, and use the config below to turn this feature off.', ['gate  is disabled']],
  [
    'A sample StatefulSet was created, since the default value of the feature gate PodIndexLabel is false.',
    ['gate PodIndexLabel is disabled'],
  ],
  // That is what is done.
  ['With the feature gate off, restart kube-apiserver.', []],
])('%s', (text, conditions) => expect((read(text).conditions ?? []).map(describeClaim)).toEqual(conditions))

it.each<[string, string[], number]>([
  ['After the Service was deleted, the endpoints are gone:', ['kubectl delete svc web'], 1],
  ['After the Service was deleted, the endpoints are gone:', ['kubectl get svc web'], 0],
  ['Once the node is cordoned, new Pods stay pending:', ['kubectl cordon n1'], 1],
])('%s %s', (text, commands, claims) => expect(read(text, commands).claims).toHaveLength(claims))

it.each<[string, string[]]>([
  [
    'Delete the Service and create it again, and it keeps its type:',
    ['field type of the Service is set as it was before'],
  ],
  [
    'Delete the Service, create it again, and the Service keeps its cluster IP:',
    ['field clusterIP of the Service is set as it was before'],
  ],
  ['Delete the Pods, and they keep their names:', ['field .metadata.name of Pod is set as it was before']],
  // Another thing to do, and what the block below shows.
  ['Delete the Service and the Deployment:', []],
  ['A StatefulSet was created, and the pods had the following labels:', []],
  ['Scale it up (i.e. the Deployment has 4 replicas):', ['number of replicas of the Deployment == 4']],
  ['The Deployment is available, i.e. it has 4 replicas.', ['number of replicas == 4']],
  // It claims nothing that is understood.
  ['Scale it up (i.e. make it bigger):', []],
])('%s: what comes of it', (text, outcome) =>
  expect((read(text).outcome ?? []).map(describeClaim)).toEqual(outcome),
)

it('reads what is said beside a remark', () =>
  expect(read('The Deployment is available (i.e. it has 4 replicas).').claims.map(describeClaim)).toEqual([
    'the Deployment is available',
  ]))

it.each<[string, boolean]>([
  ['Scale it to 4, and the Deployment forgets its number of replicas:', true],
  ['Scale it to 4, and the Deployment has 4 replicas:', false],
  ['Delete the Service and the Deployment:', false],
  ['Create a Deployment and the Service for it:', false],
  ['Create a 1.27 cluster, which has `Foo` support but the value is nil (no limit) by default.', false],
])('%s: what is not read of what comes of it', (text, unread) => expect(read(text).unread).toBe(unread))

it.each(['Set the field again; this time it is persisted:', 'Set the field again, and it is kept:'])(
  '%s the field is there then, whatever it was before',
  (text) => {
    const { outcome, told } = read(text)
    expect([outcome!.map(describeClaim), told]).toEqual([['the field is set'], 'Set the field again:'])
  },
)

import { expect, it } from 'vitest'
import { unshownThing } from './things-shown.ts'

const text = 'kubectl get pods\nname ready status\nweb-1 1/1 running'

it.each([
  ['The pods of the StatefulSet:', '', 'statefulset'],
  ['The pods of the StatefulSet:', 'kubectl create -f - kind: statefulset', undefined],
  ['The pods survived; the webhook let them through:', '', 'webhook'],
  ['The pod with the highest priority wins:', '', 'priority'],
  ['The pod with the highest priority wins:', 'priorityclassname: high', undefined],
  ['The surviving pods:', '', 'surviving'],
  ['As user bob:', '', 'bob'],
  ['The pods are older than the Deployment:', 'a deployment', 'older'],
  ['Output after the rollback:', '$ git checkout v1.33.1', 'rolled back the cluster'],
  ['Output after the rollback:', '$ kubeadm upgrade apply v1.32.1', undefined],
  ['The output of the command:', '', undefined],
  ['The pods:', '', undefined],
  ['In the meantime, the number of replicas:', '', undefined],
  ['The result, for the reader in a hurry:', '', undefined],
  ['For the curious, the whole list:', '', undefined],
  ['With the gate off:', '', 'gate'],
  ['With the gate off:', 'the feature gate', undefined],
  ['The Pods after the failover:', '', 'failover'],
])('%s after "%s": %s is shown nowhere', (sentence, before, wanted) => {
  const found = unshownThing(sentence, text, [before])
  expect(found === undefined).toBe(wanted === undefined)
  if (wanted !== undefined && !wanted.includes(' ')) expect(found).toBe(wanted)
})

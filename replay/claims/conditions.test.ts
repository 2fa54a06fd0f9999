import { expect, it } from 'vitest'
import { conditionsOf, sizeTold } from './conditions.ts'
import { describeClaim } from './describe-claim.ts'

const said = (text: string): string => conditionsOf({ text, line: 1 }).map(describeClaim).join('; ')

it.each<[string, string]>([
  ['With the gate off:', 'gate  is disabled'],
  ['With the `SomeFeature` feature gate enabled, the Pod is replaced.', 'gate SomeFeature is enabled'],
  ['With `SomeFeature` disabled, look at the Pods:', 'gate SomeFeature is disabled'],
  ['With the gate SomeFeature disabled:', 'gate SomeFeature is disabled'],
  ['Now, with SomeFeature=false:', 'gate SomeFeature is disabled'],
  [
    'With feature on and `PodReplacementPolicy` set to Failed, the pod is replaced.',
    'gate  is enabled; field PodReplacementPolicy equals "Failed"',
  ],
  ['With the new image set to work, look:', ''],
  ['With the following manifest:', ''],
  ['With some luck, the Pod is gone.', ''],
  ['The Pod runs with the gate off:', ''],
])('%s', (text, expected) => expect(said(text)).toBe(expected))

it.each<[string, string]>([
  ['Deploy three Pods to the one-node cluster.', 'number of Node == 1'],
  ['On the same 3-node kind cluster, create a Job.', 'number of Node == 3'],
  ['Use our cluster with two nodes.', 'number of Node == 2'],
  ['Create a two-node cluster.', ''],
  ['Deploy three Pods to the cluster.', ''],
])('%s', (text, expected) => expect(sizeTold({ text, line: 1 }).map(describeClaim).join('; ')).toBe(expected))

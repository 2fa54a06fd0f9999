import { expect, it } from 'vitest'
import type { PodSpec } from '../api/core-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { misfit } from './node-fit.ts'

const node = (spec: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n1', labels: { zone: 'a', size: '4' } },
  spec: spec as never,
})
const requires = (term: object): PodSpec => ({
  affinity: {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } },
  },
})
const elsewhere = "node(s) didn't match Pod's node affinity/selector"

it.each<[string, PodSpec, object, string | undefined]>([
  ['anything', {}, {}, undefined],
  ['a cordoned node', {}, { unschedulable: true }, 'node(s) were unschedulable'],
  [
    'a taint',
    {},
    { taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }] },
    'node(s) had untolerated taint {a: b}',
  ],
  [
    'a tolerated taint',
    { tolerations: [{ operator: 'Exists' }] },
    { taints: [{ key: 'a', effect: 'NoExecute' }] },
    undefined,
  ],
  ['a selector', { nodeSelector: { zone: 'b' } }, {}, elsewhere],
  ['In', requires({ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }), {}, undefined],
  [
    'NotIn',
    requires({ matchExpressions: [{ key: 'zone', operator: 'NotIn', values: ['a'] }] }),
    {},
    elsewhere,
  ],
  ['Gt', requires({ matchExpressions: [{ key: 'size', operator: 'Gt', values: ['4'] }] }), {}, elsewhere],
  [
    'its name',
    requires({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] }),
    {},
    undefined,
  ],
  ['an empty term', requires({}), {}, elsewhere],
  [
    'a key of Object.prototype',
    requires({ matchExpressions: [{ key: 'constructor', operator: 'Exists' }] }),
    {},
    elsewhere,
  ],
])('%s', (_name, pod, spec, why) => {
  expect(misfit(pod, node(spec))).toBe(why)
})

import type { FieldChange, FieldReason } from '../../../path/changes.ts'
import type { HopResult } from '../../../path/path-result.ts'
import type { OrderedRun } from '../../../path/path-verdict.ts'

/** The object that the sample path follows. */
export const object = 'Service default/a'

const state = (release: string) => ({
  components: [
    { name: 'kubelet/n', release, gates: [{ gate: 'SomeGate', value: true, from: 'default' as const }] },
  ],
  fields: [{ field: 'Node n status.x', value: release }],
})

const hop = (from: string, to: string, change: FieldChange): HopResult => ({
  ...state(to),
  from,
  to,
  order: ['apiserver', 'kubelet'],
  unsupported: [],
  changes: [change],
  warnings: ['API: old'],
  refused: [{ object, message: 'not valid', reasons: [] }],
  outcome: '',
  status: 'passed',
  milliseconds: 1000,
  steps: [],
})

const reason: FieldReason = {
  since: '1.31',
  until: undefined,
  guards: [
    {
      component: 'kube-apiserver',
      gate: 'SomeGate',
      value: true,
      decides: true,
      release: '1.31',
      keps: [4004],
      history: 'its default is true',
      set: false,
    },
  ],
}

/** Down and up: a field is hidden, and changed by the way back. */
export const samplePath = (): OrderedRun => ({
  order: undefined,
  start: state('1.31'),
  setup: undefined,
  hops: [
    hop('1.31', '1.30', { kind: 'hidden', object, field: 'spec.x', before: 'a', after: undefined, reason }),
    hop('1.30', '1.31', { kind: 'changed', object, field: 'spec.x', before: undefined, after: '<b>' }),
  ],
})

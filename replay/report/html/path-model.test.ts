import { expect, test } from 'vitest'
import type { FieldChange, FieldReason } from '../../path/changes.ts'
import type { HopResult } from '../../path/path-result.ts'
import { htmlReport } from './html-report.ts'
import { pathModel } from './path-model.ts'

const object = 'Service default/a'
const state = (release: string) => ({
  components: [{ name: 'kubelet/n', release, gates: [] }],
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
  refused: [{ object, message: 'not valid' }],
  outcome: '',
  holds: true,
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
      release: '1.31',
      keps: [4004],
      history: 'its default is true',
      set: false,
    },
  ],
}
const hops = [
  hop('1.31', '1.30', { kind: 'hidden', object, field: 'spec.x', before: 'a', after: undefined, reason }),
  hop('1.30', '1.31', { kind: 'changed', object, field: 'spec.x', before: undefined, after: '<b>' }),
]
const model = pathModel(['1.31', '1.30', '1.31'], [{ order: undefined, start: state('1.31'), hops }])

test('a changed field is a lane over the hops, from where the path begins', () => {
  const { moments, lanes } = model.runs[0]!.timeline!
  expect(moments).toEqual(['1.31', '1.31 → 1.30', '1.30 → 1.31'])
  expect(lanes.map(({ name, values }) => [name, values.map((value) => value?.text)])).toEqual([
    ['kubelet/n', ['1.31', '1.30', '1.31']],
    ['Node n status.x', ['1.31', '1.30', '1.31']],
    ['Service default/a spec.x', ['"a"', undefined, '"<b>"']],
  ])
})

test('a hop tells what changed and why, what is warned of and what would be refused', () => {
  const { commands, findings } = model.runs[0]!.steps[0]!
  expect(commands[0]!.text).toBe(
    'hidden: Service default/a spec.x\n1.31 is the first release with it\nSomeGate=true in kube-apiserver 1.31 (KEP-4004): its default is true',
  )
  expect(findings.map(({ message }) => message)).toEqual([
    'API: old',
    'Service default/a would be refused: not valid',
  ])
})

test('its page escapes values', () => {
  expect(htmlReport(model)).not.toContain('"<b>"')
  expect(htmlReport(model)).toContain('&quot;&lt;b&gt;&quot;')
})

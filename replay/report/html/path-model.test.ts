import { expect, test } from 'vitest'
import { htmlReport } from './html-report.ts'
import { pathModel } from './path-model.ts'

const object = 'Service default/a'
const base = {
  order: ['apiserver', 'kubelet'] as const,
  unsupported: [],
  warnings: [],
  outcome: '',
  holds: true,
}
const model = pathModel(
  ['1.31', '1.30', '1.31'],
  [
    {
      order: undefined,
      hops: [
        {
          ...base,
          from: '1.31',
          to: '1.30',
          changes: [{ kind: 'hidden', object, field: 'spec.x', before: 'a', after: undefined }],
        },
        {
          ...base,
          from: '1.30',
          to: '1.31',
          changes: [{ kind: 'changed', object, field: 'spec.x', before: undefined, after: '<b>' }],
        },
      ],
    },
  ],
)

test('a changed field is a lane over the hops, from where the path begins', () => {
  const { moments, lanes } = model.runs[0]!.timeline!
  expect(moments).toEqual(['1.31', '1.31 → 1.30', '1.30 → 1.31'])
  expect(lanes.map(({ name, values }) => [name, values.map((value) => value?.text)])).toEqual([
    ['apiserver', ['1.31', '1.30', '1.31']],
    ['kubelet', ['1.31', '1.30', '1.31']],
    ['Service default/a spec.x', ['"a"', undefined, '"<b>"']],
  ])
})

test('its page escapes values', () => {
  expect(htmlReport(model)).not.toContain('"<b>"')
  expect(htmlReport(model)).toContain('&quot;&lt;b&gt;&quot;')
})

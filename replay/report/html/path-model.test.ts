import { expect, test } from 'vitest'
import { htmlReport } from './html-report.ts'
import { pathModel } from './path-model.ts'
import { samplePath } from './testing/sample-path.ts'

const model = pathModel(['1.31', '1.30', '1.31'], [samplePath()])

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

import { expect, it } from 'vitest'
import { evaluateJsonPath } from './jsonpath.ts'

const data = {
  kind: 'List',
  items: [
    { metadata: { name: 'a', labels: { 'x.y/z': '1' } }, spec: { ips: ['1', '2'], n: 3 } },
    { metadata: { name: 'b' }, spec: { n: 5 } },
  ],
}

it.each([
  ['{.items[*].metadata.name}', 'a b'],
  ['.items[0].metadata.name', 'a'],
  ['{.items[-1:].metadata.name}', 'b'],
  ['{range .items[?(@.spec.ips)]}{.metadata.name}{"\\t"}{.spec.ips}{"\\n"}{end}', 'a\t["1","2"]\n'],
  ['{.items[?(@.metadata.name=="b")].spec.n}', '5'],
  ['{.items[?(@.spec.n>4)].metadata.name}', 'b'],
  ['{.items[0].metadata.labels.x\\.y/z}', ''],
  ["{.items[0].metadata.labels['x.y/z']}", '1'],
  ['{..name}', 'a b'],
  ['kind={.kind}{"\\n"}', 'kind=List\n'],
])('%s', (template, expected) => {
  if (expected !== '') expect(evaluateJsonPath(template, data)).toBe(expected)
  else expect(() => evaluateJsonPath(template, data)).not.toThrow(TypeError)
})

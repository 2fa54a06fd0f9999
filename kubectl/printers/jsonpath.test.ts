import { expect, it } from 'vitest'
import { jsonPathPrinter } from './jsonpath.ts'

const data = {
  kind: 'List',
  items: [
    { metadata: { name: 'a', labels: { 'x.y/z': '1' } }, spec: { ips: ['1', '2'], n: 3 } },
    { metadata: { name: 'b' }, spec: { n: 5 } },
  ],
}

it.each([
  ['{.items[*].metadata.name}', 'a b'],
  ['.items[0].metadata.name', '.items[0].metadata.name'],
  ['{.items[-1:].metadata.name}', 'b'],
  ['{range .items[?(@.spec.ips)]}{.metadata.name}{"\\t"}{.spec.ips}{"\\n"}{end}', 'a\t["1","2"]\n'],
  ['{.items[?(@.metadata.name=="b")].spec.n}', '5'],
  ['{.items[?(@.spec.n>4)].metadata.name}', 'b'],
  ['{.items[0].metadata.labels.x\\.y/z}', '1'],
  ["{.items[0].metadata.labels['x\\.y/z']}", '1'],
  ['{..name}', 'a b'],
  ['kind={.kind}{"\\n"}', 'kind=List\n'],
])('%s', (template, expected) => {
  expect(jsonPathPrinter(template)(data)).toBe(expected)
})

it('prints the values as JSON', () => {
  expect(jsonPathPrinter('{.items[*].metadata.name}', { asJson: true })(data)).toBe(
    '[\n    "a",\n    "b"\n]\n',
  )
})

it.each([
  ['{.items[', 'error parsing jsonpath {.items[, unterminated array'],
  ['{.items', 'error parsing jsonpath {.items, unclosed action'],
  ['{.items[x]}', 'error parsing jsonpath {.items[x]}, invalid array index x'],
  ['{end}', 'not in range, nothing to end'],
  ['{.items[7].metadata}', 'array index out of bounds: index 7, length 2'],
])('refuses %s', (template, message) => {
  expect(() => jsonPathPrinter(template)(data)).toThrow(message)
})

it('wants a missing field where it is told to', () => {
  expect(() => jsonPathPrinter('{.nothing}', { allowMissingKeys: false })(data)).toThrow(
    'nothing is not found',
  )
})

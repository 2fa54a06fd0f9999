import { expect, it } from 'vitest'
import { documentsIn } from './manifests.ts'

// What kubectl 1.36 says of them.
it.each([
  ['a: b: c\n', 'mapping values are not allowed in this context'],
  ['kind: A\napiVersion: [v1\nb: c\n', "line 2: did not find expected ',' or ']'"],
  ['kind: A\n\tb: c\n', 'line 2: found a tab character that violates indentation'],
  ['kind: A\nb: "x\n', 'line 3: found unexpected end of stream'],
  ['apiVersion: v1\nmetadata:\n  name: a\n data: {}\n', 'line 3: did not find expected key'],
  ['a: @x\n', 'found character that cannot start any token'],
  ['a: *x\n', "unknown anchor 'x' referenced"],
])('a text that is no YAML is told in go-yaml’s words: %j', (text, words) => {
  expect(() => [...documentsIn(text, 'a.yaml')]).toThrow(
    `error parsing a.yaml: error converting YAML to JSON: yaml: ${words}`,
  )
})

it('of keys that stand twice the last one counts', () => {
  const text = 'kind: A\nkind: B\napiVersion: v1\ndata: {a: 1}\ndata: {b: 2}\n'
  expect([...documentsIn(text, 'a.yaml')]).toEqual([{ kind: 'B', apiVersion: 'v1', data: { b: 2 } }])
})

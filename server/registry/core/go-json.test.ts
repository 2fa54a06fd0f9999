import { expect, it } from 'vitest'
import { readGoJson } from './go-json.ts'

it.each([
  ['[{"key":"k"}]', { value: [{ key: 'k' }] }],
  ['null', { value: undefined }],
  ['a b', { problem: "invalid character 'a' looking for beginning of value" }],
  ['"text"', { problem: 'json: cannot unmarshal string into Go value of type []core.Taint' }],
  ['0', { problem: 'json: cannot unmarshal number into Go value of type []core.Taint' }],
])('reads %s as a list of taints', (text, read) => {
  expect(readGoJson(text, '[]core.Taint', 'array')).toEqual(read)
})

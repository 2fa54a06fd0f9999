import { expect, it } from 'vitest'
import { avoidPods, internalTaints } from './annotation-types.ts'
import { readGoJson } from './go-json.ts'

// The words are those of kube-apiserver 1.36.3.
it.each([
  ['[{"key":"k"},null]', { value: [{ key: 'k' }, {}] }],
  ['[{"KEY":"k","Effect":"NoSchedule","odd":1}]', { value: [{ key: 'k', effect: 'NoSchedule' }] }],
  ['null', { value: undefined }],
  ['a b', { problem: "invalid character 'a' looking for beginning of value" }],
  ['', { problem: 'unexpected end of JSON input' }],
  ['"text"', { problem: 'json: cannot unmarshal string into Go value of type []core.Taint' }],
  [
    '[{"key":"k"},5,{"key":7}]',
    { problem: 'json: cannot unmarshal number into Go value of type core.Taint' },
  ],
  ['[{"key":5}]', { problem: 'json: cannot unmarshal number into Go struct field Taint.Key of type string' }],
  [
    '[{"timeAdded":5}]',
    { problem: 'json: cannot unmarshal number into Go struct field Taint.TimeAdded of type string' },
  ],
  [
    '[{"timeAdded":"x"}]',
    { problem: 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"' },
  ],
])('reads %s as a list of taints', (text, read) => {
  expect(readGoJson(text, internalTaints)).toEqual(read)
})

it('names the place of a wrong type by all its fields', () => {
  const problem =
    'json: cannot unmarshal number into Go struct field OwnerReference.preferAvoidPods.podSignature.podController.controller of type bool'
  const text = '{"preferAvoidPods":[{"podSignature":{"podController":{"controller":5}}}]}'
  expect(readGoJson(text, avoidPods)).toEqual({ problem })
})

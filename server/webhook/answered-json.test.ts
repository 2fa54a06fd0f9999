import { expect, it } from 'vitest'
import { answeredJson, maxConverted } from './answered-json.ts'

it('is read up to a number of values, and refused before it is read', () => {
  expect(answeredJson('{"a":[1.0,"{{{"]}')).toEqual({ a: [expect.anything(), '{{{'] })
  const many = `[${'{},'.repeat(200_000)}{}]`
  expect(() => answeredJson(many)).toThrow('json: more than 200000 values')
  expect(answeredJson(many, maxConverted)).toHaveLength(200_001)
  expect(() => answeredJson('['.repeat(2_000_000))).toThrow('exceeded max depth')
})

import { expect, it } from 'vitest'
import { answeredJson, conversionLimits, patchLimits, reviewLimits } from './answered-json.ts'

it('is read up to a number of values, and refused before it is read', async () => {
  expect(await answeredJson('{"a":[1.0,"{{{"]}', reviewLimits)).toEqual({ a: [expect.anything(), '{{{'] })
  const many = `[${'{},'.repeat(200_000)}{}]`
  await expect(answeredJson(many, patchLimits)).rejects.toThrow('json: more than 200000 values')
  expect(await answeredJson(many, conversionLimits)).toHaveLength(200_001)
  await expect(answeredJson('['.repeat(2_000_000), reviewLimits)).rejects.toThrow('exceeded max depth')
  const texts = `[${'"",'.repeat(50_000)}""]`
  await expect(answeredJson(texts, reviewLimits)).rejects.toThrow('json: more than 50000 values')
  expect(await answeredJson(texts, patchLimits)).toHaveLength(50_001)
})

it('gives others their turns while it is read', async () => {
  let over = false
  const read = answeredJson(`[${'1,'.repeat(40_000)}1]`, reviewLimits).finally(() => {
    over = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(over).toBe(false)
  await read
})

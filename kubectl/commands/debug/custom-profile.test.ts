import { expect, it } from 'vitest'
import { customProfile } from './custom-profile.ts'

const read = (text: string) =>
  customProfile({ flags: { string: () => 'f' }, host: { readFile: async () => text } } as never)
const refused = (kind: string): string =>
  `f does not contain a valid container spec: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${kind} into Go value of type v1.Container`

it('is a part of a container, or null', async () => {
  expect(await read('null')).toBeUndefined()
  expect(await read('tty: true')).toEqual({ tty: true })
  await expect(read('[1]')).rejects.toThrow(refused('array'))
  await expect(read('abc')).rejects.toThrow(refused('string'))
})

import { expect, it } from 'vitest'
import { parseCborPatch } from './body-parser.ts'

it('refuses CBOR that holds more than JSON may', async () => {
  const body = Buffer.concat([Buffer.from('a141619a00030d41', 'hex'), Buffer.alloc(200_001, 0xa0)])
  await expect(parseCborPatch(body, { minor: '1.36' })).rejects.toMatchObject({ code: 413 })
})

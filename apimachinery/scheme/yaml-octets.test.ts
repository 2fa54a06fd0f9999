import { expect, it } from 'vitest'
import { yamlText } from './yaml-octets.ts'

it('takes UTF-8', () => {
  expect(yamlText(Buffer.from('a: é'))).toBe('a: é')
})

it.each([
  [[0xff], 'invalid leading UTF-8 octet'],
  [[0xc3, 0x28], 'invalid trailing UTF-8 octet'],
  [[0x61, 0xe2, 0x82], 'incomplete UTF-8 octet sequence'],
  [[0xc0, 0x80], 'invalid length of a UTF-8 sequence'],
  [[0xed, 0xa0, 0x80], 'invalid Unicode character'],
])('tells what is wrong with %j', (bytes, text) => {
  expect(() => yamlText(Buffer.from(bytes))).toThrow(`yaml: ${text}`)
})

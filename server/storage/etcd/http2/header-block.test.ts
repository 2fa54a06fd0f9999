import { constants } from 'node:http2'
import { describe, expect, it } from 'vitest'
import { decodeHeaders, encodeHeaders } from './header-block.ts'
import { decodeHuffman } from './huffman.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
const decoded = (text: string): object => ({ ...decodeHeaders(hex(text)) })

describe("Huffman's code", () => {
  // RFC 7541, Appendix C.4 and C.6
  it.each([
    ['www.example.com', 'f1e3 c2e5 f23a 6ba0 ab90 f4ff'],
    ['no-cache', 'a8eb 1064 9cbf'],
    ['custom-value', '25a8 49e9 5bb8 e8b4 bf'],
    ['Mon, 21 Oct 2013 20:13:21 GMT', 'd07a be94 1054 d444 a820 0595 040b 8166 e082 a62d 1bff'],
    ['https://www.example.com', '9d29 ad17 1863 c78f 0b97 c8e9 ae82 ae43 d3'],
    [
      'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1',
      '94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07',
    ],
  ])('of %s', (text, coded) => {
    expect(decodeHuffman(hex(coded))?.toString()).toBe(text)
  })

  it.each(['fffffffc', 'ffffffff', '00', 'f1e3c2e5f23a6ba0ab90f4ffff'])('is not %s', (coded) => {
    expect(decodeHuffman(hex(coded))).toBeUndefined()
  })
})

describe('a block of headers', () => {
  it('is read in each form of a field', () => {
    expect(decoded('400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572')).toEqual({
      'custom-key': 'custom-header',
    })
    expect(decoded('040c 2f73 616d 706c 652f 7061 7468')).toEqual({ ':path': '/sample/path' })
    expect(decoded('1008 7061 7373 776f 7264 0673 6563 7265 74')).toEqual({ password: 'secret' })
    expect(decoded('8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff')).toEqual({
      ':method': 'GET',
      ':scheme': 'http',
      ':path': '/',
      ':authority': 'www.example.com',
    })
    // The size of the table, and a length of more than one octet.
    expect(decoded(`20 88 0f10 7f 01 ${'61'.repeat(128)}`)).toEqual({
      ':status': '200',
      'content-type': 'a'.repeat(128),
    })
  })

  it.each(['be', '80', '040c2f', '00', 'ffffffffffffff', '0f'])('is not %s', (block) => {
    expect(() => decodeHeaders(hex(block))).toThrow('COMPRESSION_ERROR')
  })

  it('keeps names as data', () => {
    const headers = decodeHeaders(encodeHeaders([['__proto__', 'x']]))
    expect(Object.entries(headers)).toEqual([['__proto__', 'x']])
  })

  it('stands for itself', () => {
    const { HTTP2_HEADER_METHOD: method, HTTP2_HEADER_PATH: path } = constants
    const headers = [
      [method, 'POST'],
      [path, `/${'x'.repeat(300)}`],
      ['te', 'trailers'],
    ] as const
    expect(Object.entries(decodeHeaders(encodeHeaders(headers)))).toEqual(headers)
  })
})

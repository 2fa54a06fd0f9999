import { describe, expect, it } from 'vitest'
import { AnswerReader } from './answer-reader.ts'

const ok = 'HTTP/1.1 200 OK\r\n'

/** The answer in a text of bytes that comes so many at a time. */
function read(text: string, atOnce: number, method = 'GET'): AnswerReader {
  const reader = new AnswerReader(method, true)
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; at += atOnce) reader.push(bytes.subarray(at, at + atOnce))
  return reader
}
const body = (reader: AnswerReader): string => Buffer.concat(reader.body).toString('latin1')

describe.each([1, 2, 7, 1000])('bytes that come %i at a time', (atOnce) => {
  it.each([
    ['with a length', `${ok}Content-Length: 5\r\n\r\na\nb\nc`, 'a\nb\nc'],
    ['without a body', `${ok}Content-Length: 0\r\n\r\n`, ''],
    [
      'in chunks',
      `${ok}Transfer-Encoding: chunked\r\n\r\n4\r\na\nb\n\r\nA\r\n0123456789\r\n0\r\n\r\n`,
      'a\nb\n0123456789',
    ],
    ['with a trailer', `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-A: b\r\n\r\n`, 'a'],
    ['after another', `HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n${ok}Content-Length: 1\r\n\r\na`, 'a'],
    ['of a status without a body', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n', ''],
  ])('are an answer %s', (_what, text, expected) => {
    const reader = read(text, atOnce)
    expect(reader.isWhole).toBe(true)
    expect(reader.keepsConnection).toBe(true)
    expect(body(reader)).toBe(expected)
    expect(reader.lines).toBe(expected.split('\n').length - 1)
    expect(read(text.slice(0, -1), atOnce).isWhole).toBe(false)
  })

  it('are an answer to HEAD, which has a length and no body', () => {
    expect(read(`${ok}Content-Length: 9\r\n\r\n`, atOnce, 'HEAD')).toMatchObject({
      isWhole: true,
      status: 200,
    })
  })

  it('end where the connection does', () => {
    const reader = read(`${ok}Connection: close\r\n\r\nabc`, atOnce)
    expect(reader.isWhole).toBe(false)
    expect(reader.closed()).toBe(true)
    expect(reader.keepsConnection).toBe(false)
    expect(body(reader)).toBe('abc')
    expect(read(`${ok}Content-Length: 4\r\n\r\nabc`, atOnce).closed()).toBe(false)
  })

  it.each([
    'HTTP/1.0 200 OK\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    `${ok}Content Length: 1\r\n\r\n`,
    `${ok}: a\r\n\r\n`,
    `${ok}Content-Length: -1\r\n\r\n`,
    `${ok}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `${ok}Transfer-Encoding: gzip\r\n\r\n`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\nabc`,
    `${ok}Transfer-Encoding: chunked\r\n\r\nx\r\n`,
    `${ok}Content-Length: 1\r\n\r\nab`,
  ])('are no answer: %j', (text) => {
    expect(() => read(text, atOnce)).toThrow()
  })
})

it('keeps what is repeated, and joins it under one name', () => {
  const reader = read(
    `${ok}Warning: 299 - "a"\r\nwarning:  299 - "b" \r\nContent-Type: a\r\ncontent-type: b\r\nContent-Length: 0\r\n\r\n`,
    1000,
  )
  expect(reader.rawHeaders.slice(0, 4)).toEqual(['Warning', '299 - "a"', 'warning', '299 - "b"'])
  expect(reader.headers).toMatchObject({ warning: '299 - "a", 299 - "b"', 'content-type': 'a' })
})

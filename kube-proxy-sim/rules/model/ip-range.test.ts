import { expect, it } from 'vitest'
import { joinHostPort } from '../../../component-base/go/net.ts'
import { parseHostPort } from './ip-range.ts'

it.each([
  ['10.0.0.1:80', '10.0.0.1', 80],
  ['10.0.0.1', '10.0.0.1', undefined],
  ['[fd00::1]:80', 'fd00::1', 80],
  ['[fd00::1]', 'fd00::1', undefined],
  ['FD00:0::1', 'fd00::1', undefined],
  ['fd00::1:80', 'fd00::1:80', undefined],
])('reads the address and port of %s', (text, ip, port) => {
  expect(parseHostPort(text)).toEqual({ ip, port })
  if (port !== undefined) expect(joinHostPort(ip, port)).toBe(text)
})

it.each(['', ':80', 'web:80', '10.0.0:80', '10.0.0.1:', '10.0.0.1:x', '[fd00::1', '[]:80', ':::'])(
  'finds none in %j',
  (text) => {
    expect(parseHostPort(text)).toBeUndefined()
  },
)

import { expect, it } from 'vitest'
import { familyOf, isLoopback, otherFamily } from './ip-family.ts'

it.each([
  ['10.0.0.1', 'IPv4'],
  ['10.0.0.0/8', 'IPv4'],
  ['fd00::1', 'IPv6'],
  ['::/0', 'IPv6'],
] as const)('%s is of %s', (ip, family) => {
  expect(familyOf(ip)).toBe(family)
  expect(otherFamily(otherFamily(family))).toBe(family)
})

it.each([
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['12.7.0.1', false],
  ['::1', true],
  ['::127', false],
])('%s is a loopback address: %s', (ip, loopback) => {
  expect(isLoopback(ip)).toBe(loopback)
})

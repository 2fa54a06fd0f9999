import { expect, it } from 'vitest'
import { PodAddresses } from './pod-addresses.ts'

it('gives one address after the other, and begins again at the end of the network', () => {
  const addresses = new PodAddresses('10.88.3.0/29')
  const given = Array.from({ length: 6 }, () => addresses.next(new Set()))
  expect(given).toEqual(['10.88.3.2', '10.88.3.3', '10.88.3.4', '10.88.3.5', '10.88.3.6', '10.88.3.2'])
})

it('passes over addresses that pods have, while there are others', () => {
  const addresses = new PodAddresses('10.88.0.0/30')
  expect(addresses.next(new Set(['10.88.0.2']))).toBe('10.88.0.2')
  expect(new PodAddresses('10.88.0.0/24').next(new Set(['10.88.0.2', '10.88.0.3']))).toBe('10.88.0.4')
})

it('gives those of an IPv6 network too', () => {
  const addresses = new PodAddresses('fd00:10:244:1::/64')
  expect([1, 2].map(() => addresses.next(new Set()))).toEqual(['fd00:10:244:1::2', 'fd00:10:244:1::3'])
})

import { describe, expect, it } from 'vitest'
import { CIDRSet } from './cidr-set.ts'

describe('CIDRSet', () => {
  it.each([
    ['10.244.0.0/16', ['10.244.0.0/24', '10.244.1.0/24']],
    ['fd00:10:244::/56', ['fd00:10:244::/64', 'fd00:10:244:1::/64']],
  ])('cuts networks out of %s', (cidr, expected) => {
    const set = new CIDRSet(cidr)
    expect([set.allocate(), set.allocate()]).toEqual(expected)
  })

  it('gives each out once, and again when it is free', () => {
    const set = new CIDRSet('10.0.0.0/23')
    set.occupy('10.0.0.0/24')
    expect(set.allocate()).toBe('10.0.1.0/24')
    expect(() => set.allocate()).toThrow('there are no remaining CIDRs left to allocate')
    set.release('10.0.0.0/24')
    expect(set.allocate()).toBe('10.0.0.0/24')
  })
})

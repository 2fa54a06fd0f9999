import { describe, expect, it } from 'vitest'
import { CIDRSet } from './cidr-set.ts'

// As upstream's cidr_set_test.go.
describe('CIDRSet', () => {
  it.each([
    ['10.244.0.0/16', 24, ['10.244.0.0/24', '10.244.1.0/24']],
    ['10.244.0.0/16', 26, ['10.244.0.0/26', '10.244.0.64/26']],
    ['127.123.234.0/24', 28, ['127.123.234.0/28', '127.123.234.16/28']],
    ['fd00:10:244::/56', 64, ['fd00:10:244::/64', 'fd00:10:244:1::/64']],
    ['2001:db8::/100', 116, ['2001:db8::/116', '2001:db8::1000/116']],
  ])('cuts networks out of %s', (cidr, nodeBits, expected) => {
    const set = new CIDRSet({ cidr, nodeBits })
    expect([set.allocate(), set.allocate()]).toEqual(expected)
  })

  it('gives each out once, and again when it is free and the others were given', () => {
    const set = new CIDRSet({ cidr: '10.0.0.0/22', nodeBits: 24 })
    set.occupy('10.0.0.0/24')
    expect([set.allocate(), set.allocate()]).toEqual(['10.0.1.0/24', '10.0.2.0/24'])
    set.release('10.0.1.0/24')
    expect([set.allocate(), set.allocate()]).toEqual(['10.0.3.0/24', '10.0.1.0/24'])
    expect(() => set.allocate()).toThrow('there are no remaining CIDRs left to allocate')
    set.release('10.0.0.0/24')
    expect(set.allocate()).toBe('10.0.0.0/24')
  })

  it('keeps what a network of Services has part of', () => {
    const set = new CIDRSet({ cidr: '10.0.0.0/22', nodeBits: 24 })
    set.occupy('10.0.0.128/25')
    set.occupy('10.0.2.0/23')
    expect(set.allocate()).toBe('10.0.1.0/24')
    expect(() => set.allocate()).toThrow('there are no remaining')
    expect(() => set.occupy('10.1.0.0/24')).toThrow(
      'cidr 10.1.0.0/24 is out the range of cluster cidr 10.0.0.0/22',
    )
    expect(() => set.occupy('fd00::/64')).toThrow('is out the range')
    set.occupy('10.0.0.0/8')
  })
})

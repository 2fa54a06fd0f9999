import { describe, expect, it } from 'vitest'
import { errorBody, FieldPath } from '../field-error.ts'
import { cidrToString, ipToString, parseCIDRSloppy, parseIPSloppy } from './ip-address.ts'
import { isQualifiedName } from './label-names.ts'
import { validateFieldManager } from './managed-fields.ts'
import { isDNS1123Label } from './names.ts'
import { validateObjectMeta, validateObjectMetaUpdate } from './object-meta.ts'
import { isValidPortName } from './ports.ts'
import { getWarningsForIP, isValidCIDRForLegacyField, isValidIPForLegacyField } from './strict-ip.ts'

const path = FieldPath.of('f')

describe('addresses', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['010.002.3.4', '10.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::', '::'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['::1.2.3.4', '::102:304'],
    ['1::', '1::'],
  ])('%s is %s', (text, canonical) => {
    expect(ipToString(parseIPSloppy(text)!)).toBe(canonical)
  })
  it.each([
    '',
    '1.2.3',
    '1.2.3.256',
    '1:2',
    ':::',
    '1::2::3',
    'fe80::1%eth0',
    '12345::',
    '1.2.3.4:',
    '::1.2.3',
  ])('%s is no address', (text) => {
    expect(parseIPSloppy(text)).toBeUndefined()
  })
  it('reads networks', () => {
    expect(cidrToString(parseCIDRSloppy('10.1.2.3/16')!)).toBe('10.1.0.0/16')
    expect(cidrToString(parseCIDRSloppy('::ffff:10.1.2.3/112')!)).toBe('10.1.0.0/16')
    expect(parseCIDRSloppy('10.0.0.0/33')).toBeUndefined()
  })
  it('is strict where asked', () => {
    const detail = (value: string) => isValidIPForLegacyField(path, value, true).map((e) => e.detail)
    expect(detail('010.2.3.4')).toEqual(['must not have leading 0s'])
    expect(detail('::ffff:1.2.3.4')).toEqual(['must not be an IPv4-mapped IPv6 address'])
    expect(detail('2001:DB8::1')).toEqual([])
    expect(isValidIPForLegacyField(path, '010.2.3.4', true, ['010.2.3.4'])).toEqual([])
    expect(isValidCIDRForLegacyField(path, '10.0.0.1/24', true).map((e) => e.detail)).toEqual([
      'must not have bits set beyond the prefix length',
    ])
    expect(getWarningsForIP(path, '2001:DB8::1', 33)).toEqual([
      'f: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")',
    ])
  })
})

describe('names', () => {
  it('says what is wrong', () => {
    expect(isDNS1123Label('a.b', 27)).toEqual(['must not contain dots'])
    expect(isQualifiedName('a/b/c', 34)[0]).toMatch(/^a qualified name must consist/)
    expect(isQualifiedName('a/b/c', 35)[0]).toMatch(/^a valid label key must consist/)
    expect(isQualifiedName(`${'x'.repeat(64)}`, 35)).toEqual(['name part must be no more than 63 bytes'])
    expect(isValidPortName('-a--b', 25)).toEqual([
      'must not contain consecutive hyphens',
      'must not begin or end with a hyphen',
    ])
    expect(validateFieldManager('a\tb', path, 36)[0]!.detail).toBe('invalid character U+0009 (at position 1)')
  })
})

describe('ObjectMeta', () => {
  const meta = { name: 'a', namespace: 'b', resourceVersion: '1' }
  it('prints values as the release does', () => {
    const owner = { apiVersion: 'v1', kind: 'Event', name: 'x', uid: 'u' }
    const text = (minor: number) =>
      validateObjectMeta(
        { ...meta, ownerReferences: [owner] },
        true,
        () => [],
        FieldPath.of('metadata'),
        minor,
      ).map(errorBody)
    expect(text(33)).toEqual([
      'Invalid value: v1.OwnerReference{APIVersion:"v1", Kind:"Event", Name:"x", UID:"u", Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(nil)}: /v1, Kind=Event is disallowed from being an owner',
    ])
    expect(text(34)).toEqual([
      'Invalid value: {"apiVersion":"v1","kind":"Event","name":"x","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
    ])
  })
  it('keeps what may not change', () => {
    const errors = validateObjectMetaUpdate(
      { ...meta, uid: 'x' },
      { ...meta, uid: 'y' },
      FieldPath.of('metadata'),
      36,
    )
    expect(errors.map((e) => [e.field, errorBody(e)])).toEqual([
      ['metadata.uid', 'Invalid value: "x": field is immutable'],
    ])
  })
})

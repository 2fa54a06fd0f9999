import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv, readCsvRecord } from './csv.ts'
import { formatDuration, parseDuration } from './duration.ts'
import { formatWithoutArguments } from './format.ts'
import { checkIPPort, parseCIDR, parseIP, parsePortRange, splitHostPort } from './net.ts'
import { parseAddrError } from './netip.ts'
import { atoi, bigIntUpTo64Bits, parseBool, parseFloatNumber, parseInteger } from './numbers.ts'
import { goQuote, goQuoteRune } from './quote.ts'

const message = (work: () => unknown): string => {
  try {
    return String(work())
  } catch (error) {
    return (error as Error).message
  }
}

describe('as Go does', () => {
  it.each([
    ['1h30m', 5_400_000],
    ['-1.5s', -1500],
    ['.5s', 500],
    ['100ms', 100],
    ['0', 0],
    ['1us', 0.001],
  ])('reads the duration %s', (text, ms) => expect(parseDuration(text)).toBe(ms))

  it.each([
    ['abc', 'time: invalid duration "abc"'],
    ['', 'time: invalid duration ""'],
    ['--v=1\u00b5s', String.raw`time: invalid duration "--v=1\xc2\xb5s"`],
    ['2562048h', 'time: invalid duration "2562048h"'],
    ['3', 'time: missing unit in duration "3"'],
    ['3x', 'time: unknown unit "x" in duration "3x"'],
  ])('refuses the duration %s', (text, expected) => expect(message(() => parseDuration(text))).toBe(expected))

  it.each([
    ['2026-01-01T00:00:00Z', 'unexpected character, want colon (at "-01-01T00:00:00Z")'],
    ['1:2:3', 'address string too short'],
    ['1::2::3', 'multiple :: in address (at ":3")'],
    ['12345::', 'each group must have 4 or less digits (at "12345::")'],
    ['1:2:3:4:5:6:7:8:9', 'trailing garbage after address (at "9")'],
    ['1:2:3:4:5:6:7::8', 'the :: must expand to at least one field of zeros'],
    ['1:', 'colon must be followed by more characters (at ":")'],
    ['1:::2', 'each colon-separated field must have at least one digit (at ":2")'],
    ['::%', 'zone must be a non-empty string'],
    ['1:1.2.3.4', 'embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")'],
    ['::1.2.3', 'IPv4 address too short'],
    ['::1.2.3.x', 'unexpected character (at "x")'],
    ['a', 'unable to parse IP'],
  ])('refuses the address %s', (text, error) =>
    expect(parseAddrError(text)).toBe(`ParseAddr("${text}"): ${error}`),
  )

  it.each([
    '::',
    '1::',
    '::1',
    '1:2:3:4:5:6:7:8',
    '::1.2.3.4',
    '1:2:3:4:5:6:1.2.3.4',
    'fe80::1%eth0',
    '1.2.3.4',
  ])('reads the address %s', (text) => expect(parseAddrError(text)).toBeUndefined())

  it.each([
    ['got &{10%}', 'got &{10%!}(MISSING)'],
    [
      'a%d %% %5.2f %-x %[1]d %*d %}',
      'a%!d(MISSING) % %!f(MISSING) %!x(MISSING) %!d(BADINDEX) %!(BADWIDTH)%!d(MISSING) %!}(MISSING)',
    ],
    ['%é%!z% q', '%!é(MISSING)%!!(MISSING)z%!q(MISSING)'],
    ['%', '%!(NOVERB)'],
  ])('formats %s without arguments', (text, expected) => expect(formatWithoutArguments(text)).toBe(expected))

  it('prints durations that it reads again', () => {
    expect([0, 1, 1500, 60_000, 3_600_000, -90_500].map(formatDuration)).toEqual([
      '0s',
      '1ms',
      '1.5s',
      '1m0s',
      '1h0m0s',
      '-1m30.5s',
    ])
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (ms) => parseDuration(formatDuration(ms)) === ms),
    )
  })

  it('keeps of a float32 what it can', () => {
    expect([0.1, 2147483647, 1e-3].map((n) => parseFloatNumber(String(n), 32))).toEqual([
      0.1, 2147483600, 1e-3,
    ])
  })

  it('reads numbers', () => {
    expect(['0x10', '010', '0b11', '1_000', '-5'].map((t) => Number(parseInteger(t, 0, 64)))).toEqual([
      16, 8, 3, 1000, -5,
    ])
    expect(message(() => parseInteger('2147483648', 0, 32))).toBe(
      'strconv.ParseInt: parsing "2147483648": value out of range',
    )
    expect(message(() => atoi('bogus'))).toBe('strconv.Atoi: parsing "bogus": invalid syntax')
    expect(message(() => parseBool('yes'))).toBe('strconv.ParseBool: parsing "yes": invalid syntax')
    expect(message(() => parseFloatNumber('x', 64))).toBe('strconv.ParseFloat: parsing "x": invalid syntax')
    expect(parseFloatNumber('1e-3', 64)).toBe(0.001)
  })

  it.each([
    ['18446744073709551615', 2n ** 64n - 1n],
    [`${'0'.repeat(100)}7`, 7n],
    [`-${'0'.repeat(100)}7`, -7n],
    [`0x${'0'.repeat(100)}ff`, 255n],
    [`0b${'1'.repeat(64)}`, 2n ** 64n - 1n],
    ['0'.repeat(100), 0n],
    // Too many digits for 64 bits: no number of them is told from another.
    ['1'.repeat(1_000_000), 2n ** 64n],
    [`-${'1'.repeat(65)}`, -(2n ** 64n)],
    [`0b1${'0'.repeat(64)}`, 2n ** 64n],
  ])('reads no more digits of %.30s… than 64 bits have', (text, value) => {
    expect(bigIntUpTo64Bits(text)).toBe(value)
  })

  it('quotes', () => {
    expect(goQuote('a"b\\\n\u0000é\u00a0')).toBe('"a\\"b\\\\\\n\\x00é\\u00a0"')
    expect(goQuoteRune("'")).toBe("'\\''")
  })

  it('reads one CSV record', () => {
    expect(readCsvRecord('a,"b,c",""')).toEqual(['a', 'b,c', ''])
    expect(readCsvRecord('a,')).toEqual(['a', ''])
    expect(message(() => readCsvRecord('a"b'))).toBe(
      'parse error on line 1, column 2: bare " in non-quoted-field',
    )
    expect(message(() => readCsvRecord('\n'))).toBe('EOF')
    expect(readCsvRecord('"a\r\nb",c\nd')).toEqual(['a\nb', 'c'])
  })

  it('reads all CSV records', () => {
    expect(readCsv('a,b\r\n\n"c ""d"""\n')).toEqual([['a', 'b'], ['c "d"']])
    expect(message(() => readCsv('a\n"é"b\n'))).toBe(
      'parse error on line 2, column 4: extraneous or missing " in quoted-field',
    )
    expect(message(() => readCsv('a\n"b\nc'))).toBe(
      'record on line 2; parse error on line 3, column 2: extraneous or missing " in quoted-field',
    )
  })

  it('reads addresses', () => {
    expect([
      parseIP('1.2.3.4'),
      parseIP('01.2.3.4'),
      parseIP('01.2.3.4', { sloppy: true }),
      parseIP('2001:DB8::1'),
    ]).toEqual(['1.2.3.4', undefined, '1.2.3.4', '2001:db8::1'])
    expect(parseCIDR('10.0.0.0/8')).toEqual({ ip: '10.0.0.0', bits: 8 })
    expect(message(() => parseCIDR('10.0.0.0/33'))).toBe('invalid CIDR address: 10.0.0.0/33')
    expect(splitHostPort('[::1]:80')).toEqual({ host: '::1', port: '80' })
    expect(message(() => splitHostPort('::1'))).toBe('address ::1: too many colons in address')
    expect(message(() => checkIPPort('x'))).toBe(
      '"x" is not in a valid format (ip or ip:port): address x: missing port in address',
    )
    expect(parsePortRange('30000-32767')).toEqual({ base: 30000, size: 2768 })
    expect(message(() => parsePortRange('30000-29000'))).toBe(
      'end port cannot be less than start port: 30000-29000',
    )
  })
})

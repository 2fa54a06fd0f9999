import { describe, expect, it } from 'vitest'
import { canonicalQuantity, Quantity, QuantityError } from './quantity.ts'

describe('canonicalQuantity', () => {
  it.each([
    ['0', '0'],
    ['00', '0'],
    ['0Ki', '0'],
    ['0.0', '0'],
    ['1', '1'],
    ['100m', '100m'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['0.5', '500m'],
    ['1.5', '1500m'],
    ['1.100', '1.100'],
    ['+5', '+5'],
    ['05', '05'],
    ['1024Mi', '1Gi'],
    ['1023Mi', '1023Mi'],
    ['1000Mi', '1000Mi'],
    ['1Gi', '1Gi'],
    ['2048', '2048'],
    ['1000', '1k'],
    ['1e3', '1e3'],
    ['1000e3', '1e6'],
    ['12e6', '12e6'],
    ['1E', '1E'],
    ['1.5Gi', '1536Mi'],
    ['0.1Ki', '102400m'],
    ['1n', '1n'],
    ['0.1n', '1n'],
    ['-1', '-1'],
    ['-1.5Gi', '-1536Mi'],
    ['1000E', '1'],
    ['0.5Mi', '512Ki'],
    ['100000000000000000000Ki', '9223372036854775807'],
    ['128974848', '128974848'],
    ['1.', '1.'],
    ['.5', '500m'],
    ['1e-3', '1e-3'],
    ['1e1', '10'],
    ['100Ki', '100Ki'],
    ['8Ki', '8Ki'],
    ['500Mi', '500Mi'],
    ['1536Ki', '1536Ki'],
    ['1e2', '100'],
  ])('%s → %s', (text, shown) => {
    expect(canonicalQuantity(text)).toBe(shown)
  })
  it.each([
    ['', "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
    ['1x', "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
    ['1Kx', "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
    ['1KK', "unable to parse quantity's suffix"],
    ['1mi', "unable to parse quantity's suffix"],
    ['1e', "unable to parse quantity's suffix"],
  ])('%s fails', (text, message) => {
    expect(() => canonicalQuantity(text)).toThrow(message)
  })
})

describe('Quantity', () => {
  const q = Quantity.parse
  it('compares over notations', () => {
    expect(q('1Gi').compare(q('1G'))).toBe(1)
    expect(q('1000m').compare(q('1'))).toBe(0)
    expect(q('-1').compare(q('0'))).toBe(-1)
  })
  it('adds, and takes the notation of the other where it is zero', () => {
    expect(q('0').add(q('1Gi')).toString()).toBe('1Gi')
    expect(q('1Gi').add(q('1Mi')).toString()).toBe('1025Mi')
    expect(q('1').subtract(q('1500m')).toString()).toBe('-500m')
  })
  it('gives whole and milli values rounded away from zero', () => {
    expect(q('1100m').value()).toBe(2n)
    expect(q('0.1m').milliValue()).toBe(1n)
    expect(q('1100u').roundUp(-3).toString()).toBe('2m')
  })
})

it('refuses a long text as fast as a short one', () => {
  for (const text of [`${'1'.repeat(300_000)}x`, `${'0'.repeat(300_000)}x`, `1.${'1'.repeat(300_000)}x`])
    expect(() => Quantity.parse(text)).toThrow('quantities must match the regular expression')
})

it.each(['1'.repeat(2_000_000), `0.${'0'.repeat(2000)}1`, '1e99999', '1E-99999', `1e${'0'.repeat(2000)}`])(
  'reads no number without end: %.20s',
  (text) => {
    expect(() => Quantity.parse(text)).toThrow(QuantityError)
  },
)

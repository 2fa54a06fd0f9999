import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interpretTypeMeta } from './json-parser.ts'
import { countItems, countValues, parseJson, parseJsonPaced } from './parse-json.ts'
import { schemeFor } from './scheme.ts'

describe('parseJson', () => {
  it.each([
    ['', 'unexpected end of JSON input'],
    ['{"a":', 'unexpected end of JSON input'],
    ['hello', "invalid character 'h' looking for beginning of value"],
    ['{} x', "invalid character 'x' after top-level value"],
    ["{'kind':1}", "invalid character '\\'' looking for beginning of object key string"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
    ['[1 2]', "invalid character '2' after array element"],
    ['[tru]', "invalid character ']' in literal true (expecting 'e')"],
    ['[01]', "invalid character '1' after array element"],
    ['[-a]', "invalid character 'a' in numeric literal"],
    ['[1.x]', "invalid character 'x' after decimal point in numeric literal"],
    ['[1e+x]', "invalid character 'x' in exponent of numeric literal"],
    ['["\\q"]', "invalid character 'q' in string escape code"],
    ['["\\u12x4"]', "invalid character 'x' in \\u hexadecimal character escape"],
    ['["a\nb"]', "invalid character '\\n' in string literal"],
    ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
    [`${'['.repeat(10001)}`, "invalid character '[' exceeded max depth"],
  ])('%j: %s', (text, message) => {
    expect(() => parseJson(text)).toThrow(message)
  })

  it('reads long texts in steps as at once', async () => {
    const data = Object.fromEntries(Array.from({ length: 8000 }, (_, i) => [`k${i}`, [i, null, `"${i}\\`]]))
    let turns = 0
    const pause = async (): Promise<void> => {
      turns++
    }
    const text = JSON.stringify(data)
    expect(await parseJsonPaced(text, pause)).toEqual({ value: data, duplicates: [] })
    expect(turns).toBe(2)
    const twice = `${text.slice(0, -1)},"k1":"\\u00e9\\n"}`
    expect(await parseJsonPaced(twice, pause)).toEqual(parseJson(twice))
    expect(parseJson(twice).duplicates).toEqual(['duplicate field "k1"'])
    expect(countValues(text, 1_000_000)).toBe(16_001)
    expect(countValues(text, 10)).toBe(11)
    expect(countValues('{"a,":[1,2],"b":3}', 100, true)).toBe(4)
    const lists = ['[]', ' [ ]', '{"a":[1,2]}', '', '[1]', '\n[[1,2],{"a":1,"b":2},"],,",3]', '[1,2']
    expect(lists.map(countItems)).toEqual([0, 0, 0, 0, 1, 4, 2])
  })

  it('refuses what is too deep to decode', () => {
    const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    expect(() => parseJson(nested(501))).toThrow("invalid character '{' exceeded max depth")
    expect(() => parseJson('['.repeat(501))).toThrow("invalid character '[' exceeded max depth")
    expect(parseJson(nested(500)).duplicates).toEqual([])
  })

  it('gives what JSON.parse gives, prototype names included', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text).value).toEqual(JSON.parse(text))
      }),
    )
    const { value } = parseJson('{"__proto__":{"x":1.0},"constructor":1}')
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it('finds repeated keys with their paths; the last value stays', () => {
    const { value, duplicates } = parseJson('{"a":[{"b":1,"b":2}],"c":{"d.e":1,"d.e":1},"a":3}')
    expect(value).toEqual({ a: 3, c: { 'd.e': 1 } })
    expect(duplicates).toEqual(['duplicate field "a[0].b"', 'duplicate field "c.d.e"', 'duplicate field "a"'])
  })

  it('replaces lone surrogates', () => {
    expect(parseJson('["\\ud800","\\ud83d\\ude00","\\udc00x"]').value).toEqual(['\ufffd', '😀', '\ufffdx'])
  })
})

describe('interpretTypeMeta', () => {
  it('matches keys in any case', () => {
    expect(interpretTypeMeta({ APIVersion: 'v1', Kind: 'Pod' })).toEqual({ apiVersion: 'v1', kind: 'Pod' })
    expect(interpretTypeMeta(null)).toEqual({ apiVersion: '', kind: '' })
  })
  it('names what is wrong', () => {
    expect(() => interpretTypeMeta({ kind: 1 })).toThrow(
      "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
    )
    expect(() => interpretTypeMeta([])).toThrow(
      'json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
    )
  })
})

it('keeps the nearest double of a large int64 over repeated decoding', () => {
  const scheme = schemeFor('1.34')
  const { object } = scheme.decode(
    '',
    'v1',
    'Pod',
    parseJson('{"spec":{"terminationGracePeriodSeconds":9223372036854775807}}').value,
  )
  expect(scheme.normalize(object)).toEqual(object)
})

describe('numbers that doubles cannot tell apart', () => {
  const port = (text: string) => () =>
    schemeFor('1.34').decode('', 'v1', 'Service', parseJson(`{"spec":{"ports":[{"port":${text}}]}}`).value)
  it.each(['1.0', '1e3', '1.5', '12345678901234567890', '2147483648'])('%s is no int32', (text) => {
    expect(port(text)).toThrow(
      `json: cannot unmarshal number ${text} into Go struct field ServicePort.spec.ports.port of type int32`,
    )
  })
})

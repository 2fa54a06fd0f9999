import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseYaml } from './parse-yaml.ts'
import { plainJson } from './plain-json.ts'

/** What the YAML reader makes of a text: a comment is no JSON. */
const byYaml = (text: string) => parseYaml(`# YAML\n${text}`)

/**
 * Texts of any characters. fast-check's own (`unit: 'binary'`) makes a map of all 1.1 million of them, which takes a second, and 128 MB that
 * each collection of garbage goes through as long as the worker runs.
 */
const ofAnyCharacters = fc
  .array(fc.oneof(fc.integer({ max: 0xd7ff, min: 0 }), fc.integer({ min: 0xe000, max: 0x10ffff })))
  .map((points) => String.fromCodePoint(...points))

const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(
      null,
      true,
      0,
      -1,
      15,
      1.5,
      -0,
      1e21,
      '',
      'a',
      'null',
      '0x10',
      '<<',
      '~',
      ' a ',
      'a: b',
      '#',
      '\t',
      '\n',
      '\\',
      '"',
    ),
    fc.string(),
    ofAnyCharacters,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', '10', '9', '<<', 'null')),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
})).value

it('reads what YAML reads in the same way', () => {
  let read = 0
  fc.assert(
    fc.property(anything, fc.constantFrom(undefined, 1, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      const found = plainJson(text)
      if (found === undefined) return
      read++
      const expected = byYaml(text)
      expect(expected.strictError).toBeUndefined()
      expect(JSON.stringify(found)).toBe(JSON.stringify(expected.value))
    }),
    { numRuns: 1500, seed: 7 },
  )
  expect(read).toBeGreaterThan(300)
})

it.each([
  '{"a":1,"a":1}',
  '{"a":1.0}',
  '{"a":"\\u0041"}',
  '{"a":"\\/"}',
  '{"a":1}\n---\n',
  '{"a"\n:1}',
  `{"${'x'.repeat(1025)}":1}`,
  '{"a":1,}',
  '{a: 1}',
  '{"a":\t1}',
  '["a" "b"]',
  '['.repeat(600) + ']'.repeat(600),
])('leaves to YAML what is not the same: %.40j', (text) => {
  expect(plainJson(text)).toBeUndefined()
})

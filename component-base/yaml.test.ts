import { describe, expect, it } from 'vitest'
import { maxYamlDepth, parse, parseAllDocuments, parseDocument, YAMLParseError } from './yaml.ts'

const times = (text: string, count: number): string => text.repeat(count)
const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('')

/** Texts that go `n` deep or further, each by other means of YAML. */
const shapes: Readonly<Record<string, (n: number) => string>> = {
  'open sequences': (n) => times('[', n),
  'closed sequences': (n) => times('[', n) + times(']', n),
  'sequences with space': (n) => `a: ${times('[ ', n)}`,
  'sequences over lines': (n) => times('[\n', n),
  'flow maps': (n) => times('{a: ', n) + times('}', n),
  'pairs in flow': (n) => times('[a: ', n),
  'block maps': (n) => lines(n, (i) => `${times(' ', i)}a:\n`),
  'compact sequences': (n) => times('- ', n),
  'compact keys': (n) => times('? ', n),
  'sequences in maps': (n) => lines(n, (i) => `${times(' ', i)}a:\n${times(' ', i)}-\n`),
  'maps on one line': (n) => times('a: ', n),
  'anchors and tags': (n) => `a: ${times('&a !t [', n)}`,
  'after a scalar with brackets': (n) => `a: "]]]]"\nb: ']]]'\nc: ${times('[', n)}`,
  'in a second document': (n) => `a: 1\n---\n${times('[', n)}`,
}

describe.each(Object.entries(shapes))('%s', (_, shape) => {
  it.each([maxYamlDepth + 1, 2000, 20_000])('are refused %i deep, with one error', (depth) => {
    // What is indented grows as the square of its depth.
    const text = shape(Math.min(depth, shape(2).includes('\n ') ? 2000 : depth))
    const message = /^Collections are nested more than 200 deep at line \d+, column \d+$/
    const error = { code: 'RESOURCE_EXHAUSTION', message: expect.stringMatching(message) }
    expect(parseAllDocuments(text).map((d) => d.errors)).toEqual([[expect.objectContaining(error)]])
    expect(parseDocument(text).errors).toEqual([expect.objectContaining(error)])
    expect(() => parse(text)).toThrow(message)
  })

  it('are read less deep', () => {
    for (const document of parseAllDocuments(shape(40)))
      expect(document.errors.map((e) => e.code)).not.toContain('RESOURCE_EXHAUSTION')
  })
})

it('says where a text goes too deep', () => {
  const [error] = parseDocument(`a: 1\nb: ${times('[', 300)}`).errors
  expect(error).toMatchObject({ linePos: [{ line: 2, col: 202 }], pos: [206, 207] })
})

it('counts no brackets of scalars and comments', () => {
  const text = `# ${times('[', 500)}\na: "${times('[', 500)}"\nb: |\n  ${times('{', 500)}\nc: x${times('[', 500)}\n`
  expect(parse(text)).toMatchObject({ a: times('[', 500), c: `x${times('[', 500)}` })
})

it('reads long texts that are flat', () => {
  const text = lines(2000, (i) => `- name: a${i}\n  ports: [1, {b: 2}]\n  more:\n  - c:\n      d: 1\n`)
  expect(parse(text)).toHaveLength(2000)
  expect(parseAllDocuments(times('---\na: 1\n', 500))).toHaveLength(500)
})

it('stops anchors that multiply', () => {
  const grown = [...'bcdefgh'].map((c, i) => `${c}: &${c} [${times(`*${'abcdefgh'[i]},`, 9)}x]\n`)
  const text = `a: &a [${times('x,', 9)}x]\n${grown.join('')}`
  expect(() => parse(text)).toThrow(/alias/)
  const error = { code: 'RESOURCE_EXHAUSTION', message: expect.stringContaining('alias') }
  expect(parseDocument(text).errors).toEqual([expect.objectContaining(error)])
  expect(parseAllDocuments(`b: 1\n---\n${text}`).map((d) => d.errors)).toEqual([
    [],
    [expect.objectContaining(error)],
  ])
  expect(parseDocument('a: &a [1]\nb: *a\nc: "*a"').errors).toEqual([])
})

it('says at which alias no value can be made, also of one that stands in what it names', () => {
  const flat = `x: &x [1,2,3,4,5,6,7,8,9]\n${'abcdefghi'.replaceAll(/./g, (name) => `${name}: &${name} [${`*${name === 'a' ? 'x' : String.fromCharCode(name.charCodeAt(0) - 1)}, `.repeat(9)}]\n`)}`
  for (const [text, line, col, message] of [
    ['a: 1\n\n# *x\nb: *.md\n', 4, 4, 'Unresolved alias'],
    ['a: 1\n---\nb: *a\n', 3, 4, 'Unresolved alias'],
    ['b:\n  c: &a [1, *a]\n', 2, 13, 'The alias stands in what it names: a'],
    ['{"b": &a {"c":*a}}', 1, 15, 'The alias stands in what it names: a'],
    [flat, 3, 8, 'Excessive alias count'],
  ] as const) {
    const error = { linePos: [{ line, col }], message: expect.stringContaining(message) }
    expect(parseAllDocuments(text).flatMap((d) => d.errors)).toEqual([expect.objectContaining(error)])
    if (text.includes('---')) continue
    expect(() => parse(text)).toThrow(YAMLParseError)
  }
  expect(parse('a: &a {b: &b 1, c: *b}\nd: *a\na2: &a 2\ne: *a')).toEqual({
    a: { b: 1, c: 1 },
    d: { b: 1, c: 1 },
    a2: 2,
    e: 2,
  })
})

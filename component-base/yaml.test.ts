import { describe, expect, it, vi } from 'vitest'
import { parseAllDocuments as libraryParseAllDocuments } from 'yaml'
import { Composer, maxYamlDepth, parse, parseAllDocuments, parseDocument, YAMLParseError } from './yaml.ts'

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
  expect(error).toMatchObject({
    linePos: [
      { line: 2, col: 202 },
      { line: 2, col: 203 },
    ],
    pos: [206, 207],
  })
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
    const error = {
      linePos: expect.arrayContaining([{ line, col }]),
      message: expect.stringContaining(message),
    }
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

describe('keys that stand twice in a long text', () => {
  /** A first document that makes the text a long one. */
  const long = lines(600, (i) => `key${i}: 1\n`)
  const told = (documents: readonly { errors: readonly YAMLParseError[] }[]) =>
    documents.map(({ errors }) =>
      errors.map(({ code, pos, linePos, message }) => ({
        code,
        pos,
        linePos,
        message: message.split(/:?\n/)[0],
      })),
    )

  it.each([
    ['inner ones before the outer one', 'a: {b: 1, c: {d: 1, d: 2}, b: 3}\na: 1\nb: 1\na: 2'],
    ['an outer one before its inner ones', 'a: 1\na:\n  b: 1\n  b: 2\n'],
    ['in keys', '? {a: 1, a: 2}\n: 1\nb: 1\nb: 1\n? {a: 1, a: 2}\n: 2\n'],
    ['no numbers', '.nan: 1\n.nan: 2\n.NaN: 3\n0: 1\n-0: 2\n0x0: 3\n'],
    ['of other types', 'true: 1\n"true": 2\n~: 1\nnull: 2\n"": 3\n1: 1\n1.0: 2\n"1": 3\n'],
    ['with anchors and tags', '&a a: 1\n&b a: 2\n!!str a: 3\n? a\n? b\n'],
    ['in lists and sets', '- {a: 1, a: 2}\n- [b: 1, b: 2]\n- !!set {a, a}\n- {a, a, b: , b}\n'],
    ['beside other errors', 'a: 1\na: 2\nb: [1\nc: 1\nc: 2\n'],
    ['after other errors', 'b: {x: 1 y: 2}\na: 1\na: 2\n'],
    ['in two documents', 'a: 1\na: 2\n---\nb: 1\n---\nc: 1\nc: 2\n'],
    ['merged', 'x: &x {a: 1}\ny:\n  <<: *x\n  <<: *x\n  a: 2\n'],
    ['proto', '__proto__: 1\n__proto__: 2\nconstructor: 1\n'],
  ])('are the errors that the library has: %s', (_name, text) => {
    for (const options of [{}, { prettyErrors: false }, { merge: true }, { schema: 'yaml-1.1' as const }]) {
      const whole = `${long}---\n${text}`
      const quiet = { ...options, logLevel: 'error' as const }
      const wanted = libraryParseAllDocuments(whole, { ...quiet, uniqueKeys: true })
      expect(told(parseAllDocuments(whole, quiet))).toEqual(told(wanted as typeof wanted & never[]))
    }
  })

  it('are told of each document, and cost no look at the whole text', () => {
    const looks = vi.spyOn(String.prototype, 'indexOf')
    const tests = vi.spyOn(RegExp.prototype, 'test')
    const texts = ['a:\na:\n---\n', 'a: *x\n---\n'].map((text) => text.repeat(1000))
    const documents = texts.map((text) => parseAllDocuments(text))
    const looked = looks.mock.calls.length
    const tested = tests.mock.calls.filter(([text]) => texts.includes(text)).length
    vi.restoreAllMocks()
    for (const each of documents)
      expect(each.slice(0, -1).map(({ errors }) => errors.length)).toEqual(Array(1000).fill(1))
    // They have 5,000 lines.
    expect(looked).toBeLessThan(50_000)
    expect(tested).toBe(2)
    const [first, second] = parseAllDocuments(`${'a: 1\n'.repeat(2000)}---\n${'b: 1\n'.repeat(5)}`)
    expect([first!.errors.length, second!.errors.length]).toEqual([100, 1])
  })
})

it('reads a text once', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const read = vi.spyOn(Composer.prototype, 'compose')
  const text = `${lines(600, (i) => `key${i}: 1\n`)}a: !odd 1\n`
  expect(parse(text)).toMatchObject({ a: '1' })
  expect(read).toHaveBeenCalledTimes(1)
  expect(warned).toHaveBeenCalledTimes(1)
  expect(parse(text, { logLevel: 'error' })).toMatchObject({ a: '1' })
  expect(warned).toHaveBeenCalledTimes(1)
  expect(() => parse(`${text}a: 2\n`, { logLevel: 'error' })).toThrow(
    'Map keys must be unique at line 602, column 1',
  )
  vi.restoreAllMocks()
})

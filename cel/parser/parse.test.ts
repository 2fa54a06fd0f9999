import { expect, it } from 'vitest'
import { baseEnvironment } from '../environment.ts'

const error = (text: string, minor = 36): string | undefined =>
  baseEnvironment(minor, 'stored').compile(text).error

it('tells syntax errors as ANTLR does, with the place below the line', () => {
  expect(error('1 +')).toMatchInlineSnapshot(`
    "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
     | 1 +
     | ...^"
  `)
  expect(error("'a' in [\n1, 2")).toMatchInlineSnapshot(`
    "ERROR: <input>:2:5: Syntax error: mismatched input '<EOF>' expecting {']', ','}
     | 1, 2
     | ....^"
  `)
})

it('knows the grammar of the release', () => {
  expect(error('object.', 27)).toContain("Syntax error: missing IDENTIFIER at '<EOF>'")
  expect(error('object.', 36)).toContain("Syntax error: no viable alternative at input '.'")
})

it('ends what is nested too deeply, too long, or wrong all over', () => {
  expect(error(`${'('.repeat(300)}1${')'.repeat(300)}`)).toContain('expression recursion limit exceeded: 250')
  expect(error(`1${' + 1'.repeat(300)}`)).toContain('max recursion depth exceeded')
  expect(error(' '.repeat(100_001))).toBe(
    'ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit 100000',
  )
  expect(error(`[${'1,'.repeat(2499)}1].size() == 1`)).toBe(
    'ERROR: <input>:-1:0: expression has too many tokens: 5008, limit 5000',
  )
  expect(error('@ '.repeat(200))).toMatch(/1 more errors were truncated$/)
})

it('reads escapes, and tells those that there are not', () => {
  expect(error(String.raw`'\x41\u00e9\101' == 'AéA'`)).toBeUndefined()
  expect(error(String.raw`'\ud800'`)).toContain('invalid unicode code point')
})

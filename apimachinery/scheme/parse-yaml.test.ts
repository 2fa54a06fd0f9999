import { describe, expect, it } from 'vitest'
import { parseYaml } from './parse-yaml.ts'

describe('parseYaml', () => {
  it('reads scalars as go-yaml v2', () => {
    const text =
      'a: yes\nb: 0o17\nc: 017\nd: 1_000\ne: 12:30\nf: 2020-01-01\ng: "5"\nh: 1.0\ni: ~\nj: 1e3\nk: 0x1F\nl: !!str 5\nm: "y"\n'
    expect(parseYaml(text).value).toEqual({
      a: true,
      b: 15,
      c: 15,
      d: 1000,
      e: '12:30',
      f: '2020-01-01',
      g: '5',
      h: 1,
      i: null,
      j: 1000,
      k: 31,
      l: '5',
      m: 'y',
    })
  })
  it('resolves anchors and merge keys, reads the first document, turns keys into texts', () => {
    expect(parseYaml('a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: 2\n').value).toEqual({
      a: { b: 1 },
      c: { b: 1 },
      d: { b: 1, e: 2 },
    })
    expect(parseYaml('---\na: 1\n---\nb: 2\n').value).toEqual({ a: 1 })
    expect(parseYaml('1: a\ntrue: b\n1.5: c\n').value).toEqual({ '1': 'a', true: 'b', '1.5': 'c' })
    expect(parseYaml('').value).toBeNull()
  })
  it('takes escapes that are characters, and what only looks like one that is none', () => {
    expect(parseYaml('a: "\\U0001F600 \\\\ud800"\nb: \\ud800\n').value).toEqual({
      a: '😀 \\ud800',
      b: '\\ud800',
    })
  })
  it('tells repeated keys with the lines of their values', () => {
    expect(parseYaml('a:\n  b: 1\n  b: 2\nk: 1\nk: 2\n')).toEqual({
      value: { a: { b: 2 }, k: 2 },
      strictError:
        'yaml: unmarshal errors:\n  line 3: key "b" already set in map\n  line 5: key "k" already set in map',
    })
  })
  it.each([
    ['apiVersion: v1\n  kind: [\n', 'yaml: line 2: mapping values are not allowed in this context'],
    [
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: @x\n',
      'yaml: line 4: found character that cannot start any token',
    ],
    ['a: b: c', 'yaml: mapping values are not allowed in this context'],
    ['a:\n\t- b\n', 'yaml: line 2: found character that cannot start any token'],
    ['a: 1\nb: [\n', 'yaml: line 2: did not find expected node content'],
    ['a: *b', "yaml: unknown anchor 'b' referenced"],
    ['- a\nb: 1\n', "yaml: line 1: did not find expected '-' indicator"],
    ['a: "x\n', 'yaml: line 2: found unexpected end of stream'],
    ['a: {b: 1\nc: 2}\n', "yaml: line 1: did not find expected ',' or '}'"],
    ['a:\n  b: 1\n c: 2\n', 'yaml: line 2: did not find expected key'],
    ['metadata:\n  name: x\n\tfoo: b\n', 'yaml: line 3: found a tab character that violates indentation'],
    ['a: "b"\n\t- x\n', 'yaml: line 2: found character that cannot start any token'],
    ['a: {b: 1}\n\t- x\n', 'yaml: line 2: found character that cannot start any token'],
    ['a:\n  - b\n\t- c\n', 'yaml: line 3: found a tab character that violates indentation'],
    ['a: [1, 2', "yaml: line 1: did not find expected ',' or ']'"],
    ['x: 1\na: [1, 2\n', "yaml: line 2: did not find expected ',' or ']'"],
    ['a: %x', 'yaml: found character that cannot start any token'],
    ['key: value\nfoo\n', "yaml: line 3: could not find expected ':'"],
    ['a: 1\nb: "x\n  \\ud83d\\ude00"\n', 'yaml: line 3: found invalid Unicode character escape code'],
    ['a: "\\U0000DC00"', 'yaml: found invalid Unicode character escape code'],
    ['"\\udc00": 1', 'yaml: found invalid Unicode character escape code'],
    ['{\n"a": "\\U00110000"}', 'yaml: line 2: found invalid Unicode character escape code'],
    ['a: - b\n', 'yaml: block sequence entries are not allowed in this context'],
    ['a: ]\n', 'yaml: did not find expected node content'],
    ['a: "b" c\n', 'yaml: did not find expected key'],
    ['\tb: 1\n', 'yaml: found character that cannot start any token'],
  ])('%j: %s', (text, message) => {
    expect(() => parseYaml(text)).toThrow(message)
  })
})

import { expect, it } from 'vitest'
import { parse } from '../../component-base/yaml.ts'
import { parseYaml } from './parse-yaml.ts'
import { goYaml } from './yaml-schema.ts'

it.each([
  ['e1', 'e1'],
  ['+e2', '+e2'],
  ['.', '.'],
  ['._', '._'],
  ['1:20', '1:20'],
  ['2026-01-01', '2026-01-01'],
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['0o7', 7],
  ['010', 8],
  ['1e3', 1000],
  ['.5', 0.5],
  ['1_000', 1000],
  ['on', true],
  ['~', null],
  ['', null],
  ["'1'", '1'],
  ['!!str 1', '1'],
  ['!!float 1', 1],
  ['!!binary aGk=', 'hi'],
])('%s is what the server reads, too', (text, value) => {
  const one = `a: ${text}\n`
  expect(parse(one, goYaml)).toEqual({ a: value })
  expect(parseYaml(one).value).toEqual({ a: value })
})

it('merges what << names', () => {
  expect(parse('a: &x {b: 1}\nc:\n  <<: *x\n  d: e2\n', goYaml)).toEqual({
    a: { b: 1 },
    c: { b: 1, d: 'e2' },
  })
})

it('tells what JSON cannot hold', () => {
  expect(() => parse('a: .nan', goYaml)).toThrow('json: unsupported value: NaN')
})

import { describe, expect, it } from 'vitest'
import { compileRules, ruleDeclType } from './compile.ts'
import {
  childCardinality,
  costErrorText,
  ruleCost,
  ruleCostLimit,
  schemaCostLimit,
  TotalCost,
} from './costs.ts'
import { validFieldPath } from './field-path.ts'

const minor = 36
const texts = { type: 'string', 'x-kubernetes-validations': [{ rule: "self.startsWith('a')" }] }

describe('the costs of rules', () => {
  const decl = ruleDeclType(texts, false, minor)!
  const [rule] = compileRules(texts, decl, { minor, kindOf: () => 'new' })

  it('count how often a rule can be evaluated', () => {
    const list = { type: 'array', maxItems: 5, items: texts }
    const map = { type: 'object', maxProperties: 3, additionalProperties: list }
    const inMap = childCardinality(map, 1n)
    expect(inMap).toBe(3n)
    expect(ruleCost(rule!, childCardinality(list, inMap))).toBe(rule!.maxCost * 15n)
  })

  it('count as many values as a request can hold where nothing limits them', () => {
    const list = { type: 'array', items: texts }
    expect(childCardinality(list, 1n)).toBeUndefined()
    expect(ruleCost(rule!, undefined)).toBe(rule!.maxCost * rule!.maxCardinality)
  })

  it.each([
    [ruleCostLimit + 1n, '1.000000x'],
    [ruleCostLimit * 3n, '3.0x'],
    [ruleCostLimit * 101n, 'more than 100x'],
  ])('tell how far %s is beyond the limit', (cost, factor) => {
    expect(costErrorText('estimated rule cost', cost, ruleCostLimit)).toBe(
      `estimated rule cost exceeds budget by factor of ${factor} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`,
    )
  })

  it('name the four most expensive rules of a definition', () => {
    const total = new TotalCost<string>()
    const hundredth = schemaCostLimit / 100n
    for (const [i, cost] of [1n, 5n, 2n, 4n, 3n].entries()) total.observe(`rule ${i}`, cost * hundredth)
    total.observe('cheap', hundredth - 1n)
    expect(total.total).toBe(16n * hundredth - 1n)
    expect(total.mostExpensive.map(({ path }) => path)).toEqual(['rule 1', 'rule 3', 'rule 4', 'rule 2'])
  })
})

describe('fieldPath', () => {
  const schema = {
    type: 'object',
    properties: {
      "it's": { type: 'string' },
      map: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { a: { type: 'string' } } },
      },
    },
  }

  it.each([
    [".map['a.b'].a", 'map[a.b].a'],
    ['.map.key', 'map[key]'],
    ["['it\\'s']", "it's"],
  ])('reads %s', (text, path) => {
    const found = validFieldPath(text, schema)
    expect(found.error ?? String(found.path)).toBe(path)
  })

  it.each([
    ['map', 'expected [ or . but got: map'],
    ['.missing', 'does not refer to a valid field'],
    ['.map[0]', 'expected single quoted string but got 0'],
    [".map['a'", 'unexpected end of JSON path'],
    [".map['\\q']", 'invalid string literal: invalid escape char \\q'],
    ['.', 'unexpected end of JSON path'],
  ])('says what is wrong with %s', (text, error) => {
    expect(validFieldPath(text, schema).error).toBe(error)
  })
})

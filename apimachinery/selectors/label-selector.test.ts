import { describe, expect, it } from 'vitest'
import { FieldSelector } from './field-selector.ts'
import { LabelSelector } from './label-selector.ts'

const parse = (text: string, minor = 36) => LabelSelector.parse(text, minor)

it('costs an object as many steps as it has labels, however long the selector', () => {
  const many = <T>(make: (i: number) => T): T[] => Array.from({ length: 20_000 }, (_, i) => make(i))
  const texts = [
    many((i) => `!k${i}`),
    many((i) => `x!=v${i}`),
    many((i) => `y${i}!=v`),
    [`x in (${many((i) => `w${i}`).join()},v)`],
  ]
  for (const text of texts) {
    const selector = parse(text.join())
    expect(many(() => selector.matches({ x: 'v' })).every(Boolean), text[0]!.slice(0, 20)).toBe(true)
  }
  const names = FieldSelector.parse(many((i) => `metadata.name!=n${i}`).join())
  expect(many(() => names.matches({ 'metadata.name': 'm' })).every(Boolean)).toBe(true)
  expect(names.matches({ 'metadata.name': 'n7' })).toBe(false)
})

describe('LabelSelector', () => {
  it.each([
    ['x=a', { x: 'a' }, true],
    ['x=a', { x: 'b' }, false],
    ['x!=a', {}, true],
    ['x in (a,b)', { x: 'b' }, true],
    ['x notin (a)', {}, true],
    ['x', { x: '' }, true],
    ['!x', { y: '1' }, true],
    ['x>1,y<5', { x: '2', y: '4' }, true],
    ['x>1', { x: 'z' }, false],
    ['', { a: 'b' }, true],
    ['__proto__=a', {}, false],
    ['in in (in)', { in: 'in' }, true],
    ['x=a,x in (a,b)', { x: 'a' }, true],
    ['x=a,x in (a,b)', { x: 'b' }, false],
    ['x in (a,b),x notin (c,a)', { x: 'a' }, false],
    ['x in (a,b),x!=c', { x: 'b' }, true],
    ['x=a,x=b', { x: 'a' }, false],
    ['x,!x', { x: 'a' }, false],
    ['x,!x', {}, false],
    ['!x,x!=a', {}, true],
    ['x>1,x>3,x<9,x<5', { x: '4' }, true],
    ['x>1,x>3', { x: '2' }, false],
    ['x<9,x<5', { x: '7' }, false],
    ['x,y', { x: 'a', z: 'b' }, false],
    ['constructor', {}, false],
  ] as [string, Record<string, string>, boolean][])('%s on %j is %s', (text, labels, expected) => {
    if (text.startsWith('__')) expect(() => parse(text)).toThrow()
    else expect(parse(text).matches(labels)).toBe(expected)
  })

  it.each([
    ['x=a,,y', "found ',', expected: identifier after ','"],
    ['=x', "found '=', expected: !, identifier, or 'end of string'"],
    ['x in a', "unable to parse requirement: found 'a' expected: '('"],
    ['x==a==b', "found '==', expected: ',' or 'end of string'"],
    ['x y', "unable to parse requirement: found 'y', expected: in, notin, =, ==, !=, gt, lt"],
  ])('%s is refused', (text, message) => {
    expect(() => parse(text)).toThrow(message)
  })

  it('names the path of bad keys and values', () => {
    expect(() => parse('-x=1')).toThrow(
      /^unable to parse requirement: <nil>: Invalid value: "-x": name part must/,
    )
    expect(() => parse('x=-1')).toThrow(
      /^unable to parse requirement: values\[0\]\[x\]: Invalid value: "-1": a valid label/,
    )
  })

  it('prints what it parsed, sorted', () => {
    expect(parse('z in (c,b),a=1,!q').toString()).toBe('a=1,!q,z in (b,c)')
  })

  it('takes an empty value between commas from 1.35 on', () => {
    expect(parse('x in (a,,b)', 35).toString()).toBe('x in (,a,b)')
    expect(parse('x in (a,,)', 35).matches({ x: '' })).toBe(true)
  })

  it('reads meta/v1 LabelSelector', () => {
    const selector = LabelSelector.fromObject(
      { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['x'] }] },
      36,
    )
    expect([selector.matches({}), selector.matches({ a: 'x' })]).toEqual([true, false])
    expect(LabelSelector.fromObject(undefined, 36).matches({})).toBe(false)
    expect(LabelSelector.fromObject({}, 36).matches({})).toBe(true)
  })
})

describe('FieldSelector', () => {
  it('matches, escapes and prints', () => {
    const selector = FieldSelector.parse('metadata.name=a\\,b,spec.x!=1')
    expect(selector.matches({ 'metadata.name': 'a,b' })).toBe(true)
    expect(selector.matches({ 'metadata.name': 'a,b', 'spec.x': '1' })).toBe(false)
    expect(selector.requiresExactMatch('metadata.name')).toBe('a,b')
    expect(String(selector)).toBe('metadata.name=a\\,b,spec.x!=1')
  })
  it.each([
    ['abc', "invalid selector: 'abc'; can't understand 'abc'"],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
    ['a=\\x', 'invalid field selector: invalid escape sequence: \\x'],
  ])('%s is refused', (text, message) => {
    expect(() => FieldSelector.parse(text)).toThrow(message)
  })
})

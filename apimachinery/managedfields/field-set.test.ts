import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  difference,
  type FieldSet,
  has,
  intersection,
  isEmpty,
  paths,
  setOf,
  setsEqual,
  union,
} from './field-set.ts'
import { readFieldsV1, writeFieldsV1 } from './fields-v1.ts'
import { fieldElement, indexElement, keyElement, showPath, valueElement } from './path-element.ts'

const element = fc.oneof(
  fc.constantFrom('a', 'b', '__proto__').map(fieldElement),
  fc.constantFrom<string | number | boolean>('x', '<&>', 2, 10, true).map(valueElement),
  fc
    .record({ port: fc.constantFrom(80, 9), protocol: fc.constantFrom('TCP', 'UDP') })
    .map((key) => keyElement(Object.entries(key))),
  fc.nat(3).map(indexElement),
)
const path = fc.array(element, { minLength: 1, maxLength: 4 })
const set = fc.array(path, { maxLength: 8 }).map((all) => setOf(...all))
const members = (s: FieldSet): Set<string> => new Set(paths(s).map((p) => p.join('\n')))
const sameMembers = (s: FieldSet, expected: Iterable<string>) =>
  expect([...members(s)].sort()).toEqual([...expected].sort())

describe('sets of paths', () => {
  it('obey the algebra of sets', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        const [left, right] = [members(a), members(b)]
        sameMembers(union(a, b), new Set([...left, ...right]))
        sameMembers(
          intersection(a, b),
          [...left].filter((p) => right.has(p)),
        )
        sameMembers(
          difference(a, b),
          [...left].filter((p) => !right.has(p)),
        )
      }),
    )
  })
  it('lose what is below a path in a recursive difference', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        const gone = paths(b)
        const kept = paths(a).filter((p) => !gone.some((g) => g.every((e, i) => p[i] === e)))
        sameMembers(
          difference(a, b, true),
          kept.map((p) => p.join('\n')),
        )
      }),
    )
  })
  it('are the same after they were written and read', () => {
    fc.assert(
      fc.property(set, (a) => {
        const read = readFieldsV1(JSON.parse(JSON.stringify(writeFieldsV1(a, new WeakMap()))))
        expect(setsEqual(read, a) || (isEmpty(read) && isEmpty(a))).toBe(true)
      }),
    )
  })
  it('know their members', () => {
    const s = setOf(['f:a', 'f:b'].map(String))
    expect([has(s, ['f:a', 'f:b']), has(s, ['f:a']), has(s, [])]).toEqual([true, false, false])
  })
})

describe('FieldsV1', () => {
  it('is written in order: fields, keys, values, indices', () => {
    const s = setOf(
      ['i:2'],
      ['v:"b"'],
      ['v:10'],
      ['v:9'],
      ['k:{"port":80}'],
      ['k:{"port":9}'],
      ['f:z'],
      ['f:a', 'f:b'],
      ['f:a'],
    )
    expect(JSON.stringify(writeFieldsV1(s, new WeakMap()))).toBe(
      '{"f:a":{".":{},"f:b":{}},"f:z":{},"k:{\\"port\\":9}":{},"k:{\\"port\\":80}":{},"v:9":{},"v:10":{},"v:\\"b\\"":{},"i:2":{}}',
    )
  })
  it('is read whatever its order, without kinds that are unknown', () => {
    const read = readFieldsV1({ 'x:new': {}, 'k:{"protocol":"TCP","port":80}': { 'f:name': {} } })
    expect(paths(read)).toEqual([['k:{"port":80,"protocol":"TCP"}', 'f:name']])
    expect(() => readFieldsV1({ fa: {} })).toThrow('missing colon: fa')
  })
})

it('shows paths as messages do', () => {
  const key = keyElement([
    ['protocol', 'TCP'],
    ['port', 80],
  ])
  expect(showPath(['f:spec', 'f:ports', key, 'f:name'])).toBe('.spec.ports[port=80,protocol="TCP"].name')
  expect(showPath(['f:finalizers', valueElement('a/b'), indexElement(1)])).toBe('.finalizers[="a/b"][1]')
})

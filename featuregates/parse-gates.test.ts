import { describe, expect, it } from 'vitest'
import { gatesIn, parseGates } from './parse-gates.ts'

describe('--feature-gates', () => {
  it('is a list of gates, the last of a name counts', () => {
    expect(parseGates('A=true, B=F,A=0')).toEqual({
      values: new Map([
        ['A', false],
        ['B', false],
      ]),
    })
  })
  it('says what is wrong with its first item that is no gate', () => {
    expect(parseGates('A=true,B')).toEqual({ error: 'missing bool value for B' })
  })
})

it.each([
  ['A=true,B,C=maybe,D=0', { A: true, D: false }],
  ['', {}],
  // A component stands before the name.
  ['kube:A=true,B=true', { B: true }],
  ['__proto__=true,=true', {}],
])('takes of %j the gates that are well-formed', (text, gates) => {
  expect(gatesIn(text)).toEqual(gates)
})

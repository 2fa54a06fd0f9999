import { describe, expect, it } from 'vitest'
import { holds, isOwn, withoutOthers } from './golden-releases.mjs'

const known = new Set(['1.30', '1.36'])

describe('a copy of a recording', () => {
  it('may hold releases that the recording does not have', () => {
    const copy = {
      steps: [{ expect: [{ releases: ['1.24', '1.29'] }, { releases: ['1.29', '1.30'], status: 200 }] }],
    }
    expect(withoutOthers(copy, known)).toEqual({ steps: [{ expect: [{ releases: ['1.30'], status: 200 }] }] })
    expect(withoutOthers([{ version: 'v1.24.17' }, { binary: 'kubelet v1.36.3' }], known)).toEqual([
      { binary: 'kubelet v1.36.3' },
    ])
    expect(withoutOthers({ 'v1.24.17': {}, '1.30': ['1.24', 'x'] }, known)).toEqual({ '1.30': ['1.24', 'x'] })
  })

  it('says of the others what the recording says', () => {
    const recording = '[{"release":"1.30","status":200}]'
    expect(holds('[{"release":"1.24"}, {"release":"1.30","status":200}]', recording, known)).toBe(true)
    expect(holds('[{"release":"1.24"}, {"release":"1.30","status":201}]', recording, known)).toBe(false)
    expect(holds('[{"release":"1.24"}]', recording, known)).toBe(false)
    expect(holds('a text', 'another', known)).toBe(false)
    expect(holds('a text', 'a text', known)).toBe(true)
  })
})

describe('a file that is not recorded there', () => {
  it('is the own of the project where it is of other releases', () => {
    expect(isOwn('cases/config-cases-v1.24.17.json', '[]', known)).toBe(true)
    expect(isOwn('cases/config-cases-v1.30.14.json', '[]', known)).toBe(false)
    expect(isOwn('paths/up.json', '{"release":"1.24","to":"1.30"}', known)).toBe(true)
    expect(isOwn('paths/up.json', '{"release":"1.30"}', known)).toBe(false)
    expect(isOwn('cases/inputs.json', '{"a":1}', known)).toBe(true)
    expect(isOwn('cases/node/rules/v1.36.3/ipvs-variants.json', '[]', known)).toBe(true)
  })
})

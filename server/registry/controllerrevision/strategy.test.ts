import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { controllerRevisionRules } from './strategy.ts'

const at = (minor = 36) =>
  new RulesAtWork(controllerRevisionRules, { minor, traits: { group: 'apps', hasStatus: false } })
const revision = (patch: object = {}) =>
  patched(
    {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { name: 'a', namespace: 'ns' },
      data: { a: 1 },
      revision: 1,
    },
    patch,
  )

describe('a ControllerRevision', () => {
  it.each<[string, object, string[]]>([
    ['data', {}, []],
    ['no data', { data: null }, ['data: Required value: data is mandatory']],
    [
      'a number below 0',
      { revision: -1 },
      ['revision: Invalid value: -1: must be greater than or equal to 0'],
    ],
  ])('with %s has these errors', (_, patch, errors) => {
    expect(at().create(revision(patch)).errors).toEqual(errors)
  })

  it.each<[number, string[]]>([
    [36, ['data: Required value: data must be a valid JSON object']],
    [30, []],
  ])('in 1.%i of a list has the errors %j', (minor, errors) => {
    expect(at(minor).create(revision({ data: [1] })).errors).toEqual(errors)
  })

  it('changes its number, and not its data', () => {
    expect(at().update(revision(), { revision: 2 }).errors).toEqual([])
    expect(at().update(revision(), { data: { a: 2 } }).errors).toEqual([
      'data: Invalid value: {"a":2}: field is immutable',
    ])
  })
})

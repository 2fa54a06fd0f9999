import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { ipAddressRules } from './strategy.ts'

const address = (parentRef: object | null = {}) =>
  patched(
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IPAddress',
      metadata: { name: '10.0.0.1' },
      spec: { parentRef: { resource: 'services', namespace: 'ns', name: 'a' } },
    },
    { spec: { parentRef } },
  )
const rules = new RulesAtWork(ipAddressRules)

describe('an IPAddress', () => {
  it.each<[string, object | null, string[]]>([
    ['a Service', {}, []],
    ['nobody', null, ['spec.parentRef: Required value']],
    ['an object of no resource', { resource: null }, ['spec.parentRef.resource: Required value']],
    ['an object without a name', { name: '' }, ['spec.parentRef.name: Required value']],
    [
      'an object of an odd name',
      { name: 'a/b' },
      ['spec.parentRef.name: Invalid value: "a/b": may not contain \'/\''],
    ],
  ])('of %s has these errors', (_, parentRef, errors) => {
    expect(rules.create(address(parentRef)).errors).toEqual(errors)
  })

  it.each<[number, string, string[]]>([
    [36, '10.0.0.1', []],
    [36, 'fd00::1', []],
    [36, 'o', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
    [36, 'fd00::0001', ['must be in canonical form ("fd00::1")']],
    [31, 'not-an-ip', ['ParseAddr("not-an-ip"): unable to parse IP']],
    [31, 'fd00::0001', ['must be a canonical format IP address']],
  ])('in 1.%i named %s has the errors %j', (minor, name, errors) => {
    expect(new RulesAtWork(ipAddressRules, { minor }).nameErrors(name)).toEqual(errors)
  })

  it('stays with its owner', () => {
    expect(rules.update(address(), { metadata: { labels: { a: 'b' } } }).errors).toEqual([])
    expect(rules.update(address(), { spec: { parentRef: { name: 'b' } } }).errors).toEqual([
      'spec.parentRef: Invalid value: {"Group":"","Resource":"services","Namespace":"ns","Name":"b"}: field is immutable',
    ])
  })
})

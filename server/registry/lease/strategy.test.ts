import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { leaseRules } from './strategy.ts'

const lease = (spec: object = {}) =>
  patched(
    {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'a', namespace: 'ns' },
      spec: {},
    },
    { spec },
  )
const elects = { CoordinatedLeaderElection: true }
const rules = new RulesAtWork(leaseRules, { gates: elects })

describe('a Lease', () => {
  it.each<[object, string[]]>([
    [{ holderIdentity: 'h', leaseDurationSeconds: 15, leaseTransitions: 0 }, []],
    [{ leaseDurationSeconds: 0 }, ['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0']],
    [
      { leaseTransitions: -1 },
      ['spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [{ strategy: 'OldestEmulationVersion', preferredHolder: 'h' }, []],
    [{ strategy: 'example.com/own' }, []],
    [
      { preferredHolder: 'h' },
      ['spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined'],
    ],
    [
      { strategy: 'Odd' },
      ['spec.strategy.strategy: Unsupported value: "Odd": supported values: "OldestEmulationVersion"'],
    ],
  ])('with %j has the errors %j, new or changed', (spec, errors) => {
    expect(rules.create(lease(spec)).errors).toEqual(errors)
    expect(rules.update(lease(), { spec }).errors).toEqual(errors)
  })

  const elected = { holderIdentity: 'h', strategy: 'OldestEmulationVersion', preferredHolder: 'p' }
  it.each<[string, boolean, object, object]>([
    ['on', true, {}, elected],
    ['off', false, {}, { holderIdentity: 'h' }],
    ['off, where it had them', false, { strategy: 'example.com/old', preferredHolder: 'o' }, elected],
  ])('whose election is %s has this of it', (_, on, before, spec) => {
    const at = new RulesAtWork(leaseRules, { gates: { CoordinatedLeaderElection: on } })
    if (Object.keys(before).length === 0) expect(at.create(lease(elected)).object['spec']).toEqual(spec)
    expect(at.update(lease(before), { spec: elected }).object['spec']).toEqual(spec)
  })
})

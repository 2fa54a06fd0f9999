import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { namespaceRules } from './strategy.ts'

const namespace = (patch: object = {}) =>
  patched({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } }, patch)
const rules = new RulesAtWork(namespaceRules)
const stored = rules.create(namespace()).object
const label = { 'kubernetes.io/metadata.name': 'a' }
const unqualified = 'name is neither a standard finalizer name nor is it fully qualified'

describe('a Namespace', () => {
  it('is active, has its name as a label, and waits for its content when it goes', () => {
    const sent = namespace({ spec: { finalizers: ['example.com/own'] }, status: { phase: 'Terminating' } })
    expect(rules.create(sent)).toEqual({
      errors: [],
      warnings: [],
      object: namespace({
        metadata: { labels: label },
        spec: { finalizers: ['example.com/own', 'kubernetes'] },
        status: { phase: 'Active' },
      }),
    })
  })

  it('gets its label back, and keeps finalizers and status', () => {
    const patch = {
      metadata: { labels: { 'kubernetes.io/metadata.name': 'b' } },
      spec: { finalizers: [] },
      status: { phase: 'Odd' },
    }
    const { object, errors } = rules.update(stored, patch)
    expect([errors, object['spec'], object['status']]).toEqual([
      [],
      { finalizers: ['kubernetes'] },
      { phase: 'Active' },
    ])
    expect(object.metadata.labels).toEqual(label)
  })

  it('that waits for nothing does not begin to', () => {
    const old = patched(stored, { spec: { finalizers: null } })
    expect(rules.update(old, { spec: { finalizers: ['example.com/own'] } }).object['spec']).toEqual({})
  })

  it('is refused with a finalizer that is not qualified', () => {
    expect(rules.create(namespace({ spec: { finalizers: ['foo'] } })).errors).toEqual([
      `spec.finalizers: Invalid value: "foo": ${unqualified}`,
    ])
  })

  it.each([
    ['a.b', ['must not contain dots']],
    ['ab', []],
    ['a'.repeat(64), ['must be no more than 63 characters']],
  ])('named %s has the errors %j', (name, errors) => {
    expect(rules.nameErrors(name)).toEqual(errors)
  })

  it('is selected by its phase', () => {
    expect(namespaceRules.strategy.selectableFields!(stored, {} as never)).toEqual({
      'status.phase': 'Active',
    })
  })
})

describe('a write of the status of a Namespace', () => {
  const going = patched(stored, { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } })
  it.each<[string, typeof stored, string, string[]]>([
    ['that stays', stored, 'Active', []],
    [
      'that stays',
      stored,
      'Terminating',
      ['status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty'],
    ],
    ['that goes', going, 'Terminating', []],
    [
      'that goes',
      going,
      'Active',
      [
        'status.Phase: Invalid value: "Active": may only be \'Terminating\' if `deletionTimestamp` is not empty',
      ],
    ],
  ])('%s leaves the spec: %#', (_, old, phase, errors) => {
    const { object, errors: found } = rules.update(
      old,
      { spec: { finalizers: null }, status: { phase } },
      'status',
    )
    expect([found, object['spec']]).toEqual([errors, { finalizers: ['kubernetes'] }])
  })
})

describe('a write of the finalizers of a Namespace', () => {
  it.each<[string[], string[]]>([
    [[], []],
    [['bad'], [`spec.finalizers[0]: Invalid value: "bad": ${unqualified}`]],
  ])('sets %j, and leaves the status', (finalizers, errors) => {
    const { object, errors: found } = rules.update(
      stored,
      { spec: { finalizers }, status: { phase: 'Odd' } },
      'finalize',
    )
    expect([found, object['spec'], object['status']]).toEqual([errors, { finalizers }, { phase: 'Active' }])
  })
})

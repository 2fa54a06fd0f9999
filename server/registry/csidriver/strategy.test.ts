import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { csiDriverRules } from './strategy.ts'

const traits = { group: 'storage.k8s.io', namespaced: false, hasStatus: false }
const at = (minor = 36, gates: Record<string, boolean> = {}) =>
  new RulesAtWork(csiDriverRules, { minor, gates, traits })
const driver = (spec: object = {}) =>
  patched({ apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', metadata: { name: 'a' }, spec: {} }, { spec })
const rules = at()
const stored = rules.create(driver()).object

describe('a CSIDriver', () => {
  it('has defaults', () => {
    expect(stored['spec']).toMatchObject({
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      volumeLifecycleModes: ['Persistent'],
      requiresRepublish: false,
    })
  })

  it('keeps what is given', () => {
    const spec = {
      attachRequired: false,
      podInfoOnMount: true,
      storageCapacity: true,
      fsGroupPolicy: 'File',
      volumeLifecycleModes: ['Ephemeral'],
      requiresRepublish: true,
      seLinuxMount: true,
    }
    expect(at(36, { SELinuxMountReadWriteOncePod: true }).create(driver(spec))).toMatchObject({
      errors: [],
      object: { spec },
    })
  })

  const gated = {
    seLinuxMount: true,
    nodeAllocatableUpdatePeriodSeconds: 30,
    serviceAccountTokenInSecrets: true,
  }
  const gates = [
    'SELinuxMountReadWriteOncePod',
    'MutableCSINodeAllocatableCount',
    'CSIServiceAccountTokenSecrets',
  ]
  it.each<[boolean, object]>([
    [true, gated],
    [false, {}],
  ])('has fields of gates as far as they are on: %s', (on, kept) => {
    const own = at(36, Object.fromEntries(gates.map((gate) => [gate, on])))
    const ofGates = (spec: unknown) =>
      Object.fromEntries(Object.entries(spec as object).filter(([name]) => name in gated))
    expect(ofGates(own.create(driver(gated)).object['spec'])).toEqual(kept)
    expect(ofGates(own.update(driver(gated), { spec: { seLinuxMount: false } }).object['spec'])).toEqual({
      ...gated,
      seLinuxMount: false,
    })
  })

  it.each<[string, object, string[]]>([
    [
      'an odd policy',
      { fsGroupPolicy: 'Odd' },
      [
        'spec.fsGroupPolicy: Unsupported value: "Odd": supported values: "File", "None", "ReadWriteOnceWithFSType"',
      ],
    ],
    [
      'an odd mode',
      { volumeLifecycleModes: ['Odd'] },
      ['spec.volumeLifecycleModes: Unsupported value: "Odd": supported values: "Persistent", "Ephemeral"'],
    ],
    [
      'an audience twice',
      { tokenRequests: [{ audience: 'a' }, { audience: 'a' }] },
      ['spec.tokenRequests[1].audience: Duplicate value: "a"'],
    ],
    [
      'tokens of minutes',
      { tokenRequests: [{ audience: 'a', expirationSeconds: 599 }] },
      [
        'spec.tokenRequests[0].expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
      ],
    ],
    [
      'tokens of centuries',
      { tokenRequests: [{ audience: 'a', expirationSeconds: 2 ** 32 + 1 }] },
      [
        'spec.tokenRequests[0].expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds',
      ],
    ],
    [
      'a short period',
      { nodeAllocatableUpdatePeriodSeconds: 9 },
      [
        'spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds',
      ],
    ],
    [
      'tokens in secrets, and none asked for',
      { serviceAccountTokenInSecrets: true },
      [
        'spec.serviceAccountTokenInSecrets: Invalid value: true: serviceAccountTokenInSecrets is set but no tokenRequests are specified',
      ],
    ],
  ])('is refused with %s', (_, spec, errors) => {
    expect(
      at(36, { CSIServiceAccountTokenSecrets: true, MutableCSINodeAllocatableCount: true }).create(
        driver(spec),
      ).errors,
    ).toEqual(errors)
  })

  it.each<[object, string[]]>([
    [{ requiresRepublish: true, storageCapacity: true }, []],
    // Upstream names the field so.
    [{ attachRequired: false }, ['spec.attachedRequired: Invalid value: false: field is immutable']],
    [
      { volumeLifecycleModes: ['Ephemeral'] },
      ['spec.volumeLifecycleModes: Invalid value: ["Ephemeral"]: field is immutable'],
    ],
  ])('changes by %j with the errors %j', (spec, errors) => {
    expect(rules.update(stored, { spec }).errors).toEqual(errors)
  })

  it.each<[object, number | undefined]>([
    [{ spec: { requiresRepublish: true } }, 1],
    [{ metadata: { labels: { a: 'b' } } }, undefined],
  ])('has no generation until its spec changes: %j', (patch, generation) => {
    expect(stored.metadata.generation).toBeUndefined()
    expect(rules.update(stored, patch).object.metadata.generation).toBe(generation)
  })

  it('is warned of tokens that may be logged', () => {
    const own = at(36, { CSIServiceAccountTokenSecrets: true })
    const spec = { tokenRequests: [{ audience: 'a' }] }
    const warnings = [
      'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes',
    ]
    expect(own.create(driver(spec)).warnings).toEqual(warnings)
    expect(own.update(driver(), { spec }).warnings).toEqual(warnings)
    expect(own.update(driver(spec), { spec: { requiresRepublish: true } }).warnings).toEqual([])
  })
})

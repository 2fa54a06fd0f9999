import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { podGroupRules, workloadRules } from './strategy.ts'

const gates = ['TopologyAwareWorkloadScheduling', 'DRAWorkloadResourceClaims', 'WorkloadAwarePreemption']
const allOf = (on: boolean) => Object.fromEntries(gates.map((gate) => [gate, on]))
const at = (rules: typeof workloadRules, { minor = 36, on = true } = {}) =>
  new RulesAtWork(rules, {
    minor,
    gates: allOf(on),
    traits: { group: 'scheduling.k8s.io', hasStatus: rules === podGroupRules, statusKeepsMeta: true },
  })
const object = (kind: string, own: object, patch: object = {}) =>
  patched(
    patched(
      { apiVersion: 'scheduling.k8s.io/v1alpha2', kind, metadata: { name: 'a', namespace: 'ns' } },
      { spec: own },
    ),
    { spec: patch },
  )
const gated = {
  schedulingConstraints: { topology: [{ key: 'zone' }] },
  resourceClaims: [{ name: 'c', resourceClaimName: 'r' }],
  disruptionMode: 'Pod',
  priority: 5,
}

describe('a Workload', () => {
  const template = { name: 't', schedulingPolicy: { basic: {} } }
  const workload = (patch: object = {}) => object('Workload', { podGroupTemplates: [template] }, patch)

  it.each([
    [true, gated],
    [false, {}],
  ])('has fields of gates as far as they are on: %s', (on, kept) => {
    const sent = workload({ podGroupTemplates: [{ ...template, ...gated }] })
    const { object: made, errors } = at(workloadRules, { on }).create(sent)
    expect([errors, made['spec']]).toEqual([[], { podGroupTemplates: [{ ...template, ...kept }] }])
  })

  it.each<[string, object, string[]]>([
    ['no templates', { podGroupTemplates: [] }, ['spec.podGroupTemplates: Required value']],
    [
      'an odd mode',
      { podGroupTemplates: [{ ...template, disruptionMode: 'A' }] },
      [
        'spec.podGroupTemplates[0].disruptionMode: Unsupported value: "A": supported values: "Pod", "PodGroup"',
      ],
    ],
    [
      'no policy',
      { podGroupTemplates: [{ name: 't', schedulingPolicy: {} }] },
      ['spec.podGroupTemplates[0].schedulingPolicy: Invalid value: "": must specify one of: `basic`, `gang`'],
    ],
  ])('is refused with %s', (_, spec, errors) => {
    expect(at(workloadRules).create(workload(spec)).errors).toEqual(errors)
  })

  it('keeps its templates', () => {
    const errors = at(workloadRules).update(workload(), {
      spec: { podGroupTemplates: [{ ...template, name: 'u' }] },
    }).errors
    expect(errors).toEqual([
      expect.stringMatching(/^spec\.podGroupTemplates: Invalid value: .*: field is immutable$/),
    ])
  })

  it.each<[object, string[]]>([
    [{ podGroups: [{ name: 'g', policy: { basic: {} } }] }, []],
    [
      {
        podGroups: [{ name: 'g', policy: { basic: {} } }],
        controllerRef: { apiGroup: 'batch', kind: 'Job', name: 'a/b' },
      },
      ['spec.controllerRef.name: Invalid value: "a/b": may not contain \'/\''],
    ],
    [
      { podGroups: [{ name: 'g', policy: { basic: {} } }], controllerRef: { apiGroup: 'a..b', name: 'j' } },
      [
        "spec.controllerRef.apiGroup: Invalid value: \"a..b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
        'spec.controllerRef.kind: Required value',
      ],
    ],
    [{ podGroups: [] }, ['spec.podGroups: Required value: must have at least one item']],
    [
      { podGroups: [{ name: 'g', policy: { gang: { minCount: 0 } } }] },
      ['spec.podGroups[0].policy.gang.minCount: Invalid value: 0: must be greater than zero'],
    ],
    [
      { podGroups: [{ name: 'g', policy: { basic: {}, gang: { minCount: 1 } } }] },
      [
        'spec.podGroups[0].policy: Invalid value: "{`basic`, `gang`}": exactly one of `basic`, `gang` is required, but multiple fields are set',
      ],
    ],
  ])('of 1.35 with %j has the errors %j', (spec, errors) => {
    expect(at(workloadRules, { minor: 35 }).create(object('Workload', spec)).errors).toEqual(errors)
  })
})

describe('a PodGroup', () => {
  const podGroup = (patch: object = {}) =>
    object('PodGroup', { schedulingPolicy: { basic: {} }, disruptionMode: 'Pod' }, patch)

  it('loses fields of gates that are off, but for those that it has', () => {
    const off = at(podGroupRules, { on: false })
    expect(off.create(podGroup(gated))).toMatchObject({ errors: [] })
    expect(off.create(podGroup(gated)).object['spec']).toEqual({ schedulingPolicy: { basic: {} } })
    expect(off.update(podGroup(gated), { spec: { priority: 6 } }).object['spec']).toMatchObject({
      ...gated,
      priority: 6,
    })
  })

  it('keeps how it is scheduled', () => {
    expect(
      at(podGroupRules).update(podGroup(), {
        spec: { schedulingPolicy: { basic: null, gang: { minCount: 2 } } },
      }).errors,
    ).toEqual([expect.stringMatching(/^spec\.schedulingPolicy: Invalid value: .*: field is immutable$/)])
  })

  const statuses = [{ name: 'c', resourceClaimName: 'r' }]
  it.each<[boolean, object, object, string[]]>([
    [true, gated, { resourceClaimStatuses: statuses }, []],
    [
      true,
      {},
      { resourceClaimStatuses: statuses },
      [
        'status.resourceClaimStatuses[0].name: Invalid value: "c": must match the name of an entry in `spec.resourceClaims`',
      ],
    ],
    [false, {}, {}, []],
  ])('has statuses of claims where the gate is %s and its spec has %j', (on, spec, status, errors) => {
    const old = podGroup(spec)
    const patch = {
      metadata: { labels: { a: 'b' } },
      spec: { priority: 9 },
      status: { resourceClaimStatuses: statuses },
    }
    const { object: written, errors: found } = at(podGroupRules, { on }).update(old, patch, 'status')
    expect([found, written['status'], written['spec'], written.metadata.labels]).toEqual([
      errors,
      status,
      old['spec'],
      undefined,
    ])
  })
})

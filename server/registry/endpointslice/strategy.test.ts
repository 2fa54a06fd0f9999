import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { endpointSliceRules } from './strategy.ts'

const slice = (patch: object = {}) =>
  patched(
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 'a', namespace: 'ns' },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.1.2.3'] }],
      ports: [],
    },
    patch,
  )
const rules = new RulesAtWork(endpointSliceRules)
const stored = rules.create(slice()).object
const endpoint = (more: object) => ({ endpoints: [{ addresses: ['10.1.2.3'], ...more }] })

describe('an EndpointSlice', () => {
  it('has a first generation, and ports of TCP without a name', () => {
    const { object, errors } = rules.create(slice({ ports: [{ port: 80 }] }))
    expect([errors, object]).toEqual([
      [],
      slice({ metadata: { generation: 1 }, ports: [{ name: '', protocol: 'TCP', port: 80 }] }),
    ])
  })

  const names = (count: number): object[] => Array.from({ length: count }, (_, i) => ({ name: `n${i}` }))
  it.each<[string, object, string[]]>([
    ['no type', { addressType: null }, ['addressType: Required value']],
    [
      'an odd type',
      { addressType: 'IPv5' },
      ['addressType: Unsupported value: "IPv5": supported values: "FQDN", "IPv4", "IPv6"'],
    ],
    [
      'no address',
      { endpoints: [{ addresses: [] }] },
      ['endpoints[0].addresses: Required value: must contain at least 1 address'],
    ],
    [
      'an address of another family',
      { endpoints: [{ addresses: ['fd00::1'] }] },
      ['endpoints[0].addresses: Invalid value: "fd00::1": must be an IPv4 address'],
    ],
    [
      'an address of its own host',
      { endpoints: [{ addresses: ['127.0.0.1'] }] },
      [
        'endpoints[0].addresses[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
    [
      'a name of one part',
      { addressType: 'FQDN', endpoints: [{ addresses: ['own'] }] },
      [
        'endpoints[0].addresses[0]: Invalid value: "own": should be a domain with at least two segments separated by dots',
      ],
    ],
    [
      'too many endpoints',
      { endpoints: Array(1001).fill({ addresses: ['10.1.2.3'] }) },
      ['endpoints: Too many: 1001: must have at most 1000 items'],
    ],
    [
      'too many hints',
      endpoint({ hints: { forZones: names(9) } }),
      ['endpoints[0].hints.forZones: Too many: 9: must have at most 8 items'],
    ],
    [
      'a hint twice',
      endpoint({ hints: { forZones: [{ name: 'a' }, { name: 'a' }] } }),
      ['endpoints[0].hints.forZones[1].name: Duplicate value: "a"'],
    ],
    ['a port twice', { ports: [{ port: 1 }, { port: 2 }] }, ['ports[1].name: Duplicate value: ""']],
    [
      'a port of an odd protocol',
      { ports: [{ port: 1, protocol: 'ICMP' }] },
      ['ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"'],
    ],
  ])('is refused with %s', (_, patch, errors) => {
    expect(rules.create(slice(patch)).errors).toEqual(errors)
  })

  it('keeps its type', () => {
    expect(
      rules.update(stored, { addressType: 'IPv6', endpoints: [{ addresses: ['fd00::1'] }] }).errors,
    ).toEqual(['addressType: Invalid value: "IPv6": field is immutable'])
  })

  it.each<[string, object, number]>([
    ['an endpoint', endpoint({ nodeName: 'n' }), 2],
    ['a label', { metadata: { labels: { a: 'b' } } }, 2],
    ['an annotation', { metadata: { annotations: { a: 'b' } } }, 1],
  ])('with generation 1 has that or the next where a write changes %s', (_, patch, generation) => {
    expect(rules.update(stored, patch)).toMatchObject({ errors: [], object: { metadata: { generation } } })
  })

  const gated = {
    hints: { forZones: [{ name: 'z' }], forNodes: [{ name: 'n' }] },
    conditions: { ready: true, serving: true, terminating: false },
  }
  it.each<[number, Record<string, boolean>, object]>([
    [34, { PreferSameTrafficDistribution: true }, gated],
    [34, { PreferSameTrafficDistribution: false }, { ...gated, hints: { forZones: [{ name: 'z' }] } }],
    [
      25,
      { TopologyAwareHints: false, EndpointSliceTerminatingCondition: true },
      { conditions: gated.conditions },
    ],
    [
      25,
      { TopologyAwareHints: true, EndpointSliceTerminatingCondition: false },
      { ...gated, conditions: { ready: true } },
    ],
  ])('has in 1.%i with %j the fields %j', (minor, gates, kept) => {
    const at = new RulesAtWork(endpointSliceRules, { minor, gates })
    expect(at.create(slice(endpoint(gated))).object['endpoints']).toEqual([
      { addresses: ['10.1.2.3'], ...kept },
    ])
  })

  it('keeps fields of gates that are off where it has them', () => {
    const at = new RulesAtWork(endpointSliceRules, {
      minor: 34,
      gates: { PreferSameTrafficDistribution: false },
    })
    const old = slice(endpoint({ hints: { forNodes: [{ name: 'old' }] } }))
    expect(at.update(old, endpoint(gated)).object['endpoints']).toMatchObject([{ hints: gated.hints }])
  })

  it('keeps hints where it has them, while they are off', () => {
    const at = new RulesAtWork(endpointSliceRules, { minor: 25, gates: { TopologyAwareHints: false } })
    const hints = { forZones: [{ name: 'z' }] }
    expect(
      at.update(slice(endpoint({ hints })), endpoint({ hints, hostname: 'h' })).object['endpoints'],
    ).toMatchObject([{ hints }])
    expect(at.update(slice(), endpoint({ hints })).object['endpoints']).not.toHaveProperty('[0].hints')
  })

  const topology = { deprecatedTopology: { 'kubernetes.io/hostname': 'n' } }
  it.each([
    ['v1', {}],
    ['v1beta1', topology],
  ])('sent as %s has the topology %j', (version, kept) => {
    const at = new RulesAtWork(endpointSliceRules, { minor: 24, version })
    expect(at.create(slice(endpoint(topology))).object['endpoints']).toEqual([
      { addresses: ['10.1.2.3'], ...kept },
    ])
  })

  it('that had a topology has its node by name', () => {
    const { object } = rules.update(slice(endpoint(topology)), endpoint({ ...topology, hostname: 'h' }))
    expect(object['endpoints']).toEqual([{ addresses: ['10.1.2.3'], hostname: 'h', nodeName: 'n' }])
  })

  it.each<[number, string[]]>([
    [26, []],
    [36, ['spec.addressType: FQDN endpoints are deprecated']],
  ])('of names is warned of in 1.%i: %j', (minor, warnings) => {
    const sent = slice({ addressType: 'FQDN', endpoints: [{ addresses: ['a.example.com'] }] })
    expect(new RulesAtWork(endpointSliceRules, { minor }).create(sent)).toMatchObject({
      errors: [],
      warnings,
    })
  })
})

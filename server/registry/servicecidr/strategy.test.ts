import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { serviceCIDRRules } from './strategy.ts'

const serviceCIDR = (...cidrs: string[]) =>
  patched(
    { apiVersion: 'networking.k8s.io/v1', kind: 'ServiceCIDR', metadata: { name: 'a' } },
    { spec: { cidrs } },
  )
const at = (minor: number, gates: Record<string, boolean> = {}) =>
  new RulesAtWork(serviceCIDRRules, { minor, gates })
const families = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64'
const none = ['spec.cidrs: Required value: at least one CIDR required']

describe('a ServiceCIDR', () => {
  it.each<[number, string[], string[]]>([
    [36, ['10.1.0.0/24'], []],
    [36, ['10.1.0.0/24', 'fd00::/112'], []],
    [36, [], none],
    [31, [], none],
    [
      31,
      ['10.1.0.0/24', 'fd00::/112', '10.2.0.0/24'],
      [
        'spec.cidrs: Invalid value: networking.ServiceCIDRSpec{CIDRs:[]string{"10.1.0.0/24", "fd00::/112", "10.2.0.0/24"}}: may only hold up to 2 values',
      ],
    ],
    [
      36,
      ['10.1.0.0/24', '10.2.0.0/24'],
      [`spec.cidrs: Invalid value: ["10.1.0.0/24","10.2.0.0/24"]: ${families}`],
    ],
    [31, ['10.1.0.0'], ['spec.cidrs[0]: Invalid value: "10.1.0.0": netip.ParsePrefix("10.1.0.0"): no \'/\'']],
    [
      31,
      ['10.1.0.5/24'],
      [
        'spec.cidrs[0]: Invalid value: "10.1.0.5/24": wrong CIDR format, IP doesn\'t match network IP address',
      ],
    ],
    [
      36,
      ['10.1.0.5/24'],
      ['spec.cidrs[0]: Invalid value: "10.1.0.5/24": must not have bits set beyond the prefix length'],
    ],
  ])('in 1.%i of %j has these errors', (minor, cidrs, errors) => {
    expect(at(minor).create(serviceCIDR(...cidrs)).errors).toEqual(errors)
  })

  const [one, two, other] = ['10.1.0.0/24', 'fd00::/112', '10.78.0.0/24']
  it.each<[number, string[], string[], string[]]>([
    [36, [one], [one, two], []],
    [
      32,
      [one],
      [one, two],
      ['spec.cidrs: Invalid value: []string{"10.1.0.0/24", "fd00::/112"}: field is immutable'],
    ],
    [36, [one], [other], ['spec.cidrs[0]: Invalid value: "10.78.0.0/24": field is immutable']],
    [32, [one], [other], ['spec.cidrs: Invalid value: []string{"10.78.0.0/24"}: field is immutable']],
    [36, [one, two], [one], ['spec.cidrs: Invalid value: ["10.1.0.0/24"]: field is immutable']],
  ])('in 1.%i of %j, changed to %j, has these errors', (minor, before, cidrs, errors) => {
    expect(at(minor).update(serviceCIDR(...before), { spec: { cidrs } }).errors).toEqual(errors)
  })

  const status = { conditions: [{ type: 'Ready' }] }
  it.each([
    [true, { made: {}, changed: undefined }],
    [false, { made: status, changed: status }],
  ])('has a status that is sent only where nobody wipes it: %s', (on, { made, changed }) => {
    const wiping = at(36, { ServiceCIDRStatusFieldWiping: on })
    expect(wiping.create(patched(serviceCIDR(one), { status })).object['status']).toEqual(made)
    expect(wiping.update(serviceCIDR(one), { status }).object['status']).toEqual(changed)
  })

  it.each([
    [31, { a: 'b' }],
    [36, undefined],
  ])('in 1.%i has after a write of its status the labels %j, and its spec', (minor, labels) => {
    const patch = { metadata: { labels: { a: 'b' } }, spec: { cidrs: [other] }, status }
    const { object } = at(minor).update(serviceCIDR(one), patch, 'status')
    expect([object['spec'], object['status'], object.metadata.labels]).toEqual([
      { cidrs: [one] },
      status,
      labels,
    ])
  })
})

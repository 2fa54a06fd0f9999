import { describe, expect, it } from 'vitest'
import { wouldOrphan } from './service-cidrs.ts'

const cidr = (name: string, ...cidrs: string[]) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'ServiceCIDR',
  metadata: { name },
  spec: { cidrs },
})
const address = (name: string, by = 'ipallocator.k8s.io') => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IPAddress',
  metadata: { name, labels: { 'ipaddress.kubernetes.io/managed-by': by } },
})

describe('a ServiceCIDR is needed by addresses', () => {
  const small = cidr('small', '10.1.0.0/24')
  it.each([
    ['that only it has', [small], ['10.1.0.9'], true],
    ['but not by others', [small], ['10.2.0.9'], false],
    ['unless a larger one has them', [small, cidr('large', '10.0.0.0/8')], ['10.1.0.9'], false],
    ['unless another has the same', [small, cidr('twin', '10.1.0.0/24')], ['10.1.0.9'], false],
    ['unless a smaller one has them all', [small, cidr('half', '10.1.0.0/28')], ['10.1.0.9'], false],
    ['and some are not in the smaller one', [small, cidr('half', '10.1.0.0/28')], ['10.1.0.99'], true],
  ])('%s', (_, all, names, needed) => {
    expect(
      wouldOrphan(
        small,
        all,
        names.map((name) => address(name)),
      ),
    ).toBe(needed)
  })

  it('of each of its families', () => {
    const dual = cidr('dual', '10.1.0.0/24', 'fd00::/112')
    const four = cidr('four', '10.0.0.0/8')
    expect(wouldOrphan(dual, [dual, four], [address('fd00::7')])).toBe(true)
    expect(wouldOrphan(dual, [dual, four], [address('10.1.0.7')])).toBe(false)
  })

  it('that the allocator manages', () => {
    expect(wouldOrphan(small, [small], [address('10.1.0.9', 'somebody')])).toBe(false)
  })
})

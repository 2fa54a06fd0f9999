import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { checkRules } from './check-rules.ts'
import type { RuleTool, Subject } from './claim.ts'
import type { ClaimWorld } from './world.ts'

const balancer = (name: string, ip?: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'default', uid: name },
  spec: { type: 'LoadBalancer', clusterIPs: ['10.96.0.9'] },
  status: { loadBalancer: ip === undefined ? {} : { ingress: [{ ip }] } },
})
const subject = (more: Partial<Subject>): Subject => ({
  kind: 'Service',
  resource: 'services',
  type: 'LoadBalancer',
  number: 'many',
  ...more,
})
const rule = (ip: string): string => `-A KUBE-SERVICES -d ${ip}/32 -p tcp -j KUBE-EXT-X\n`
const verdict = async (
  services: KubeObject[],
  rules: string[],
  who: Partial<Subject>,
  present: boolean,
  tool?: RuleTool,
) => {
  const world: ClaimWorld = {
    commands: [],
    step: 0,
    objects: async (resource) => (resource === 'services' ? services : []),
    before: async () => [],
    documented: services.map(({ metadata }) => ({
      resource: 'services',
      name: metadata.name!,
      namespace: 'default',
    })),
    gates: () => undefined,
    release: () => undefined,
    rules: async () => rules.map((iptables, at) => ({ node: `n${at}`, iptables, nftables: '', ipvs: '' })),
  }
  const claim = {
    kind: 'rules' as const,
    subject: subject(who),
    present,
    text: '',
    line: 1,
    ...(tool && { tool }),
  }
  return (await checkRules(claim, world)).verdict
}
const two = [balancer('a', '172.18.0.20'), balancer('b', '172.18.0.2')]

it('asks each node for the address of each load balancer', async () => {
  const both = rule('172.18.0.20') + rule('172.18.0.2')
  expect(await verdict(two, [both, both], { number: 'both' }, true)).toBe('holds')
  expect(await verdict(two, [both, rule('172.18.0.20')], { number: 'both' }, true)).toBe('fails')
  // The one address begins with the other.
  expect(await verdict(two, [rule('172.18.0.20')], { number: 'one', which: 'second' }, false)).toBe('holds')
  expect(await verdict(two, [rule('172.18.0.20')], { number: 'one', which: 'first' }, false)).toBe('fails')
})

it('cannot tell without a kube-proxy, an address, or a pair of Services', async () => {
  expect(await verdict(two, [], {}, false)).toBe('unknown')
  expect(await verdict([balancer('a')], ['x'], {}, false)).toBe('unknown')
  expect(await verdict([...two, balancer('c', '1.1.1.1')], ['x'], { number: 'both' }, false)).toBe('unknown')
  expect(await verdict([], ['x'], {}, false)).toBe('fails')
})

it('looks only at what the named tool shows', async () => {
  const both = rule('172.18.0.20') + rule('172.18.0.2')
  expect(await verdict(two, [both], {}, true, 'iptables')).toBe('holds')
  expect(await verdict(two, [both], {}, true, 'nftables')).toBe('fails')
  expect(await verdict(two, [both], {}, false, 'nftables')).toBe('holds')
})

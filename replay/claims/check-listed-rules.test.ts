import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { checkClaim } from './check-claim.ts'
import { readClaims } from './read-claims.ts'
import type { ClaimWorld } from './world.ts'

const object = (kind: string, name: string, labels: Record<string, string>, rest: object): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'shop', uid: name, labels },
  ...rest,
})
const zone = 'topology.kubernetes.io/zone'
const nodes = [object('Node', 'n-1', { [zone]: 'east' }, {}), object('Node', 'n-2', { [zone]: 'west' }, {})]
const endpoint = (ip: string, node: string, where: string, hint?: string): object => ({
  addresses: [ip],
  conditions: { ready: true },
  nodeName: node,
  zone: where,
  ...(hint === undefined ? {} : { hints: { forZones: [{ name: hint }] } }),
})
const rulesTo = (chain: string, ips: string[]): string =>
  [
    '*nat',
    `-A KUBE-SERVICES -d 10.96.1.1/32 -p tcp -m comment --comment "shop/till cluster IP" -m tcp --dport 80 -j ${chain}`,
    ...ips.map((ip) => `-A ${chain} -m comment --comment "shop/till -> ${ip}:80" -j KUBE-SEP-${ip}`),
    '-A KUBE-SVC-OTHER -m comment --comment "shop/till -> 10.9.9.9:80" -j KUBE-SEP-X',
    'COMMIT',
  ].join('\n')

function world(
  ips: string[],
  endpoints: object[],
  more: { chain?: string; opened?: string } = {},
): ClaimWorld {
  const all: Record<string, KubeObject[]> = {
    nodes,
    services: [object('Service', 'till', {}, { spec: {} })],
    'endpointslices.discovery.k8s.io': [
      object('EndpointSlice', 'till-1', { 'kubernetes.io/service-name': 'till' }, { endpoints }),
      object(
        'EndpointSlice',
        'b-1',
        { 'kubernetes.io/service-name': 'b' },
        { endpoints: [endpoint('10.9.9.9', 'n-1', 'east')] },
      ),
    ],
  }
  const seen = (text: string, stdout = '') => ({ step: 1, text, line: 1, stdout, stderr: '', exitCode: 0 })
  return {
    commands: [
      ...(more.opened === undefined ? [] : [seen(more.opened)]),
      seen('iptables-save', rulesTo(more.chain ?? 'KUBE-SVC-A', ips)),
    ],
    step: 1,
    objects: async (resource) => all[resource] ?? [],
    before: async () => [],
    documented: [{ resource: 'services', name: 'till', namespace: 'shop' }],
    gates: () => undefined,
    release: () => undefined,
  }
}

async function verdict(text: string, where: ClaimWorld): Promise<string> {
  const reading = readClaims({ text, line: 1 })
  if (reading.kind !== 'claims') return reading.kind
  const found = await Promise.all(reading.claims.map((claim) => checkClaim(claim, where)))
  return found.map((one) => one.verdict).join(' ')
}

const opened = 'docker exec -it n-1 bash'
const two = [endpoint('10.1.0.2', 'n-1', 'east'), endpoint('10.2.0.2', 'n-2', 'west')]

describe('the rules of a node', () => {
  it.each([
    ['The rules should contain all endpoints of the Service.', ['10.1.0.2', '10.2.0.2'], 'holds'],
    ['The rules should contain all endpoints of the Service.', ['10.1.0.2'], 'fails'],
    ['Verify that the iptables rules only contain endpoints in the same zone.', ['10.1.0.2'], 'holds'],
    [
      'Verify that the iptables rules only contain endpoints in the same zone.',
      ['10.1.0.2', '10.2.0.2'],
      'fails',
    ],
    ['Verify that the rules contain only endpoints which are local to the zone.', [], 'fails'],
    ['Check that kube-proxy only proxies to the local nodes.', ['10.1.0.2'], 'holds'],
    ['Check that kube-proxy only proxies to the local nodes.', ['10.2.0.2'], 'fails'],
    ['Check that kube-proxy now proxies to all endpoints.', ['10.1.0.2', '10.2.0.2'], 'holds'],
    ['Check that kube-proxy now proxies to all endpoints.', ['10.1.0.2'], 'fails'],
    // Without "only" it says nothing of the other endpoints.
    ['The rules contain endpoints in the same zone.', ['10.1.0.2'], 'unread'],
  ])('%s with %j: %s', async (text, ips, expected) => {
    expect(await verdict(text, world(ips, two, { opened }))).toBe(expected)
  })

  it('takes those for right that the hints of all endpoints choose', async () => {
    const text = 'Verify that kube-proxy has correctly programmed the iptables rules.'
    const hinted = [endpoint('10.1.0.2', 'n-1', 'east', 'west'), endpoint('10.2.0.2', 'n-2', 'west', 'east')]
    expect(await verdict(text, world(['10.2.0.2'], hinted, { opened }))).toBe('holds')
    expect(await verdict(text, world(['10.1.0.2'], hinted, { opened }))).toBe('fails')
    expect(await verdict(text, world(['10.1.0.2', '10.2.0.2'], two, { opened }))).toBe('holds')
    expect(await verdict(text, world(['10.1.0.2'], two, { opened }))).toBe('fails')
  })

  it('cannot tell of which node rules are that nobody says where they were listed', async () => {
    const text = 'Check that kube-proxy now proxies to all endpoints.'
    expect(await verdict(text, world(['10.1.0.2'], two))).toBe('unknown')
    expect(await verdict(text, world(['10.1.0.2'], two, { opened: 'docker exec -it n-11 bash' }))).toBe(
      'unknown',
    )
  })

  it('reads the chain of a Service with a local policy', async () => {
    const where = world(['10.1.0.2'], two, { opened, chain: 'KUBE-SVL-A' })
    expect(await verdict('Check that kube-proxy only proxies to local endpoints.', where)).toBe('holds')
  })

  it('says nothing of rules that are only looked at', async () => {
    expect(await verdict('Observe the iptables rules within some worker node.', world([], two))).toBe('none')
  })
})

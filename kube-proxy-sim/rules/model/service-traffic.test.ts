import { describe, expect, it } from 'vitest'
import type { ProxyConfig } from '../proxy-config.ts'
import { endpoint, gatesWith, onNode, proxyConfig, service, slice } from '../testing/objects.ts'
import type { EndpointSlice, Service, SliceEndpoint } from './objects.ts'
import { type ServiceTraffic, serviceTraffic } from './service-traffic.ts'

const traffic = (
  spec: Service['spec'],
  endpoints: SliceEndpoint[],
  config: Partial<ProxyConfig> = {},
): ServiceTraffic =>
  serviceTraffic(
    { services: [service('s', spec)], endpointSlices: [slice('s', endpoints)] },
    'IPv4',
    proxyConfig(config),
  )[0]!

const addresses = (endpoints: readonly { ip: string }[]): string => endpoints.map(({ ip }) => ip).join(' ')

const serving = { conditions: { ready: false, serving: true, terminating: true } }
const gone = { conditions: { ready: false, serving: false, terminating: true } }

describe('which endpoints are used', () => {
  it('takes conditions that are not given as ready and serving', () => {
    const { cluster, hasEndpoints } = traffic({}, [endpoint('10.244.1.1')])
    expect([addresses(cluster), hasEndpoints]).toEqual(['10.244.1.1', true])
  })

  it('takes terminating endpoints that serve only where none is ready', () => {
    const both = [endpoint('10.244.1.1', serving), endpoint('10.244.1.2', gone)]
    expect(addresses(traffic({}, both).cluster)).toBe('10.244.1.1')
    expect(addresses(traffic({}, [...both, endpoint('10.244.1.3')]).cluster)).toBe('10.244.1.3')
  })

  it('falls back to terminating endpoints for Local by itself, and reaches the union', () => {
    const found = traffic(
      { type: 'NodePort', externalTrafficPolicy: 'Local', ports: [{ name: 'p', port: 80, nodePort: 30000 }] },
      [onNode('10.244.0.1', serving), endpoint('10.244.1.1')],
    )
    expect(addresses(found.cluster)).toBe('10.244.1.1')
    expect(addresses(found.local)).toBe('10.244.0.1')
    expect(addresses(found.reachable)).toBe('10.244.0.1 10.244.1.1')
    expect(found.hasExternal).toBe(true)
  })

  it('uses no Local endpoints for a service that nothing outside reaches', () => {
    const found = traffic({ externalTrafficPolicy: 'Local' }, [onNode('10.244.0.1')])
    expect([found.usesLocalChain, found.usesExternalChain]).toEqual([false, false])
  })

  it('prefers the running one of two endpoints with one address', () => {
    const found = traffic({}, [endpoint('10.244.1.1'), endpoint('10.244.1.1', serving)])
    expect(found.cluster).toHaveLength(1)
    expect(found.cluster[0]!.ready).toBe(true)
  })

  it('prefers until 1.35 the one on this node of two with one address', () => {
    const both = [endpoint('10.244.1.1'), onNode('10.244.1.1', gone), endpoint('10.244.1.1', serving)]
    expect(traffic({}, both, { minor: 35 }).endpoints).toMatchObject([{ local: true, serving: false }])
    expect(traffic({}, both, { minor: 36 }).endpoints).toMatchObject([{ local: false, ready: true }])
  })

  it('names an endpoint as its slice writes it in 1.30, canonically since', () => {
    const state = {
      services: [service('s')],
      endpointSlices: [slice('s', [endpoint('fd00:0:0::1')], { addressType: 'IPv6' })],
    }
    const named = (minor: number) => serviceTraffic(state, 'IPv6', proxyConfig({ minor }))[0]!.cluster[0]
    expect(named(30)).toMatchObject({ ip: 'fd00::1', text: '[fd00:0:0::1]:8080' })
    expect(named(31)).toMatchObject({ ip: 'fd00::1', text: '[fd00::1]:8080' })
  })

  it('ignores ports without a number and slices of another family or service', () => {
    const endpointSlices: EndpointSlice[] = [
      slice('s', [endpoint('10.244.1.1')], { ports: [{ name: 'p', protocol: 'TCP' }] }),
      slice('s', [endpoint('fd00::1')], { addressType: 'IPv6' }),
      slice('other', [endpoint('10.244.1.2')]),
    ]
    const state = { services: [service('s')], endpointSlices }
    expect(serviceTraffic(state, 'IPv4', proxyConfig())[0]!.hasEndpoints).toBe(false)
    expect(serviceTraffic(state, 'IPv6', proxyConfig())[0]!.cluster[0]!.text).toBe('[fd00::1]:8080')
  })
})

describe('topology', () => {
  const hinted = [
    onNode('10.244.0.1', { hints: { forZones: [{ name: 'z1' }], forNodes: [{ name: 'n1' }] } }),
    endpoint('10.244.1.1', { hints: { forZones: [{ name: 'z1' }], forNodes: [{ name: 'n2' }] } }),
    endpoint('10.244.2.1', { hints: { forZones: [{ name: 'z2' }], forNodes: [{ name: 'n3' }] } }),
  ]
  const all = '10.244.0.1 10.244.1.1 10.244.2.1'
  const zone = '10.244.0.1 10.244.1.1'

  it.each<[string, Partial<ProxyConfig>, string]>([
    ['1.30 without the annotation', { minor: 30, gates: gatesWith({}, '1.30') }, all],
    [
      '1.31 with its gate',
      { minor: 31, gates: gatesWith({ ServiceTrafficDistribution: true }, '1.31') },
      zone,
    ],
    [
      '1.33 with node hints off',
      { minor: 33, gates: gatesWith({ PreferSameTrafficDistribution: false }) },
      zone,
    ],
    [
      '1.34 with node hints on',
      { minor: 34, gates: gatesWith({ PreferSameTrafficDistribution: true }) },
      '10.244.0.1',
    ],
    ['a node without a zone', { gates: gatesWith({ PreferSameTrafficDistribution: false }), zone: '' }, all],
    [
      'a zone without endpoints',
      { gates: gatesWith({ PreferSameTrafficDistribution: false }), zone: 'z9' },
      all,
    ],
    ['a node without endpoints', { nodeName: 'n9' }, zone],
  ])('%s', (_name, config, expected) => {
    expect(addresses(traffic({}, hinted, config).cluster)).toBe(expected)
  })

  it('takes hints in 1.30 with the annotation', () => {
    const state = (mode: string) => ({
      services: [service('s', {}, { annotations: { 'service.kubernetes.io/topology-mode': mode } })],
      endpointSlices: [slice('s', hinted)],
    })
    const config = proxyConfig({ minor: 30, gates: gatesWith({}, '1.30') })
    expect(addresses(serviceTraffic(state('Auto'), 'IPv4', config)[0]!.cluster)).toBe(zone)
    expect(addresses(serviceTraffic(state('Disabled'), 'IPv4', config)[0]!.cluster)).toBe(all)
  })

  it('uses all endpoints where one has no hint', () => {
    expect(addresses(traffic({}, [...hinted, endpoint('10.244.3.1')]).cluster)).toBe(`${all} 10.244.3.1`)
  })
})

describe('which services are served', () => {
  const names = (services: Service[], minor = 36): string[] =>
    serviceTraffic({ services, endpointSlices: [] }, 'IPv4', proxyConfig({ minor })).map(
      (t) => t.port.nameString,
    )

  it('leaves out headless, ExternalName and those of another proxy', () => {
    const foreign = service('foreign', {}, { labels: { 'service.kubernetes.io/service-proxy-name': 'x' } })
    const services = [service('a', { clusterIP: 'None' }), service('b', { type: 'ExternalName' }), foreign]
    expect(names([...services, service('c')])).toEqual(['ns/c:p'])
  })

  it('reads the label for headless on Services only before 1.36', () => {
    const labelled = service('l', {}, { labels: { 'service.kubernetes.io/headless': '' } })
    expect(names([labelled], 35)).toEqual([])
    expect(names([labelled], 36)).toEqual(['ns/l:p'])
  })

  it('reads ipMode and source ranges as the release does', () => {
    const port = (minor: number, gates = gatesWith()) =>
      serviceTraffic(
        {
          services: [
            service(
              's',
              { type: 'LoadBalancer', loadBalancerSourceRanges: [' 10.0.0.0/8', '0.0.0.0/0'] },
              { status: { loadBalancer: { ingress: [{ ip: '5.6.7.8', ipMode: 'Proxy' }] } } },
            ),
          ],
          endpointSlices: [],
        },
        'IPv4',
        proxyConfig({ minor, gates }),
      )[0]!.port
    expect(port(30, gatesWith({ LoadBalancerIPMode: false })).loadBalancerVIPs).toEqual(['5.6.7.8'])
    expect(port(36).loadBalancerVIPs).toEqual([])
    expect([30, 33, 34].map((minor) => port(minor).loadBalancerSourceRanges.length)).toEqual([2, 2, 0])
  })
})

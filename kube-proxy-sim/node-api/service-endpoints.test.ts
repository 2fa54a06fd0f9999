import { describe, expect, it } from 'vitest'
import type { EndpointSlice, Service, SliceEndpoint } from '../rules/model/objects.ts'
import { iptablesText } from './backends/iptables.ts'
import { nftablesText } from './backends/nftables.ts'
import { portRules } from './backends/port-rules.ts'
import { printBackend } from './backends/print.ts'
import type { ServiceEndpoints } from './messages.ts'
import { serviceEndpoints } from './service-endpoints.ts'
import { nodeConfig as config } from './testing/serve-state.ts'

const service = (spec: Partial<NonNullable<Service['spec']>> & { ports?: object[] }): Service =>
  ({
    metadata: { namespace: 'ns', name: 'web' },
    spec: { clusterIP: '10.0.0.1', ports: [{ port: 80, targetPort: 8080 }], ...spec },
  }) as Service

const slice = (
  endpoints: (SliceEndpoint & { hostname?: string })[],
  ports: EndpointSlice['ports'] = [{ port: 8080 }],
  addressType = 'IPv4',
): EndpointSlice => ({
  metadata: {
    namespace: 'ns',
    name: `web-${addressType}-${JSON.stringify(ports).length}`,
    labels: { 'kubernetes.io/service-name': 'web' },
  },
  addressType,
  endpoints,
  ports,
})

const here = { addresses: ['10.1.0.1'], nodeName: 'here' }
const there = { addresses: ['10.1.0.2'], nodeName: 'there' }
const both = { Internal: true, External: true }

const shown = (item: ServiceEndpoints | undefined) =>
  item?.Endpoints.map((e) => [e.IPsV4[0] ?? e.IPsV6[0], e.Conditions.Local, e.Scopes])

describe('a service as its node sees it', () => {
  it('has its ports and the endpoints of all nodes', () => {
    expect(serviceEndpoints(service({}), [slice([{ ...here, hostname: 'pod-0' }, there])], config)).toEqual({
      Namespace: 'ns',
      Name: 'web',
      Type: 'ClusterIP',
      IPs: {
        ClusterIP: '10.0.0.1',
        ClusterIPs: ['10.0.0.1'],
        ExternalIPs: [],
        LoadBalancerIPs: { V4: [], V6: [] },
      },
      MapAll: false,
      Ports: [
        {
          Name: '',
          Protocol: 'TCP',
          Port: 80,
          NodePort: 0,
          TargetPort: 8080,
          HasEndpointsV4: true,
          HasEndpointsV6: false,
        },
      ],
      Endpoints: [
        {
          Hostname: 'pod-0',
          Conditions: { Ready: true, Selected: true, Local: true },
          IPsV4: ['10.1.0.1'],
          IPsV6: [],
          PortOverrides: [],
          Scopes: { Internal: true, External: false },
        },
        {
          Hostname: '',
          Conditions: { Ready: true, Selected: true, Local: false },
          IPsV4: ['10.1.0.2'],
          IPsV6: [],
          PortOverrides: [],
          Scopes: { Internal: true, External: false },
        },
      ],
      ExternalTrafficToLocal: false,
      IPFilters: [],
      InternalTrafficToLocal: false,
      HealthCheckNodePort: 0,
    })
  })

  it('is nothing where no proxy serves it', () => {
    expect(serviceEndpoints(service({ clusterIP: 'None' }), [], config)).toBeUndefined()
    expect(serviceEndpoints(service({ type: 'ExternalName', clusterIP: '' }), [], config)).toBeUndefined()
  })

  it('keeps traffic on the node where its policies say so', () => {
    const ports = [{ port: 80, nodePort: 30080, targetPort: 8080 }]
    const slices = [slice([here, there])]
    const external = service({ type: 'NodePort', externalTrafficPolicy: 'Local', ports })
    expect(shown(serviceEndpoints(external, slices, config))).toEqual([
      ['10.1.0.1', true, both],
      ['10.1.0.2', false, { Internal: true, External: false }],
    ])
    const internal = service({ type: 'NodePort', internalTrafficPolicy: 'Local', ports })
    expect(shown(serviceEndpoints(internal, slices, config))).toEqual([
      ['10.1.0.1', true, both],
      ['10.1.0.2', false, { Internal: false, External: true }],
    ])
  })

  it('tells what other nodes have where this one has nothing', () => {
    const local = service({ internalTrafficPolicy: 'Local' })
    const item = serviceEndpoints(local, [slice([there])], config)
    expect([item?.Endpoints, item?.Ports[0]?.HasEndpointsV4]).toEqual([[], true])
    expect(serviceEndpoints(local, [], config)?.Ports[0]?.HasEndpointsV4).toBe(false)
  })

  it('tells so for each port and family', () => {
    const ports = [
      { name: 'http', port: 80, targetPort: 'web' },
      { name: 'admin', port: 81, targetPort: 'none' },
    ]
    const dual = { clusterIPs: ['10.0.0.1', 'fd00::1'], ipFamilies: ['IPv4', 'IPv6'], ports }
    const item = serviceEndpoints(
      service({ ...dual, internalTrafficPolicy: 'Local' }),
      [slice([there], [{ name: 'http', port: 8080 }])],
      config,
    )!
    const verdicts = (family: 'v4' | 'v6') => portRules([item], family).map(({ otherwise }) => otherwise)
    expect([verdicts('v4'), verdicts('v6')]).toEqual([
      ['drop', 'reject'],
      ['reject', 'reject'],
    ])
  })

  it('honours hints for its zone', () => {
    const hint = (name: string) => ({ hints: { forZones: [{ name }] } })
    const slices = [
      slice([
        { ...here, ...hint('z2') },
        { ...there, ...hint('z1') },
      ]),
    ]
    expect(shown(serviceEndpoints(service({}), slices, config))?.map(([ip]) => ip)).toEqual(['10.1.0.2'])
    const elsewhere = serviceEndpoints(service({}), slices, { ...config, zone: 'z3' })
    expect(shown(elsewhere)?.map(([ip]) => ip)).toEqual(['10.1.0.1', '10.1.0.2'])
  })

  it('falls back to endpoints that end, and says so', () => {
    const ends = { ...here, conditions: { ready: false, serving: true, terminating: true } }
    const unready = { ...there, conditions: { ready: false, serving: false } }
    const item = serviceEndpoints(service({}), [slice([ends, unready])], config)
    expect(item?.Endpoints.map((e) => [e.IPsV4[0], e.Conditions.Ready])).toEqual([['10.1.0.1', false]])
  })

  it('overrides ports that endpoints have of their own', () => {
    const ports = [
      { name: 'http', port: 80, targetPort: 'web' },
      { name: 'admin', port: 81, targetPort: 9000 },
    ]
    const slices = [
      slice(
        [here],
        [
          { name: 'http', port: 8080 },
          { name: 'admin', port: 9000 },
        ],
      ),
      slice([there], [{ name: 'http', port: 8081 }]),
    ]
    const item = serviceEndpoints(service({ ports }), slices, config)!
    expect(item.Ports.map((p) => p.TargetPort)).toEqual([0, 9000])
    expect(item.Endpoints.map((e) => e.PortOverrides)).toEqual([
      [{ Name: 'http', Port: 8080 }],
      [
        { Name: 'http', Port: 8081 },
        { Name: 'admin', Port: 0 },
      ],
    ])
    expect(portRules([item], 'v4').map((rule) => rule.internal.map((d) => `${d.ip}:${d.port}`))).toEqual([
      ['10.1.0.1:8080', '10.1.0.2:8081'],
      ['10.1.0.1:9000'],
    ])
  })

  it('has addresses of both families, the primary one first', () => {
    const dual = service({
      clusterIP: 'fd00::1',
      clusterIPs: ['fd00::1', '10.0.0.1'],
      ipFamilies: ['IPv6', 'IPv4'],
    })
    const slices = [slice([here]), slice([{ addresses: ['fd01::1'] }], [{ port: 8080 }], 'IPv6')]
    const item = serviceEndpoints(dual, slices, config)!
    expect([item.IPs.ClusterIP, item.IPs.ClusterIPs]).toEqual(['fd00::1', ['fd00::1', '10.0.0.1']])
    expect(shown(item)?.map(([ip]) => ip)).toEqual(['fd01::1', '10.1.0.1'])
    expect(portRules([item], 'v6')[0]?.internal).toEqual([{ ip: 'fd01::1', port: 8080 }])
  })
})

describe('backends', () => {
  const balanced = {
    ...service({
      type: 'LoadBalancer',
      ports: [{ port: 80, nodePort: 30080, targetPort: 8080 }],
      loadBalancerSourceRanges: ['192.0.2.0/24'],
      externalTrafficPolicy: 'Local',
      sessionAffinity: 'ClientIP',
    }),
    status: { loadBalancer: { ingress: [{ ip: '203.0.113.9' }] } },
  }

  it('write nftables that follow scopes, source ranges and affinity', () => {
    const text = nftablesText([serviceEndpoints(balanced, [slice([here, there])], config)!])
    const to = (n: number, list: string): string =>
      `meta l4proto tcp dnat ip to jhash ip saddr mod ${n} map { ${list} }`
    expect(text).toContain('10.0.0.1 . tcp . 80 : goto service-ns/web/tcp/,')
    expect(text).toContain('203.0.113.9 . tcp . 80 : goto firewall-ns/web/tcp/ }')
    expect(text).toContain('tcp . 30080 : goto external-ns/web/tcp/')
    expect(text).toContain(to(2, '0 : 10.1.0.1 . 8080, 1 : 10.1.0.2 . 8080'))
    expect(text).toContain(`chain external-ns/web/tcp/ {\n\t\t${to(1, '0 : 10.1.0.1 . 8080')}\n\t}`)
    expect(text).toContain('ip saddr { 192.0.2.0/24 } goto external-ns/web/tcp/\n\t\tdrop')
  })

  it('drop what has endpoints elsewhere and reject what has none', () => {
    const remote = nftablesText([serviceEndpoints(balanced, [slice([there])], config)!])
    expect(remote).toContain('203.0.113.9 . tcp . 80 : drop')
    expect(remote).toContain('tcp . 30080 : drop')
    expect(iptablesText([serviceEndpoints(service({}), [], config)!], 'v4')).toContain(
      '-A KUBE-SERVICES -d 10.0.0.1/32 -p tcp --dport 80 -j REJECT',
    )
  })

  it('write iptables with chances that add up', () => {
    const text = iptablesText([serviceEndpoints(service({}), [slice([here, there])], config)!], 'v4')
    expect(text.match(/--probability 0\.50000000000/g)).toHaveLength(1)
    expect(text.match(/--to-destination \S+/g)).toEqual([
      '--to-destination 10.1.0.1:8080',
      '--to-destination 10.1.0.2:8080',
    ])
  })

  it('print every item on a line', async () => {
    const written: string[] = []
    const item = serviceEndpoints(service({}), [], config)!
    await printBackend(
      (text) => written.push(text),
      () => 'now',
    )([item])
    expect(written.join('').split('\n')).toEqual(['# 1 services at now', JSON.stringify(item), ''])
  })
})

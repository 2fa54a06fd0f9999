// What kube-proxy of one release programs for objects of a kube-apiserver of another, with gates on either side.
import { describe, expect, it } from 'vitest'
import type { RestClient } from '../../client/rest-client.ts'
import { endpointsOf, programmingProxyOf, proxyOf, serverOf } from './start.ts'

/** Creates a Service with the endpoints 10.244.0.1 (here), 10.244.1.1 (this zone) and 10.244.2.1 (elsewhere). */
async function createService(client: RestClient, spec: object): Promise<{ spec: Record<string, unknown> }> {
  const places = [
    ['n1', 'z1'],
    ['n2', 'z1'],
    ['n3', 'z2'],
  ] as const
  await client.create('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
    addressType: 'IPv4',
    ports: [{ name: 'p', protocol: 'TCP', port: 8080 }],
    endpoints: places.map(([nodeName, zone], at) => ({
      addresses: [`10.244.${at}.1`],
      nodeName,
      zone,
      hints: { forZones: [{ name: zone }], forNodes: [{ name: nodeName }] },
    })),
  })
  return client.create('/api/v1/namespaces/default/services', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { ports: [{ name: 'p', port: 80 }], ...spec },
  })
}

const here = ['10.244.0.1']
const zone = [...here, '10.244.1.1']
const all = [...zone, '10.244.2.1']

describe('trafficDistribution', () => {
  const gate = '--feature-gates=PreferSameTrafficDistribution=true'

  it.each<[string, string[], { release: string; args?: string[]; uses: string[] }[]]>([
    [
      '1.30',
      [],
      [
        { release: '1.30', uses: all },
        { release: '1.30', args: ['--feature-gates=ServiceTrafficDistribution=true'], uses: zone },
        { release: '1.31', uses: zone },
      ],
    ],
    [
      '1.33',
      [gate],
      [
        { release: '1.31', uses: zone },
        { release: '1.33', uses: zone },
        { release: '1.33', args: [gate], uses: here },
      ],
    ],
    [
      '1.36',
      [],
      [
        { release: '1.30', uses: all },
        { release: '1.33', uses: zone },
        { release: '1.36', uses: here },
      ],
    ],
  ])('kube-apiserver %s %j', async (release, flags, proxies) => {
    const server = await serverOf(release, ...flags)
    await createService(server.client, { trafficDistribution: 'PreferClose' })
    for (const { release: own, args = [], uses } of proxies) {
      const proxy = await programmingProxyOf(server, own, ...args)
      expect([own, args, endpointsOf(proxy)]).toEqual([own, args, uses])
    }
  })
})

// From 1.32 on kube-proxy leaves headless Services out by a field selector that kube-apiserver has only from 1.31 on.
it('programs nothing where kube-proxy 1.32 meets kube-apiserver 1.30', async () => {
  const server = await serverOf('1.30')
  await createService(server.client, {})
  expect((await proxyOf(server, '1.32')).rules()).toBeUndefined()
  expect(endpointsOf(await programmingProxyOf(server, '1.31'))).toEqual(zone)
})

describe('externalIPs', () => {
  const off = '--feature-gates=AllowServiceExternalIPs=false'

  it('follows the gate of kube-proxy, whatever the server has; the object is left alone', async () => {
    const server = await serverOf('1.36', off)
    const { spec } = await createService(server.client, { externalIPs: ['192.0.2.10'] })
    expect(spec['externalIPs']).toEqual(['192.0.2.10'])
    const captured = async (release: string, ...args: string[]): Promise<boolean> =>
      (await programmingProxyOf(server, release, ...args)).rules()!.iptablesSave.includes('-d 192.0.2.10/32')
    expect(await captured('1.36')).toBe(true)
    expect(await captured('1.36', off)).toBe(false)
    expect(await captured('1.35')).toBe(true)
  })

  it('takes effect in nftables too, and follows changes of the Service', async () => {
    const server = await serverOf('1.35')
    await createService(server.client, { externalIPs: ['192.0.2.10'] })
    const proxy = await programmingProxyOf(server, '1.36', '--proxy-mode=nftables')
    expect(proxy.rules()!.nft).toContain('192.0.2.10 . tcp . 80 : goto external-')
    const path = '/api/v1/namespaces/default/services/web'
    await server.client.patch(path, { spec: { externalIPs: [] } }, 'application/merge-patch+json')
    await expect.poll(() => proxy.rules()!.nft, { timeout: 60_000 }).not.toContain('192.0.2.10')
  })
})

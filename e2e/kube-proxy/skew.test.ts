// What kube-proxy of one release programs for objects of a kube-apiserver of another, with gates on either side.
import { afterEach, describe, expect, it } from 'vitest'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import { Components, type RunningServer } from '../../cluster/components.ts'
import { parseRelease } from '../../component-base/release.ts'
import type { KubeProxy } from '../../kube-proxy-sim/kube-proxy.ts'
import { startKubeProxy } from '../../kube-proxy-sim/start-kube-proxy.ts'

const noFiles = (path: string): Promise<string> => Promise.reject(new Error(`no file ${path}`))
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function serverOf(release: string, ...args: string[]): Promise<RunningServer & { client: RestClient }> {
  const started = await new Components().startApiserver({
    release,
    args: ['--bind-address=127.0.0.1', ...args],
    readFile: noFiles,
  })
  if (!started.ok) throw new Error(started.stderr)
  const server = started.component
  const client = new RestClient(parseKubeconfig(server.kubeconfig('admin')), 'test')
  closing.push(
    () => server.stop(),
    () => client.close(),
  )
  await client.create('/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n1', labels: { 'topology.kubernetes.io/zone': 'z1' } },
  })
  const addresses = [{ type: 'InternalIP', address: '10.1.1.1' }]
  await client.patch('/api/v1/nodes/n1/status', { status: { addresses } }, 'application/merge-patch+json')
  return { ...server, client }
}

async function proxyOf(server: RunningServer, release: string, ...args: string[]): Promise<KubeProxy> {
  const started = await startKubeProxy({
    release: parseRelease(release),
    args: ['--hostname-override=n1', '--cluster-cidr=10.244.0.0/16', ...args],
    readFile: noFiles,
    fallback: parseKubeconfig(server.kubeconfig('admin')),
  })
  if (!started.ok) throw new Error(started.stderr)
  closing.push(() => started.component.stop())
  return started.component
}

async function programmingProxyOf(...args: Parameters<typeof proxyOf>): Promise<KubeProxy> {
  const proxy = await proxyOf(...args)
  await expect.poll(() => proxy.rules(), { timeout: 10_000 }).toBeDefined()
  return proxy
}

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

const endpointsOf = (proxy: KubeProxy): string[] =>
  [...(proxy.rules()?.iptablesSave ?? '').matchAll(/--to-destination (10\.244\.\d\.1):8080/g)]
    .map(([, ip]) => ip!)
    .sort()

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
    await expect.poll(() => proxy.rules()!.nft, { timeout: 5000 }).not.toContain('192.0.2.10')
  })
})

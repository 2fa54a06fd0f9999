// Clusters of both families, and of IPv6 alone: everything that a packet needs, from the servers' flags to the endpoint.
import { expect, it } from 'vitest'
import type { Node, Pod, Service } from '../../api/core-v1.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import type { NetworkingOptions } from '../cluster-options.ts'

const namespace = '/api/v1/namespaces/default'

/** Two nodes with a page on one and who asks for it on the other, and the page's Service. */
async function served(release: string, networking: NetworkingOptions) {
  const nodes = [{ name: 'a' }, { name: 'b', kubeProxyFlags: ['--iptables-min-sync-period=0s'] }]
  const cluster = await startCluster({ release, nodes, networking, seed: 1 })
  const client = cluster.client()
  const pods = { web: { nodeName: 'a', image: 'nginx' }, asks: { nodeName: 'b', image: 'busybox' } }
  for (const [name, { nodeName, image }] of Object.entries(pods))
    await client.create(`${namespace}/pods`, {
      metadata: { name, labels: { name } },
      spec: {
        nodeName,
        containers: [{ name: 'c', image, ...(name === 'asks' ? { args: ['sleep', '900'] } : {}) }],
      },
    })
  const addresses: Record<string, string[]> = {}
  for (const name of Object.keys(pods)) {
    const pod = await client.waitFor<Pod>(
      `${namespace}/pods/${name}`,
      ({ status }) =>
        status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') === true,
    )
    addresses[name] = pod.status!.podIPs!.map(({ ip }) => ip!)
  }
  const service = await client.create<Service>(`${namespace}/services`, {
    metadata: { name: 'web' },
    spec: { selector: { name: 'web' }, ipFamilyPolicy: 'PreferDualStack', ports: [{ port: 80 }] },
  })
  return { cluster, addresses, service }
}

/** As a packet from the pod `asks` ends; rules follow what was changed in a while. */
const reaches = (cluster: Cluster, ip: string) =>
  expect.poll(
    async () => {
      const host = ip.includes(':') ? `[${ip}]` : ip
      const { outcome, pod, source } = await cluster.send({ from: { pod: 'asks' }, to: `http://${host}/` })
      return `${outcome} ${pod} from ${source?.replace(/:\d+$/, '')}`
    },
    { timeout: 60_000, interval: 50 },
  )

const names = async (cluster: Cluster, type: 'A' | 'AAAA') =>
  (await cluster.resolve('web', { from: { pod: 'asks' }, type })).records.map(({ data }) => data)

it.each(['1.24', '1.36'])('a cluster of %s has both families', { timeout: 120_000 }, async (release) => {
  const { cluster, addresses, service } = await served(release, { ipFamily: 'dual' })
  try {
    const node = await cluster.client().get<Node>('/api/v1/nodes/b')
    const internal = node.status!.addresses!.filter(({ type }) => type === 'InternalIP')
    expect(internal.map(({ address }) => address)).toEqual(['172.18.0.3', 'fc00:f853:ccd:e793::3'])
    const networks = node.spec!.podCIDRs!
    expect(networks[0]).toMatch(/^10\.244\.[01]\.0\/24$/)
    expect(networks[1]).toMatch(/^fd00:10:244:(?:1:)?:\/64$/)
    expect(addresses['asks']).toHaveLength(2)
    const { clusterIPs, ipFamilies } = service.spec!
    expect(ipFamilies).toEqual(['IPv4', 'IPv6'])
    for (const [at, ip] of clusterIPs!.entries()) {
      const from = addresses['asks']![at]!
      await reaches(cluster, ip).toBe(`delivered default/web from ${at === 0 ? from : `[${from}]`}`)
    }
    expect([await names(cluster, 'A'), await names(cluster, 'AAAA')]).toEqual([
      [clusterIPs![0]],
      [clusterIPs![1]],
    ])
  } finally {
    await cluster.stop()
  }
})

it('a cluster of IPv6 alone has its kube-apiserver in it, too', { timeout: 120_000 }, async () => {
  const { cluster, addresses, service } = await served('1.36', { ipFamily: 'ipv6' })
  try {
    expect(addresses['asks']).toEqual([expect.stringMatching(/^fd00:10:244:.*::2$/)])
    expect(service.spec!.clusterIPs).toEqual([expect.stringMatching(/^fd00:10:96::/)])
    await reaches(cluster, service.spec!.clusterIPs![0]!).toContain('delivered default/web')
    const own = await cluster.client().get<Service>(`${namespace}/services/kubernetes`)
    expect(own.spec!.clusterIPs).toEqual(['fd00:10:96::1'])
    const { outcome } = await cluster.send({ from: { pod: 'asks' }, to: '[fd00:10:96::1]:443/tcp' })
    expect(outcome).toBe('delivered')
    expect([await names(cluster, 'A'), await names(cluster, 'AAAA')]).toEqual([[], service.spec!.clusterIPs])
  } finally {
    await cluster.stop()
  }
})

it('several servers of an IPv6 cluster are at addresses of IPv6', { timeout: 120_000 }, async () => {
  const networking = { ipFamily: 'ipv6', serviceSubnet: 'fd01::/112' } as const
  await using cluster = await startCluster({ release: '1.36', apiservers: 2, nodes: 0, networking })
  const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'
  await cluster
    .client()
    .waitForList<{ metadata: object; addressType: string; endpoints: { addresses: string[] }[] }>(
      slices,
      (items) =>
        items.some(
          ({ addressType, endpoints }) =>
            addressType === 'IPv6' &&
            endpoints.flatMap(({ addresses }) => addresses).join() === '2001:db8::1,2001:db8::2',
        ),
    )
})

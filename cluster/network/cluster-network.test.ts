import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import type { SendResult } from './send.ts'

const zone = (name: string): string => `--node-labels=topology.kubernetes.io/zone=${name}`
const pods = { 'client-a': 'a', 'client-b': 'b', 'web-a': 'a', 'web-b': 'b', 'web-c': 'c' }
const namespace = '/api/v1/namespaces/default'
const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'
let cluster: Cluster
const ips: Record<string, string> = {}

/** One of each mode; c is of an older release. */
const nodes = [
  { name: 'a', kubeletFlags: [zone('z1')], kubeProxyFlags: ['--iptables-min-sync-period=0s'] },
  {
    name: 'b',
    kubeletFlags: [zone('z2')],
    kubeProxyFlags: ['--proxy-mode=nftables', '--iptables-min-sync-period=0s'],
  },
  {
    name: 'c',
    kubeletFlags: [zone('z2')],
    kubeProxyFlags: ['--proxy-mode=ipvs', '--ipvs-min-sync-period=0s'],
    kubeProxyRelease: '1.31',
  },
]

interface Endpoint {
  pod: keyof typeof pods
  conditions?: object
  zones?: string[]
}

/** A Service whose endpoints are given, and its cluster IP. */
async function serve(
  name: string,
  spec: object,
  endpoints: readonly Endpoint[],
  protocol = 'TCP',
): Promise<string> {
  const client = cluster.client()
  const made = await client.create<KubeObject>(`${namespace}/services`, {
    metadata: { name },
    spec: { ports: [{ name: 'p', port: 80, targetPort: 8080, protocol }], ...spec },
  })
  await client.create(slices, sliceOf(name, endpoints, protocol))
  return (made['spec'] as { clusterIP: string }).clusterIP
}

const sliceOf = (name: string, endpoints: readonly Endpoint[], protocol = 'TCP') => ({
  metadata: { name, labels: { 'kubernetes.io/service-name': name } },
  addressType: 'IPv4',
  ports: [{ name: 'p', port: 8080, protocol }],
  endpoints: endpoints.map(({ pod, conditions = { ready: true }, zones }) => ({
    addresses: [ips[pod]],
    nodeName: pods[pod],
    conditions,
    targetRef: { kind: 'Pod', namespace: 'default', name: pod },
    ...(zones === undefined ? {} : { hints: { forZones: zones.map((one) => ({ name: one })) } }),
  })),
})

/** Gives a Service other endpoints. */
const change = (name: string, endpoints: readonly Endpoint[]): Promise<unknown> =>
  cluster.client().patch(`${slices}/${name}`, { endpoints: sliceOf(name, endpoints).endpoints })

/** Rules follow what was changed in a while. */
const soon = <T>(told: () => Promise<T>) => expect.poll(told, { timeout: 60_000, interval: 50 })

const send = (from: keyof typeof pods, to: string, more = {}): Promise<SendResult> =>
  cluster.send({ from: { pod: `default/${from}` }, to, ...more })
const outside = (to: string, more = {}): Promise<SendResult> =>
  cluster.send({ from: { address: '203.0.113.9' }, to, ...more })

/** The pods that several packets come to, or how they ended. */
async function ends(sent: () => Promise<SendResult>, times = 12): Promise<string[]> {
  const found = new Set<string>()
  for (let at = 0; at < times; at++) {
    const { outcome, pod } = await sent()
    found.add(pod ?? outcome)
  }
  return [...found].sort()
}

beforeAll(async () => {
  cluster = await startCluster({ release: '1.36', nodes, seed: 1 })
  const client = cluster.client()
  for (const [name, nodeName] of Object.entries(pods))
    await client.create(`${namespace}/pods`, {
      metadata: { name },
      spec: { nodeName, containers: [{ name: 'c', image: 'example.com/of-its-own:1' }] },
    })
  for (const name of Object.keys(pods)) {
    const pod = await client.waitFor<KubeObject & { status: { phase?: string; podIP: string } }>(
      `${namespace}/pods/${name}`,
      ({ status }) => status.phase === 'Running',
    )
    ips[name] = pod.status.podIP
  }
})

afterAll(() => cluster.stop())

describe('packets through a cluster', () => {
  it('go by the rules of their own node, to pods of any', async () => {
    const ip = await serve('web', {}, [{ pod: 'web-a' }, { pod: 'web-b' }])
    for (const from of ['client-a', 'client-b'] as const) {
      await soon(async () => (await send(from, `${ip}:80/tcp`)).outcome).toBe('delivered')
      expect(await ends(() => send(from, `${ip}:80`))).toEqual(['default/web-a', 'default/web-b'])
    }
    const byA = await send('client-a', `${ip}:80/tcp`, { sourcePort: 5000 })
    expect(byA.trace[0]).toMatch(/^a prerouting nat PREROUTING: -A PREROUTING .*-j KUBE-SERVICES$/)
    expect(byA).toMatchObject({
      source: `${ips['client-a']}:5000`,
      endpoint: expect.stringMatching(/:8080$/),
    })
    expect((await send('client-b', `${ip}:80/tcp`)).trace[0]).toMatch(/^b prerouting ip kube-proxy /)
    const byC = await cluster.send({ from: { node: 'c' }, to: `${ip}:80` })
    expect(byC.trace.some((line) => line.startsWith('c output ipvs IPVS: TCP'))).toBe(true)
    expect(byC.outcome).toBe('delivered')
  })

  it('reach pods, nodes and servers, and nobody else', async () => {
    expect(await send('client-a', `${ips['web-c']}:1`)).toMatchObject({
      pod: 'default/web-c',
      node: 'c',
      outcome: 'delivered',
    })
    expect(await send('client-a', '172.18.0.4:10250')).toMatchObject({ node: 'c', outcome: 'delivered' })
    expect(await send('client-a', '172.18.0.4:22')).toMatchObject({ outcome: 'refused' })
    expect(await send('client-a', '192.0.2.1:80')).toMatchObject({
      outcome: 'unreachable',
      endpoint: undefined,
    })
    expect(await outside(`${ips['web-c']}:80`)).toMatchObject({ outcome: 'unreachable' })
    expect(await send('client-b', '10.0.0.1:443')).toMatchObject({ outcome: 'delivered', pod: undefined })
    await expect(cluster.send({ from: { pod: 'gone' }, to: '10.0.0.1:443' })).rejects.toThrow(
      'there is no pod gone that has an address',
    )
    await expect(send('client-a', 'web')).rejects.toThrow('web is no IP:PORT/tcp')
  })

  it('stay on the node, or prefer their zone, as the Service says', async () => {
    const local = await serve('local', { internalTrafficPolicy: 'Local' }, [{ pod: 'web-a' }])
    const near = await serve('near', { trafficDistribution: 'PreferClose' }, [
      { pod: 'web-a', zones: ['z1'] },
      { pod: 'web-b', zones: ['z2'] },
    ])
    await soon(async () => ends(() => send('client-b', `${near}:80`), 4)).toEqual(['default/web-b'])
    // Each node programs its rules by itself.
    await soon(async () => ends(() => send('client-a', `${local}:80`))).toEqual(['default/web-a'])
    await soon(async () => ends(() => send('client-b', `${local}:80`))).toEqual(['dropped'])
    await soon(async () => ends(() => send('client-a', `${near}:80`))).toEqual(['default/web-a'])
  })

  it('go to endpoints that end but serve, where no other is left', async () => {
    const ending = { ready: false, serving: true, terminating: true }
    const ip = await serve('ending', {}, [{ pod: 'web-a', conditions: ending }, { pod: 'web-b' }])
    await soon(async () => ends(() => send('client-a', `${ip}:80`))).toEqual(['default/web-b'])
    const gone = { ready: false, serving: false, terminating: true }
    await change('ending', [
      { pod: 'web-a', conditions: ending },
      { pod: 'web-b', conditions: gone },
    ])
    await soon(async () => ends(() => send('client-a', `${ip}:80`))).toEqual(['default/web-a'])
  })

  it('from outside come by node ports and load balancers, which ask nodes for their health', async () => {
    await serve(
      'shop',
      {
        type: 'LoadBalancer',
        externalTrafficPolicy: 'Local',
        healthCheckNodePort: 31_000,
        externalIPs: ['192.0.2.80'],
        loadBalancerSourceRanges: ['203.0.113.0/24'],
        ports: [{ name: 'p', port: 80, targetPort: 8080, nodePort: 30_080 }],
      },
      [{ pod: 'web-b' }],
    )
    await cluster.client().patch(`${namespace}/services/shop/status`, {
      status: { loadBalancer: { ingress: [{ ip: '198.51.100.1' }] } },
    })
    await soon(async () => ends(() => outside('198.51.100.1:80'), 4)).toEqual(['default/web-b'])
    expect(await outside('198.51.100.1:80', { sourcePort: 7000 })).toMatchObject({
      node: 'b',
      source: '203.0.113.9:7000',
    })
    expect(await cluster.send({ from: { address: '198.51.100.77' }, to: '198.51.100.1:80' })).toMatchObject({
      outcome: 'dropped',
    })
    expect(await outside('198.51.100.1:81')).toMatchObject({ outcome: 'refused' })
    expect(await outside('172.18.0.3:30080', { sourcePort: 7001 })).toMatchObject({
      pod: 'default/web-b',
      source: '203.0.113.9:7001',
    })
    expect(await outside('172.18.0.2:30080')).toMatchObject({ outcome: 'dropped', node: 'a' })
    expect(await outside('192.0.2.80:80', { via: 'b' })).toMatchObject({ pod: 'default/web-b' })
    const health = async (ip: string) => (await outside(`http://${ip}:31000/healthz`)).answer
    expect(await health('172.18.0.3')).toMatchObject({
      status: 200,
      headers: { 'x-load-balancing-endpoint-weight': '1' },
    })
    expect(await health('172.18.0.2')).toMatchObject({
      status: 503,
      body: expect.stringContaining('"localEndpoints": 0'),
    })
  })

  it('of UDP change to another endpoint with the rules, and those of TCP do not', async () => {
    const [udp, tcp] = [
      await serve('udp', {}, [{ pod: 'web-a' }], 'UDP'),
      await serve('tcp', {}, [{ pod: 'web-a' }]),
    ]
    const same = { sourcePort: 6000 }
    await soon(async () => (await send('client-a', `${tcp}:80`, same)).pod).toBe('default/web-a')
    await soon(async () => (await send('client-a', `${udp}:80/udp`, same)).pod).toBe('default/web-a')
    await change('tcp', [{ pod: 'web-b' }])
    await change('udp', [{ pod: 'web-b' }])
    await soon(async () => (await send('client-a', `${udp}:80/udp`, same)).pod).toBe('default/web-b')
    expect(await send('client-a', `${tcp}:80`, same)).toMatchObject({ pod: 'default/web-a' })
    expect(await send('client-a', `${tcp}:80`)).toMatchObject({ pod: 'default/web-b' })
  })

  it('go by the rules that a node has when its kube-proxy is down', async () => {
    const ip = await serve('down', {}, [{ pod: 'web-a' }])
    await soon(async () => (await send('client-a', `${ip}:80`)).outcome).toBe('delivered')
    await soon(async () => (await send('client-b', `${ip}:80`)).outcome).toBe('delivered')
    await cluster.stopKubeProxy('a')
    await change('down', [{ pod: 'web-b' }])
    await soon(async () => (await send('client-b', `${ip}:80`)).pod).toBe('default/web-b')
    expect(await send('client-a', `${ip}:80`)).toMatchObject({ pod: 'default/web-a' })
    await cluster.restart('kube-proxy', 'a')
    await soon(async () => (await send('client-a', `${ip}:80`)).pod).toBe('default/web-b')
  })
})

describe('names', () => {
  const records = async (name: string, type: 'A' | 'AAAA' | 'SRV' | 'CNAME' | 'PTR' = 'A') => {
    const { code, records: found } = await cluster.resolve(name, { from: { pod: 'default/client-a' }, type })
    return found.length === 0 ? code : found.map((one) => `${one.name} ${one.type} ${one.data}`)
  }

  it('are answered as the DNS specification of Kubernetes says', async () => {
    const ip = await serve('named', {}, [{ pod: 'web-a' }])
    const whole = 'named.default.svc.cluster.local.'
    expect(await records('named')).toEqual([`${whole} A ${ip}`])
    expect(await records('named.default')).toEqual([`${whole} A ${ip}`])
    expect(await records(whole, 'AAAA')).toBe('NOERROR')
    expect(await records('_p._tcp.named', 'SRV')).toEqual([`_p._tcp.${whole} SRV 0 100 80 ${whole}`])
    expect(await records(ip, 'PTR')).toEqual([
      expect.stringMatching(/in-addr\.arpa\. PTR named\.default\.svc\./),
    ])
    expect(await records('gone')).toBe('NXDOMAIN')
    const dashed = ips['web-a']!.replaceAll('.', '-')
    expect(await records(`${dashed}.default.pod.cluster.local`)).toEqual([
      `${dashed}.default.pod.cluster.local. A ${ips['web-a']}`,
    ])
  })

  it('of headless Services are those of ready endpoints, of external ones an alias', async () => {
    const unready = { ready: false, serving: false }
    await serve('bare', { clusterIP: 'None' }, [{ pod: 'web-a' }, { pod: 'web-b', conditions: unready }])
    await cluster.client().create(`${namespace}/services`, {
      metadata: { name: 'far' },
      spec: { type: 'ExternalName', externalName: 'bare.default.svc.cluster.local' },
    })
    const bare = `bare.default.svc.cluster.local. A ${ips['web-a']}`
    expect(await records('bare')).toEqual([bare])
    const dashed = `${ips['web-a']!.replaceAll('.', '-')}.bare.default.svc.cluster.local.`
    expect(await records('_p._tcp.bare', 'SRV')).toEqual([
      `_p._tcp.bare.default.svc.cluster.local. SRV 0 100 8080 ${dashed}`,
    ])
    expect(await records(dashed)).toEqual([`${dashed} A ${ips['web-a']}`])
    expect(await records('far')).toEqual([
      'far.default.svc.cluster.local. CNAME bare.default.svc.cluster.local.',
      bare,
    ])
  })

  it('of the cluster are nothing to a node', async () => {
    const from = { node: 'a' }
    expect(await cluster.resolve('web', { from })).toEqual({ code: 'NXDOMAIN', records: [] })
    expect(await cluster.resolve('b', { from })).toMatchObject({ records: [{ data: '172.18.0.3' }] })
  })
})

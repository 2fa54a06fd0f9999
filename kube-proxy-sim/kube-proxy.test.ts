import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import type { ClientConfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { type Clock, FakeClock, realClock } from '../component-base/clock.ts'
import { formatStructured, type Logger, silentLogger } from '../component-base/klog.ts'
import { seededRandom } from '../component-base/random.ts'
import { parseRelease } from '../component-base/release.ts'
import { CertificateStore } from '../server/endpoints/authentication/certificate-store.ts'
import { prepareApiserver } from '../server/options/prepare-apiserver.ts'
import { startApiserver } from '../server/start-apiserver.ts'
import { KubeProxy } from './kube-proxy.ts'
import { prepareKubeProxy } from './options/prepare-kube-proxy.ts'
import { startKubeProxy } from './start-kube-proxy.ts'

let server: Awaited<ReturnType<typeof startApiserver>>
let config: ClientConfig
let client: RestClient

beforeAll(async () => {
  const certificates = new CertificateStore(undefined, Date.now)
  const prepared = prepareApiserver(['--release=1.36', '--bind-address=127.0.0.1'], {
    logger: silentLogger,
    notice: () => {},
  })
  if ('print' in prepared) throw new Error(prepared.print)
  server = await startApiserver(
    { ...prepared, port: 0 },
    { logger: silentLogger, clock: realClock, random: seededRandom(1), certificates },
  )
  const { cert: ca } = await certificates.authority()
  config = { server: server.url, ca, ...(await certificates.client('admin', 'admin', ['system:masters'])) }
  client = new RestClient(config, 'test')
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n1' },
    spec: { podCIDRs: ['10.244.1.0/24'] },
  }
  await client.create('/api/v1/nodes', node)
  const addresses = [{ type: 'InternalIP', address: '10.1.1.1' }]
  await client.patch('/api/v1/nodes/n1/status', { status: { addresses } }, 'application/merge-patch+json')
})
afterAll(async () => {
  client.close()
  await server.close()
})

const proxyOf = (release: string, ...args: string[]) =>
  proxyAt(realClock, release, '--hostname-override=n1', ...args)

async function proxyAt(clock: Clock, release: string, ...args: string[]) {
  const lines: string[] = []
  const logger: Logger = {
    log: (severity, message) => void lines.push(`${severity} ${message}`),
    logS: (severity, message, values) => void lines.push(`${severity} ${formatStructured(message, values)}`),
  }
  const prepared = await prepareKubeProxy(args, {
    release: parseRelease(release),
    logger,
    notice: () => {},
    readText: () => Promise.reject(new Error('no file')),
  })
  if ('print' in prepared) throw new Error(prepared.print)
  const options = {
    prepared,
    hostname: 'n1',
    client,
    clock,
    random: seededRandom(1),
    listen: false,
  }
  return { proxy: new KubeProxy(options), lines }
}

/** Lets time pass before each look. */
const lookAfter =
  <T>(clock: FakeClock, ms: number, look: () => T) =>
  (): T => {
    clock.advance(ms)
    return look()
  }

async function eventsAbout(reason: string): Promise<Record<string, unknown>[]> {
  const list = await client.get<{ items: Record<string, unknown>[] }>(
    '/apis/events.k8s.io/v1/namespaces/default/events',
  )
  return list.items.filter((e) => e['reason'] === reason)
}

describe('a kube-proxy', () => {
  it('finds its node, lists what it proxies and tells of its start', async () => {
    const { proxy, lines } = await proxyOf('1.36', '--proxy-mode=nftables')
    await proxy.start()
    const { services, nodeIPs, config: used } = proxy.snapshot()
    expect(services.map((s: KubeObject) => s.metadata.name)).toContain('kubernetes')
    expect(nodeIPs.IPv4).toBe('10.1.1.1')
    expect(used.nodePortAddresses).toEqual(['10.1.1.1/32'])
    await proxy.stop()
    expect(lines).toContain('I "Successfully retrieved NodeIPs" NodeIPs=["10.1.1.1"]')
    expect(lines).toContain('I "Using nftables Proxier"')
    expect(await eventsAbout('Starting')).toMatchObject([
      {
        action: 'StartKubeProxy',
        type: 'Normal',
        reportingController: 'kube-proxy',
        regarding: { apiVersion: 'v1', kind: 'Node', name: 'n1' },
      },
    ])
  })

  it('warns of ipvs from 1.35 on, in its log and by an event', async () => {
    const old = await proxyOf('1.34', '--proxy-mode=ipvs')
    await old.proxy.start()
    await old.proxy.stop()
    expect(old.lines.filter((l) => l.includes('deprecated'))).toEqual([])
    const begun = (await eventsAbout('Starting')).map(({ regarding }) => regarding)
    expect(begun).toContainEqual({ kind: 'Node', name: 'n1', uid: 'n1' })
    const { proxy, lines } = await proxyOf('1.35', '--proxy-mode=ipvs')
    await proxy.start()
    await proxy.stop()
    const warning =
      "The ipvs proxier is now deprecated and may be removed in a future release. Please use 'nftables' instead."
    expect(lines).toContain(`E ${JSON.stringify(warning)}`)
    expect(await eventsAbout('IPVSDeprecation')).toMatchObject([{ type: 'Warning', note: warning }])
  })

  it.each([
    [
      '1.30',
      [
        'I "System initialized and --init-only specified"',
        'I "System initialized and --init-only specified"',
      ],
    ],
    [
      '1.36',
      [
        'I "nf_conntrack_tcp_be_liberal set, not installing DROP rules for INVALID packets" ipFamily="IPv4"',
        'I "System initialized and --init-only specified" ipFamily="IPv4"',
        'I "nf_conntrack_tcp_be_liberal set, not installing DROP rules for INVALID packets" ipFamily="IPv6"',
        'I "System initialized and --init-only specified" ipFamily="IPv6"',
      ],
    ],
  ])('of %s stops with --init-only before it watches anything', async (release, expected) => {
    const liberal = release === '1.36' ? ['--conntrack-tcp-be-liberal'] : []
    const { proxy, lines } = await proxyOf(
      release,
      '--init-only',
      '-v=2',
      '--iptables-localhost-nodeports=false',
      ...liberal,
    )
    await proxy.start()
    const made = lines.filter((line) =>
      /"(System initialized|nf_conntrack|Using iptables mark|Iptables sync)/.test(line),
    )
    expect(made).toEqual(expected)
    expect(proxy.rules()).toBeUndefined()
  })

  it('ends where the pod CIDRs of the node are of the wrong family', async () => {
    const { proxy } = await proxyOf('1.36', '--detect-local-mode=NodeCIDR', '--bind-address=fd00::1')
    await expect(proxy.start()).rejects.toThrow(
      'kube-proxy configuration is incorrect: cluster is IPv6-primary but node.spec.podCIDRs contains only IPv4 addresses',
    )
    await proxy.stop()
  })

  it.each([
    ['1.36', ['E "Timed out waiting for node to exist" node="missing"']],
    // @note upstream logs a format where a message is meant.
    ['1.34', ['E "Timed out waiting for node %q to exist" missing="(MISSING)"']],
    [
      '1.33',
      Array.from({ length: 6 }, () => 'E "Failed to retrieve node info" err="nodes \\"missing\\" not found"'),
    ],
  ])('of %s waits half a minute for its node, and goes on without', async (release, waited) => {
    const clock = new FakeClock(Date.now())
    const begun = clock.now()
    const { proxy, lines } = await proxyAt(clock, release, '--hostname-override=missing')
    const started = proxy.start()
    const loopback = `I "Can't determine this node's IP, assuming loopback; if this is incorrect, please set the --bind-address flag"`
    await expect
      .poll(
        lookAfter(clock, 1000, () => lines),
        { timeout: 60_000, interval: 5 },
      )
      .toContain(loopback)
    expect(lines.filter((line) => /Timed out|Failed to retrieve/.test(line))).toEqual(waited)
    expect(clock.now() - begun).toBeGreaterThanOrEqual(30_000)
    await started
    await proxy.stop()
  })

  it.each([
    ['1.32', 'hostname'],
    ['1.33', 'node'],
  ])('of %s asks for its addresses, then for its pod CIDRs', async (release, key) => {
    const { proxy, lines } = await proxyOf(release, '--detect-local-mode=NodeCIDR')
    await proxy.start()
    await proxy.stop()
    const from = lines.indexOf('I "Successfully retrieved node IP(s)" IPs=["10.1.1.1"]')
    expect(lines.slice(from + 1, from + 3)).toEqual([
      `I "Watching for node, awaiting podCIDR allocation" ${key}="n1"`,
      'I "NodeInfo" podCIDRs=["10.244.1.0/24"]',
    ])
  })

  it('of 1.36 ends where its node gets no pod CIDRs that it needs', async () => {
    const clock = new FakeClock(Date.now())
    const flags = ['--hostname-override=missing', '--detect-local-mode=NodeCIDR']
    const { proxy } = await proxyAt(clock, '1.36', ...flags)
    let failure: unknown
    proxy.start().catch((error: unknown) => (failure = error))
    await expect
      .poll(
        lookAfter(clock, 10_000, () => failure),
        { timeout: 60_000, interval: 5 },
      )
      .toMatchObject({ message: 'timeout waiting for node "missing" to exist' })
    await proxy.stop()
  })

  it.each(['--init-only', '--cleanup'])('in-process ends well with %s', async (flag) => {
    const started = await startKubeProxy({
      release: parseRelease('1.36'),
      args: ['--hostname-override=n1', flag],
      readFile: () => Promise.reject(new Error('no file')),
      fallback: config,
    })
    expect(started).toMatchObject({ ok: false, exitCode: 0 })
  })

  it('says in-process why it does not start', async () => {
    const refused = await startKubeProxy({
      release: parseRelease('1.36'),
      args: ['--feature-gates=NFTablesProxyMode=false'],
      readFile: () => Promise.reject(new Error('no file')),
      fallback: config,
    })
    expect(refused).toMatchObject({ ok: false, exitCode: 1 })
    expect(refused.ok ? '' : refused.stderr).toContain('feature is locked to true')
  })
})

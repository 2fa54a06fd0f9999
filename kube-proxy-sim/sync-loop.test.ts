// The first sync of recorded Services, against the metrics of the real kube-proxy; and when a sync comes after it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import { FakeClock } from '../component-base/clock.ts'
import { formatStructured, silentLogger } from '../component-base/klog.ts'
import { packageRoot } from '../component-base/package-root.ts'
import { parseRelease } from '../component-base/release.ts'
import { DualStackSync } from './dual-stack-sync.ts'
import { prepareKubeProxy } from './options/prepare-kube-proxy.ts'
import { proxyConfigOf } from './rules/from-configuration.ts'
import type { Service } from './rules/model/objects.ts'
import { servicePorts } from './rules/model/service-port.ts'
import { ProgrammedRules } from './rules/programmed-rules.ts'
import { ProxyHealth } from './serve/proxy-health.ts'
import { SyncMetrics } from './serve/sync-metrics.ts'
import { SyncLoop } from './sync-loop.ts'

const recordings = join(packageRoot, 'e2e/golden/cases/node/rules')
const read = <T>(name: string): T => JSON.parse(readFileSync(join(recordings, name), 'utf8')) as T

interface Watched {
  node: KubeObject
  services: KubeObject[]
  endpointSlices: KubeObject[]
}

/** What a kube-proxy of the release gets to see of the recorded objects. */
function watched(minor: number): Watched {
  const inputs = read<Watched>('inputs.json')
  const own = read<{ svc: KubeObject; slices: { items: KubeObject[] } }>('default-kubernetes.json')
  const isHeadless = (s: KubeObject) =>
    minor >= 32 && (s['spec'] as { clusterIP: string }).clusterIP === 'None'
  const isOthers = (s: KubeObject) =>
    s.metadata.labels?.['service.kubernetes.io/service-proxy-name'] !== undefined
  return {
    node: inputs.node,
    services: [own.svc, ...inputs.services].filter((s) => !isHeadless(s) && !isOthers(s)),
    endpointSlices: [...own.slices.items, ...inputs.endpointSlices],
  }
}

async function proxy(release: string, ...args: string[]) {
  const lines: string[] = []
  const prepared = await prepareKubeProxy(args, {
    release: parseRelease(release),
    logger: silentLogger,
    notice: () => {},
    readText: () => Promise.reject(new Error('no file')),
  })
  if ('print' in prepared) throw new Error(prepared.print)
  const { minor } = prepared.release
  const { config, gates } = prepared
  const { mode } = config
  const objects = watched(minor)
  const rulesConfig = proxyConfigOf({ config, gates, minor, nodeName: 'n1', node: objects.node })
  const { nodeIPs, podCIDRs } = rulesConfig
  const own = {
    config,
    gates,
    minor,
    nodeName: 'n1',
    nodeIPs,
    podCIDRs,
    primary: 'IPv4' as const,
    serviceCIDRs: [],
  }
  const clock = new FakeClock()
  const metrics = new SyncMetrics(minor, mode)
  const health = new ProxyHealth({ clock, minor, timeoutMs: 60_000, node: () => undefined })
  const programmed = new ProgrammedRules()
  const sync = new DualStackSync(
    (family) =>
      new SyncLoop({
        family,
        mode,
        minor,
        minSyncMs: 1000,
        syncMs: 30_000,
        verbosity: 4,
        clock,
        logger: {
          ...silentLogger,
          logS: (_, message, values) => void lines.push(formatStructured(message, values)),
        },
        health,
        metrics,
        portsOf: (service) => servicePorts(service as unknown as Service, family, rulesConfig),
        program: () => programmed.program({ ...objects, ...own }, family),
        done: () => {},
      }),
  )
  sync.start()
  for (const service of objects.services) sync.serviceChanged(undefined, service)
  for (const slice of objects.endpointSlices) sync.endpointsChanged(undefined, slice)
  sync.begin()
  return { sync, objects, clock, metrics, health, lines }
}

/** Series → value; times and durations count as there or not there. */
function series(text: string): Record<string, string> {
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !line.includes('_bucket{'))
  return Object.fromEntries(
    samples.map((line) => {
      const [, name, value] = /^(.*) (\S+)$/.exec(line) as unknown as [string, string, string]
      return [name, /_seconds(_sum)?(\{|$)/.test(name) ? 'some' : value]
    }),
  )
}

interface Variant {
  release: string
  variant: string
  flags: Record<string, string>
}
/** With the metrics of the run; those that ended at once have none. */
const variants = read<Variant[]>('variants.json').flatMap((variant) => {
  const dir = readdirSync(recordings).find((name) => name.startsWith(`v${variant.release}.`))!
  const file = `${dir}/${variant.variant}.metrics.txt`
  return existsSync(join(recordings, file)) ? [{ ...variant, file }] : []
})

/** As klog lists flags, a list stands in brackets. */
const argsOf = (flags: Readonly<Record<string, string>>): string[] =>
  Object.entries(flags)
    .filter(([, value]) => value !== '[]')
    .map(([flag, value]) => `${flag}=${value.replace(/^\[(.*)\]$/, '$1')}`)

describe('metrics after the first sync', () => {
  it.each(variants)('are those of the real kube-proxy: $file', async ({ file, release, flags }) => {
    const { metrics } = await proxy(release, ...argsOf(flags))
    for (const path of ['healthz', 'healthz', 'livez'] as const) metrics.asked(path, 200)
    expect(series(metrics.text())).toEqual(series(readFileSync(join(recordings, file), 'utf8')))
  })

  it('tell which gates are on', async () => {
    const metrics = new SyncMetrics(36, 'iptables')
    const flags = ['--feature-gates=AllowServiceExternalIPs=false']
    const prepared = await prepareKubeProxy(flags, {
      release: parseRelease('1.36'),
      logger: silentLogger,
      notice: () => {},
      readText: () => Promise.reject(new Error('no file')),
    })
    if ('print' in prepared) throw new Error(prepared.print)
    metrics.showGates(prepared.gates)
    const text = metrics.text()
    expect(text).toContain('kubernetes_feature_enabled{name="AllowServiceExternalIPs",stage=""} 0\n')
    expect(text).toContain('kubernetes_feature_enabled{name="NFTablesProxyMode",stage=""} 1\n')
  })

  it('have the help and types of upstream, and no names without samples', async () => {
    const { metrics } = await proxy('1.36', '--proxy-mode=nftables')
    const text = metrics.text()
    expect(text).toContain(
      '# HELP kubeproxy_sync_proxy_rules_duration_seconds [ALPHA] SyncProxyRules latency in seconds\n# TYPE kubeproxy_sync_proxy_rules_duration_seconds histogram\n',
    )
    expect(text).not.toContain('failures')
    expect(text).not.toContain('iptables')
  })
})

const syncs = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('"Syncing'))
const slice = (name: string, addressType: string, more: object = {}): KubeObject => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { namespace: 'default', name, labels: { 'kubernetes.io/service-name': 's' }, ...more },
  addressType,
  ports: [{ protocol: 'UDP', port: 53 }],
  endpoints: [{ addresses: [addressType === 'IPv6' ? 'fd00::1' : '10.0.0.1'] }],
})

describe('a sync', () => {
  it('follows a change in the family that it concerns, with a pause between two', async () => {
    const { sync, clock, lines } = await proxy('1.36')
    lines.splice(0)
    sync.endpointsChanged(undefined, slice('a', 'IPv6'))
    sync.endpointsChanged(undefined, slice('b', 'IPv6'))
    clock.advance(0)
    expect(syncs(lines)).toEqual(['"Syncing iptables rules" ipFamily="IPv6" fullSync=false'])
    sync.endpointsChanged(undefined, slice('c', 'IPv6'))
    sync.endpointsChanged(undefined, slice('names', 'FQDN'))
    clock.advance(999)
    expect(syncs(lines)).toHaveLength(1)
    clock.advance(1)
    expect(syncs(lines)).toHaveLength(2)
  })

  it('does not follow a change of a Service that rules do not depend on', async () => {
    const { sync, objects, clock, lines } = await proxy('1.36')
    lines.splice(0)
    const service = objects.services.find((s) => s.metadata.name !== 'kubernetes')!
    const labelled = { ...service, metadata: { ...service.metadata, labels: { a: 'b' } } }
    sync.serviceChanged(service, labelled)
    clock.advance(2000)
    expect(syncs(lines)).toEqual([])
    sync.serviceChanged(labelled, undefined)
    clock.advance(2000)
    expect(syncs(lines)).toEqual(['"Syncing iptables rules" ipFamily="IPv4" fullSync=false'])
  })

  it('is full where the topology of the node changes, and after an hour', async () => {
    const { sync, clock, lines } = await proxy('1.36', '--proxy-mode=nftables')
    sync.topologyChanged()
    clock.advance(1000)
    expect(syncs(lines.splice(0)).at(-1)).toBe('"Syncing nftables rules" ipFamily="IPv6" fullSync=true')
    clock.advance(3_600_000)
    expect(syncs(lines)).toEqual(
      ['IPv4', 'IPv6'].map((family) => `"Syncing nftables rules" ipFamily="${family}" fullSync=true`),
    )
  })

  it('comes in every sync period in mode ipvs', async () => {
    const { clock, lines } = await proxy('1.36', '--proxy-mode=ipvs')
    lines.splice(0)
    clock.advance(60_000)
    expect(syncs(lines)).toHaveLength(4)
  })

  it('measures the time from the cause of a change', async () => {
    const { sync, clock, metrics } = await proxy('1.36')
    clock.advance(5000)
    const at = { 'endpoints.kubernetes.io/last-change-trigger-time': '2026-01-01T00:00:02Z' }
    sync.endpointsChanged(undefined, slice('a', 'IPv4', { annotations: at }))
    clock.advance(0)
    const text = metrics.text()
    expect(text).toContain('kubeproxy_network_programming_duration_seconds_sum{ip_family="IPv4"} 3\n')
    expect(text).toContain('kubeproxy_conntrack_reconciler_deleted_entries_total{ip_family="IPv4"} 0\n')
  })

  it('is waited for by the health check only once there is something to program', async () => {
    const { sync, clock, health } = await proxy('1.36')
    expect(Object.keys(JSON.parse(health.livez().body).status)).toEqual(['IPv4', 'IPv6'])
    sync.stop()
    sync.endpointsChanged(undefined, slice('a', 'IPv4'))
    clock.advance(120_000)
    expect(health.isHealthy()).toBe(true)
  })
})

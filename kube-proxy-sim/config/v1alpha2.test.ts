// Each row of KEP-784's tables, in both directions.
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../component-base/klog.ts'
import { loadRelease } from '../../component-base/release.ts'
import {
  type ConfigVersion,
  configVersions,
  type EffectiveConfig,
  effectiveConfig,
  fieldsOf,
  inVersion,
} from './effective-config.ts'

const read = (version: string, body: string): EffectiveConfig =>
  effectiveConfig(`apiVersion: kubeproxy.config.k8s.io/${version}\nkind: KubeProxyConfiguration\n${body}\n`, {
    release: loadRelease(),
    logger: silentLogger,
  })
const converted = (from: ConfigVersion, body: string, to: ConfigVersion): Map<string, unknown> =>
  fieldsOf(inVersion(read(from, body).internal, to))
const droppedFields = (version: ConfigVersion, body: string): string[] =>
  read(version, body).dropped.map((d) => d.field)

interface Row {
  v1alpha1: [string, unknown]
  v1alpha2: [string, unknown]
  /** What else the file of v1alpha1 says. */
  mode?: string
}

const moved: Row[] = [
  { v1alpha1: ['conntrack.maxPerCore', 7], v1alpha2: ['linux.conntrack.maxPerCore', 7] },
  { v1alpha1: ['conntrack.min', 8], v1alpha2: ['linux.conntrack.min', 8] },
  {
    v1alpha1: ['conntrack.tcpEstablishedTimeout', '9s'],
    v1alpha2: ['linux.conntrack.tcpEstablishedTimeout', '9s'],
  },
  {
    v1alpha1: ['conntrack.tcpCloseWaitTimeout', '9s'],
    v1alpha2: ['linux.conntrack.tcpCloseWaitTimeout', '9s'],
  },
  { v1alpha1: ['conntrack.tcpBeLiberal', true], v1alpha2: ['linux.conntrack.tcpBeLiberal', true] },
  { v1alpha1: ['conntrack.udpTimeout', '9s'], v1alpha2: ['linux.conntrack.udpTimeout', '9s'] },
  { v1alpha1: ['conntrack.udpStreamTimeout', '9s'], v1alpha2: ['linux.conntrack.udpStreamTimeout', '9s'] },
  { v1alpha1: ['oomScoreAdj', -5], v1alpha2: ['linux.oomScoreAdj', -5] },
  { v1alpha1: ['iptables.masqueradeAll', true], v1alpha2: ['linux.masqueradeAll', true] },
  { v1alpha1: ['iptables.masqueradeAll', true], v1alpha2: ['linux.masqueradeAll', true], mode: 'ipvs' },
  { v1alpha1: ['nftables.masqueradeAll', true], v1alpha2: ['linux.masqueradeAll', true], mode: 'nftables' },
  { v1alpha1: ['iptables.syncPeriod', '44s'], v1alpha2: ['syncPeriod', '44s'] },
  { v1alpha1: ['ipvs.syncPeriod', '44s'], v1alpha2: ['syncPeriod', '44s'], mode: 'ipvs' },
  { v1alpha1: ['nftables.syncPeriod', '44s'], v1alpha2: ['syncPeriod', '44s'], mode: 'nftables' },
  { v1alpha1: ['iptables.minSyncPeriod', '4s'], v1alpha2: ['minSyncPeriod', '4s'] },
  { v1alpha1: ['ipvs.minSyncPeriod', '4s'], v1alpha2: ['minSyncPeriod', '4s'], mode: 'ipvs' },
  { v1alpha1: ['nftables.minSyncPeriod', '4s'], v1alpha2: ['minSyncPeriod', '4s'], mode: 'nftables' },
]
const changed: Row[] = [
  { v1alpha1: ['clusterCIDR', '10.0.0.0/8'], v1alpha2: ['detectLocal.clusterCIDRs', ['10.0.0.0/8']] },
  {
    v1alpha1: ['clusterCIDR', '10.0.0.0/8,fd00::/64'],
    v1alpha2: ['detectLocal.clusterCIDRs', ['10.0.0.0/8', 'fd00::/64']],
  },
  { v1alpha1: ['windowsRunAsService', true], v1alpha2: ['windows.runAsService', true] },
  { v1alpha1: ['bindAddress', '10.1.2.3'], v1alpha2: ['nodeIPOverride', ['10.1.2.3']] },
]
const same: [string, unknown][] = [
  ['featureGates.AllAlpha', false],
  ['clientConnection.qps', 7.5],
  ['hostnameOverride', 'n1'],
  ['healthzBindAddress', '1.2.3.4:5'],
  ['metricsBindAddress', '1.2.3.4:5'],
  ['enableProfiling', true],
  ['mode', 'nftables'],
  ['iptables.masqueradeBit', 3],
  ['iptables.localhostNodePorts', false],
  ['iptables.localhostNodePorts', true],
  ['bindAddressHardFail', true],
  ['bindAddressHardFail', false],
  ['ipvs.scheduler', 'wrr'],
  ['ipvs.excludeCIDRs', ['10.0.0.0/8']],
  ['ipvs.strictARP', true],
  ['ipvs.tcpTimeout', '1s'],
  ['ipvs.tcpFinTimeout', '1s'],
  ['ipvs.udpTimeout', '1s'],
  ['nftables.masqueradeBit', 4],
  ['winkernel.networkName', 'net'],
  ['detectLocalMode', 'NodeCIDR'],
  ['detectLocal.bridgeInterface', 'br0'],
  ['detectLocal.interfaceNamePrefix', 'veth'],
  ['nodePortAddresses', ['10.0.0.0/8']],
  ['configSyncPeriod', '3m0s'],
]

/** `a.b` and 1 → `{"a":{"b":1}}`: JSON is YAML. */
const yamlOf = (path: string, value: unknown, mode?: string): string => {
  const nested = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  const line = Object.entries(nested as object).map(([k, v]) => `${k}: ${JSON.stringify(v)}`)
  return [...(mode === undefined ? [] : [`mode: ${mode}`]), ...line].join('\n')
}

describe('fields that KEP-784 moves or changes', () => {
  it.each([...moved, ...changed])('$v1alpha1 <-> $v1alpha2 $mode', ({ v1alpha1, v1alpha2, mode }) => {
    expect(converted('v1alpha1', yamlOf(...v1alpha1, mode), 'v1alpha2').get(v1alpha2[0])).toEqual(v1alpha2[1])
    expect(converted('v1alpha2', yamlOf(...v1alpha2, mode), 'v1alpha1').get(v1alpha1[0])).toEqual(v1alpha1[1])
  })

  it.each(same)('%s %s stays', (path, value) => {
    expect(converted('v1alpha1', yamlOf(path, value), 'v1alpha2').get(path)).toEqual(value)
    expect(converted('v1alpha2', yamlOf(path, value), 'v1alpha1').get(path)).toEqual(value)
  })
})

/** v1alpha1: where the value goes there, or that it is said to be dropped. */
const added: { v1alpha2: [string, unknown]; v1alpha1: [string, unknown] | 'dropped' | 'as it does' }[] = [
  { v1alpha2: ['ipvs.masqueradeBit', 3], v1alpha1: 'dropped' },
  { v1alpha2: ['windows.runAsService', true], v1alpha1: ['windowsRunAsService', true] },
  { v1alpha2: ['configHardFail', true], v1alpha1: 'dropped' },
  { v1alpha2: ['configHardFail', false], v1alpha1: 'as it does' },
  { v1alpha2: ['nodeIPOverride', ['10.0.0.1']], v1alpha1: ['bindAddress', '10.0.0.1'] },
  { v1alpha2: ['nodeIPOverride', ['10.0.0.1', 'fd00::1']], v1alpha1: 'dropped' },
  { v1alpha2: ['ipFamilyPolicy', 'SingleStack'], v1alpha1: 'dropped' },
  { v1alpha2: ['ipFamilyPolicy', 'PreferDualStack'], v1alpha1: 'dropped' },
  { v1alpha2: ['ipFamilyPolicy', 'RequireDualStack'], v1alpha1: 'dropped' },
]

describe('fields that KEP-784 adds', () => {
  it.each(added)('$v1alpha2 -> $v1alpha1', ({ v1alpha2: [field, value], v1alpha1 }) => {
    const body = yamlOf(field, value)
    expect(converted('v1alpha2', body, 'v1alpha2').get(field)).toEqual(value)
    if (typeof v1alpha1 !== 'string')
      expect(converted('v1alpha2', body, 'v1alpha1').get(v1alpha1[0])).toEqual(v1alpha1[1])
    const dropped = droppedFields('v1alpha2', body).map((name) => name.replace(/\[1\]$/, ''))
    expect(dropped.includes(field)).toBe(v1alpha1 === 'dropped')
  })

  it.each([
    ['mode: ipvs\niptables: {masqueradeBit: 3}', 'ipvs.masqueradeBit', 3],
    ['', 'ipvs.masqueradeBit', 14],
    ['', 'windows.runAsService', false],
    ['', 'configHardFail', true],
    ['', 'nodeIPOverride', null],
    ['', 'ipFamilyPolicy', ''],
  ])('are in a converted file of "%s": %s %s', (body, field, value) => {
    expect(converted('v1alpha1', body, 'v1alpha2').get(field)).toEqual(value)
  })
})

describe('defaults', () => {
  const [v1, v2] = configVersions.map((v) => converted(v, '', v)) as [
    Map<string, unknown>,
    Map<string, unknown>,
  ]

  it.each([
    ['ipvs.masqueradeBit', 14],
    ['windows.runAsService', false],
    ['configHardFail', true],
    ['nodeIPOverride', null],
    ['ipFamilyPolicy', ''],
    ['linux.oomScoreAdj', -999],
    ['linux.masqueradeAll', false],
    ['linux.conntrack.min', 131072],
    ['syncPeriod', '30s'],
    ['minSyncPeriod', '1s'],
    ['detectLocal.clusterCIDRs', null],
  ])('%s of v1alpha2 is %s', (field, value) => {
    expect(v2.get(field)).toEqual(value)
    expect(v1.has(field)).toBe(false)
  })

  it.each([
    ['iptables.localhostNodePorts', true, false],
    ['bindAddressHardFail', false, true],
  ])('%s changes from %s to %s', (field, before, after) => {
    expect([v1.get(field), v2.get(field)]).toEqual([before, after])
    // A converted file keeps what it meant.
    expect(converted('v1alpha1', '', 'v1alpha2').get(field)).toBe(before)
  })

  it.each(['portRange', 'bindAddress'])('%s is gone', (field) => {
    expect(v1.has(field)).toBe(true)
    expect(v2.has(field)).toBe(false)
  })
})

describe('what is lost', () => {
  it.each([
    ['portRange: 1-2', ['portRange']],
    ["bindAddress: '::'", ['bindAddress']],
    ['bindAddress: 10.0.0.1', []],
    ['ipvs: {syncPeriod: 5s}', ['ipvs.syncPeriod']],
    ['mode: ipvs\niptables: {minSyncPeriod: 5s}', ['iptables.minSyncPeriod']],
    ['nftables: {masqueradeAll: true}', ['nftables.masqueradeAll']],
    ['', []],
  ])('of v1alpha1 %s', (body, fields) => {
    expect(droppedFields('v1alpha1', body)).toEqual(fields)
  })

  it.each([
    ['configHardFail: false\nnodeIPOverride: [10.0.0.1, "fd00::1"]', ['nodeIPOverride[1]']],
    ['configHardFail: false\nipFamilyPolicy: SingleStack', ['ipFamilyPolicy']],
    ['configHardFail: false\nipvs: {masqueradeBit: 3}', ['ipvs.masqueradeBit']],
    ['configHardFail: false\nminSyncPeriod: 0s', ['minSyncPeriod']],
    ['configHardFail: false\nminSyncPeriod: 0s\nmode: ipvs', []],
    ['', ['configHardFail']],
  ])('of v1alpha2 %s', (body, fields) => {
    expect(droppedFields('v1alpha2', body)).toEqual(fields)
  })

  it('is not a minimum of zero, which means at once', () => {
    expect(converted('v1alpha2', 'minSyncPeriod: 0s', 'v1alpha2').get('minSyncPeriod')).toBe('0s')
  })
})

// Whatever stands in a file: nothing that v1alpha2 has is lost on the way to it and back.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../component-base/klog.ts'
import { loadRelease } from '../../component-base/release.ts'
import {
  type ConfigVersion,
  differences,
  type EffectiveConfig,
  effectiveConfig,
  fieldsOf,
  inVersion,
} from './effective-config.ts'
import { ipFamilyPolicies } from './types.ts'
import { configText } from './write-config.ts'

const release = loadRelease()
const group = 'kubeproxy.config.k8s.io'
const read = (text: string): EffectiveConfig => effectiveConfig(text, { release, logger: silentLogger })
const readBody = (version: ConfigVersion, body: object): EffectiveConfig =>
  read(configText(`${group}/${version}`, body))
const written = (config: EffectiveConfig, version: ConfigVersion): string =>
  configText(`${group}/${version}`, inVersion(config.internal, version))

const duration = fc.constantFrom('0s', '1s', '1.5s', '30s', '2m0s', '100ms')
const bit = fc.integer({ min: 0, max: 31 })
const text = fc.string({ maxLength: 8 })
const cidr = fc.constantFrom('10.0.0.0/8', 'fd00::/64', '192.168.0.0/16')
const cidrs = fc.array(cidr, { maxLength: 2 })
const address = fc.constantFrom('0.0.0.0', '::', '10.0.0.1', 'fd00::1', '127.0.0.1')
const bindAddress = fc.constantFrom('0.0.0.0:1', '[::]:2', '10.0.0.1:3', '10.0.0.1')

/** Any of these fields, or none. */
const some = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) =>
  fc.record(fields, { requiredKeys: [] })

const periods = { syncPeriod: duration, minSyncPeriod: duration }
const conntrack = some({
  maxPerCore: fc.nat(9),
  min: fc.nat(9),
  tcpEstablishedTimeout: duration,
  tcpCloseWaitTimeout: duration,
  tcpBeLiberal: fc.boolean(),
  udpTimeout: duration,
  udpStreamTimeout: duration,
})
const ipvs = {
  scheduler: text,
  excludeCIDRs: cidrs,
  strictARP: fc.boolean(),
  tcpTimeout: duration,
  tcpFinTimeout: duration,
  udpTimeout: duration,
}
const common = {
  featureGates: fc.dictionary(fc.constantFrom('AllAlpha', 'AllBeta'), fc.boolean()),
  clientConnection: some({ kubeconfig: text, qps: fc.nat(9), burst: fc.nat(9), contentType: text }),
  logging: some({ verbosity: fc.nat(9), flushFrequency: duration, format: fc.constantFrom('text', 'json') }),
  hostnameOverride: text,
  healthzBindAddress: bindAddress,
  metricsBindAddress: bindAddress,
  bindAddressHardFail: fc.boolean(),
  enableProfiling: fc.boolean(),
  showHiddenMetricsForVersion: text,
  mode: fc.constantFrom('', 'iptables', 'ipvs', 'nftables'),
  detectLocalMode: fc.constantFrom('', 'ClusterCIDR', 'NodeCIDR', 'BridgeInterface'),
  nodePortAddresses: cidrs,
  configSyncPeriod: duration,
  winkernel: some({ networkName: text, sourceVip: address, enableDSR: fc.boolean() }),
}
const detectLocal = { bridgeInterface: text, interfaceNamePrefix: text }

const v1alpha1 = some({
  ...common,
  bindAddress: address,
  clusterCIDR: cidrs.map((list) => list.join(',')),
  oomScoreAdj: fc.integer({ min: -1000, max: 1000 }),
  conntrack,
  portRange: fc.constantFrom('', '1-2'),
  windowsRunAsService: fc.boolean(),
  iptables: some({
    ...periods,
    masqueradeBit: bit,
    masqueradeAll: fc.boolean(),
    localhostNodePorts: fc.boolean(),
  }),
  ipvs: some({ ...periods, ...ipvs }),
  nftables: some({ ...periods, masqueradeBit: bit, masqueradeAll: fc.boolean() }),
  detectLocal: some(detectLocal),
})

const v1alpha2 = some({
  ...common,
  ...periods,
  linux: some({ conntrack, masqueradeAll: fc.boolean(), oomScoreAdj: fc.integer({ min: -1000, max: 1000 }) }),
  windows: some({ runAsService: fc.boolean() }),
  nodeIPOverride: fc.uniqueArray(fc.constantFrom('10.0.0.1', 'fd00::1'), { maxLength: 2 }),
  ipFamilyPolicy: fc.constantFrom('', ...ipFamilyPolicies),
  configHardFail: fc.boolean(),
  iptables: some({ masqueradeBit: bit, localhostNodePorts: fc.boolean() }),
  ipvs: some({ ...ipvs, masqueradeBit: bit }),
  nftables: some({ masqueradeBit: bit }),
  detectLocal: some({ ...detectLocal, clusterCIDRs: cidrs }),
})

describe('a file of v1alpha1', () => {
  it('means the same after v1alpha1, internal, v1alpha2, internal', () => {
    fc.assert(
      fc.property(v1alpha1, (body) => {
        const before = readBody('v1alpha1', body)
        const after = read(written(before, 'v1alpha2'))
        expect(differences(before.internal, after.internal)).toEqual([])
        expect(written(after, 'v1alpha2')).toBe(written(before, 'v1alpha2'))
      }),
    )
  })

  it('comes back as kube-proxy would write it without v1alpha2, but for an unspecified bindAddress', () => {
    fc.assert(
      fc.property(v1alpha1, (body) => {
        const before = readBody('v1alpha1', body)
        const after = read(written(before, 'v1alpha2'))
        const unspecified = (config: string) => config.replace("bindAddress: '::'", 'bindAddress: 0.0.0.0')
        expect(written(after, 'v1alpha1')).toBe(unspecified(written(before, 'v1alpha1')))
      }),
    )
  })
})

describe('a file of v1alpha2', () => {
  it('is written as it was read', () => {
    fc.assert(
      fc.property(v1alpha2, (body) => {
        const once = written(readBody('v1alpha2', body), 'v1alpha2')
        expect(written(read(once), 'v1alpha2')).toBe(once)
      }),
    )
  })

  it('loses by v1alpha1 what is said to be dropped, and no more', () => {
    fc.assert(
      fc.property(v1alpha2, (body) => {
        const before = readBody('v1alpha2', body)
        const after = read(written(before, 'v1alpha1'))
        const dropped = before.dropped.map(({ field }) => field.replace(/\[1\]$/, ''))
        const lost = differences(before.internal, after.internal).map(({ field }) => field)
        for (const field of lost) expect([...dropped, 'configHardFail']).toContain(field)
      }),
    )
  })

  it('has no field that v1alpha1 brings beside it', () => {
    const fields = (version: ConfigVersion) => fieldsOf(inVersion(readBody(version, {}).internal, 'v1alpha2'))
    expect(new Set(fields('v1alpha1').keys())).toEqual(new Set(fields('v1alpha2').keys()))
  })
})

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseRelease } from '../../component-base/release.ts'
import { writeKubeProxyConfig } from '../start-kube-proxy.ts'

const head = 'apiVersion: kubeproxy.config.k8s.io/__internal\nkind: KubeProxyConfiguration\n'
const logging = 'Logging: {format: text, flushFrequency: 5s}\n'

const write = (text: string, release: string) =>
  writeKubeProxyConfig({
    release: parseRelease(release),
    args: ['--config=in', '--write-config-to=out'],
    readFile: async () => text,
  })

describe('a file of the internal version', () => {
  it.each([
    ['1.30', 'logging.format: Invalid value: \\"\\": Unsupported log format'],
    [
      '1.36',
      '[logging.flushFrequency: Invalid value: 0: Must be greater than zero, logging.format: Invalid value: \\"\\": Unsupported log format]',
    ],
  ])('is read by %s, which then misses the defaults of logging', async (release, why) => {
    const { exitCode, stderr } = await write(`${head}mode: ipvs\nLogging: {Format: text}\n`, release)
    expect(exitCode).toBe(1)
    expect(stderr).toContain(
      'err="strict decoding error: unknown field \\"Logging.Format\\", unknown field \\"mode\\""',
    )
    expect(stderr).toContain(`"command failed" err="initialize logging: ${why}"`)
  })

  const complete = `${head}${logging}Mode: ipvs
ClientConnection: {QPS: 7, Burst: 10}
ConfigSyncPeriod: 1m
BindAddress: 0.0.0.0
MetricsBindAddress: 127.0.0.1:2
DetectLocalMode: ClusterCIDR
`
  const conntrack = '{MaxPerCore: 1, Min: 4, TCPEstablishedTimeout: 1s, TCPCloseWaitTimeout: 7s}'

  it.each([
    [
      '1.30',
      `IPTables: {MasqueradeBit: 3, SyncPeriod: 1s}\nIPVS: {SyncPeriod: 3s}\nConntrack: ${conntrack}\nClusterCIDR: 10.0.0.0/8\n`,
    ],
    [
      '1.36',
      `IPTables: {MasqueradeBit: 3}\nSyncPeriod: 3s\nLinux: {Conntrack: ${conntrack}}\nDetectLocal: {ClusterCIDRs: [10.0.0.0/8]}\n`,
    ],
  ])("is written by %s as v1alpha1, from Go's names", async (release, sections) => {
    const { exitCode, files } = await write(complete + sections, release)
    expect(exitCode).toBe(0)
    expect(parse(files['out']!)).toMatchObject({
      apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
      mode: 'ipvs',
      iptables: { masqueradeBit: 3, localhostNodePorts: null },
      ipvs: { syncPeriod: '3s', minSyncPeriod: '0s' },
      clientConnection: { qps: 7, contentType: '' },
      conntrack: { min: 4, tcpCloseWaitTimeout: '7s' },
      clusterCIDR: '10.0.0.0/8',
      oomScoreAdj: null,
    })
  })

  it('names the Go struct of a field with a wrong type', async () => {
    expect((await write(`${head}IPTables: {MasqueradeBit: x}\n`, '1.36')).stderr).toContain(
      'json: cannot unmarshal string into Go struct field KubeProxyIPTablesConfiguration.IPTables.MasqueradeBit of type int32',
    )
  })
})

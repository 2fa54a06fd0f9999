import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../component-base/klog.ts'
import { parseRelease } from '../../component-base/release.ts'
import { configzText } from './configz.ts'
import { prepareKubeProxy } from './prepare-kube-proxy.ts'

async function configz(release: string, ...args: string[]): Promise<Record<string, unknown>> {
  const prepared = await prepareKubeProxy(args, {
    release: parseRelease(release),
    logger: silentLogger,
    notice: () => {},
    readText: () => Promise.reject(new Error('no file')),
  })
  if ('print' in prepared) throw new Error(prepared.print)
  const answer = JSON.parse(configzText(prepared)) as Record<string, Record<string, unknown>>
  return answer['kubeproxy.config.k8s.io']!
}

describe('/configz', () => {
  it('shows v1alpha1 from 1.36 on', async () => {
    expect(await configz('1.36')).toMatchObject({
      apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
      oomScoreAdj: -999,
      iptables: { syncPeriod: '30s' },
    })
  })

  it('shows the internal type by the names of Go before', async () => {
    const shown = await configz('1.33', '--proxy-mode=ipvs', '--ipvs-tcp-timeout=5s')
    expect(shown).toMatchObject({
      FeatureGates: {},
      Linux: { OOMScoreAdj: -999, Conntrack: { MaxPerCore: 32768, TCPEstablishedTimeout: '24h0m0s' } },
      IPVS: { TCPTimeout: '5s', ExcludeCIDRs: null, StrictARP: false },
      Logging: { format: 'text' },
      ClientConnection: { QPS: 5 },
      SyncPeriod: '30s',
    })
  })

  it('shows sections with periods of their own in 1.30', async () => {
    expect(await configz('1.30')).toMatchObject({
      IPTables: { SyncPeriod: '30s', LocalhostNodePorts: true },
      NFTables: { MinSyncPeriod: '1s' },
      ClusterCIDR: '',
      OOMScoreAdj: -999,
    })
  })
})

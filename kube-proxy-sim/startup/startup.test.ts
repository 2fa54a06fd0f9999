import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../component-base/klog.ts'
import { parseRelease } from '../../component-base/release.ts'
import { prepareKubeProxy } from '../options/prepare-kube-proxy.ts'
import { checkBadConfig, checkBadIPConfig } from './check-config.ts'
import { detectNodeIPs, nodeHostIPs } from './node-ips.ts'

const node = (...addresses: [string, string][]) => ({
  status: { addresses: addresses.map(([type, address]) => ({ type, address })) },
})

describe('addresses of the node', () => {
  it('are the first internal one and the first of the other family', () => {
    expect(
      nodeHostIPs(node(['Hostname', 'n'], ['ExternalIP', '1.1.1.1'], ['InternalIP', '10.0.0.1'])),
    ).toEqual(['10.0.0.1'])
    expect(nodeHostIPs(node(['InternalIP', 'fd00::1'], ['InternalIP', '10.0.0.1']))).toEqual([
      'fd00::1',
      '10.0.0.1',
    ])
    expect(nodeHostIPs(node())).toEqual([])
  })

  it('are overridden by a specific bind address', () => {
    expect(detectNodeIPs(['10.0.0.1'], ['0.0.0.0']).nodeIPs.IPv4).toBe('10.0.0.1')
    expect(detectNodeIPs(['10.0.0.1'], ['fd00::2'])).toEqual({
      primary: 'IPv6',
      nodeIPs: { IPv4: '10.0.0.1', IPv6: 'fd00::2' },
    })
    expect(detectNodeIPs([], [])).toEqual({ primary: 'IPv4', nodeIPs: { IPv4: '127.0.0.1', IPv6: '::1' } })
  })
})

async function state(release: string, ...args: string[]) {
  const prepared = await prepareKubeProxy(args, {
    release: parseRelease(release),
    logger: silentLogger,
    notice: () => {},
    readText: () => Promise.reject(new Error('no file')),
  })
  if ('print' in prepared) throw new Error(prepared.print)
  return { config: prepared.config, primary: 'IPv4' as const, podCIDRs: [], minor: prepared.release.minor }
}

describe('the check of the configuration', () => {
  it('warns of unset node port addresses, not in 1.30', async () => {
    expect(checkBadConfig(await state('1.31'))).toMatch(/^nodePortAddresses is unset/)
    expect(checkBadConfig(await state('1.30'))).toBeUndefined()
    expect(checkBadConfig(await state('1.31', '--nodeport-addresses=10.0.0.0/8'))).toBeUndefined()
    expect(checkBadConfig(await state('1.31', '--nodeport-addresses=fd00::/8'))).toMatch(/IPv4-primary/)
  })

  it('tells of options of the wrong family; of pod CIDRs it can be fatal', async () => {
    const wrong = await state('1.36', '--cluster-cidr=fd00::/8')
    expect(checkBadIPConfig(wrong)).toEqual({
      error: 'cluster is IPv4-primary but clusterCIDRs contains only IPv6 addresses',
      fatal: false,
    })
    expect(checkBadIPConfig({ ...wrong, config: { ...wrong.config, configHardFail: true } }).fatal).toBe(true)
    const byNode = { ...(await state('1.36', '--detect-local-mode=NodeCIDR')), podCIDRs: ['fd00::/64'] }
    expect(checkBadIPConfig(byNode).fatal).toBe(true)
  })
})

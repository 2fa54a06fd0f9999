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
    expect(detectNodeIPs(['10.0.0.1'], { bindAddress: '0.0.0.0' }).nodeIPs.IPv4).toBe('10.0.0.1')
    expect(detectNodeIPs(['10.0.0.1'], { bindAddress: 'fd00::2' })).toEqual({
      primary: 'IPv6',
      nodeIPs: { IPv4: '10.0.0.1', IPv6: 'fd00::2' },
    })
    expect(detectNodeIPs([], { bindAddress: '0.0.0.0' })).toEqual({
      primary: 'IPv4',
      nodeIPs: { IPv4: '127.0.0.1', IPv6: '::1' },
    })
  })

  it('are overridden by all of nodeIPOverride, the first of which is primary', () => {
    const config = { bindAddress: '0.0.0.0', nodeIPOverride: ['fd00::2', '10.0.0.2'] }
    expect(detectNodeIPs(['10.0.0.1'], config)).toEqual({
      primary: 'IPv6',
      nodeIPs: { IPv4: '10.0.0.2', IPv6: 'fd00::2' },
    })
  })

  it.each([
    ['', { IPv4: '10.0.0.1', IPv6: 'fd00::1' }],
    ['PreferDualStack', { IPv4: '10.0.0.1', IPv6: 'fd00::1' }],
    ['SingleStack', { IPv4: '127.0.0.1', IPv6: 'fd00::1' }],
  ])('are taken by the policy "%s"', (ipFamilyPolicy, nodeIPs) => {
    const fromNode = ['fd00::1', '10.0.0.1']
    expect(detectNodeIPs(fromNode, { bindAddress: '0.0.0.0', ipFamilyPolicy }).nodeIPs).toEqual(nodeIPs)
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
  const nodeIPs = { IPv4: '10.0.0.1', IPv6: '::1' }
  const { config, release: of } = prepared
  return { config, primary: 'IPv4' as const, nodeIPs, podCIDRs: [], minor: of.minor }
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
    const policy = { ...(await state('1.36')).config, ipFamilyPolicy: 'RequireDualStack' }
    expect(checkBadIPConfig({ ...wrong, config: { ...policy, configHardFail: true } })).toEqual({
      error: 'ipFamilyPolicy is RequireDualStack but the node has no IPv6 address',
      fatal: true,
    })
    const byNode = { ...(await state('1.36', '--detect-local-mode=NodeCIDR')), podCIDRs: ['fd00::/64'] }
    expect(checkBadIPConfig(byNode).fatal).toBe(true)
  })
})

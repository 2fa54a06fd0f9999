import { describe, expect, it } from 'vitest'
import { parseRelease } from '../../component-base/release.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { prepareControllerManager } from './prepare-controller-manager.ts'

const prepare = (release: string, ...args: string[]) =>
  prepareControllerManager(args, {
    release: parseRelease(release),
    logger: { log: () => {}, logS: () => {} },
  })

describe('prepareControllerManager', () => {
  it.each([
    ['1.30.0', '--feature-gates=PodIndexLabel=false', false],
    ['1.31.0', '--feature-gates=kube:PodIndexLabel=false', false],
    ['1.31.0', '--feature-gates=:PodIndexLabel=false', false],
    ['1.31.0', '--bind-address=127.0.0.1', true],
    ['1.32.0', '--emulated-version=1.31', true],
  ])('%s %s', (release, arg, on) => {
    expect(gateEnabled(prepare(release, arg).gates, 'PodIndexLabel')).toBe(on)
  })

  it.each([
    ['1.31.0', 'NoSuch=true', 'unrecognized feature gate: NoSuch'],
    [
      '1.32.0',
      'PodIndexLabel=false',
      'cannot set feature gate PodIndexLabel to false, feature is locked to true',
    ],
  ])('refuses %s %s', (release, gates, message) => {
    expect(() => prepare(release, `--feature-gates=${gates}`)).toThrow(message)
  })

  it('reads gates of 1.30 with the flags', () => {
    expect(() => prepare('1.30.0', '--feature-gates=NoSuch=true')).toThrow(
      'invalid argument "NoSuch=true" for "--feature-gates" flag: unrecognized feature gate: NoSuch',
    )
  })

  it.each(['1.24', '1.36'])('%s makes volumes of the host where a flag says so', (release) => {
    expect(prepare(release).hostPathProvisioning).toBe(false)
    expect(prepare(release, '--enable-hostpath-provisioner=true').hostPathProvisioning).toBe(true)
  })

  it('takes a value from the next argument, and leaves out what is not simulated', () => {
    const { nodeNetworks, runs } = prepare(
      '1.34',
      '--allocate-node-cidrs',
      '--kubeconfig',
      '/etc/kubernetes/controller-manager.conf',
      '--cluster-cidr',
      '10.244.0.0/16,fd00::/48',
      '--controllers=*,-ttl',
    )
    expect(nodeNetworks().clusterNetworks).toEqual([
      { cidr: '10.244.0.0/16', nodeBits: 24 },
      { cidr: 'fd00::/48', nodeBits: 64 },
    ])
    expect([runs('ttl'), runs('job-controller')]).toEqual([false, true])
  })

  const networks = (...args: string[]) => prepare('1.36', '--allocate-node-cidrs', ...args).nodeNetworks()
  const [dual, ipv6] = ['--cluster-cidr=10.244.0.0/16,fd00::/56', '--cluster-cidr=fd00::/56']

  it('cuts networks of nodes as the flags of their families say', () => {
    const { clusterNetworks, serviceCIDRs } = networks(
      dual,
      '--node-cidr-mask-size-ipv4=26',
      '--node-cidr-mask-size-ipv6=60',
      '--service-cluster-ip-range=10.244.255.0/24,nonsense',
    )
    expect(clusterNetworks.map(({ nodeBits }) => nodeBits)).toEqual([26, 60])
    expect(serviceCIDRs).toEqual(['10.244.255.0/24'])
    const [one] = networks('--cluster-cidr=10.244.0.0/16', '--node-cidr-mask-size=28').clusterNetworks
    expect(one).toEqual({ cidr: '10.244.0.0/16', nodeBits: 28 })
    expect(prepare('1.36', '--cluster-cidr=nonsense').nodeNetworks().clusterNetworks).toEqual([])
    const without = networks('--cluster-cidr=nonsense', '--controllers=*,-node-ipam-controller')
    expect(without.clusterNetworks).toEqual([])
  })

  it.each([
    [
      ['--cluster-cidr=nonsense'],
      'failed to parse cidr value:"nonsense" with error:invalid CIDR address: nonsense',
    ],
    [
      ['--cluster-cidr=10.1.0.0/16,10.2.0.0/16'],
      'len of ClusterCIDRs==2 and they are not configured as dual stack',
    ],
    [
      ['--cluster-cidr=10.1.0.0/16,fd00::/56,fd01::/56'],
      'length of clusterCIDRs is:3 more than max allowed of 2',
    ],
    [[dual, '--node-cidr-mask-size=26'], '--node-cidr-mask-size is not allowed with dual-stack clusters'],
    [
      [ipv6, '--node-cidr-mask-size=60', '--node-cidr-mask-size-ipv6=60'],
      'is not allowed if --node-cidr-mask-size is set',
    ],
    [[ipv6, '--node-cidr-mask-size-ipv4=26'], 'not allowed for a single-stack IPv6 cluster'],
    [
      ['--cluster-cidr=10.244.0.0/16', '--node-cidr-mask-size-ipv6=60'],
      'not allowed for a single-stack IPv4 cluster',
    ],
    [['--cluster-cidr=10.244.0.0/25'], 'mask size of cluster CIDR must be less than or equal to'],
    [['--cluster-cidr=fd00::/40'], 'New CIDR set failed; the node CIDR size is too big'],
    [
      [dual, '--service-cluster-ip-range=10.0.0.0/24,10.1.0.0/24'],
      'serviceCIDR and secondaryServiceCIDR are not dualstack',
    ],
  ])('refuses %j', (flags, message) => {
    expect(() => networks(...flags)).toThrow(message)
  })
})

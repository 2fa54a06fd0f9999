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

  it('takes a value from the next argument, and leaves out what is not simulated', () => {
    const { clusterCIDRs, runs } = prepare(
      '1.34',
      '--allocate-node-cidrs',
      '--kubeconfig',
      '/etc/kubernetes/controller-manager.conf',
      '--cluster-cidr',
      '10.244.0.0/16,fd00::/48',
      '--controllers=*,-ttl',
    )
    expect(clusterCIDRs).toEqual(['10.244.0.0/16', 'fd00::/48'])
    expect([runs('ttl'), runs('job-controller')]).toEqual([false, true])
  })
})

import { describe, expect, it } from 'vitest'
import { parseRelease } from '../../component-base/release.ts'
import { parse } from '../../component-base/yaml.ts'
import { readControlPlane } from './control-plane-flags.ts'
import { readSchedulerFile, withDefaults } from './scheduler-configuration.ts'
import { schedulerConfigurationText } from './scheduler-configuration-text.ts'

const silent = { log: () => {}, logS: () => {} }

function written(version: string, args: readonly string[], text?: string): Record<string, unknown> {
  const release = parseRelease(version)
  const { globals, parsed } = readControlPlane('kube-scheduler', args, { release, logger: silent })
  const file = text === undefined ? undefined : readSchedulerFile(text, release)
  const { leaderElection } = withDefaults(file ?? { apiVersion: '' })
  const of = { release, gates: globals.gates, parsed, file, leaderElection }
  return parse(schedulerConfigurationText(of)) as Record<string, unknown>
}

const plugins = (config: Record<string, unknown>): string[] => {
  const [profile] = config['profiles'] as { plugins: { multiPoint: { enabled: { name: string }[] } } }[]
  return profile!.plugins.multiPoint.enabled.map(({ name }) => name)
}

describe('the configuration that a kube-scheduler writes', () => {
  it('has the flags of its clients', () => {
    const config = written('1.36', ['--kube-api-qps=7', '--kubeconfig=k', '--profiling=false'])
    expect(config['clientConnection']).toMatchObject({ kubeconfig: 'k', qps: 7, burst: 100 })
    expect(config).toMatchObject({ enableProfiling: false, enableContentionProfiling: true })
  })

  it.each([
    ['1.24', 'v1beta3', 'PrioritySort', 'DefaultBinder'],
    ['1.28', 'v1', 'PrioritySort', 'SchedulingGates'],
    ['1.30', 'v1', 'SchedulingGates', 'DefaultBinder'],
    ['1.36', 'v1', 'SchedulingGates', 'NodeDeclaredFeatures'],
  ])('%s is of %s, and has plugins from %s to %s', (version, of, first, last) => {
    const config = written(version, [])
    const names = plugins(config)
    expect([config['apiVersion'], names[0], names.at(-1)]).toEqual([
      `kubescheduler.config.k8s.io/${of}`,
      first,
      last,
    ])
  })

  it('follows gates, and a file', () => {
    expect(plugins(written('1.30', []))).not.toContain('DynamicResources')
    expect(plugins(written('1.30', ['--feature-gates=DynamicResourceAllocation=true']))).toContain(
      'DynamicResources',
    )
    const head = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n'
    const config = written('1.36', ['--config=f'], `${head}extenders: [{urlPrefix: "http://x"}]`)
    expect(config['extenders']).toEqual([{ urlPrefix: 'http://x', httpTimeout: '5s' }])
    expect(() => written('1.36', ['--config=f'], `${head}profiles: [{plugins: {}}]`)).toThrow(
      '--write-config-to is not simulated for profiles that choose plugins',
    )
  })
})

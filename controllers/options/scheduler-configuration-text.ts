// The file that --write-config-to of kube-scheduler writes.
// Upstream: cmd/kube-scheduler/app/options/{configfile,options}.go, pkg/scheduler/apis/config/v1/defaults.go
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { emitYaml } from '../../apimachinery/yaml-emitter.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import { formatDuration } from '../../component-base/go/duration.ts'
import type { Release } from '../../component-base/release.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { defaultArguments, defaultPlugins } from './default-scheduler-plugins.ts'
import { controllerOptionsDialect } from './dialect.ts'
import type { LeaderElectionOptions } from './leader-election-options.ts'
import { profilesOf, type SchedulerFile } from './scheduler-configuration.ts'

/** What a scheduler's configuration comes from; `file`: that of --config. */
export interface WrittenConfiguration {
  release: Release
  gates: FeatureGateReader
  parsed: ParsedFlags
  file: SchedulerFile | undefined
  leaderElection: LeaderElectionOptions
}

const kind = 'KubeSchedulerConfiguration'

/** The configuration as YAML. Throws an Error for a file whose profiles choose plugins, or of another version than is written. */
export function schedulerConfigurationText(of: WrittenConfiguration): string {
  const { release, file } = of
  const apiVersion = `kubescheduler.config.k8s.io/${controllerOptionsDialect(release.minor).writtenVersion}`
  if (file !== undefined && file.apiVersion !== apiVersion)
    throw new Error(`--write-config-to is not simulated for a --config of ${file.apiVersion}`)
  const scheme = new ComponentConfigScheme(release.facts)
  const own = file ?? fromFlags(of.parsed)
  const config = {
    parallelism: 16,
    percentageOfNodesToScore: 0,
    podInitialBackoffSeconds: 1,
    podMaxBackoffSeconds: 10,
    enableProfiling: true,
    ...own,
    clientConnection: connectionOf(own.clientConnection ?? {}),
    leaderElection: electionOf(of.leaderElection),
    profiles: profilesText(own, of, apiVersion, scheme),
    ...(own.extenders === undefined ? {} : { extenders: own.extenders.map(timed) }),
  }
  const contention = { enableContentionProfiling: config.enableProfiling ? true : undefined, ...config }
  return emitYaml({ ...scheme.decode(apiVersion, kind, contention).value, apiVersion, kind })
}

type Fields = SchedulerFile & { enableProfiling?: boolean; enableContentionProfiling?: boolean }

/** The deprecated flags, which count where there is no file. */
function fromFlags({ values, set }: ParsedFlags): Fields {
  const own = <T>(flag: string, value: T): T | undefined => (set.has(flag) ? value : undefined)
  const given = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return given({
    enableProfiling: own('profiling', values.bool('profiling')),
    enableContentionProfiling: own('contention-profiling', values.bool('contention-profiling')) ?? true,
    clientConnection: {
      kubeconfig: values.string('kubeconfig'),
      ...given({
        contentType: own('kube-api-content-type', values.string('kube-api-content-type')),
        qps: own('kube-api-qps', values.number('kube-api-qps')),
        burst: own('kube-api-burst', values.number('kube-api-burst')),
      }),
    },
  }) as Fields
}

type Connection = NonNullable<SchedulerFile['clientConnection']> & { contentType?: string; qps?: number }

const connectionOf = (own: Connection): object => ({
  ...own,
  contentType: own.contentType || 'application/vnd.kubernetes.protobuf',
  qps: own.qps || 50,
  burst: own.burst || 100,
})

const electionOf = ({
  leaseDuration,
  renewDeadline,
  retryPeriod,
  ...names
}: LeaderElectionOptions): object => ({
  ...names,
  leaseDuration: formatDuration(leaseDuration),
  renewDeadline: formatDuration(renewDeadline),
  retryPeriod: formatDuration(retryPeriod),
})

type Extender = NonNullable<SchedulerFile['extenders']>[number]

const timed = ({ httpTimeout, ...extender }: Extender): object => ({
  ...extender,
  httpTimeout: httpTimeout === undefined || httpTimeout === '0s' ? '5s' : httpTimeout,
})

function profilesText(
  own: SchedulerFile,
  { gates, release }: WrittenConfiguration,
  apiVersion: string,
  scheme: ComponentConfigScheme,
): object[] {
  const plugins = defaultPlugins(gates, release.minor)
  const all = defaultArguments(gates)
  const names = Object.keys(all).filter((name) => plugins.some((plugin) => plugin.name === name))
  const pluginConfig = names
    .filter((name) => scheme.has(apiVersion, `${name}Args`))
    .map((name) => {
      const args = { apiVersion, kind: `${name}Args` }
      return { name, args: { ...scheme.decode(apiVersion, args.kind, all[name]).value, ...args } }
    })
  return profilesOf(own).map((profile) => {
    if (profile.plugins !== undefined || profile.pluginConfig !== undefined)
      throw new Error('--write-config-to is not simulated for profiles that choose plugins')
    return { ...profile, plugins: { multiPoint: { enabled: plugins } }, pluginConfig }
  })
}

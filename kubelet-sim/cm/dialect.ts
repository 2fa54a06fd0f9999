// Which options the CPU manager's static policy has in a release. Upstream: pkg/kubelet/cm/cpumanager/policy_options.go
import { changing, dialect } from '../../featuregates/release-changes.ts'

/** How far an option has come: an alpha or beta option wants a gate. Undefined: the release does not know it. */
export type OptionStage = 'Alpha' | 'Beta' | 'GA' | undefined

/** The option at the stages that it has reached, with a line for each. */
const option = (name: string, before: OptionStage, ...stages: (readonly [number, OptionStage])[]) =>
  changing<OptionStage>(
    before,
    ...stages.map(
      ([minor, stage]) =>
        [minor, stage, `the option ${name} of the CPU manager's static policy is ${stage}`] as const,
    ),
  )

/** The stages of the options of the CPU manager's static policy, by their names. */
export const cpuPolicyOptionDialect = dialect('CPU manager', {
  'full-pcpus-only': option('full-pcpus-only', 'Beta', [33, 'GA']),
  'distribute-cpus-across-numa': option('distribute-cpus-across-numa', 'Alpha', [33, 'Beta']),
  'align-by-socket': option('align-by-socket', undefined, [25, 'Alpha']),
  'distribute-cpus-across-cores': option('distribute-cpus-across-cores', undefined, [31, 'Alpha']),
  'strict-cpu-reservation': option(
    'strict-cpu-reservation',
    undefined,
    [32, 'Alpha'],
    [33, 'Beta'],
    [35, 'GA'],
  ),
  'prefer-align-cpus-by-uncorecache': option(
    'prefer-align-cpus-by-uncorecache',
    undefined,
    [32, 'Alpha'],
    [34, 'Beta'],
    [36, 'GA'],
  ),
})

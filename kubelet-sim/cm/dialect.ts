// Which options the CPU manager's static policy has in a release. Upstream: pkg/kubelet/cm/cpumanager/policy_options.go
import { type Changing, changing, dialect } from '../../featuregates/release-changes.ts'

/** How far an option has come: an alpha or beta option wants a gate. Undefined: the release does not know it. */
type OptionStage = 'Alpha' | 'Beta' | 'GA' | undefined

type Stages = readonly [before: OptionStage, ...reached: (readonly [number, OptionStage])[]]

const options: Readonly<Record<string, Stages>> = {
  'full-pcpus-only': ['Beta', [33, 'GA']],
  'distribute-cpus-across-numa': ['Alpha', [33, 'Beta']],
  'align-by-socket': [undefined, [25, 'Alpha']],
  'distribute-cpus-across-cores': [undefined, [31, 'Alpha']],
  'strict-cpu-reservation': [undefined, [32, 'Alpha'], [33, 'Beta'], [35, 'GA']],
  'prefer-align-cpus-by-uncorecache': [undefined, [32, 'Alpha'], [34, 'Beta'], [36, 'GA']],
}

const changesOf = (name: string, [before, ...reached]: Stages): Changing<OptionStage> =>
  changing(
    before,
    ...reached.map(
      ([minor, stage]) =>
        [minor, stage, `the option ${name} of the CPU manager's static policy is ${stage}`] as const,
    ),
  )

/** The stages of the options of the CPU manager's static policy, by their names. */
export const cpuPolicyOptionDialect = dialect(
  'CPU manager',
  Object.fromEntries(Object.entries(options).map(([name, stages]) => [name, changesOf(name, stages)])),
)

// How the components are started in a phase: what the rows of the walk are.
import { minorOf } from '../../component-base/minor.ts'
import { recordedReleases } from '../../component-base/release-facts.ts'
import { oldestEmulated } from '../../featuregates/effective-version.ts'
import type { FeaturePlan } from '../../plans/feature-plan.ts'
import type { Phase } from './phases.ts'

/** A row of a walk: the flags that the components are started with. */
export interface Run {
  /** `--feature-gates=…`, or what was done to the cluster. */
  title: string
  release: string
  /** Flags of kube-apiserver, and of the node's components. */
  apiserver: readonly string[]
  node: readonly string[]
}

const earlier = (release: string, by: number): string => `1.${minorOf(release) - by}`

function gateFlag(phase: Phase, other: boolean): string | undefined {
  const values = phase.gates.map((g) => `${g.name}=${other !== g.default}`)
  return values.length === 0 ? undefined : `--feature-gates=${values.join(',')}`
}

const both = (title: string, release: string, flags: readonly string[]): Run => ({
  title,
  release,
  apiserver: flags,
  node: flags,
})
const serverOnly = (release: string, ...flags: string[]): Run => ({
  title: `kube-apiserver ${flags.join(' ')}`,
  release,
  apiserver: flags,
  node: [],
})

/** The admission plugins that a plan names. */
export const namedPlugins = (plan: FeaturePlan): string[] => [
  ...new Set([
    ...plan.effects.flatMap((e) => e.admissionPlugin ?? []),
    ...plan.removedAdmissionPlugins.map((p) => p.name),
  ]),
]

/** Rows that ask kube-apiserver alone: emulation and admission plugins. */
function serverRuns(plan: FeaturePlan, phase: Phase, override: string): Run[] {
  const { release } = phase
  const runs: Run[] = []
  const emulated = `--emulated-version=${earlier(release, 1)}`
  // From the second release after the oldest emulated one on, a server can be told both versions.
  if (minorOf(release) > oldestEmulated.minor + 1)
    runs.push(serverOnly(release, emulated), serverOnly(release, emulated, override))
  const compatible = plan.gates.some((g) => g.specs.some((s) => s.minCompatibilityVersion !== undefined))
  if (compatible) runs.push(serverOnly(release, `--min-compatibility-version=${earlier(release, 2)}`))
  for (const plugin of namedPlugins(plan))
    runs.push(serverOnly(release, `--enable-admission-plugins=${plugin}`))
  return runs
}

/**
 * The rows of a phase, in the order in which they run on the same data: the release without flags, each gate at its other
 * value, emulation of the release before, plugins, a downgrade.
 * @param server only rows that differ in kube-apiserver
 */
export function phaseRuns(plan: FeaturePlan, phase: Phase, first: boolean, server: boolean): Run[] {
  const { release } = phase
  const names = plan.gates.map((g) => g.name)
  // A gate that is gone is asked for the value that it no longer has.
  const override = gateFlag(phase, true) ?? `--feature-gates=${names.map((n) => `${n}=true`).join(',')}`
  const before = earlier(release, 1)
  return [
    both(first ? `started as ${release}` : `upgraded to ${release}`, release, []),
    ...(names.length === 0 ? [] : [both(override, release, [override])]),
    ...(server && names.length > 0 ? serverRuns(plan, phase, override) : []),
    ...(minorOf(release) > minorOf(recordedReleases()[0]!)
      ? [both(`downgraded to ${before}`, before, [])]
      : []),
  ]
}

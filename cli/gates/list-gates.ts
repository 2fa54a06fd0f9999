import { newComponentGates } from '../../component-base/component-gates.ts'
import { componentNames } from '../../component-base/flags/flag-definitions.ts'
import { didYouMean } from '../../component-base/nearest.ts'
import type { ReleasePlan } from '../../component-base/plan-extension.ts'
import { loadRelease } from '../../component-base/release.ts'
import { specialGates } from '../../featuregates/evaluate-gates.ts'
import type { FeatureSpec, SpecData } from '../../featuregates/feature-spec.ts'
import { stageName } from '../../featuregates/gate-life.ts'
import { UsageError } from '../usage-error.ts'
import { listedGate, type Report } from './output.ts'

const components: readonly string[] = componentNames
const stages = ['ALPHA', 'BETA', 'GA', 'DEPRECATED']

/** The filters of `kepsim gates list`; undefined: all. */
export interface ListOptions {
  release: string | undefined
  stage: string | undefined
  component: string
  plan?: ReleasePlan | undefined
}

const toData = (spec: FeatureSpec): SpecData => ({
  default: spec.default,
  lockToDefault: spec.lockToDefault,
  preRelease: spec.preRelease,
  version: String(spec.version),
  ...(spec.minCompatibilityVersion === undefined
    ? {}
    : { minCompatibilityVersion: String(spec.minCompatibilityVersion) }),
})

/** `1.24` where a list of specs says so; the 0.0 of unversioned gates says nothing. */
const since = (version: string): string => (version === '0.0' ? '' : version)

/** The gates that a component of a release registers, with their states without flags. */
export function listGates(options: ListOptions): Report {
  const stage = options.stage?.toUpperCase()
  if (stage !== undefined && !stages.includes(stage)) {
    throw new UsageError(
      `unknown stage "${options.stage}": one of ${stages.map((s) => s.toLowerCase()).join(', ')}${didYouMean(
        stage,
        stages.map((s) => s.toLowerCase()),
      )}`,
    )
  }
  if (!components.includes(options.component)) {
    throw new UsageError(
      `unknown component "${options.component}": one of ${components.join(', ')}${didYouMean(options.component, components)}`,
    )
  }
  const release = loadRelease(options.release, options.plan)
  const gates = newComponentGates(release, options.component)
  const versioned = gates.getAllVersioned()
  const chosen = [...gates.getAll()]
    .filter(([, spec]) => stage === undefined || stageName(spec.preRelease) === stage)
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const own = chosen.filter(([gate]) => !specialGates.has(gate))
  return {
    header: ['GATE', 'STAGE', 'DEFAULT', 'LOCKED', 'SINCE'],
    rows: chosen.map(([gate, spec]) => [
      gate,
      stageName(spec.preRelease),
      String(spec.default),
      spec.lockToDefault ? 'yes' : '',
      since(String(spec.version)),
    ]),
    data: chosen.map(([name, spec]) => ({
      name,
      stage: stageName(spec.preRelease),
      default: spec.default,
      locked: spec.lockToDefault,
      versionedSpecs: versioned.get(name)!.map(toData),
      dependencies: gates.dependencies().get(name) ?? [],
    })),
    yaml: own.map(([gate]) => listedGate(gate, versioned.get(gate)!.map(toData))),
  }
}

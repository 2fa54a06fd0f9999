// Alpha and beta versions of a plan's kinds are off by default: a walk that asks for them turns them on.
import { minorOf } from '../../component-base/minor.ts'
import { isWithin } from '../../plans/extend.ts'
import type { FeaturePlan } from '../../plans/feature-plan.ts'

const emulation = '--emulated-version='

/** `--runtime-config` for the versions of the plan's kinds that a release has; none where all are served anyway, or nothing is asked. */
export function flagsForVersions(plan: FeaturePlan, release: string, flags: readonly string[]): string[] {
  if (plan.probes.length === 0) return []
  const emulated = flags.find((flag) => flag.startsWith(emulation))?.slice(emulation.length)
  const minor = minorOf(emulated ?? release)
  const off = plan.kinds.flatMap(({ group, versions }) =>
    versions
      .filter((version) => isOff(version.name) && isWithin(minor, version))
      .map(({ name }) => `${group}/${name}=true`),
  )
  return off.length === 0 ? [] : [`--runtime-config=${[...new Set(off)].join(',')}`]
}

/** What a reader of the walk has to know of that. */
export const versionNotes = (plan: FeaturePlan): string[] =>
  plan.probes.length > 0 && plan.kinds.some(({ versions }) => versions.some(({ name }) => isOff(name)))
    ? ['alpha and beta versions of the planned kinds are served in all rows (--runtime-config)']
    : []

const isOff = (version: string): boolean => /alpha|beta/.test(version)

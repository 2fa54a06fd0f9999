import type { PlannedColumn, PlannedResource } from './plan-extension.ts'
import type { Release } from './release.ts'

const none: readonly never[] = []

/** The resources that a release's plan brings, in the versions that its binaries have; empty without a plan. */
export const plannedResources = ({
  minor,
  plan,
}: Pick<Release, 'minor' | 'plan'>): readonly PlannedResource[] => plan?.resources?.(minor) ?? none

/** The resource of a release's plan in any of its versions; undefined where the plan brings no such resource. */
export const plannedResource = (
  release: Pick<Release, 'minor' | 'plan'>,
  group: string,
  resource: string,
): PlannedResource | undefined =>
  plannedResources(release).find((one) => one.group === group && one.facts.name === resource)

/** The columns that a release's plan adds to the tables of a resource. */
export const plannedColumns = (
  { minor, plan }: Pick<Release, 'minor' | 'plan'>,
  group: string,
  resource: string,
): readonly PlannedColumn[] => plan?.columns?.(minor, group, resource) ?? none

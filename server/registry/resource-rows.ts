// What is looked up in the table of resources.
import { plannedResource } from '../../component-base/planned-resources.ts'
import { recordedKinds } from '../../component-base/recorded-kinds.ts'
import type { Release } from '../../component-base/release.ts'
import type { ResourceRow } from './generic/resource-row.ts'
import { resources } from './index.ts'

const byName: ReadonlyMap<string, ResourceRow> = new Map(
  resources.map((row) => [`${row.group}/${row.resource}`, row]),
)

/** What a resource has of its own: nothing, where it has no row. */
export const resourceRow = (group: string, resource: string): ResourceRow =>
  byName.get(`${group}/${resource}`) ?? { group, resource }

/** The rows of a release. A resource of its plan without a row follows the common rules, and counts generations. */
export const rowsOf =
  (release: Pick<Release, 'minor' | 'plan'>) =>
  (group: string, resource: string): ResourceRow =>
    plannedResource(release, group, resource) === undefined
      ? resourceRow(group, resource)
      : (rowOfPlanned(group, resource) ?? { group, resource, generation: true })

/**
 * The row of a resource that a plan brings. Where a recorded release has had one of the name, the row is that one's, whose objects the
 * plan's need not be like.
 */
export function rowOfPlanned(group: string, resource: string): ResourceRow | undefined {
  const row = byName.get(`${group}/${resource}`)
  const name = group === '' ? resource : `${resource}.${group}`
  return row === undefined || recordedKinds().some((kind) => kind.resource === name) ? undefined : row
}

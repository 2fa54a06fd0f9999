// What is looked up in the table of resources.
import { plannedResource } from '../../component-base/planned-resources.ts'
import type { Release } from '../../component-base/release.ts'
import type { ResourceRow } from './generic/resource-row.ts'
import { resources } from './index.ts'

const byName: ReadonlyMap<string, ResourceRow> = new Map(
  resources.map((row) => [`${row.group}/${row.resource}`, row]),
)

/** What a resource has of its own: nothing, where it has no row. */
export const resourceRow = (group: string, resource: string): ResourceRow =>
  byName.get(`${group}/${resource}`) ?? { group, resource }

/** The rows of a release: resources of its plan follow the common rules. */
export const rowsOf =
  (release: Pick<Release, 'minor' | 'plan'>) =>
  (group: string, resource: string): ResourceRow =>
    plannedResource(release, group, resource) === undefined
      ? resourceRow(group, resource)
      : { group, resource, generation: true }

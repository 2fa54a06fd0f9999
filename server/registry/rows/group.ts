import type { ResourceRow } from '../generic/resource-row.ts'

/** Rows of an API group, by the plurals of its resources. */
export const group = (
  name: string,
  rows: Readonly<Record<string, Omit<ResourceRow, 'group' | 'resource'>>>,
): ResourceRow[] => Object.entries(rows).map(([resource, own]) => ({ group: name, resource, ...own }))

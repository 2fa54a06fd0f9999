import type { DiscoveryFacts } from '../../../component-base/release-facts.ts'
import { type FactSource, json } from '../server/server-client.ts'
import { pathOf } from './discovery.ts'

interface Column {
  name: string
  type: string
  format: string
  priority: number
}
type Columns = [string, string, string, number][]

const asTable = 'application/json;as=Table;v=v1;g=meta.k8s.io'

/** The columns of a Table: [name, type, format, priority]. */
export const columnsOf = ({ columnDefinitions = [] }: { columnDefinitions?: Column[] }): Columns =>
  columnDefinitions.map(({ name, type, format, priority }) => [name, type, format, priority])

/** The table columns of every resource that can be listed, by `v1/services` and `apps/v1/deployments`, as discovery orders them. */
export async function recordTables(
  source: FactSource,
  { groupVersions }: DiscoveryFacts,
): Promise<Record<string, Columns>> {
  const tables: Record<string, Columns> = {}
  for (const { group, version, resources } of groupVersions)
    for (const { name, verbs } of resources) {
      if (!verbs.includes('list')) continue
      const path = `${pathOf(group, version)}/${name}?limit=1`
      tables[`${group === '' ? '' : `${group}/`}${version}/${name}`] = columnsOf(
        await json(source, path, asTable),
      )
    }
  return tables
}

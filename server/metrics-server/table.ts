// Upstream: metrics-server's pkg/api/table.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { type IncludeObject, partialOf } from '../endpoints/table.ts'
import { type Metrics, toldUsage } from './measurements.ts'

const column = (name: string, format: string, description = '') => ({
  name,
  type: 'string',
  format,
  description,
  priority: 0,
})

/** meta/v1 Table: a column for each resource that the first object tells of. Of no objects it has neither columns nor rows. */
export function metricsTable(
  objects: readonly Metrics[],
  metadata: object,
  { version, include }: { version: 'v1' | 'v1beta1'; include: IncludeObject },
): object {
  const [first] = objects
  const names = first === undefined ? [] : toldUsage(first).map(([name]) => name)
  const columns = [
    column('Name', 'name', 'Name of the resource'),
    ...names.map((name) => column(name, 'quantity')),
    column('Window', 'duration'),
  ]
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${version}`,
    metadata,
    columnDefinitions: first === undefined ? null : columns,
    rows: first === undefined ? null : objects.map((object) => row(object, names)),
  }

  function row(object: Metrics, shown: readonly string[]): object {
    const told = new Map(toldUsage(object))
    const cells = shown.map((name) => told.get(name)?.toString() ?? '0')
    return { cells: [object.metadata.name, ...cells, object.window], object: shownObject(object) }
  }

  function shownObject(object: KubeObject): KubeObject | null {
    if (include === 'None') return null
    return include === 'Object' ? object : (partialOf(object, version) as KubeObject)
  }
}

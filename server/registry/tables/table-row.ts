// Upstream: pkg/printers/internalversion/printers.go (AddHandlers), k8s.io/apiserver pkg/registry/rest/table.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { resourceRow } from '../resource-rows.ts'
import { asJson, name, type Printer, type Row, type RowOptions, text } from './cells.ts'
import { podRowConditions } from './pod.ts'
import { printScale } from './workloads.ts'

const printDefault: Printer = (o) => [name(o), text(o, 'metadata', 'creationTimestamp')]

/** The row of an object in a Table, but for the object itself. Pure. @param resource plural, also of the parent of status and the like */
export function tableRow(group: string, resource: string, object: KubeObject, options: RowOptions): Row {
  const json = asJson(object)
  if (object.kind === 'Scale' && object.apiVersion === 'autoscaling/v1')
    return { cells: printScale(json, options) }
  const cells = (resourceRow(group, resource).table ?? printDefault)(json, options)
  const conditions = group === '' && resource === 'pods' ? podRowConditions(json) : undefined
  return conditions === undefined ? { cells } : { cells, conditions }
}

/** Whether the resource's rows have the two cells of {@link printDefault} (columns `Name` and `Created At`). */
export const hasDefaultColumns = (group: string, resource: string): boolean =>
  resourceRow(group, resource).table === undefined

// Tables that the server makes, as text.
// Upstream: cli-runtime/pkg/printers/tableprinter.go

import { goSprint } from '../../../apimachinery/go-print/json-values.ts'
import { ageOf } from '../../../apimachinery/human-duration.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { TableWriter } from '../../printers/tab-writer.ts'
import { kindName, type Resource } from '../../resources/discovery.ts'

/** meta/v1 Table. */
export interface Table {
  columnDefinitions?: { name: string; priority: number }[]
  rows?: { cells: unknown[]; object?: KubeObject }[]
  metadata?: { resourceVersion?: string }
}

/** The Accept header by which kubectl asks for tables. */
export const tableAccept =
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json'

/** The columns of a table beyond those of priority 0, and whether it has a head. */
export interface TableStyle {
  wide: boolean
  noHeaders: boolean
  withNamespace: boolean
  withKind: boolean
  labelColumns: readonly string[]
  showLabels: boolean
}

/** The table of objects for which the server makes none: names and ages. Upstream: cli-runtime/pkg/printers/tableprinter.go */
export function nameTable(answer: KubeObject, now: number): Table {
  const items = Array.isArray(answer['items']) ? (answer['items'] as KubeObject[]) : [answer]
  return {
    columnDefinitions: ['Name', 'Age'].map((name) => ({ name, priority: 0 })),
    rows: items.map((object) => ({
      cells: [object.metadata.name ?? '', ageOf(object.metadata.creationTimestamp, now)],
      object,
    })),
  }
}

/** Prints tables of one resource, the headers once. */
export class TablePrinter {
  private readonly resource: Resource
  private readonly style: TableStyle
  private readonly writer = new TableWriter()
  private definitions: { name: string; priority: number }[] | undefined

  constructor(resource: Resource, style: TableStyle) {
    this.resource = resource
    this.style = style
  }

  /** The text of the rows of `tables`, with the headers before the first row ever. */
  print(tables: readonly Table[], eventTypes: readonly string[] = []): string {
    const rows: string[][] = []
    for (const table of tables) {
      const columns = table.columnDefinitions ?? []
      if (this.definitions === undefined || columns.length > 0) {
        if (this.definitions === undefined && !this.style.noHeaders)
          rows.push([...(eventTypes.length > 0 ? ['EVENT   '] : []), ...this.headers(columns)])
        this.definitions = columns
      }
      for (const row of table.rows ?? [])
        rows.push([...(eventTypes.length > 0 ? [eventTypes[0]!.padEnd(8)] : []), ...this.cells(row)])
    }
    return this.writer.write(rows)
  }

  private shown(columns: readonly { priority: number }[]): number[] {
    return columns.flatMap((c, i) => (c.priority === 0 || this.style.wide ? [i] : []))
  }

  private headers(columns: readonly { name: string; priority: number }[]): string[] {
    const { withNamespace, labelColumns, showLabels } = this.style
    return [
      ...(withNamespace ? ['NAMESPACE'] : []),
      ...this.shown(columns).map((i) => columns[i]!.name.toUpperCase()),
      ...labelColumns.map((label) => label.slice(label.lastIndexOf('/') + 1).toUpperCase()),
      ...(showLabels ? ['LABELS'] : []),
    ]
  }

  private cells({ cells, object }: { cells: unknown[]; object?: KubeObject }): string[] {
    const { withNamespace, withKind, labelColumns, showLabels } = this.style
    const own = this.shown(this.definitions ?? []).map((i) => cellText(cells[i]))
    if (withKind && own[0] !== undefined) own[0] = `${kindName(this.resource)}/${own[0]}`
    const labels = object?.metadata?.labels ?? {}
    return [
      ...(withNamespace ? [object?.metadata?.namespace ?? ''] : []),
      ...own,
      ...labelColumns.map((label) => (Object.hasOwn(labels, label) ? labels[label]! : '')),
      ...(showLabels ? [formatLabels(labels)] : []),
    ]
  }
}

/** What is after the first line of a cell is not shown. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  const text = goSprint(cell)
  const end = text.search(/[\f\n\r]/)
  return end < 0 ? text : `${text.slice(0, end)}...`
}

/** The labels as `a=1,b=2`; `<none>` without labels. */
export function formatLabels(labels: Record<string, string> | undefined): string {
  const pairs = Object.keys(labels ?? {})
    .sort()
    .map((key) => `${key}=${labels![key]}`)
  return pairs.length === 0 ? '<none>' : pairs.join(',')
}

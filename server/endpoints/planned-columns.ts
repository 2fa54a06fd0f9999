// Columns that a plan adds to tables: before the age where they are always shown, else at the end, as upstream adds its own.
import type { Ages } from '../../apimachinery/human-duration.ts'
import type { JsonValue } from '../../apimachinery/json.ts'
import type { PlannedColumn } from '../../component-base/plan-extension.ts'

/** A column as name, type, format and priority. */
export type TableColumn = readonly [string, string, string, number]

/** Name and age, between which the columns of a planned kind stand. */
export const plannedKindColumns: readonly TableColumn[] = [
  ['Name', 'string', 'name', 0],
  ['Age', 'string', '', 0],
]

/** The columns with those of the plan. */
export const withPlannedColumns = (
  columns: readonly TableColumn[],
  planned: readonly PlannedColumn[],
): readonly TableColumn[] =>
  spliced(columns, columns, planned, ({ name, type, priority }): TableColumn => {
    return [name, type === 'date' ? 'string' : type, '', priority]
  })

/** The cells of a row with those of the plan. */
export const withPlannedCells = (
  cells: readonly JsonValue[],
  columns: readonly TableColumn[],
  planned: readonly PlannedColumn[],
  object: object,
  ages: Ages,
): readonly JsonValue[] =>
  spliced(cells, columns, planned, (column): JsonValue => cellOf(column, column.value(object), ages))

function spliced<T>(
  values: readonly T[],
  columns: readonly TableColumn[],
  planned: readonly PlannedColumn[],
  make: (column: PlannedColumn) => T,
): readonly T[] {
  if (planned.length === 0) return values
  const age = columns.findIndex(([name]) => name === 'Age')
  const place = age < 0 ? values.length : age
  const [shown, wide] = [0, 1].map((wanted) => planned.filter((one) => Math.min(one.priority, 1) === wanted))
  return [...values.slice(0, place), ...shown!.map(make), ...values.slice(place), ...wide!.map(make)]
}

function cellOf({ type }: PlannedColumn, value: unknown, ages: Ages): JsonValue {
  if (value === undefined) return type === 'string' ? '<none>' : type === 'date' ? '<unknown>' : null
  if (Array.isArray(value)) return value.map(textOf).join(',')
  if (type === 'date') return ages.of(String(value))
  return type === 'string' ? textOf(value) : (value as JsonValue)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

// Upstream: k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor, pkg/apiserver/helpers.go
import type { CustomResourceColumnDefinition } from '../../../api/apiextensions-v1.ts'
import type { Ages } from '../../../apimachinery/human-duration.ts'
import type { JsonValue, KubeObject } from '../../../apimachinery/json.ts'
import { JsonPath, partText } from '../../../apimachinery/jsonpath/jsonpath.ts'
import { parseGoTime, rfc3339 } from '../../../apimachinery/scheme/go-time.ts'

/** A column as name, type, format and priority. */
export type Column = [string, string, string, number]

/** The columns of a table and the cells of an object. */
export interface TableColumns {
  readonly columns: readonly Column[]
  cells(object: KubeObject, ages: Ages): JsonValue[]
}

interface Additional {
  readonly type: string
  readonly path: JsonPath
}

const creation: CustomResourceColumnDefinition = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
}

/** Name and the columns given; without any, the age. A path that does not parse ends the list. */
export function tableColumns(given: readonly CustomResourceColumnDefinition[] | undefined): TableColumns {
  const columns: Column[] = [['Name', 'string', 'name', 0]]
  const additional: Additional[] = []
  for (const { name = '', type = '', format = '', priority = 0, jsonPath = '' } of given?.length
    ? given
    : [creation]) {
    const path = parsed(jsonPath)
    if (path === undefined) break
    columns.push([name, type, format, priority])
    additional.push({ type, path })
  }
  return {
    columns,
    cells: (object, ages) => [
      object.metadata.name ?? '',
      ...additional.map((column) => cellOf(column, object, ages)),
    ],
  }
}

/** The columns of Scales, of fixed paths whatever the definition's. */
export const scaleColumns = (): TableColumns =>
  tableColumns([
    { name: 'Desired', type: 'integer', jsonPath: '.spec.replicas' },
    { name: 'Available', type: 'integer', jsonPath: '.status.replicas' },
    creation,
  ])

function parsed(path: string): JsonPath | undefined {
  try {
    return new JsonPath(`{${path}}`)
  } catch {
    return undefined
  }
}

function cellOf({ type, path }: Additional, object: KubeObject, ages: Ages): JsonValue {
  const value = firstOf(path, object)
  if (value === undefined) return null
  return type === 'string' ? partText([value]) : typedCell(type, value, ages)
}

/** The first value that a path selects; undefined: nothing is there. */
function firstOf(path: JsonPath, object: KubeObject): JsonValue | undefined {
  try {
    return path.results(object)[0]?.[0] as JsonValue | undefined
  } catch {
    return undefined
  }
}

function typedCell(type: string, value: JsonValue, ages: Ages): JsonValue {
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null
    case 'number':
      return typeof value === 'number' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return typeof value === 'string' ? dateCell(value, ages) : null
    default:
      return null
  }
}

/** `null` as a text and the empty text are no time, and so of unknown age. */
function dateCell(text: string, ages: Ages): JsonValue {
  if (text === '' || text === 'null') return '<unknown>'
  try {
    parseGoTime(text, rfc3339)
  } catch {
    return '<invalid>'
  }
  return ages.of(text)
}

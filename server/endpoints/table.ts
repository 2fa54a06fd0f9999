// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go (asTable, asPartialObjectMetadata)

import { goJSON, goJSONBytes } from '../../apimachinery/go-print/marshal.ts'
import { Ages } from '../../apimachinery/human-duration.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { newBadRequest } from '../../apimachinery/status-error.ts'
import { ownBytes } from '../../component-base/own-bytes.ts'
import type { PlannedColumn } from '../../component-base/plan-extension.ts'
import { plannedColumns, plannedResource } from '../../component-base/planned-resources.ts'
import type { Release } from '../../component-base/release.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import type { RegisteredResource } from '../registry/generic/registry.ts'
import { apiVersionOf } from '../registry/generic/runtime.ts'
import type { View } from '../registry/generic/store.ts'
import { rowOfPlanned } from '../registry/resource-rows.ts'
import { hasDefaultColumns, tableRow } from '../registry/tables/table-row.ts'
import type { ListAnswer } from './compressed-list.ts'
import { internalMetadata } from './internal-metadata.ts'
import { KeptBeside, MadeOnce } from './made-once.ts'
import {
  plannedKindColumns,
  type TableColumn,
  withPlannedCells,
  withPlannedColumns,
} from './planned-columns.ts'

/** The values of the parameter `includeObject`. */
export type IncludeObject = 'None' | 'Metadata' | 'Object'

/** `includeObject` of a query. Throws 400 for other values. */
export function includeObjectOf(query: URLSearchParams): IncludeObject {
  const text = query.get('includeObject') ?? ''
  if (text === '') return 'Metadata'
  if (text === 'None' || text === 'Metadata' || text === 'Object') return text
  throw newBadRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(text)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}

/** The form of a Table. `now`: milliseconds since the epoch, for ages. */
export interface TableOptions {
  release: Release
  /** Milliseconds since the epoch. */
  now: number
  version: 'v1' | 'v1beta1'
  include: IncludeObject
  /** The object in the form of its store, of which cells and metadata are made. Default: the object itself. */
  internal?: (object: KubeObject) => KubeObject
}

const defaultColumns: [string, string, string, number][] = [
  ['Name', 'string', 'name', 0],
  ['Created At', 'date', '', 0],
]

/** The columns of a resource's table in a release, each as name, type, format and priority. */
export function columnsOf(resource: RegisteredResource, release: Release): readonly TableColumn[] {
  if (resource.custom !== undefined) return resource.custom.columns
  return withPlannedColumns(recordedColumns(resource, release), plannedOf(resource, release))
}

const plannedOf = ({ group, facts }: RegisteredResource, release: Release): readonly PlannedColumn[] =>
  plannedColumns(release, group, facts.name)

function recordedColumns(resource: RegisteredResource, release: Release): readonly TableColumn[] {
  const known = releaseFacts(release.facts, 'tables')[`${apiVersionOf(resource)}/${resource.facts.name}`]
  if (known !== undefined) return known
  return isOwnTable(resource, release) ? plannedKindColumns : defaultColumns
}

/** A planned kind with columns of its own has an age beside them. */
const isOwnTable = (resource: RegisteredResource, release: Release): boolean =>
  plannedResource(release, resource.group, resource.facts.name) !== undefined &&
  plannedOf(resource, release).length > 0

/** The columns of Scales, whatever they scale. Upstream: pkg/printers/internalversion/printers.go (scaleColumnDefinitions) */
const scaleColumns: [string, string, string, number][] = [
  ['Name', 'string', 'name', 0],
  ['Desired', 'integer', '', 0],
  ['Available', 'integer', '', 0],
  ['Age', 'string', '', 0],
]

/** Whether the object is a Scale, the answer of a subresource `scale`. */
export const isScale = ({ kind, apiVersion }: KubeObject): boolean =>
  kind === 'Scale' && apiVersion === 'autoscaling/v1'

/** meta/v1 Table of objects in the endpoint's version. */
export function tableOf(
  resource: RegisteredResource,
  objects: readonly KubeObject[],
  metadata: Record<string, unknown>,
  options: TableOptions,
  withHeaders = true,
): unknown {
  return {
    ...headOf(resource, objects, metadata, options, withHeaders),
    rows: rowsOf(resource, objects, options),
  }
}

function headOf(
  resource: RegisteredResource,
  objects: readonly KubeObject[],
  metadata: Record<string, unknown>,
  options: TableOptions,
  withHeaders: boolean,
): object {
  const columns = objects.some(isScale)
    ? (resource.custom?.scaleColumns ?? scaleColumns)
    : columnsOf(resource, options.release)
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${options.version}`,
    metadata,
    columnDefinitions: withHeaders
      ? columns.map(([name, type, format, priority]) => ({ name, type, format, description: '', priority }))
      : null,
  }
}

/** The JSON of metadata in rows, by the version of the Table: most of what a Table takes to write. */
const shownMetadata = { v1: new MadeOnce(), v1beta1: new MadeOnce() }
const rowEnd = Buffer.from('}')

/** A {@link tableOf} of stored objects as JSON. What is the same in each Table of an object is written once. */
export function tableAnswer(
  resource: RegisteredResource,
  views: readonly View[],
  metadata: Record<string, unknown>,
  options: TableOptions,
): ListAnswer {
  const { version, include } = options
  const objects = views.map(({ object }) => object)
  const start = goJSON(headOf(resource, objects, metadata, options, true)).slice(0, -1)
  const none = views.length === 0 ? goJSON(rowsOf(resource, [], options)) : ''
  return {
    form: `Table ${version} ${include}`,
    head: Buffer.from(`${start},"rows":${none || '['}`),
    items: views.map((view) => {
      const own = options.internal?.(view.object) ?? view.object
      const content = contentBytes(resource, view, own, options)
      return { identity: content, bytes: [content, shownBytes(view, own, options), rowEnd] }
    }),
    separator: comma,
    tail: Buffer.from(none === '' ? ']}\n' : '}\n'),
  }
}
const comma = Buffer.from(',')

/** What a row says before its object, as long as its ages read the same. */
interface KnownContent {
  readonly bytes: Buffer
  readonly resource: RegisteredResource
  readonly release: Release
  /** The milliseconds since the epoch from which and until which (exclusive) the bytes are right. */
  readonly during: readonly [number, number]
}
const knownContents = new KeptBeside<KnownContent>()

function contentBytes(
  resource: RegisteredResource,
  view: View,
  own: KubeObject,
  { release, now }: TableOptions,
): Buffer {
  const known = knownContents.get(view)
  if (known !== undefined && known.resource === resource && known.release === release) {
    const [from, until] = known.during
    if (from <= now && now < until) return known.bytes
  }
  const ages = new Ages(now)
  const row = goJSON(contentOf(resource, view.object, own, release, ages)).slice(0, -1)
  const bytes = ownBytes(Buffer.from(`${row},"object":`))
  knownContents.set(view, { bytes, resource, release, during: [now, ages.until] }, bytes.length)
  return bytes
}

function shownBytes(view: View, own: KubeObject, { include, version }: TableOptions): Buffer {
  if (include === 'Object') return view.bytes
  if (include === 'None') return Buffer.from('null')
  return shownMetadata[version].of(view, () => goJSONBytes(partialOf(own, version)))
}

/** @note Where upstream has no columns of a kind's own, it makes no list of no rows (rest.NewDefaultTableConvertor). */
function rowsOf(
  resource: RegisteredResource,
  objects: readonly KubeObject[],
  options: TableOptions,
): unknown {
  const { group, facts } = resource
  if (objects.length === 0 && hasDefaultColumns(group, facts.name) && resource.custom === undefined)
    return null
  const ages = new Ages(options.now)
  return objects.map((object) => rowOf(resource, object, options, ages))
}

function rowOf(resource: RegisteredResource, object: KubeObject, options: TableOptions, ages: Ages): unknown {
  const own = options.internal?.(object) ?? object
  const { include, version } = options
  const shown = include === 'None' ? null : include === 'Object' ? object : partialOf(own, version)
  return { ...contentOf(resource, object, own, options.release, ages), object: shown }
}

/** The cells of a row and what they say in conditions. @param own the object in the form of its store */
function contentOf(
  resource: RegisteredResource,
  object: KubeObject,
  own: KubeObject,
  release: Release,
  ages: Ages,
): object {
  if (resource.custom !== undefined) {
    const { cells, scaleCells } = resource.custom
    return { cells: isScale(own) ? scaleCells(own, ages) : cells(own, ages) }
  }
  const row = tableRow(resource.group, resource.facts.name, own, { minor: release.minor, ages })
  const planned = plannedOf(resource, release)
  if (planned.length === 0 || isScale(own)) return row
  const ownTable = isOwnTable(resource, release)
  if (ownTable && rowOfPlanned(resource.group, resource.facts.name)?.table !== undefined) return row
  const cells = ownTable ? [own.metadata.name ?? '', ages.of(own.metadata.creationTimestamp)] : row.cells
  const columns = recordedColumns(resource, release)
  return { ...row, cells: withPlannedCells(cells, columns, planned, object, ages) }
}

/** The object as PartialObjectMetadata. */
export function partialOf(
  object: KubeObject,
  version: 'v1' | 'v1beta1',
): { kind: string; apiVersion: string; metadata: KubeObject['metadata'] } {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: internalMetadata(object),
  }
}

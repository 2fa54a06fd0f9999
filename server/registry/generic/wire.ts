// The form in which objects are stored and sent. Upstream: apimachinery/pkg/runtime/serializer/{json,protobuf}
import { type KubeObject, setOwn } from '../../../apimachinery/json.ts'
import { turns } from './pace.ts'
import type { ApiRequest } from './request.ts'
import type { ResourceStore } from './store.ts'

/** The fields of metadata in Go's order. */
export const metaOrder = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const

/** The object as it is stored: keys in the order in which the real server writes them, empty metadata left out. */
export function inWireOrder(object: KubeObject): KubeObject {
  const { kind, apiVersion, metadata } = object
  const ordered: Record<string, unknown> = {}
  for (const key of metaOrder) {
    const value = key === 'resourceVersion' ? (metadata.resourceVersion ?? '0') : metadata[key]
    if (value === undefined || value === null || value === '') continue
    if (key === 'generation' && value === 0) continue
    if (typeof value === 'object' && (Array.isArray(value) ? value.length : Object.keys(value).length) === 0)
      continue
    ordered[key] = value
  }
  const out: Record<string, unknown> = { kind, apiVersion, metadata: ordered }
  for (const key of Object.keys(object)) if (!Object.hasOwn(out, key)) setOwn(out, key, object[key])
  return out as KubeObject
}

/** The object as it is stored: as Go writes it, and in the order of the wire. */
export function wire(
  store: ResourceStore,
  request: ApiRequest,
  object: KubeObject,
): KubeObject | Promise<KubeObject> {
  const { group } = store.facts.storageKind
  const kept = keptAsJson.has(group) || store.facts.form !== undefined ? object : withoutEmptyLists(object)
  const ordered = (): KubeObject => inWireOrder(store.parts.scheme.normalize(kept))
  return request.isLarge?.() ? betweenTurns(ordered) : ordered()
}

async function betweenTurns(work: () => KubeObject): Promise<KubeObject> {
  await turns()
  const result = work()
  await turns()
  return result
}

/** Groups that the real server stores as JSON; all others are stored as protobuf, which knows no empty lists. */
const keptAsJson = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io'])
/** Fields with raw data, which pass through protobuf as they are: `data` is a ControllerRevision's and an allocated device's. */
const rawFields = new Set(['data', 'fieldsV1', 'raw', 'parameters'])

/** Shares what has no empty list in it, which is nearly all. */
function withoutEmptyLists<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return listWithoutEmpty(value) as T
  const given = value as Record<string, unknown>
  let out: Record<string, unknown> | undefined
  for (const key in given) {
    const inner = given[key]
    const empty = Array.isArray(inner) && inner.length === 0
    const kept = typeof inner !== 'object' || rawFields.has(key) ? inner : withoutEmptyLists(inner)
    if (out === undefined && (empty || kept !== inner)) out = upTo(given, key)
    if (out !== undefined && !empty) setOwn(out, key, kept)
  }
  return (out ?? value) as T
}

function listWithoutEmpty(list: readonly unknown[]): readonly unknown[] {
  let out: unknown[] | undefined
  for (const [i, item] of list.entries()) {
    const kept = withoutEmptyLists(item)
    if (kept !== item) out ??= list.slice(0, i)
    out?.push(kept)
  }
  return out ?? list
}

/** The members before a key. */
function upTo(object: Record<string, unknown>, last: string): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const key in object) {
    if (key === last) break
    setOwn(out, key, object[key])
  }
  return out
}

// Upstream: k8s.io/apimachinery pkg/util/managedfields/internal/{managedfields,buildmanagerinfo}.go
import { remembered } from '../../component-base/remembered.ts'
import {
  isObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
  type ManagedFieldsEntry,
  type ObjectMeta,
  setOwn,
} from '../json.ts'
import { type FieldSet, setOf, setsEqual } from './field-set.ts'
import { readFieldsV1, type WrittenFields, writeFieldsV1 } from './fields-v1.ts'
import { encodeJson, fieldElement } from './path-element.ts'
import { valuesEqual } from './value-equal.ts'

/** The fields that no manager owns: those that say what an object is, and what only the server sets. Upstream: stripmeta.go */
export const stripSet: FieldSet = setOf(
  ...['apiVersion', 'kind', 'metadata'].map((name) => [fieldElement(name)]),
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => [fieldElement('metadata'), fieldElement(name)]),
)

/** The fields that a manager owns, in the version in which it wrote them. */
export interface VersionedSet {
  readonly set: FieldSet
  readonly apiVersion: string
  readonly applied: boolean
}

/** The owner with other fields. */
export const withSet = ({ apiVersion, applied }: VersionedSet, set: FieldSet): VersionedSet => ({
  set,
  apiVersion,
  applied,
})

/** The managers of an object by identifier ({@link managerId}), and the time of each one's last write. */
export interface Managed {
  readonly fields: Map<string, VersionedSet>
  readonly times: Map<string, string>
}

/** Managed fields without any manager, as a new object has them. */
export const newManaged = (): Managed => ({ fields: new Map(), times: new Map() })
/** A copy to which managers can be added; the sets of fields are shared. */
export const copyManaged = (managed: Managed): Managed => ({
  fields: new Map(managed.fields),
  times: new Map(managed.times),
})

/** Whether the same managers own the same fields, in the same versions. */
export function sameManagers(
  a: ReadonlyMap<string, VersionedSet>,
  b: ReadonlyMap<string, VersionedSet>,
): boolean {
  const same = ([id, left]: [string, VersionedSet]): boolean => {
    const right = b.get(id)
    return (
      right !== undefined &&
      left.apiVersion === right.apiVersion &&
      left.applied === right.applied &&
      setsEqual(left.set, right.set)
    )
  }
  return a.size === b.size && [...a].every(same)
}

/** The identifier of a manager: its name, operation, subresource, and (for updates) version, as JSON. */
export function managerId(entry: ManagedFieldsEntry): string {
  const parts: string[] = []
  const add = (key: string, value: string | undefined) => {
    if (value !== undefined && value !== '') parts.push(`"${key}":${encodeJson(value)}`)
  }
  add('manager', entry.manager)
  add('operation', entry.operation)
  if (entry.operation !== 'Apply') add('apiVersion', entry.apiVersion)
  add('subresource', entry.subresource)
  return `{${parts.join(',')}}`
}

/**
 * The entry of an identifier, without version, time and fields where the identifier holds none. Shared: do not change it. A cluster has
 * some dozens of managers.
 */
export const managerOfId: (id: string) => ManagedFieldsEntry = remembered(
  1000,
  (id) => JSON.parse(id) as ManagedFieldsEntry,
)

/** The limit of sets that are found by their text; each resource has a codec of its own. */
const mostTexts = 64
/** The length in characters up to which a set is found by its text; that of a Node has two thousand. */
const longestText = 4096

/** The limit of managers that are known again; a resource has a few. */
const mostManagers = 16

interface KnownManager
  extends Pick<ManagedFieldsEntry, 'manager' | 'operation' | 'apiVersion' | 'subresource'> {
  readonly id: string
}

/** Reads and writes managedFields; sets that stay the same are neither parsed nor written again. */
export class ManagedFieldsCodec {
  private readonly parsed = new WeakMap<JsonObject, FieldSet>()
  private readonly byText = new Map<string, FieldSet>()
  private readonly written: WrittenFields = new WeakMap()
  private readonly managers: KnownManager[] = []

  /** Throws when an entry is malformed. */
  decode(entries: readonly ManagedFieldsEntry[] | undefined | null): Managed {
    const managed = newManaged()
    for (const [i, entry] of (entries ?? []).entries()) {
      if (entry.operation !== 'Apply' && entry.operation !== 'Update')
        throw new Error('operation must be `Apply` or `Update`')
      if (entry.apiVersion === undefined || entry.apiVersion === '')
        throw new Error('apiVersion must not be empty')
      if (entry.fieldsType === undefined || entry.fieldsType === '')
        throw new Error(`missing fieldsType in managed fields entry ${i}`)
      if (entry.fieldsType !== 'FieldsV1')
        throw new Error(`invalid fieldsType "${entry.fieldsType}" in managed fields entry ${i}`)
      const id = this.idOf(entry)
      managed.fields.set(id, {
        set: this.read(entry.fieldsV1),
        apiVersion: entry.apiVersion,
        applied: entry.operation === 'Apply',
      })
      if (entry.time !== undefined && entry.time !== null) managed.times.set(id, entry.time)
      else managed.times.delete(id)
    }
    return managed
  }

  /** undefined: nobody manages anything. @param isNew of an object that is created: few of many are looked at again, so nothing is kept */
  encode(managed: Managed, isNew = false): ManagedFieldsEntry[] | undefined {
    if (managed.fields.size === 0) return undefined
    const entries: ManagedFieldsEntry[] = []
    for (const [id, { set, apiVersion, applied }] of managed.fields) {
      const known = managerOfId(id)
      const time = managed.times.get(id)
      const operation = applied ? 'Apply' : (known.operation ?? 'Update')
      const entry: ManagedFieldsEntry =
        known.manager === undefined
          ? { operation, apiVersion }
          : { manager: known.manager, operation, apiVersion }
      if (time !== undefined) entry.time = time
      entry.fieldsType = 'FieldsV1'
      entry.fieldsV1 = isNew ? writeFieldsV1(set) : this.write(set)
      if (known.subresource !== undefined) entry.subresource = known.subresource
      entries.push(entry)
    }
    return entries.sort(compareEntries)
  }

  /** To find the manager among those that were met costs less than to write its identifier for each entry of each write. */
  private idOf({ manager, operation, apiVersion, subresource }: ManagedFieldsEntry): string {
    for (const known of this.managers)
      if (
        known.manager === manager &&
        known.operation === operation &&
        known.apiVersion === apiVersion &&
        known.subresource === subresource
      )
        return known.id
    const id = managerId({ manager, operation, apiVersion, subresource })
    if (this.managers.length >= mostManagers) this.managers.length = 0
    this.managers.push({ manager, operation, apiVersion, subresource, id })
    return id
  }

  private read(fields: JsonObject | undefined | null): FieldSet {
    const json = fields ?? {}
    let set = isObject(json) ? this.parsed.get(json) : undefined
    if (set === undefined) {
      set = this.readText(json)
      this.parsed.set(json, set)
    }
    return set
  }

  /** Thousands of objects are managed alike: to know the set again costs less than what is found out of another one that is equal. */
  private readText(json: JsonObject): FieldSet {
    const text = JSON.stringify(json)
    const known = this.byText.get(text)
    if (known !== undefined) return known
    const set = readFieldsV1(json)
    if (text.length > longestText) return set
    if (this.byText.size >= mostTexts) this.byText.clear()
    this.byText.set(text, set)
    return set
  }

  private write(set: FieldSet): JsonObject {
    const json = writeFieldsV1(set, this.written)
    this.parsed.set(json, set)
    return json
  }
}

const compareTexts = (a = '', b = ''): number => (a === b ? 0 : a < b ? -1 : 1)
const seconds = (time: string | undefined): number =>
  time === undefined ? 0 : Math.floor(Date.parse(time) / 1000)

/** Applies before updates, then the oldest first, then by name, version, subresource. */
function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareTexts(a.operation, b.operation) ||
    (a.time === b.time ? 0 : seconds(a.time) - seconds(b.time)) ||
    compareTexts(a.manager, b.manager) ||
    compareTexts(a.apiVersion, b.apiVersion) ||
    compareTexts(a.subresource, b.subresource)
  )
}

/** Whether the managedFields of a request ask to forget all managers: an empty list, or one empty entry. */
export function isReset(entries: readonly ManagedFieldsEntry[] | undefined | null): boolean {
  if (entries == null) return false
  return entries.length === 0 || (entries.length === 1 && Object.keys(entries[0]!).length === 0)
}

type Entries = readonly ManagedFieldsEntry[] | undefined

/** What a request sent, or the entries of the live object where they read the same: most clients send what they were given. */
export const knownEntries = (sent: Entries, live: Entries): Entries =>
  Array.isArray(sent) &&
  sent.length === live?.length &&
  sent[0]?.fieldsV1 !== live[0]?.fieldsV1 &&
  valuesEqual(sent as unknown as JsonValue, live as unknown as JsonValue)
    ? live
    : sent

/** The object without its managedFields; the same object where it has none. */
export function withoutManagedFields(object: KubeObject): KubeObject {
  if (!Object.hasOwn(object.metadata ?? {}, 'managedFields')) return object
  return { ...object, metadata: unmanagedMetadata(object) }
}

/** A copy of the object's metadata, without managedFields. */
export function unmanagedMetadata({ metadata }: KubeObject): ObjectMeta {
  const copy: Record<string, unknown> = {}
  // Each write comes here: a rest would take several times as long.
  for (const key in metadata)
    if (key !== 'managedFields') setOwn(copy, key, metadata[key as keyof ObjectMeta])
  return copy
}

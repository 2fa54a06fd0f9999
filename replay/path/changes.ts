// What a hop did to the objects, field by field.
import type { KubeObject } from '../../apimachinery/json.ts'
import type { ApiHistory } from './api-history.ts'
import type { Guard } from './field-gates.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * `hidden`: no longer shown, still stored; `dropped`: no longer shown, and the object was written since;
 * `shown`: shown again; `defaulted`: was not there before; `changed`: has another value.
 */
export type ChangeKind = 'hidden' | 'dropped' | 'shown' | 'defaulted' | 'changed'

/** A field of an object that is other after a hop than before. */
export interface FieldChange {
  kind: ChangeKind
  object: string
  /** `spec.trafficDistribution`; empty for a whole object. */
  field: string
  before: unknown
  after: unknown
  /** Where the field comes from, and the gates that decide about it. */
  reason?: FieldReason
}

/** The releases whose API has the field, and the gates that decide about it. */
export interface FieldReason extends ApiHistory {
  /** Turning one of them changes what became of the field. */
  guards: GuardReason[]
  /** Of a field that the release does not have: the gates that it came with. */
  broughtBy?: Bringer[]
}

/** A field for which an object is refused, and the gates that would let it pass. */
export interface RefusedField {
  field: string
  guards: GuardReason[]
}

/** A gate that a field came with, and its KEPs. */
export interface Bringer {
  gate: string
  keps: readonly number[]
}

/** A gate that decides about a changed field: its value, its default's history and its KEPs. */
export interface GuardReason extends Guard {
  /** The component's. */
  release: string
  keps: readonly number[]
  /** Since which release the gate's default is what it is; what a flag or file says is not. */
  history: string
  /** Whether it is set, and not at its default. */
  set: boolean
}

/** Fields that say when or how often something was written. */
const restless =
  /^metadata\.(resourceVersion|managedFields|generation|creationTimestamp)|([tT]ime(stamp)?|observedGeneration|resourceVersion)$/

/** A node is not ready for a moment when its kubelet has started, and has images once pods run. */
const restlessOfNodes = /^(status\.(conditions|images)|spec\.taints)/

/** Changes from one snapshot to the next. @param gone values that were hidden or dropped before, by object and field; kept up to date */
export function changesBetween(before: Snapshot, after: Snapshot, gone: Map<string, unknown>): FieldChange[] {
  const changes: FieldChange[] = []
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(name)
    const now = after.get(name)
    const written =
      now === undefined || old?.object.metadata.resourceVersion !== now.object.metadata.resourceVersion
    // A kind that is not served hides its objects; they are not written.
    const lost: ChangeKind = now !== undefined && written ? 'dropped' : 'hidden'
    for (const [field, [was, is]] of differences(old?.object, now?.object)) {
      const key = `${name} ${field}`
      const kind =
        is === undefined ? lost : was !== undefined ? 'changed' : gone.has(key) ? 'shown' : 'defaulted'
      if (is === undefined) gone.set(key, was)
      else gone.delete(key)
      changes.push({ kind, object: name, field, before: was, after: is })
    }
  }
  return changes
}

type Pair = [unknown, unknown]

/** The fields that two forms of an object differ in, but for those that say when it was written; '' where there is only one. */
export function differences(old: KubeObject | undefined, now: KubeObject | undefined): [string, Pair][] {
  if (old === undefined || now === undefined) return [['', [old, now]]]
  const found: [string, Pair][] = []
  compare(old, now, '', found)
  const isNode = now.kind === 'Node'
  return found.filter(([field]) => !restless.test(field) && !(isNode && restlessOfNodes.test(field)))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function compare(old: unknown, now: unknown, path: string, found: [string, Pair][]): void {
  if (isObject(old) && isObject(now)) {
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)]))
      compare(own(old, key), own(now, key), path === '' ? key : `${path}.${key}`, found)
  } else if (Array.isArray(old) && Array.isArray(now) && old.length === now.length) {
    for (const [i, item] of old.entries()) compare(item, now[i], `${path}[${i}]`, found)
  } else if (JSON.stringify(old) !== JSON.stringify(now)) found.push([path, [old, now]])
}

const own = (object: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined

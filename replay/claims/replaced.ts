// What has come and gone between two looks at the objects of a resource.
import type { KubeObject } from '../../apimachinery/json.ts'

/** What became of objects. */
export interface Change {
  /** There are some that there were not. */
  made: boolean
  /** Some are no more, or are being deleted. */
  gone: boolean
}

/** The identity of an object; empty for one that has none yet. */
export const uidOf = ({ metadata }: KubeObject): string => metadata.uid ?? ''
/** Whether an object is not being deleted. */
export const stays = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp === undefined

/** Those that were there to stay, and are no more or are being deleted. @param earlier as they were @param now as they are */
export function goneFrom(earlier: readonly KubeObject[], now: readonly KubeObject[]): KubeObject[] {
  const left = new Set(now.filter(stays).map(uidOf))
  return earlier.filter((one) => stays(one) && !left.has(uidOf(one)))
}

/** What became of objects. @param earlier as they were @param now as they are */
export function changeOf(earlier: readonly KubeObject[], now: readonly KubeObject[]): Change {
  const before = new Set(earlier.map(uidOf))
  return { made: now.some((one) => !before.has(uidOf(one))), gone: goneFrom(earlier, now).length > 0 }
}

/** Whether an object may have come in place of another one: of the same name, or made by controllers of the same kind. */
export function isInPlaceOf(now: KubeObject, old: KubeObject): boolean {
  const { name, namespace, ownerReferences = [] } = now.metadata
  if (namespace !== old.metadata.namespace) return false
  return (
    name === old.metadata.name ||
    ownerReferences.some(({ kind }) => old.metadata.ownerReferences?.some((one) => one.kind === kind))
  )
}

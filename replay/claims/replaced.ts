// What has come and gone between two looks at the objects of a resource.
import type { KubeObject } from '../../apimachinery/json.ts'

/** What became of objects. */
export interface Change {
  /** There are some that there were not. */
  made: boolean
  /** Some are no more, or are being deleted. */
  gone: boolean
}

/** What became of objects. @param earlier as they were @param now as they are */
export function changeOf(earlier: readonly KubeObject[], now: readonly KubeObject[]): Change {
  const uids = (objects: readonly KubeObject[]): Set<string> =>
    new Set(objects.map(({ metadata }) => metadata.uid ?? ''))
  const [before, left] = [uids(earlier), uids(now.filter(stays))]
  return {
    made: now.some(({ metadata }) => !before.has(metadata.uid ?? '')),
    // What was being deleted already is gone with what came before.
    gone: earlier.some((one) => stays(one) && !left.has(one.metadata.uid ?? '')),
  }
}

const stays = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp === undefined

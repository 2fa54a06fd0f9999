// Numbers that Jobs and StatefulSets give their pods.
import type { KubeObject } from '../../apimachinery/json.ts'

/** "There is no Pod `db-2`", beside `db-0` and `db-1` of a StatefulSet: the next of them. */
export const isOfSameSet = ({ metadata }: KubeObject, name: string): boolean =>
  /-\d+$/.test(name) &&
  metadata.ownerReferences?.some(
    (owner) => owner.kind === 'StatefulSet' && owner.name === name.replace(/-\d+$/, ''),
  ) === true

/** The index of a pod in its Job or StatefulSet; undefined where it has none. */
export function indexOf({ metadata }: KubeObject): string | undefined {
  const { labels = {}, annotations = {} } = metadata
  return (
    labels['batch.kubernetes.io/job-completion-index'] ??
    annotations['batch.kubernetes.io/job-completion-index'] ??
    labels['apps.kubernetes.io/pod-index'] ??
    (metadata.ownerReferences?.some(({ kind }) => kind === 'StatefulSet') === true
      ? /-(\d+)$/.exec(metadata.name ?? '')?.[1]
      : undefined)
  )
}

// Upstream: pkg/apis/core/pods/helpers.go, pkg/api/pod/util.go (VisitContainers)

import type { Container, PodSpec } from '../../../api/core-v1.ts'
import type { FieldPath } from '../../../apimachinery/field-error.ts'

/** The fields of a pod's spec that hold containers. */
export type ContainerKind = 'initContainers' | 'containers' | 'ephemeralContainers'
const kinds: readonly ContainerKind[] = ['initContainers', 'containers', 'ephemeralContainers']

/** All containers in upstream's order: init containers, containers, ephemeral containers. */
export function allContainers(spec: PodSpec | undefined): Container[] {
  if (spec === undefined) return []
  return kinds.flatMap((kind): Container[] => spec[kind] ?? [])
}

/** The same with the path of each. */
export function containersWithPath(
  spec: PodSpec,
  path: FieldPath,
): { container: Container; path: FieldPath; kind: ContainerKind }[] {
  return kinds.flatMap((kind) => {
    const list = path.child(kind)
    return (spec[kind] ?? []).map((container: Container, i) => ({ container, path: list.index(i), kind }))
  })
}

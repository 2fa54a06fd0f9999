// Upstream: pkg/registry/core/pod/strategy.go (dropNonResizeUpdates), pkg/api/pod/util.go (MarkPodProposedForResize)

import type { Container, Pod } from '../../../api/core-v1.ts'
import { deepCopy } from '../../../apimachinery/json.ts'
import type { ResourceList } from '../core/resource-list.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import { podDialect } from './dialect.ts'

/** Here a list without amounts is another one than none. */
const same = (a: ResourceList | undefined, b: ResourceList | undefined): boolean =>
  (a === undefined) === (b === undefined) && semanticDeepEqual(a, b)

/** Sets status.resize of a changed pod to Proposed where its requests are others, in the releases that do. */
export function proposeResize(pod: Pod, old: Pod, minor: number): void {
  const when = podDialect(minor).proposesResizes
  const containers = pod.spec?.containers ?? []
  const before = old.spec?.containers ?? []
  // What is wrong with containers that come, go or change places is told by the validation.
  if (when === undefined || containers.some(({ name }, i) => name !== before[i]?.name)) return
  const allocated = (name: string | undefined) =>
    pod.status?.containerStatuses?.find((status) => status.name === name)
  const proposes = (container: Container, i: number): boolean => {
    const { requests, limits } = container.resources ?? {}
    const was = before[i]!.resources
    if (requests === undefined || (same(was?.requests, requests) && same(was?.limits, limits))) return false
    if (when === 'always') return true
    const status = allocated(container.name)
    return status !== undefined && !same(requests, status.allocatedResources)
  }
  if (containers.some(proposes)) pod.status = { ...pod.status, resize: 'Proposed' }
}

/** The stored containers with the resources and resize policies of new ones; the new ones, where their names are others. */
export const resized = (now: readonly Container[], old: readonly Container[]): Container[] =>
  now.some((c, i) => c.name !== old[i]!.name) ? [...now] : now.map((c, i) => withResourcesOf(c, old[i]!))

/** The stored containers with the resources of new ones, whichever of those come, go or change places. */
export const resizedByName = (now: readonly Container[], old: readonly Container[]): Container[] =>
  old.map((before) => withResourcesOf(now.find(({ name }) => name === before.name) ?? before, before))

function withResourcesOf({ resources, resizePolicy }: Container, old: Container): Container {
  const { resources: _resources, resizePolicy: _policy, ...rest } = deepCopy(old)
  return {
    ...rest,
    ...(resources === undefined ? {} : { resources }),
    ...(resizePolicy === undefined ? {} : { resizePolicy }),
  }
}

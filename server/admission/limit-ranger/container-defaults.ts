// Upstream: plugin/pkg/admission/limitranger/admission.go (mergePodResourceRequirements)

import type { Container, LimitRange, Pod } from '../../../api/core-v1.ts'
import { setOwn } from '../../../apimachinery/json.ts'
import type { ResourceList } from '../../registry/core/resource-list.ts'

const annotation = 'kubernetes.io/limit-ranger'

/** Gives containers the requests and limits that they do not name, and says so in an annotation. */
export function setContainerDefaults(pod: Pod, { spec }: LimitRange): void {
  const items = (spec?.limits ?? []).filter(({ type }) => type === 'Container')
  const requests: ResourceList = Object.assign({}, ...items.map((item) => item.defaultRequest ?? {}))
  const limits: ResourceList = Object.assign({}, ...items.map((item) => item.default ?? {}))
  const told = (kind: string, containers: readonly Container[] | undefined): string[] =>
    (containers ?? []).flatMap((container) => setDefaults(container, kind, { requests, limits }))
  const texts = [
    ...told('container', pod.spec?.containers),
    ...told('init container', pod.spec?.initContainers),
  ]
  if (texts.length === 0) return
  pod.metadata ??= {}
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [annotation]: `LimitRanger plugin set: ${texts.join('; ')}`,
  }
}

function setDefaults(
  container: Container,
  kind: string,
  defaults: { requests: ResourceList; limits: ResourceList },
): string[] {
  return (['requests', 'limits'] as const).flatMap((what) => {
    const own = container.resources?.[what] ?? {}
    const missing = Object.keys(defaults[what]).filter((name) => !Object.hasOwn(own, name))
    if (missing.length === 0) return []
    const completed = { ...own }
    for (const name of missing) setOwn(completed, name, defaults[what][name]!)
    container.resources = { ...container.resources, [what]: completed }
    return [`${missing.sort().join(', ')} ${what.slice(0, -1)} for ${kind} ${container.name}`]
  })
}

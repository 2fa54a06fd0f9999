import type { Container, PodSpec } from '../../resources/pod-template.ts'

/** The containers that --containers means: a name, or a pattern with `*`. */
export function selectContainers(spec: PodSpec, pattern: string): Container[] {
  const regex = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)
  return [...spec.containers, ...(spec.initContainers ?? [])].filter((c) => regex.test(c.name))
}

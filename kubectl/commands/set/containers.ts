import type { Container, PodSpec } from '../../resources/pod-template.ts'

/** The containers that --containers selects by a name, or by a pattern with `*`. */
export function selectContainers(spec: PodSpec, pattern: string): Container[] {
  const regex = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)
  return [...spec.containers, ...(spec.initContainers ?? [])].filter((c) => regex.test(c.name))
}

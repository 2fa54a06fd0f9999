// Upstream: pkg/kubelet/kubelet_pods.go (makeEnvironmentVariables), pkg/fieldpath
import type { Container, Pod } from './pod.ts'

/** The environment of a container by its own spec; undefined where a value's source is not known here. */
export function containerEnvironment(
  { env = [], envFrom = [] }: Container,
  pod: Pick<Pod, 'metadata' | 'spec'>,
): Record<string, string> | undefined {
  if (envFrom.length > 0) return undefined
  const found: Record<string, string> = {}
  for (const { name, value, valueFrom } of env) {
    const text = valueFrom === undefined ? (value ?? '') : fieldText(valueFrom.fieldRef?.fieldPath ?? '', pod)
    if (text === undefined || /\$\(\w/.test(text)) return undefined
    found[name] = text
  }
  return found
}

function fieldText(path: string, { metadata, spec }: Pick<Pod, 'metadata' | 'spec'>): string | undefined {
  const [, map, key] = /^metadata\.(labels|annotations)\['([^']+)'\]$/.exec(path) ?? []
  if (map === 'labels' || map === 'annotations') return metadata[map]?.[key!] ?? ''
  if (path === 'metadata.name' || path === 'metadata.namespace' || path === 'metadata.uid')
    return metadata[path.slice('metadata.'.length) as 'name']
  return path === 'spec.nodeName' ? (spec.nodeName ?? '') : undefined
}

// Upstream: pkg/fieldpath/fieldpath.go, pkg/api/v1/resource/helpers.go (ExtractContainerResourceValue)
import { Quantity } from '../apimachinery/quantity.ts'
import type { Container, Pod } from './pod.ts'

/** Maps as a downward volume has them: `key="value"` lines, sorted. */
const mapText = (map: Readonly<Record<string, string>> = {}): string =>
  Object.keys(map)
    .sort()
    .map((key) => `${key}=${JSON.stringify(map[key])}`)
    .join('\n')

/** A field of a pod by its path, as text; undefined for a path that is not known. */
export function fieldText(path: string, { metadata, spec, status }: Pod): string | undefined {
  const [, map, key] = /^metadata\.(labels|annotations)\['([^']+)'\]$/.exec(path) ?? []
  if (map === 'labels' || map === 'annotations') return metadata[map]?.[key!] ?? ''
  switch (path) {
    case 'metadata.name':
    case 'metadata.namespace':
    case 'metadata.uid':
      return metadata[path.slice('metadata.'.length) as 'name'] ?? ''
    case 'metadata.labels':
    case 'metadata.annotations':
      return mapText(metadata[path.slice('metadata.'.length) as 'labels'])
    case 'spec.nodeName':
      return spec.nodeName ?? ''
    case 'spec.serviceAccountName':
      return spec.serviceAccountName ?? ''
    case 'status.hostIP':
      return status.hostIP ?? ''
    case 'status.hostIPs':
      return (status.hostIPs ?? []).map(({ ip }) => ip).join(',')
    case 'status.podIP':
      return status.podIP ?? ''
    case 'status.podIPs':
      return (status.podIPs ?? []).map(({ ip }) => ip).join(',')
    default:
      return undefined
  }
}

/** The parts of a resource that a field selector names: `limits.cpu`, `requests.hugepages-2Mi`. */
export const resourceParts = (resource: string): ['limits' | 'requests', string?] =>
  resource.split(/\.(.*)/s, 2) as ['limits' | 'requests', string?]

/** A request or limit of a container in units of the divisor, rounded up. @param node what is there where no limit is set */
export function resourceText(
  { resource = '', divisor }: { resource?: string; divisor?: string | number },
  { resources = {} }: Container,
  node: Readonly<Record<string, string>>,
): string {
  const [kind, name = ''] = resourceParts(resource)
  const given =
    kind === 'requests' ? (resources.requests?.[name] ?? resources.limits?.[name]) : resources.limits?.[name]
  return inUnits(given ?? (kind === 'limits' ? (node[name] ?? '0') : '0'), divisor)
}

/** An amount in units of the divisor, rounded up; 0 and none are the divisor 1. */
export function inUnits(quantity: string | number, divisor: string | number | undefined): string {
  const amount = Quantity.parse(String(quantity))
  const unit = Quantity.parse(divisor === undefined || String(divisor) === '0' ? '1' : String(divisor))
  const [all, each] = [amount.milliValue(), unit.milliValue()]
  return String(each === 0n ? 0n : (all + each - 1n) / each)
}

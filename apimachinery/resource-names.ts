// Upstream: pkg/apis/core/helper/helpers.go, component-helpers/resource/helpers.go (IsSupportedPodLevelResource)
import { isQualifiedName } from './validation/label-names.ts'

const hugePages = 'hugepages-'
/** Whether a resource is huge pages of some size: `hugepages-2Mi`. */
export const isHugePageResource = (name: string): boolean => name.startsWith(hugePages)
/** Whether a quota's resource is huge pages, as `hugepages-2Mi` or `requests.hugepages-2Mi`. */
export const isQuotaHugePageResource = (name: string): boolean =>
  name.startsWith(hugePages) || name.startsWith(`requests.${hugePages}`)
/** Whether a resource is Kubernetes' own: without a domain, or in kubernetes.io. */
export const isNativeResource = (name: string): boolean =>
  !name.includes('/') || name.includes('kubernetes.io/')

/** Whether `spec.resources` of a pod may name the resource. */
export const isPodLevelResource = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || isHugePageResource(name)

/** Whether a resource is of another domain than Kubernetes' own, and a valid name also with `requests.` before it. */
export function isExtendedResource(name: string, minor: number): boolean {
  if (isNativeResource(name) || name.startsWith('requests.')) return false
  return isQualifiedName(`requests.${name}`, minor).length === 0
}

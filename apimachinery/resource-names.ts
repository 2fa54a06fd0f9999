// Upstream: pkg/apis/core/helper/helpers.go
import { isQualifiedName } from './validation/label-names.ts'

const hugePages = 'hugepages-'
export const isHugePageResource = (name: string): boolean => name.startsWith(hugePages)
export const isQuotaHugePageResource = (name: string): boolean =>
  name.startsWith(hugePages) || name.startsWith(`requests.${hugePages}`)
export const isNativeResource = (name: string): boolean =>
  !name.includes('/') || name.includes('kubernetes.io/')

export function isExtendedResource(name: string, minor: number): boolean {
  if (isNativeResource(name) || name.startsWith('requests.')) return false
  return isQualifiedName(`requests.${name}`, minor).length === 0
}

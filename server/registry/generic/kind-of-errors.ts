// Upstream: staging/src/k8s.io/apiserver/pkg/registry/rest/create.go (objectMetaAndKind)
import type { KubeObject } from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { registryDialect } from '../dialect.ts'
import type { ResourceStore } from './store.ts'

/**
 * The group and kind by which errors name an invalid object. Upstream takes the first group that registers its Go type, which
 * is extensions for some kinds in some releases: packages register in the order that the linker finds.
 */
export function kindOfErrors(
  { facts, parts }: ResourceStore,
  { kind, apiVersion }: KubeObject,
): { group: string; kind: string } {
  if (facts.form !== undefined) return { group: parseApiVersion(apiVersion).group, kind }
  const { kindsOfExtensions } = registryDialect(parts.server.release.minor)
  const { group } = facts.qualifiedResource
  return { group: kindsOfExtensions.includes(kind) ? 'extensions' : group, kind }
}

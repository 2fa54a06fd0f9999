// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go (CollectParams), policy_source.go
import type { ParamKind, ParamRef } from '../../../api/admissionregistration-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { LabelSelector } from '../../../apimachinery/selectors/label-selector.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { RegisteredResource } from '../../registry/generic/registry.ts'
import type { ResourceStore } from '../../registry/generic/store.ts'
import { inKind } from './versioned.ts'

/** An error of a policy or a binding itself, whatever the request. */
export class ConfigurationError extends Error {}

const noneFound = 'no params found for policy binding with `Deny` parameterNotFoundAction'
const needsNamespace =
  'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources'
const takesNoNamespace = 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`'

/** The resource of a policy's parameters; undefined where it has none. Throws ConfigurationError. */
export function paramResource(
  { registry }: GenericAPIServer,
  paramKind: ParamKind | null | undefined,
): RegisteredResource | undefined {
  if (paramKind == null) return undefined
  const { apiVersion = '', kind = '' } = paramKind
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const found = registry
    .groupVersion(group, version)
    ?.find((resource) => resource.kind.kind === kind && resource.store !== undefined)
  if (found !== undefined) return found
  throw new ConfigurationError(
    `failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`,
  )
}

/** Where a binding's parameters are: '' for those of the cluster. Throws ConfigurationError. */
function namespaceOf({ namespaced }: RegisteredResource, ref: ParamRef, requested: string): string {
  const given = ref.namespace ?? ''
  if (!namespaced) {
    if (given !== '') throw new ConfigurationError(takesNoNamespace)
    return ''
  }
  const namespace = given || requested
  if (namespace === '') throw new ConfigurationError(needsNamespace)
  return namespace
}

/**
 * What a binding gives its policy as `params`, one after the other: nothing once, where the policy or the binding names none.
 * @param requested the namespace of the request
 * Throws ConfigurationError.
 */
export async function collectParams(
  apiserver: GenericAPIServer,
  resource: RegisteredResource | undefined,
  ref: ParamRef | null | undefined,
  requested: string,
): Promise<(KubeObject | undefined)[]> {
  if (resource?.store === undefined || ref == null) return [undefined]
  const namespace = namespaceOf(resource, ref, requested)
  const found = await stored(resource.store, ref, namespace)
  if (found.length === 0 && ref.parameterNotFoundAction === 'Deny') throw new ConfigurationError(noneFound)
  return found.map((object) => inKind(apiserver, object, resource.kind))
}

async function stored(store: ResourceStore, ref: ParamRef, namespace: string): Promise<KubeObject[]> {
  const { storage, release } = store.parts.server
  if (ref.name) {
    const record = await storage.get(store.prefixOf(namespace) + ref.name, { cached: true })
    return record === undefined ? [] : [store.stored(record).object]
  }
  const selector = LabelSelector.fromObject(ref.selector, release.minor)
  const { records } = await storage.list(store.prefixOf(namespace), { cached: true })
  return records
    .map((record) => store.stored(record).object)
    .filter(({ metadata }) => selector.matches(metadata.labels))
}

// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go (CollectParams), policy_source.go

import type { ParamKind, ParamRef } from '../../../api/admissionregistration-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { LabelSelector } from '../../../apimachinery/selectors/label-selector.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { GroupVersionKind } from '../../registry/generic/runtime.ts'
import type { ResourceStore } from '../../registry/generic/store.ts'
import { policyDialect } from './dialect.ts'
import { inKind } from './versioned.ts'

/** An error of a policy or a binding itself, whatever the request. */
export class ConfigurationError extends Error {}

const noneFound = 'no params found for policy binding with `Deny` parameterNotFoundAction'
const needsNamespace =
  'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources'
const takesNoNamespace = 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`'

/** The kind of a policy's parameters, and the store that has them. */
export interface ParamSource {
  readonly paramKind: ParamKind
  readonly kind: GroupVersionKind
  readonly namespaced: boolean
  /** The store of the kind; undefined where it cannot be listed: a review, a list. */
  readonly store: ResourceStore | undefined
}

/** The kind and store of a policy's parameters; undefined where it has none. Throws ConfigurationError. */
export function paramSource(
  { registry }: GenericAPIServer,
  paramKind: ParamKind | null | undefined,
): ParamSource | undefined {
  if (paramKind == null) return undefined
  const { apiVersion = '', kind = '' } = paramKind
  const { group, version } = parseApiVersion(apiVersion)
  const served = registry.groupVersion(group, version) ?? []
  const found = served.find((resource) => resource.kind.kind === kind)
  // Upstream's mapper has the kinds of lists, too.
  const items = served.find((resource) => `${resource.kind.kind}List` === kind)
  const { namespaced } = found ?? items ?? { namespaced: undefined }
  if (namespaced === undefined)
    throw new ConfigurationError(
      `failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`,
    )
  return { paramKind, kind: { group, version, kind }, namespaced, store: found?.store }
}

/** The namespace of a binding's parameters: '' for cluster-scoped ones. Throws ConfigurationError. */
function namespaceOf({ namespaced }: ParamSource, ref: ParamRef, requested: string): string {
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
  source: ParamSource | undefined,
  ref: ParamRef | null | undefined,
  requested: string,
  minor: number,
): Promise<(KubeObject | undefined)[]> {
  if (source === undefined || ref == null) return [undefined]
  const { store, paramKind, kind } = source
  const { selectsParams } = policyDialect(minor)
  const namespace = selectsParams ? namespaceOf(source, ref, requested) : (ref.namespace ?? '')
  if (store === undefined) throw notSynced(paramKind)
  const found = namespace === '' && source.namespaced ? [] : await stored(store, ref, namespace)
  if (found.length === 0 && !selectsParams) throw new ConfigurationError(`${ref.name} not found`)
  if (found.length === 0 && ref.parameterNotFoundAction === 'Deny') throw new ConfigurationError(noneFound)
  return Promise.all(found.map((object) => inKind(store.parts, object, kind)))
}

const notSynced = ({ apiVersion = '', kind = '' }: ParamKind): ConfigurationError =>
  new ConfigurationError(
    `paramKind kind \`&ParamKind{APIVersion:${apiVersion},Kind:${kind},}\` not yet synced to use for admission`,
  )

async function stored(store: ResourceStore, ref: ParamRef, namespace: string): Promise<KubeObject[]> {
  const { storage, release } = store.parts.server
  if (ref.name) {
    const record = await storage.get(store.prefixOf(namespace) + ref.name, { cached: true })
    if (record === undefined) return []
    await store.prepare([record])
    return [store.stored(record).object]
  }
  const selector = LabelSelector.fromObject(ref.selector, release.minor)
  const { records } = await storage.list(store.prefixOf(namespace), { cached: true })
  await store.prepare(records)
  return records
    .map((record) => store.stored(record).object)
    .filter(({ metadata }) => selector.matches(metadata.labels))
}

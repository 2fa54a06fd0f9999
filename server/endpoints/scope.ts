// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go (RequestScope)

import type { KubeObject } from '../../apimachinery/json.ts'
import { FieldManager } from '../../apimachinery/managedfields/field-manager.ts'
import type { SmdSchema } from '../../apimachinery/managedfields/smd-schema.ts'
import type { Scheme } from '../../apimachinery/scheme/scheme.ts'
import type { AdmissionChain } from '../admission/chain.ts'
import { apiVersionOf, type Convert, type GroupVersionKind } from '../registry/generic/machinery.ts'
import type { RegisteredResource, RegisteredSubresource, Registry } from '../registry/generic/registry.ts'
import type { ApiRequest } from '../registry/generic/request.ts'
import type { ResourceStore, View } from '../registry/generic/store.ts'
import type { ServerContext, Strategy } from '../registry/generic/strategy.ts'
import type { ApiCall } from './api-call.ts'
import type { Attributes } from './authorization/attributes.ts'
import { endpointsDialect } from './dialect.ts'

/** What handlers share. One for each server. */
export interface Machinery {
  readonly server: ServerContext
  readonly scheme: Scheme
  readonly convert: Convert
  readonly registry: Registry
  readonly admission: AdmissionChain
  readonly smdSchema: SmdSchema
  readonly fieldManagers: Map<string, FieldManager>
  readonly watchList: boolean
  /** Throws 403 where the user may not do that (create by PUT and apply). */
  authorize(attributes: Attributes): void
}

/** One endpoint: a resource or subresource in a version. */
export interface Scope {
  readonly machinery: Machinery
  readonly resource: RegisteredResource
  readonly subresource: RegisteredSubresource | undefined
  readonly store: ResourceStore
  /** The strategy of what is written. */
  readonly strategy: Strategy
  /** The kind of bodies and answers. */
  readonly kind: GroupVersionKind
}

export const scopeVersion = (scope: Scope): string => apiVersionOf(scope.resource)

/** The strategies' view of a call. */
export function requestOf(
  scope: Scope,
  call: ApiCall,
  more: { name?: string; namespace?: string; dryRun: boolean },
): ApiRequest {
  return {
    server: scope.machinery.server,
    user: call.user,
    group: scope.resource.group,
    version: scope.resource.version,
    resource: scope.resource.facts.name,
    subresource: scope.subresource?.name ?? '',
    namespace: more.namespace ?? call.info.namespace,
    name: more.name ?? call.info.name,
    dryRun: more.dryRun,
    warn: (text) => call.warn(text),
    breathe: () => call.breathe(),
    noteBytes: (bytes) => call.noteBody(bytes),
  }
}

/** What a view is in other versions than the stored one, so that all watchers of a version share it. */
const converted = new WeakMap<View, Map<string, View>>()

/** An object of the store in the version of the endpoint. */
export function inRequestVersion(scope: Scope, view: View): View {
  const wanted = scopeVersion(scope)
  if (view.object.apiVersion === wanted) return view
  const versions = converted.get(view) ?? new Map<string, View>()
  converted.set(view, versions)
  let found = versions.get(wanted)
  if (found === undefined) {
    const object = scope.machinery.convert(view.object, wanted)
    found = { object, bytes: Buffer.from(JSON.stringify(object)) }
    versions.set(wanted, found)
  }
  return found
}

export function fieldManagerOf(scope: Scope): FieldManager {
  const { machinery, resource, subresource } = scope
  const key = `${resource.group}/${resource.version}/${resource.facts.name}/${subresource?.name ?? ''}`
  let manager = machinery.fieldManagers.get(key)
  if (manager === undefined) {
    const { group, version } = resource
    const kind = resource.kind.kind
    const empty: KubeObject = machinery.scheme.normalize({
      apiVersion: apiVersionOf(resource),
      kind,
      metadata: {},
    })
    manager = new FieldManager({
      lookup: machinery.scheme,
      schema: machinery.smdSchema,
      group,
      version,
      kind,
      subresource: subresource?.name ?? '',
      resetFields: scope.strategy.resetFields ?? [],
      // Parts of objects come here too: conversions need what Go's structs always have.
      convert: (object, apiVersion) => machinery.convert(machinery.scheme.normalize(object), apiVersion),
      empty,
      optionalKeys: endpointsDialect(machinery.server.minor).takesOptionalKeys,
    })
    machinery.fieldManagers.set(key, manager)
  }
  return manager
}

// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go (RequestScope)

import { goJSONBytes } from '../../apimachinery/go-print/marshal.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { ownBytes } from '../../component-base/own-bytes.ts'
import type { RegisteredResource, RegisteredSubresource } from '../registry/generic/registry.ts'
import type { ApiRequest } from '../registry/generic/request.ts'
import type { RestStorage } from '../registry/generic/rest.ts'
import { type StoreWrites, storeWrites } from '../registry/generic/rest-storage.ts'
import { apiVersionOf, type GroupVersionKind } from '../registry/generic/runtime.ts'
import type { ResourceStore, View } from '../registry/generic/store.ts'
import type { ApiCall } from './api-call.ts'
import type { GenericAPIServer } from './generic-apiserver.ts'

/** One endpoint that is written: a resource, subresource or review in a version. */
export interface RequestScope {
  readonly apiserver: GenericAPIServer
  readonly resource: RegisteredResource
  readonly subresource: RegisteredSubresource | undefined
  /** The kind of bodies and answers. */
  readonly kind: GroupVersionKind
  /** The storage that writes go to. */
  readonly storage: RestStorage
  /** The error for a body that cannot be decoded, where that is the same whatever is wrong. */
  readonly undecodable?: () => Error
}

/** An endpoint whose objects are stored. */
export interface Scope extends RequestScope {
  readonly store: ResourceStore
  readonly storage: StoreWrites
}

/** Made once for each endpoint: a resource or subresource is of one server. */
const scopes = new WeakMap<RegisteredResource | RegisteredSubresource, Scope>()

/** The endpoint of a resource, or of a subresource that writes a part of it; undefined where nothing of it is stored. */
export function scopeOf(
  apiserver: GenericAPIServer,
  resource: RegisteredResource,
  subresource?: RegisteredSubresource,
): Scope | undefined {
  const endpoint = subresource ?? resource
  let scope = scopes.get(endpoint)
  if (scope !== undefined) return scope
  const { store } = resource
  const strategy = subresource === undefined ? store?.strategy : subresource.strategy
  if (store === undefined || strategy === undefined) return undefined
  const storage = storeWrites(store, strategy)
  scope = { apiserver, resource, subresource, store, kind: endpoint.kind, storage }
  scopes.set(endpoint, scope)
  return scope
}

/** The apiVersion of a request's resource. */
export const scopeVersion = (scope: RequestScope): string => apiVersionOf(scope.kind)

/** `object` in the version of the endpoint. */
export function inVersion(scope: RequestScope, object: KubeObject): KubeObject {
  const version = scopeVersion(scope)
  return object.apiVersion === version ? object : scope.apiserver.convert(object, version)
}

/** `object` in the version of its store, but for kinds that are stored in another group. */
export function inStoredVersion({ apiserver, resource }: RequestScope, object: KubeObject): KubeObject {
  const stored = resource.store?.facts.storageKind
  if (stored === undefined || stored.kind !== object.kind || stored.group !== resource.kind.group)
    return object
  const version = apiVersionOf(stored)
  return object.apiVersion === version ? object : apiserver.convert(object, version)
}

type RequestTarget = Pick<RequestScope, 'apiserver' | 'resource' | 'subresource'>

/** The strategies' view of a call. */
export function requestOf(
  { apiserver, resource, subresource }: RequestTarget,
  call: ApiCall,
  more: { name?: string | undefined; namespace?: string | undefined; dryRun: boolean },
): ApiRequest {
  // Written out, here and in what else each request makes: what is spread out into a literal has a shape of its own each time.
  return {
    server: apiserver.context,
    group: resource.group,
    version: resource.version,
    resource: resource.facts.name,
    subresource: subresource?.name ?? '',
    user: call.user,
    namespace: more.namespace ?? call.info.namespace,
    name: more.name ?? call.info.name,
    dryRun: more.dryRun,
    warn: (text) => call.warn(text),
    annotate: call.audit && ((key, value, level) => call.audit?.annotate(key, value, level)),
    isLarge: () => call.isLarge(),
    noteBytes: (bytes) => call.noteBody(bytes),
    tookElsewhere: (step, seconds) => {
      const { elsewhere } = call
      elsewhere[step] = step === 'admit' ? elsewhere.admit + seconds : Math.max(elsewhere.validate, seconds)
    },
  }
}

/** A request of the server's own client. Upstream: LoopbackClientConfig (apiserver/pkg/server/config.go). */
export const loopbackRequest = (
  { apiserver, resource, subresource }: RequestTarget,
  namespace: string,
  name: string,
): ApiRequest => ({
  server: apiserver.context,
  group: resource.group,
  version: resource.version,
  resource: resource.facts.name,
  subresource: subresource?.name ?? '',
  user: { name: 'system:apiserver', groups: ['system:masters'] },
  namespace,
  name,
  dryRun: false,
  warn: () => {},
})

/** What a view is in other versions than the stored one, so that all watchers of a version share it: of those converted last. */
const converted = new WeakMap<View, Map<string, View>>()
const mostConverted = 2048
const lastConverted: WeakRef<View>[] = []
let nextConverted = 0

/** Keeps a view's other versions, and forgets those of the view that was kept `mostConverted` views before. */
function remember(view: View, versions: Map<string, View>): void {
  const oldest = lastConverted[nextConverted]?.deref()
  if (oldest !== undefined) converted.delete(oldest)
  converted.set(view, versions)
  lastConverted[nextConverted] = new WeakRef(view)
  nextConverted = (nextConverted + 1) % mostConverted
}

/** An object of the store in the version of the endpoint. */
export function inRequestVersion(scope: RequestScope, view: View): View {
  const wanted = scopeVersion(scope)
  if (view.object.apiVersion === wanted) return view
  const known = converted.get(view)
  const there = known?.get(wanted)
  if (there !== undefined) return there
  const object = scope.apiserver.convert(view.object, wanted)
  const made = { object, bytes: ownBytes(goJSONBytes(object)) }
  if (known === undefined) remember(view, new Map([[wanted, made]]))
  else known.set(wanted, made)
  return made
}

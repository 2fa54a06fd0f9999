// Upstream: k8s.io/apiextensions-apiserver/pkg/registry/customresource/etcd.go (ScaleREST)
import { copyObject, isObject, type JsonObject, type KubeObject, setOwn } from '../../../apimachinery/json.ts'
import { ScaleHandler } from '../../../apimachinery/managedfields/scale-handler.ts'
import { newBadRequest, newInternalError, StatusError } from '../../../apimachinery/status-error.ts'
import type { ApiCall } from '../../endpoints/api-call.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { handlePatch } from '../../endpoints/handlers/patch.ts'
import { isApply } from '../../endpoints/handlers/patch-forms.ts'
import { handleUpdate } from '../../endpoints/handlers/update.ts'
import { resourceForm, sendObject } from '../../endpoints/objects-out.ts'
import type { RequestScope } from '../../endpoints/scope.ts'
import type { CustomScalePaths, RegisteredResource } from '../../registry/generic/registry.ts'
import type { RestStorage, UpdateCall } from '../../registry/generic/rest.ts'
import { apiVersionOf } from '../../registry/generic/runtime.ts'
import { viewOf } from '../../registry/generic/store.ts'
import { update } from '../../registry/generic/update.ts'
import { typedAt } from '../schema/scale.ts'
import { notSupported } from './not-supported.ts'
import { customPatchTypes } from './patch-types.ts'

/** @note Upstream's scheme for custom resources does not know Scales, which the error would name. */
const unknownScale =
  'no kind is registered for the type v1.Scale in scheme "pkg/apiserver/customresource_handler.go:827"'

/** Stands for replicas that are not set. Upstream: invalidSpecReplicas */
const unset = -2_147_483_648

/** Answers requests for the Scale of a custom resource. */
export async function handleCustomScale(
  server: GenericAPIServer,
  resource: RegisteredResource,
  call: ApiCall,
): Promise<void> {
  const subresource = resource.subresources.get('scale')!
  const scope: RequestScope = {
    apiserver: server,
    resource,
    subresource,
    kind: subresource.kind,
    storage: scaleStorage(server, resource),
    undecodable: () => newBadRequest(unknownScale),
  }
  switch (call.info.verb) {
    case 'get':
      return getScale(scope, call)
    case 'update':
      return handleUpdate(scope, call)
    case 'patch':
      return patchScale(scope, call)
    default:
      throw notSupported(resource, call.info.verb)
  }
}

/** @note Upstream's conversion of an applied Scale fails, whatever it says. */
async function patchScale(scope: RequestScope, call: ApiCall): Promise<void> {
  const type = (call.req.headers['content-type'] ?? '').split(';')[0]!.trim()
  if (!isApply(type)) return handlePatch(scope, call, customPatchTypes)
  throw new StatusError(
    500,
    '',
    `failed to convert new object (/${call.info.name}; autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1`,
  )
}

async function getScale(scope: RequestScope, call: ApiCall): Promise<void> {
  const { apiserver, resource } = scope
  const form = resourceForm(call)
  const { namespace, name } = call.info
  const store = resource.store!
  const record = await store.get(namespace, name, call.query.get('resourceVersion') ?? '')
  const { scale, found } = scaleOf(apiserver, resource, store.view(record).object)
  if (!found)
    throw newInternalError(
      `the spec replicas field ${JSON.stringify(pathsOf(resource).specReplicasPath)} does not exist`,
    )
  sendObject(scope, call, 200, form, viewOf(scale))
}

const pathsOf = (resource: RegisteredResource): CustomScalePaths => resource.custom!.scale!

/** The Scale of a custom resource, and whether its replicas are set. Throws a plain 500 for values of other types. */
function scaleOf(
  apiserver: GenericAPIServer,
  resource: RegisteredResource,
  object: KubeObject,
): { scale: KubeObject; found: boolean } {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = pathsOf(resource)
  const replicas = numberAt(object, specReplicasPath)
  const selector = labelSelectorPath === '' ? '' : valueAt(object, labelSelectorPath, 'string')
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const scale = apiserver.scheme.normalize({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp } as KubeObject['metadata'],
    spec: { replicas: replicas ?? 0 },
    status: { replicas: numberAt(object, statusReplicasPath) ?? 0, ...(selector ? { selector } : {}) },
  })
  return { scale, found: replicas !== undefined }
}

function valueAt(object: KubeObject, path: string, wanted: 'int64' | 'string'): unknown {
  const { value, error } = typedAt(object as unknown as JsonObject, path, wanted)
  if (error !== undefined) throw new StatusError(500, '', error)
  return value ?? undefined
}

const numberAt = (object: KubeObject, path: string): number | undefined =>
  valueAt(object, path, 'int64') as number | undefined

/** The storage of the subresource `scale`: a write of a Scale writes its custom resource. */
const scaleStorage = (apiserver: GenericAPIServer, resource: RegisteredResource): RestStorage => ({
  toStorage: (scale) => scale,
  async update(request, name, call) {
    const store = resource.store!
    const shown = (object: KubeObject): KubeObject => scaleOf(apiserver, resource, object).scale
    const { view } = await update(store, store.strategy, request, name, {
      ...call,
      updatedObject: (object) => rescaled(apiserver, resource, copyObject(object!), call),
      updateValidation: (now, old) => call.updateValidation(shown(now), shown(old)),
      forceAllowCreate: false,
    })
    return { view: viewOf(shown(view.object)), created: false }
  },
})

/** `object`, which is one's own, with what the new Scale says, owned by whom the Scale says. Upstream: scaleUpdatedObjectInfo */
async function rescaled(
  apiserver: GenericAPIServer,
  resource: RegisteredResource,
  object: KubeObject,
  call: UpdateCall,
): Promise<KubeObject> {
  const { specReplicasPath, replicas } = pathsOf(resource)
  const { metadata } = object
  const owners = new ScaleHandler(apiVersionOf(resource), replicas)
  const old = scaleOf(apiserver, resource, object)
  if (!old.found) (old.scale['spec'] as { replicas: number }).replicas = unset
  setOrDrop(old.scale.metadata, 'managedFields', owners.toSubresource(metadata.managedFields))
  const scale = await call.updatedObject(old.scale)
  const wanted = Number((scale['spec'] as { replicas?: number } | undefined)?.replicas ?? 0)
  if (wanted === unset)
    throw newBadRequest(`the spec replicas field ${JSON.stringify(specReplicasPath)} cannot be empty`)
  setAt(object, specReplicasPath, wanted)
  if (scale.metadata.resourceVersion) metadata.resourceVersion = scale.metadata.resourceVersion
  setOrDrop(metadata, 'managedFields', owners.toParent(metadata.managedFields, scale.metadata.managedFields))
  return object
}

function setOrDrop<T, K extends keyof T>(object: T, key: K, value: T[K] | undefined): void {
  if (value === undefined) delete object[key]
  else object[key] = value
}

/** The names of a path such as `.spec.replicas`. */
export const namesOf = (path: string): string[] => path.replace(/^\./, '').split('.')

/** Upstream: unstructured.SetNestedField. Throws a plain 500 where something else than an object is on the way. */
function setAt(object: KubeObject, path: string, value: number): void {
  const names = namesOf(path)
  let at = object as unknown as JsonObject
  for (const [i, name] of names.slice(0, -1).entries()) {
    if (!Object.hasOwn(at, name)) setOwn(at, name, {})
    const next = at[name]
    if (!isObject(next))
      throw new StatusError(
        500,
        '',
        `value cannot be set because .${names.slice(0, i + 1).join('.')} is not a map[string]interface{}`,
      )
    at = next
  }
  setOwn(at, names.at(-1)!, value)
}

// Upstream: pkg/registry/apps/*/storage/storage.go and pkg/registry/core/replicationcontroller/storage (ScaleREST)

import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { copyObject, isObject, type KubeObject } from '../../../apimachinery/json.ts'
import { ScaleHandler } from '../../../apimachinery/managedfields/scale-handler.ts'
import { LabelSelector, SelectorError } from '../../../apimachinery/selectors/label-selector.ts'
import { newConflict, newInvalid, newNotFound, type StatusError } from '../../../apimachinery/status-error.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import type { RegisteredResource } from '../../registry/generic/registry.ts'
import type { RestStorage, UpdateCall } from '../../registry/generic/rest.ts'
import { apiVersionOf, type GroupVersionKind } from '../../registry/generic/runtime.ts'
import { viewOf } from '../../registry/generic/store.ts'
import { update } from '../../registry/generic/update.ts'
import { preconditionFailed } from '../../registry/generic/update-preconditions.ts'
import type { ApiCall } from '../api-call.ts'
import { endpointsDialect } from '../dialect.ts'
import type { GenericAPIServer } from '../generic-apiserver.ts'
import { handlePatch } from '../handlers/patch.ts'
import { handleUpdate } from '../handlers/update.ts'
import { resourceForm, sendObject } from '../objects-out.ts'
import { checkAccept, checkPatchType, type SpecialHandler } from '../resource-router.ts'
import { methodNotAllowed } from '../respond.ts'
import type { RequestScope } from '../scope.ts'

const scaleKind: GroupVersionKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' }

/** Answers requests for the subresource scale, as autoscaling/v1 Scale. */
export const handleScale: SpecialHandler = async (apiserver, resource, subresource, call) => {
  const storage = scaleStorage(apiserver, resource)
  const scope: RequestScope = { apiserver, resource, subresource, kind: scaleKind, storage }
  switch (call.req.method) {
    case 'GET':
      checkAccept({ apiserver }, call, false)
      return getScale(scope, call)
    case 'PUT':
      checkAccept({ apiserver }, call, false)
      return handleUpdate(scope, call)
    case 'PATCH':
      checkPatchType({ apiserver }, call)
      checkAccept({ apiserver }, call, false)
      return handlePatch(scope, call)
    default:
      throw methodNotAllowed()
  }
}

async function getScale(scope: RequestScope, call: ApiCall): Promise<void> {
  const { apiserver, resource } = scope
  const form = resourceForm(call)
  const { namespace, name } = call.info
  const store = resource.store!
  const record = await store
    .get(namespace, name, call.query.get('resourceVersion') ?? '')
    .catch((error: Error) => {
      throw scaleNotFound(apiserver, resource, name) ?? error
    })
  sendObject(scope, call, 200, form, viewOf(scaleOf(apiserver, store.view(record).object)))
}

/** In some releases the Scale itself is what cannot be found, whatever the reason (not so for stateful sets). */
function scaleNotFound(
  apiserver: GenericAPIServer,
  resource: RegisteredResource,
  name: string,
): StatusError | undefined {
  const plural = resource.facts.name
  if (!endpointsDialect(apiserver.context.release.minor).namesMissingScale || plural === 'statefulsets')
    return undefined
  const group = resource.group === '' ? 'autoscaling' : resource.group
  return newNotFound({ group, resource: `${plural}/scale` }, name)
}

/** The Scale of a workload. */
function scaleOf(apiserver: GenericAPIServer, object: KubeObject): KubeObject {
  const spec = (object['spec'] ?? {}) as { replicas?: number; selector?: unknown }
  const status = (object['status'] ?? {}) as { replicas?: number }
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const selector = selectorText(object, spec.selector, apiserver.context.release.minor)
  return apiserver.scheme.normalize({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp } as KubeObject['metadata'],
    spec: { replicas: spec.replicas ?? 0 },
    status: { replicas: status.replicas ?? 0, ...(selector === '' ? {} : { selector }) },
  })
}

function selectorText(object: KubeObject, selector: unknown, minor: number): string {
  try {
    if (object.kind === 'ReplicationController')
      return LabelSelector.fromMap(selector as Record<string, string> | undefined).toString()
    return LabelSelector.fromObject(
      selector as Parameters<typeof LabelSelector.fromObject>[0],
      minor,
    ).toString()
  } catch (error) {
    if (error instanceof SelectorError) return ''
    throw error
  }
}

/** Writes of a Scale write its workload. Hooks and admission of the request see Scales, the strategy the workload. */
const scaleStorage = (apiserver: GenericAPIServer, resource: RegisteredResource): RestStorage => ({
  toStorage: (scale) => scale,
  async update(request, name, call) {
    const store = resource.store!
    const { view } = await update(store, store.strategy, request, name, {
      ...call,
      updatedObject: (workload) => rescaled(apiserver, resource, copyObject(workload!), call),
      updateValidation: (now, old) => call.updateValidation(scaleOf(apiserver, now), scaleOf(apiserver, old)),
      forceAllowCreate: false,
    })
    return { view: viewOf(scaleOf(apiserver, view.object)), created: false }
  },
})

const replicas = ['spec', 'replicas']
/** Where the versions that managers may name have their replicas. */
const replicasPaths = {
  v1: replicas,
  'apps/v1': replicas,
  'apps/v1beta1': replicas,
  'apps/v1beta2': replicas,
}

/** `workload`, which is one's own, with what the new Scale says, owned by whom the Scale says. Upstream: scaleUpdatedObjectInfo. */
async function rescaled(
  apiserver: GenericAPIServer,
  resource: RegisteredResource,
  workload: KubeObject,
  call: UpdateCall,
): Promise<KubeObject> {
  const { metadata } = workload
  const owners = new ScaleHandler(apiVersionOf(resource), replicasPaths)
  const old = scaleOf(apiserver, workload)
  setOrDrop(old.metadata, 'managedFields', owners.toSubresource(metadata.managedFields))
  const scale = await call.updatedObject(old)
  checkScale(apiserver, resource, scale, workload)
  const spec = isObject(workload['spec']) ? workload['spec'] : {}
  workload['spec'] = { ...spec, replicas: replicasOf(scale) }
  setOrDrop(metadata, 'resourceVersion', scale.metadata.resourceVersion)
  setOrDrop(metadata, 'managedFields', owners.toParent(metadata.managedFields, scale.metadata.managedFields))
  return workload
}

const replicasOf = (scale: KubeObject): number =>
  Number((scale['spec'] as { replicas?: number } | undefined)?.replicas ?? 0)

function setOrDrop<T, K extends keyof T>(object: T, key: K, value: T[K] | undefined): void {
  if (value === undefined) delete object[key]
  else object[key] = value
}

/** Throws 422, and 409 where the Scale is of another workload. */
function checkScale(
  { context }: GenericAPIServer,
  resource: RegisteredResource,
  scale: KubeObject,
  { metadata }: KubeObject,
): void {
  const name = metadata.name ?? ''
  const errors = validateScale(scale, context.release.minor)
  if (errors.length > 0) throw newInvalid(scaleKind, name, errors)
  const { uid = '' } = scale.metadata
  if (uid === '' || uid === metadata.uid) return
  throw newConflict(
    { group: resource.group, resource: `${resource.facts.name}/scale` },
    name,
    preconditionFailed('UID', uid, metadata.uid),
  )
}

function validateScale(scale: KubeObject, minor: number): FieldError[] {
  const meta = validateObjectMeta(scale.metadata, true, nameIsDNSSubdomain, FieldPath.of('metadata'), minor)
  const wanted = replicasOf(scale)
  if (wanted >= 0) return meta
  return [...meta, field.invalid('spec.replicas', wanted, 'must be greater than or equal to 0')]
}

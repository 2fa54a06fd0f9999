// Upstream: pkg/registry/apps/*/storage/storage.go and pkg/registry/core/replicationcontroller/storage (ScaleREST)

import { field } from '../../../apimachinery/field-error.ts'
import {
  deepCopy,
  isObject,
  type JsonObject,
  type KubeObject,
  type ManagedFieldsEntry,
} from '../../../apimachinery/json.ts'
import { applyJsonPatchPaced } from '../../../apimachinery/patch/json-patch.ts'
import { applyMergePatch } from '../../../apimachinery/patch/merge-patch.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/scheme.ts'
import { LabelSelector, SelectorError } from '../../../apimachinery/selectors/label-selector.ts'
import {
  newBadRequest,
  newInvalid,
  newNotFound,
  type StatusError,
} from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import type { GroupVersionKind } from '../../registry/generic/machinery.ts'
import { turns } from '../../registry/generic/pace.ts'
import type { RegisteredResource, RegisteredSubresource } from '../../registry/generic/registry.ts'
import { update } from '../../registry/generic/update.ts'
import { type ApiCall, managerOf, readBody } from '../api-call.ts'
import { decodeBody } from '../body-decoder.ts'
import { parseYamlPatch } from '../body-parser.ts'
import { endpointsDialect } from '../dialect.ts'
import { parsePatch } from '../handlers/patch-forms.ts'
import { validate } from '../handlers/write-admission.ts'
import { inputMediaType } from '../negotiation.ts'
import { resourceForm } from '../objects-out.ts'
import { parseWriteOptions } from '../options/write-options.ts'
import { methodNotAllowed, sendData } from '../respond.ts'
import { fieldManagerOf, type Machinery, requestOf, type Scope } from '../scope.ts'

const scaleKind: GroupVersionKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' }

export async function handleScale(
  machinery: Machinery,
  resource: RegisteredResource,
  subresource: RegisteredSubresource | undefined,
  call: ApiCall,
): Promise<void> {
  const store = resource.store!
  const scope: Scope = { machinery, resource, subresource, store, strategy: store.strategy, kind: scaleKind }
  const form = resourceForm(call)
  if (call.req.method === 'GET') {
    const record = await store
      .get(call.info.namespace, call.info.name, call.query.get('resourceVersion') ?? '')
      .catch((error: Error) => {
        throw scaleNotFound(scope, call.info.name) ?? error
      })
    return sendData(call, 200, form, () => scaleOf(machinery, store.view(record).object))
  }
  if (call.req.method !== 'PUT' && call.req.method !== 'PATCH') throw methodNotAllowed()
  const written = await writeScale(scope, call)
  sendData(call, 200, form, () => scaleOf(machinery, written))
}

/** In some releases the Scale itself is what cannot be found, whatever the reason (not so for stateful sets). */
function scaleNotFound({ machinery, resource }: Scope, name: string): StatusError | undefined {
  const plural = resource.facts.name
  if (!endpointsDialect(machinery.server.minor).namesMissingScale || plural === 'statefulsets')
    return undefined
  const group = resource.group === '' ? 'autoscaling' : resource.group
  return newNotFound({ group, resource: `${plural}/scale` }, name)
}

/** The Scale of a workload. */
function scaleOf(machinery: Machinery, object: KubeObject): KubeObject {
  const spec = (object['spec'] ?? {}) as { replicas?: number; selector?: unknown }
  const status = (object['status'] ?? {}) as { replicas?: number }
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const selector = selectorText(object, spec.selector, machinery.server.minor)
  return machinery.scheme.normalize({
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

async function writeScale(scope: Scope, call: ApiCall): Promise<KubeObject> {
  const { machinery, store } = scope
  const body = await readBody(call)
  const patching = call.req.method === 'PATCH'
  const options = parseWriteOptions(
    call.query,
    patching ? 'PatchOptions' : 'UpdateOptions',
    machinery.server.minor,
    mediaOf(call) === 'application/apply-patch+yaml',
  )
  const request = requestOf(scope, call, { dryRun: options.dryRun })
  const result = await update(store, request, call.info.name, {
    strategy: store.strategy,
    forceAllowCreate: false,
    async updated(current) {
      const workload = current!
      if (patching && mediaOf(call) === 'application/apply-patch+yaml')
        return appliedScale(scope, workload, (await parseYamlPatch(body)).value, options)
      const scale = patching
        ? await patchedScale(scope, call, body, scaleOf(machinery, workload))
        : (
            await decodeBody(
              machinery.scheme,
              body,
              inputMediaType(call.req.headers['content-type']),
              scaleKind,
            )
          ).object
      return withReplicas(scope, workload, checked(scale, call), managerOf(call, options.fieldManager))
    },
    validateCreate: async () => {},
    validateUpdate: (final, old) =>
      validate({ scope, request, options: { ...options } }, 'UPDATE', final, old),
  })
  return result.view.object
}

const mediaOf = (call: ApiCall): string => (call.req.headers['content-type'] ?? '').split(';')[0]!.trim()

/** An apply of a Scale is one of the replicas of its workload. */
function appliedScale(
  scope: Scope,
  workload: KubeObject,
  value: unknown,
  options: { fieldManager: string; force: boolean | undefined },
): KubeObject {
  const scale = (value ?? {}) as { apiVersion?: string; kind?: string; spec?: { replicas?: number } }
  if (scale.apiVersion !== 'autoscaling/v1' || scale.kind !== 'Scale') {
    const { group, version } = parseApiVersion(scale.apiVersion ?? '')
    throw newBadRequest(`invalid object type: ${group}/${version}, Kind=${scale.kind ?? ''}`)
  }
  const spec = scale.spec?.replicas === undefined ? {} : { replicas: scale.spec.replicas }
  const { apiVersion, kind, metadata } = workload
  const applied: KubeObject = {
    apiVersion,
    kind,
    metadata: { name: metadata.name!, namespace: metadata.namespace! },
    spec,
  }
  const { scheme, server } = scope.machinery
  const result = fieldManagerOf(scope).apply(
    workload,
    applied,
    options.fieldManager,
    options.force ?? false,
    toTime(server.clock.now()),
  )
  const { group, version } = parseApiVersion(apiVersion)
  const { object } = scheme.decode(group, version, kind, result)
  const { managedFields } = object.metadata
  if (managedFields !== undefined) object.metadata.managedFields = withoutScaleTimes(managedFields)
  return object
}

async function patchedScale(
  scope: Scope,
  call: ApiCall,
  body: Buffer,
  scale: KubeObject,
): Promise<KubeObject> {
  const { value } = await parsePatch(body, 'error decoding patch: ')
  const document = scale as unknown as JsonObject
  const patched =
    mediaOf(call) === 'application/json-patch+json'
      ? await applyJsonPatchPaced(document, value, true, true, turns)
      : applyMergePatch(document, value)
  return scope.machinery.scheme.decode('autoscaling', 'v1', 'Scale', patched).object
}

function checked(scale: KubeObject, call: ApiCall): KubeObject {
  const { name = '', namespace = '' } = scale.metadata
  if (name !== '' && name !== call.info.name)
    throw newBadRequest(
      `the name of the object (${name}) does not match the name on the URL (${call.info.name})`,
    )
  if (namespace !== '' && namespace !== call.info.namespace)
    throw newBadRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    )
  const replicas = Number((scale['spec'] as { replicas?: number } | undefined)?.replicas ?? 0)
  if (replicas < 0)
    throw newInvalid({ group: 'autoscaling', kind: 'Scale' }, call.info.name, [
      field.invalid('spec.replicas', replicas, 'must be greater than or equal to 0'),
    ])
  return scale
}

/** @note Entries that come through the subresource carry no time, and so stand first. */
const withoutScaleTimes = (entries: ManagedFieldsEntry[]): ManagedFieldsEntry[] =>
  entries
    .map((entry): ManagedFieldsEntry => {
      if (entry.subresource !== 'scale') return entry
      const { time: _, ...rest } = entry
      return rest
    })
    .sort((a, b) => Number(a.time !== undefined) - Number(b.time !== undefined))

/** The workload with the replicas of its Scale, owned by the writer through the subresource. */
function withReplicas(scope: Scope, workload: KubeObject, scale: KubeObject, manager: string): KubeObject {
  const next = deepCopy(workload)
  const spec = isObject(next['spec']) ? next['spec'] : {}
  next['spec'] = {
    ...spec,
    replicas: Number((scale['spec'] as { replicas?: number } | undefined)?.replicas ?? 0),
  }
  if ((scale.metadata.resourceVersion ?? '') !== '')
    next.metadata.resourceVersion = scale.metadata.resourceVersion!
  const managed = fieldManagerOf(scope).update(
    workload,
    next,
    manager,
    toTime(scope.machinery.server.clock.now()),
  )
  return {
    ...next,
    metadata: {
      ...next.metadata,
      ...(managed.metadata.managedFields === undefined
        ? {}
        : { managedFields: withoutScaleTimes(managed.metadata.managedFields) }),
    },
  }
}

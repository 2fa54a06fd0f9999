// Upstream: pkg/registry/core/pod/storage/{storage,eviction}.go (BindingREST, EvictionREST), pkg/registry/core/pod/rest

import { field } from '../../../apimachinery/field-error.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest, newConflict, newInvalid, type Status } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { deleteObject } from '../../registry/generic/delete.ts'
import type { GroupVersionKind } from '../../registry/generic/machinery.ts'
import type { RegisteredResource, RegisteredSubresource } from '../../registry/generic/registry.ts'
import { type ApiCall, readBody } from '../api-call.ts'
import { decodeBody } from '../body-decoder.ts'
import { type AdmissionRun, admit, validate } from '../handlers/write-admission.ts'
import { inputMediaType } from '../negotiation.ts'
import { resourceForm } from '../objects-out.ts'
import { parseWriteOptions, type WriteOptions } from '../options/write-options.ts'
import { methodNotAllowed, sendData } from '../respond.ts'
import { type Machinery, requestOf, type Scope } from '../scope.ts'
import { noStreams } from './no-streams.ts'

const created: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }

function podScope(machinery: Machinery, subresource: RegisteredSubresource | undefined): Scope {
  const resource = machinery.registry.resource('', 'v1', 'pods')!
  return {
    machinery,
    resource,
    subresource,
    store: resource.store!,
    strategy: resource.store!.strategy,
    kind: resource.kind,
  }
}

/** What a POST of a kind to a pod's subresource asks for. */
async function readAction(
  machinery: Machinery,
  subresource: RegisteredSubresource | undefined,
  call: ApiCall,
  kind: { group: string; version: string; kind: string },
) {
  if (call.req.method !== 'POST') throw methodNotAllowed()
  const form = resourceForm(call)
  const body = await readBody(call)
  const options = parseWriteOptions(call.query, 'CreateOptions', machinery.server.minor)
  const mediaType = inputMediaType(call.req.headers['content-type'])
  const { object } = await decodeBody(machinery.scheme, body, mediaType, kind)
  return { scope: podScope(machinery, subresource), form, options, object }
}

const bindingKind = { group: '', version: 'v1', kind: 'Binding' }
const evictionKind = { group: 'policy', version: 'v1', kind: 'Eviction' }

/** What admission sees of an action: the object is the action, and not the pod. */
function admissionRun(
  scope: Scope,
  call: ApiCall,
  { kind, name, options }: { kind: GroupVersionKind; name: string; options: WriteOptions },
): AdmissionRun {
  const request = requestOf(scope, call, { name, dryRun: options.dryRun })
  return {
    scope: { ...scope, kind },
    request: { ...request, resource: call.info.resource },
    options: { ...options },
  }
}

/** POST of a Binding to pods/NAME/binding or to bindings: the pod is on a node. */
export async function handleBinding(
  machinery: Machinery,
  _resource: RegisteredResource,
  subresource: RegisteredSubresource | undefined,
  call: ApiCall,
): Promise<void> {
  const action = await readAction(machinery, subresource, call, bindingKind)
  const { scope, form, options, object: binding } = action
  const name = call.info.name || binding.metadata.name || ''
  const run = admissionRun(scope, call, { kind: bindingKind, name, options })
  await admit(run, 'CREATE', binding, undefined)
  if (binding.metadata.name !== undefined && call.info.name !== '' && binding.metadata.name !== name) {
    throw newBadRequest(`name in URL does not match name in Binding object`)
  }
  const target = (binding['target'] ?? {}) as { kind?: string; name?: string }
  const errors = []
  if (target.kind !== undefined && target.kind !== '' && target.kind !== 'Node')
    errors.push(field.notSupported('target.kind', target.kind, ['Node', '<empty>']))
  if ((target.name ?? '') === '') errors.push(field.required('target.name', ''))
  if (errors.length > 0) throw newInvalid({ group: '', kind: 'Binding' }, name, errors)
  await validate(run, 'CREATE', binding, undefined)
  await assign(scope, call, name, { node: target.name!, binding }, options.dryRun)
  sendData(call, 201, form, () => created)
}

async function assign(
  scope: Scope,
  call: ApiCall,
  name: string,
  { node, binding }: { node: string; binding: KubeObject },
  dryRun: boolean,
): Promise<void> {
  const { store, machinery } = scope
  for (;;) {
    const record = await store.read(call.info.namespace, name)
    const pod = deepCopy(store.view(record).object)
    const conflict = (why: string): Error => newConflict({ group: '', resource: 'pods/binding' }, name, why)
    if (pod.metadata.deletionTimestamp !== undefined)
      throw conflict(`pod ${name} is being deleted, cannot be assigned to a host`)
    const spec = pod['spec'] as { nodeName?: string; schedulingGates?: unknown[] }
    if ((spec.nodeName ?? '') !== '')
      throw conflict(`pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`)
    if ((spec.schedulingGates ?? []).length > 0)
      throw conflict(`pod ${name} has non-empty .spec.schedulingGates`)
    spec.nodeName = node
    takeOver(pod, binding, gateEnabled(machinery.server.gates, 'PodTopologyLabelsAdmission'))
    setScheduled(pod, toTime(machinery.server.clock.now()))
    if (dryRun) return
    try {
      await machinery.server.storage.update(record.key, record.modRevision, store.parts.scheme.normalize(pod))
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'conflict') throw error
    }
  }
}

/** Annotations, and labels where the topology of nodes comes with them. */
function takeOver({ metadata }: KubeObject, binding: KubeObject, labels: boolean): void {
  const { annotations, labels: own } = binding.metadata
  if (annotations !== undefined) metadata.annotations = { ...metadata.annotations, ...annotations }
  if (labels && own !== undefined) metadata.labels = { ...metadata.labels, ...own }
}

function setScheduled(pod: KubeObject, time: string): void {
  const status = (pod['status'] ?? {}) as { conditions?: { type: string }[] }
  const conditions = (status.conditions ?? []).filter((c) => c.type !== 'PodScheduled')
  pod['status'] = {
    ...status,
    conditions: [
      ...conditions,
      { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: time },
    ],
  }
}

/** POST of an Eviction: deletes the pod with its grace. Budgets count disruptions only where a controller keeps them. */
export async function handleEviction(
  machinery: Machinery,
  _resource: RegisteredResource,
  subresource: RegisteredSubresource | undefined,
  call: ApiCall,
): Promise<void> {
  const action = await readAction(machinery, subresource, call, evictionKind)
  const { scope, form, options, object: eviction } = action
  const { name } = call.info
  const run = admissionRun(scope, call, { kind: evictionKind, name, options })
  await admit(run, 'CREATE', eviction, undefined)
  if ((eviction.metadata.name ?? '') !== name && (eviction.metadata.name ?? '') !== '')
    throw newBadRequest('name in URL does not match name in Eviction object')
  await scope.store.read(call.info.namespace, name)
  await validate(run, 'CREATE', eviction, undefined)
  const wanted = (eviction['deleteOptions'] ?? {}) as { gracePeriodSeconds?: number }
  const request = requestOf(scope, call, { dryRun: options.dryRun })
  await deleteObject(
    scope.store,
    request,
    name,
    wanted.gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds: wanted.gracePeriodSeconds },
    async () => {},
  )
  sendData(call, 201, form, () => created)
}

/** Streams from a kubelet: there is none behind this server, so the pod's state decides which error there is. */
export async function handlePodStream(
  machinery: Machinery,
  _resource: RegisteredResource,
  subresource: RegisteredSubresource | undefined,
  call: ApiCall,
): Promise<void> {
  const scope = podScope(machinery, subresource)
  const record = await scope.store.read(call.info.namespace, call.info.name)
  const spec = record.object['spec'] as { nodeName?: string; containers?: { name: string }[] }
  const { name } = call.info
  const containers = (spec.containers ?? []).map((c) => c.name)
  const container = call.query.get('container') ?? ''
  if (container === '' && containers.length > 1) {
    throw newBadRequest(
      `a container name must be specified for pod ${name}, choose one of: [${containers.join(' ')}]`,
    )
  }
  if (container !== '' && !containers.includes(container))
    throw newBadRequest(`container ${container} is not valid for pod ${name}`)
  if ((spec.nodeName ?? '') === '') throw newBadRequest(`pod ${name} does not have a host assigned`)
  throw newBadRequest(`pod ${name} ${noStreams}`)
}

// Upstream: pkg/registry/core/pod/storage/storage.go (BindingREST), pkg/registry/core/pod/rest

import type { ObjectReference, PodSpec } from '../../../api/core-v1.ts'
import { aggregateText, type FieldError, field } from '../../../apimachinery/field-error.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest, newConflict, type Status, StatusError } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ApiRequest } from '../../registry/generic/request.ts'
import { type ResourceStore, viewOf } from '../../registry/generic/store.ts'
import { checkUpdatePreconditions } from '../../registry/generic/update-preconditions.ts'
import { StorageError } from '../../storage/interface.ts'
import type { GenericAPIServer } from '../generic-apiserver.ts'
import type { CreatedAs } from './creating.ts'

const created: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
const createdView = viewOf(created as KubeObject & Status)

const podStore = (apiserver: GenericAPIServer): ResourceStore =>
  apiserver.registry.resource('', 'v1', 'pods')!.store!

/** POST of a Binding to pods/NAME/binding or to bindings: the pod is on a node. */
export const bindings: CreatedAs = (apiserver) => ({
  preservesSystemFields: true,
  async create(request, binding, createValidation) {
    if ((binding.metadata.name ?? '') !== request.name)
      throw newBadRequest('name in URL does not match name in Binding object')
    const { kind, name = '' } = (binding['target'] ?? {}) as ObjectReference
    const errors = validateTarget(kind, name)
    if (errors.length > 0) throw new StatusError(500, '', aggregateText(errors))
    await createValidation(deepCopy(binding))
    await assign(apiserver, request, { node: name, binding })
    return createdView
  },
})

/** Upstream: ValidatePodBinding. Its findings are told without a reason. */
function validateTarget(kind = '', name: string): FieldError[] {
  const errors: FieldError[] = []
  if (kind !== '' && kind !== 'Node')
    errors.push(field.notSupported('target.kind', kind, ['Node', '<empty>']))
  if (name === '') errors.push(field.required('target.name', ''))
  return errors
}

async function assign(
  apiserver: GenericAPIServer,
  request: ApiRequest,
  { node, binding }: { node: string; binding: KubeObject },
): Promise<void> {
  const { namespace, name, dryRun } = request
  const store = podStore(apiserver)
  for (;;) {
    const record = await store.read(namespace, name)
    const pod = deepCopy(store.view(record).object)
    checkUpdatePreconditions(store, request, pod.metadata, binding.metadata)
    const conflict = (why: string): Error => newConflict({ group: '', resource: 'pods/binding' }, name, why)
    if (pod.metadata.deletionTimestamp !== undefined)
      throw conflict(`pod ${name} is being deleted, cannot be assigned to a host`)
    const spec = pod['spec'] as PodSpec
    if ((spec.nodeName ?? '') !== '')
      throw conflict(`pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`)
    if ((spec.schedulingGates ?? []).length > 0)
      throw conflict(`pod ${name} has non-empty .spec.schedulingGates`)
    spec.nodeName = node
    takeOver(pod, binding, gateEnabled(apiserver.context.gates, 'PodTopologyLabelsAdmission'))
    setScheduled(pod, toTime(apiserver.context.clock.now()))
    if (dryRun) return
    try {
      await apiserver.context.storage.update(
        record.key,
        record.modRevision,
        store.parts.scheme.normalize(pod),
      )
      return
    } catch (error) {
      if (!(error instanceof StorageError && error.code === 'conflict')) throw error
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

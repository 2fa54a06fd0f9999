// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go
import { newForbidden, newNotFound, StatusError } from '../../apimachinery/status-error.ts'
import type { Storage, StoredRecord } from '../storage/interface.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'

const immortal = new Set(['default', 'kube-system', 'kube-public'])
/** Reviews that may be made in a namespace that is not there. */
const accessReviews = new Set(['localsubjectaccessreviews'])

/** Nothing is created in a namespace that is missing or being terminated; some namespaces cannot be deleted. */
export function namespaceLifecycle(storage: Storage): AdmissionPlugin {
  return {
    name: 'NamespaceLifecycle',
    handles: (operation) => operation !== 'CONNECT',
    admit: (attributes) => check(storage, attributes),
  }
}

function check(storage: Storage, a: AdmissionAttributes): Promise<void> | undefined {
  const { request } = a
  const isNamespace = a.kind.group === '' && a.kind.kind === 'Namespace'
  if (a.operation === 'DELETE' && isNamespace && immortal.has(request.name)) {
    throw newForbidden(
      { group: '', resource: 'namespaces' },
      request.name,
      'this namespace may not be deleted',
    )
  }
  if (
    a.operation !== 'CREATE' ||
    isNamespace ||
    request.namespace === '' ||
    accessReviews.has(request.resource)
  )
    return undefined
  const record = knownOrNewest(storage, `/registry/namespaces/${request.namespace}`)
  if (record instanceof Promise) return record.then((found) => checkNamespace(found, a))
  checkNamespace(record, a)
  return undefined
}

function checkNamespace(record: StoredRecord | undefined, a: AdmissionAttributes): void {
  const { request } = a
  if (record === undefined) throw newNotFound({ group: '', resource: 'namespaces' }, request.namespace)
  const status = record.object['status'] as { phase?: string } | undefined
  if (status?.phase !== 'Terminating') return
  const name = a.object?.metadata.name || request.name || a.object?.metadata.generateName || ''
  const error = newForbidden(
    { group: request.group, resource: request.resource },
    name,
    `unable to create new content in namespace ${request.namespace} because it is being terminated`,
  )
  throw new StatusError(403, 'Forbidden', error.message, {
    ...error.status.details,
    causes: [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${request.namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  })
}

// Upstream: staging/src/k8s.io/apiserver/pkg/admission/errors.go
import { newForbidden, newNotFound, StatusError } from '../../apimachinery/status-error.ts'
import type { AdmissionAttributes } from './chain.ts'

/** A refusal, with the name as upstream finds it: of the request, or else of the object, or else what it will begin with. */
export function forbid({ request, object }: AdmissionAttributes, why: string): StatusError {
  const { name = '', generateName = '' } = object?.metadata ?? {}
  const shown = request.name || name || generateName || 'Unknown'
  return newForbidden({ group: request.group, resource: request.resource }, shown, why)
}

/** 404 for an object in a namespace that does not exist. */
export const namespaceMissing = (name: string): StatusError =>
  newNotFound({ group: '', resource: 'namespaces' }, name)

/** An error that upstream returns without a status: it becomes a 500 with its text. */
export const plainError = (text: string): StatusError => new StatusError(500, '', text)

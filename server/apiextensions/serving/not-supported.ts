import { StatusError } from '../../../apimachinery/status-error.ts'
import type { RegisteredResource } from '../../registry/generic/registry.ts'

/** Upstream: errors.NewMethodNotSupported */
export function notSupported(resource: RegisteredResource, verb: string, message?: string): StatusError {
  const { group } = resource
  const kind = resource.facts.name
  return new StatusError(
    405,
    'MethodNotAllowed',
    message ?? `${verb} is not supported on resources of kind "${kind}.${group}"`,
    { group, kind },
  )
}

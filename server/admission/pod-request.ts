// What the plugins about pods have in common.
import type { KubeObject } from '../apimachinery/json.ts'
import { newForbidden, type StatusError } from '../apimachinery/status-error.ts'
import type { Pod } from '../registry/api-types/core-v1.ts'
import type { AdmissionAttributes } from './chain.ts'

/** The pod of a request that writes the pod itself (no subresource). */
export function podOf({ request, object }: AdmissionAttributes, subresource = ''): Pod | undefined {
  if (request.group !== '' || request.resource !== 'pods' || request.subresource !== subresource)
    return undefined
  return object as unknown as Pod | undefined
}

/** A refusal, with the name as upstream's NewForbidden finds it: of the object, or else of the request. */
export function forbid({ request, object }: AdmissionAttributes, why: string): StatusError {
  const meta = (object as KubeObject | undefined)?.metadata
  const name = meta?.name || request.name || (meta?.generateName ? 'Unknown' : 'Unknown')
  return newForbidden({ group: request.group, resource: request.resource }, name, why)
}

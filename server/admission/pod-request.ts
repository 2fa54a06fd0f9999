// What the plugins about pods have in common.
import type { Pod } from '../../api/core-v1.ts'
import type { AdmissionAttributes } from './chain.ts'

/** The pod of a request that writes the pod itself (no subresource). */
export function podOf({ request, object }: AdmissionAttributes, subresource = ''): Pod | undefined {
  if (request.group !== '' || request.resource !== 'pods' || request.subresource !== subresource)
    return undefined
  return object as unknown as Pod | undefined
}

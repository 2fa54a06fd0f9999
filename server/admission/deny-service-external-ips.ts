// Upstream: plugin/pkg/admission/serviceexternalips (DenyServiceExternalIPs)
import type { KubeObject } from '../../apimachinery/json.ts'
import { newForbidden } from '../../apimachinery/status-error.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'

const externalIPsOf = (object: KubeObject | undefined): string[] =>
  (object?.['spec'] as { externalIPs?: string[] } | undefined)?.externalIPs ?? []

/** Refuses new external IPs of services; those that a service has already may stay. */
export const denyServiceExternalIPs: AdmissionPlugin = {
  name: 'DenyServiceExternalIPs',
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  validate(attributes: AdmissionAttributes): void {
    const { request, object, oldObject } = attributes
    if (request.group !== '' || request.resource !== 'services' || request.subresource !== '') return
    const before = externalIPsOf(oldObject)
    if (externalIPsOf(object).every((ip) => before.includes(ip))) return
    const name = object?.metadata.name || request.name
    throw newForbidden(
      { group: '', resource: 'services' },
      name,
      'Use of external IPs is denied by admission control',
    )
  },
}

// Upstream: pkg/quota/v1/evaluator/**, the Handles functions

import { attributesClasses } from '../../../apimachinery/quota/claims.ts'
import { isTerminating } from '../../../apimachinery/quota/pods.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { podDialect } from '../../registry/pod/dialect.ts'
import type { AdmissionAttributes } from '../chain.ts'
import { admissionDialect } from '../dialect.ts'

/** Whether the write can change what a quota counts. */
export function canChangeUsage(attributes: AdmissionAttributes): boolean {
  const { request, operation } = attributes
  const resource = `${request.group}/${request.resource}`
  if (resource === '/pods') return podHandled(attributes)
  if (resource === '/persistentvolumeclaims' && request.subresource === 'status')
    return (
      admissionDialect(request.server.release.minor).countsScopeChanges &&
      operation === 'UPDATE' &&
      replenishes(attributes)
    )
  if (request.subresource !== '') return false
  return operation === 'CREATE' || (operation === 'UPDATE' && changing.has(resource))
}

/** Resources whose amounts an update can change. */
const changing = new Set(['/services', '/persistentvolumeclaims', 'resource.k8s.io/resourceclaims'])

function podHandled({ request, operation, object, oldObject }: AdmissionAttributes): boolean {
  const { subresource, server } = request
  if (subresource === '' && operation === 'CREATE') return true
  if (operation !== 'UPDATE') return false
  if (podDialect(server.release.minor).resizesByUpdate)
    return subresource === '' && gateEnabled(server.gates, 'InPlacePodVerticalScaling')
  if (subresource === 'resize') return true
  if (subresource !== '' || !admissionDialect(server.release.minor).countsScopeChanges) return false
  return isTerminating(object!) !== isTerminating(oldObject!)
}

function replenishes({ request, object, oldObject }: AdmissionAttributes): boolean {
  const { gates } = request.server
  // @note Upstream compares pointers here, and so finds every status new.
  if (gateEnabled(gates, 'RecoverVolumeExpansionFailure')) return true
  const [now, before] = [attributesClasses(object!), attributesClasses(oldObject!)]
  const differs = now.length !== before.length || now.some((name) => !before.includes(name))
  return gateEnabled(gates, 'VolumeAttributesClass') && differs
}

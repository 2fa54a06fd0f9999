// Upstream: plugin/pkg/admission/noderestriction/admission.go (admitPVCStatus)

import { goQuote } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { internalDiff } from '../../registry/core/internal-object.ts'
import { semanticDeepEqual } from '../../registry/core/semantic-deep-equal.ts'
import { forbid } from '../forbid.ts'
import type { NodeRequest } from './request.ts'

const written = ['capacity', 'conditions']
const writtenInRecovery = ['allocatedResourceStatuses', 'allocatedResources']

/** A node says of claims how large they are, and what goes on with them; nothing else. */
export function admitClaim({ attributes, node }: NodeRequest): void {
  const { request, operation, object, oldObject } = attributes
  if (request.subresource !== 'status') throw forbid(attributes, 'may only update PVC status')
  if (operation !== 'UPDATE') throw forbid(attributes, `unexpected operation ${goQuote(operation)}`)
  const recovers = gateEnabled(request.server.gates, 'RecoverVolumeExpansionFailure')
  const ignored = recovers ? [...written, ...writtenInRecovery] : written
  const [now, old] = [rest(object!, ignored), rest(oldObject!, ignored)]
  if (semanticDeepEqual(now, old)) return
  // Deviates: up to 1.33 the text was another one, which is not told.
  const difference = internalDiff(old, now, 'core.PersistentVolumeClaim', request.server.release.minor)
  throw forbid(
    attributes,
    `node ${goQuote(node)} is not allowed to update fields other than status.quantity and status.conditions: ${difference}`,
  )
}

/** Without what a node may write, what changes with every write, and what objects do not have inside. */
function rest(claim: KubeObject, ignored: readonly string[]): KubeObject {
  const { resourceVersion: _v, managedFields: _m, ...metadata } = claim.metadata
  const status = Object.entries((claim['status'] ?? {}) as object).filter(([name]) => !ignored.includes(name))
  return { ...claim, apiVersion: '', kind: '', metadata, status: Object.fromEntries(status) }
}

// Upstream: plugin/pkg/admission/noderestriction/admission.go (admitPVCStatus)

import { goQuote } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Release } from '../../../component-base/release.ts'
import { releaseFacts } from '../../../component-base/release-facts.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { internalValue } from '../../registry/core/internal-object.ts'
import { sameSpec } from '../../registry/core/semantic-equal.ts'
import { unifiedDiff } from '../../registry/core/unified-diff.ts'
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
  if (sameSpec(now, old)) return
  const shown = (claim: KubeObject): string => asInternal(claim, request.server.release)
  const difference = unifiedDiff(shown(old), shown(now))
  throw forbid(
    attributes,
    `node ${goQuote(node)} is not allowed to update fields other than status.quantity and status.conditions: ${difference}`,
  )
}

/** Without what a node may write, and what changes with every write. */
function rest(claim: KubeObject, ignored: readonly string[]): KubeObject {
  const { resourceVersion: _v, managedFields: _m, ...metadata } = claim.metadata
  const status = Object.entries((claim['status'] ?? {}) as object).filter(([name]) => !ignored.includes(name))
  return { ...claim, metadata, status: Object.fromEntries(status) }
}

/** In the order of Go's type. */
const statusFields = [
  'phase',
  'accessModes',
  'capacity',
  'conditions',
  'allocatedResources',
  'allocatedResourceStatuses',
  'currentVolumeAttributesClassName',
  'modifyVolumeStatus',
]

/** As Go writes the type that it has for claims inside. @note Up to 1.33 the text was another one, which is not told. */
function asInternal(claim: KubeObject, { facts }: Release): string {
  const types = releaseFacts(facts, 'internal-types')
  const own = (claim['status'] ?? {}) as Record<string, unknown>
  const status = statusFields.map((name) => [`${name[0]!.toUpperCase()}${name.slice(1)}`, own[name] ?? null])
  const value = {
    ...claim.metadata,
    Spec: internalValue(claim['spec'], 'PersistentVolumeClaimSpec', types),
    Status: Object.fromEntries(status),
  }
  return JSON.stringify(value, null, 1)
}

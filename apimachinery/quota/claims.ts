// Upstream: pkg/quota/v1/evaluator/core/persistent_volume_claims.go

import { gateEnabled } from '../../featuregates/reader.ts'
import { apimachineryDialect } from '../dialect.ts'
import { getOwn, type KubeObject } from '../json.ts'
import { Quantity } from '../quantity.ts'
import type { QuotaEvaluator, QuotaRules } from './evaluator.ts'
import { selects } from './scopes.ts'
import { one, type ResourceList, type Usage } from './usage.ts'

interface ClaimSpec {
  resources?: { requests?: ResourceList }
  storageClassName?: string | null
  volumeAttributesClassName?: string | null
}
interface ClaimStatus {
  allocatedResources?: ResourceList
  currentVolumeAttributesClassName?: string | null
  modifyVolumeStatus?: { targetVolumeAttributesClassName?: string } | null
}
const specOf = (claim: KubeObject): ClaimSpec => (claim['spec'] ?? {}) as ClaimSpec
const statusOf = (claim: KubeObject): ClaimStatus => (claim['status'] ?? {}) as ClaimStatus

const byClass = '.storageclass.storage.k8s.io/'
const refined = ['persistentvolumeclaims', 'requests.storage']

/** The storage class of a claim: from the beta annotation, else from the spec; empty without one. */
export const claimClass = (claim: KubeObject): string =>
  getOwn(claim.metadata.annotations ?? {}, 'volume.beta.kubernetes.io/storage-class') ??
  specOf(claim).storageClassName ??
  ''

const storageText = (list: ResourceList | undefined): string | undefined => getOwn(list ?? {}, 'storage')

/** The requested storage of a claim in whole bytes: quotas count no others. */
function storageOf(claim: KubeObject, { gates }: QuotaRules): Quantity | undefined {
  const asked = storageText(specOf(claim).resources?.requests)
  if (asked === undefined) return undefined
  const allocated = storageText(statusOf(claim).allocatedResources)
  const request = Quantity.parse(asked)
  const other = allocated === undefined ? request : Quantity.parse(allocated)
  const recovers = gateEnabled(gates, 'RecoverVolumeExpansionFailure')
  return (recovers && other.compare(request) > 0 ? other : request).roundUp(0)
}

function usageOf(claim: KubeObject, rules: QuotaRules): Usage {
  const storage = storageOf(claim, rules)
  const amounts: [string, Quantity][] = [['persistentvolumeclaims', one]]
  if (storage !== undefined) amounts.push(['requests.storage', storage])
  const className = claimClass(claim)
  const ofClass = amounts.map(([name, amount]): [string, Quantity] => [
    `${className}${byClass}${name}`,
    amount,
  ])
  return new Map([['count/persistentvolumeclaims', one], ...amounts, ...(className === '' ? [] : ofClass)])
}

/** The attributes classes that a claim has, asks for, or is on its way to. */
export function attributesClasses(claim: KubeObject): string[] {
  const status = statusOf(claim)
  const names = [
    specOf(claim).volumeAttributesClassName,
    status.currentVolumeAttributesClassName,
    status.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ]
  return [...new Set(names.flatMap((name) => name || []))]
}

/** Counts PersistentVolumeClaims and the storage that they request, in all and for each storage class. */
export const claimEvaluator: QuotaEvaluator = {
  group: '',
  resource: 'persistentvolumeclaims',
  matching: (names) =>
    names.filter(
      (name) =>
        name === 'count/persistentvolumeclaims' ||
        refined.some((resource) => name === resource || name.endsWith(`${byClass}${resource}`)),
    ),
  usage: usageOf,
  inScope(claim, scope, { minor, gates }) {
    if (
      !apimachineryDialect(minor).hasVolumeAttributesClassScope ||
      !gateEnabled(gates, 'VolumeAttributesClass')
    )
      return false
    if (scope.scopeName !== 'VolumeAttributesClass') return false
    const names = attributesClasses(claim)
    return names.length === 0 ? selects(scope, undefined) : names.some((name) => selects(scope, name))
  },
}

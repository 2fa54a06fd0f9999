// Upstream: pkg/apis/core/validation/validation.go (ValidatePodStatusUpdate)

import type { Pod, PodCondition, PodStatus } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { parseIPSloppy } from '../../../apimachinery/validation/ip-address.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { isValidIPForLegacyField } from '../../../apimachinery/validation/strict-ip.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateQualifiedName } from '../core/names.ts'
import { validatePodAnnotationUpdate } from './annotations.ts'
import { validateClaimStatuses } from './claim-status-validation.ts'
import { validateContainerStatuses, validateStateTransitions } from './container-status-validation.ts'
import { podDialect } from './dialect.ts'
import type { PodValidationOptions } from './validation-options.ts'

const path = FieldPath.of('status')

/** The errors of a write to a pod's status. */
export function validatePodStatusUpdate(pod: Pod, old: Pod, options: PodValidationOptions): FieldError[] {
  const status = pod.status ?? {}
  const before = old.status ?? {}
  const release = podDialect(options.minor)
  const conditionsPath = FieldPath.of(release.conditionsPath, 'conditions')
  const errors = [
    ...validatePodAnnotationUpdate(pod, old, FieldPath.of('metadata', 'annotations'), options),
    ...validateConditions(status.conditions ?? [], conditionsPath, options.minor),
    ...validateNominatedNode(status, before, old, options),
  ]
  if ((status.observedGeneration ?? 0) < 0)
    errors.push(
      field.invalid(
        path.child('observedGeneration'),
        status.observedGeneration,
        'must be a non-negative integer',
      ),
    )
  if (release.keepsQOSClass && (status.qosClass ?? '') !== (before.qosClass ?? ''))
    errors.push(field.invalid(path.child('qosClass'), status.qosClass ?? '', 'field is immutable'))
  return [
    ...errors,
    ...validateStateTransitions(status, before, old.spec ?? {}, path, options),
    ...validateClaimStatuses(status, pod.spec ?? {}, path, options.minor),
    ...validateIPs('podIPs', status, before, options),
    ...validateHostIP(status),
    ...validateIPs('hostIPs', status, before, options),
    ...validateContainerStatuses(status, pod.spec ?? {}, path, options),
  ]
}

const systemConditions = new Set(['PodScheduled', 'Ready', 'Initialized'])

function validateConditions(conditions: readonly PodCondition[], at: FieldPath, minor: number): FieldError[] {
  return conditions.flatMap((condition, i) => {
    const generation = condition.observedGeneration ?? 0
    const errors =
      generation < 0
        ? [
            field.invalid(
              at.index(i).child('observedGeneration'),
              generation,
              'must be a non-negative integer',
            ),
          ]
        : []
    if (systemConditions.has(condition.type ?? '')) return errors
    return [...errors, ...validateQualifiedName(condition.type ?? '', at.index(i).child('Type'), minor)]
  })
}

function validateNominatedNode(
  status: PodStatus,
  before: PodStatus,
  old: Pod,
  options: PodValidationOptions,
): FieldError[] {
  const name = status.nominatedNodeName ?? ''
  if (name === '' || name === (before.nominatedNodeName ?? '')) return []
  const at = path.child('nominatedNodeName')
  const errors = nameIsDNSSubdomain(name, false).map((text) => field.invalid(at, name, text))
  if (old.spec?.nodeName && gateEnabled(options.server.gates, 'ClearingNominatedNodeNameAfterBinding')) {
    errors.push(field.forbidden(at, 'may not be set on pods that are already bound to a node'))
  }
  return errors
}

function validateHostIP(status: PodStatus): FieldError[] {
  const first = status.hostIPs?.[0]
  if (first === undefined || (status.hostIP ?? '') === (first.ip ?? '')) return []
  return [
    field.invalid(path.child('hostIPs').index(0).child('ip'), first.ip ?? '', 'must be equal to `hostIP`'),
  ]
}

function validateIPs(
  name: 'podIPs' | 'hostIPs',
  status: PodStatus,
  before: PodStatus,
  options: PodValidationOptions,
): FieldError[] {
  const at = path.child(name)
  const list = status[name] ?? []
  const kept = validationDialect(options.minor).keepsOldIPs
    ? (before[name] ?? []).map((item) => item.ip ?? '')
    : []
  const errors = list.flatMap((item, i) =>
    isValidIPForLegacyField(at.index(i), item.ip ?? '', options.strictIPs, kept),
  )
  if (list.length <= 1) return errors
  const families = list.map((item) => parseIPSloppy(item.ip ?? '')?.family)
  const wrong = families.indexOf(undefined)
  if (wrong !== -1)
    errors.push(
      field.internal(
        at,
        podDialect(options.minor).countsBadIP
          ? `failed to check for dual stack with error:invalid IP[${wrong}]: ${list[wrong]!.ip ?? ''}`
          : 'failed to check for dual stack with error:ip <nil> is invalid',
      ),
    )
  if (wrong !== -1 || list.length > 2 || new Set(families).size < 2) {
    errors.push(
      field.invalid(
        at,
        badValue(list, name === 'podIPs' ? '[]core.PodIP' : '[]core.HostIP', options.minor),
        'may specify no more than one IP for each IP family',
      ),
    )
  }
  if (!podDialect(options.minor).refusesDuplicateIPs) return errors
  const seen = new Set<string>()
  list.forEach((item, i) => {
    if (seen.has(item.ip ?? ''))
      errors.push(
        field.duplicate(
          at.index(i),
          badValue(item, name === 'podIPs' ? 'core.PodIP' : 'core.HostIP', options.minor),
        ),
      )
    seen.add(item.ip ?? '')
  })
  return errors
}

// Upstream: pkg/apis/*/v*/conversion.go
import { deepCopy, type KubeObject } from '../json.ts'
import { parseApiVersion } from './api-version.ts'
import type { Conversion, Fields } from './conversion/conversion.ts'
import { budgetFromHub, budgetToHub } from './conversion/disruption-budget.ts'
import { endpointSliceFromHub, endpointSliceToHub } from './conversion/endpoint-slice.ts'
import { eventFromHub, eventToHub } from './conversion/event.ts'
import { priorityLevelFromHub, priorityLevelToHub } from './conversion/flowcontrol.ts'
import { autoscalerFromHub, autoscalerToHub } from './conversion/horizontal-pod-autoscaler.ts'
import {
  claimFromHub,
  claimTemplateFromHub,
  claimTemplateToHub,
  claimToHub,
  sliceFromHub,
  sliceToHub,
} from './conversion/resource.ts'
import type { Scheme } from './scheme.ts'

interface Conversions {
  readonly toHub: Conversion
  readonly fromHub: Conversion
}

/** Kinds whose versions differ in more than the fields that they have. */
const conversions: Readonly<Record<string, Conversions>> = {
  EndpointSlice: { toHub: endpointSliceToHub, fromHub: endpointSliceFromHub },
  Event: { toHub: eventToHub, fromHub: eventFromHub },
  HorizontalPodAutoscaler: { toHub: autoscalerToHub, fromHub: autoscalerFromHub },
  PodDisruptionBudget: { toHub: budgetToHub, fromHub: budgetFromHub },
  PriorityLevelConfiguration: { toHub: priorityLevelToHub, fromHub: priorityLevelFromHub },
  ResourceClaim: { toHub: claimToHub, fromHub: claimFromHub },
  ResourceClaimTemplate: { toHub: claimTemplateToHub, fromHub: claimTemplateFromHub },
  ResourceSlice: { toHub: sliceToHub, fromHub: sliceFromHub },
}

/**
 * The object in another version of its kind that the release knows; the same object where it has that version already.
 * Fields that the version does not have are dropped. Throws where the release does not know the kind in that version.
 */
export function convert(scheme: Scheme, object: KubeObject, apiVersion: string): KubeObject {
  if (object.apiVersion === apiVersion) return object
  const { group, version } = parseApiVersion(apiVersion)
  const special = Object.hasOwn(conversions, object.kind) ? conversions[object.kind] : undefined
  if (special === undefined) return scheme.decode(group, version, object.kind, object).object
  const fields = deepCopy(object) as Fields
  special.toHub(fields, object.apiVersion, scheme)
  special.fromHub(fields, apiVersion, scheme)
  return scheme.decode(group, version, object.kind, fields).object
}

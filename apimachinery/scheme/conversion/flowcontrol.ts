// Upstream: pkg/apis/flowcontrol/v1beta{1,2,3}/conversion.go; the form of v1 is the hub
import type { Conversion } from './conversion.ts'

const preserveZero = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares'
const v1beta3 = 'flowcontrol.apiserver.k8s.io/v1beta3'
/** The versions that have other names for the shares. */
const assuring = ['flowcontrol.apiserver.k8s.io/v1beta1', 'flowcontrol.apiserver.k8s.io/v1beta2']

interface PriorityLevel {
  metadata: { annotations?: Record<string, string> }
  spec?: { limited?: { nominalConcurrencyShares?: number; assuredConcurrencyShares?: number } }
}

/** Converts a priority level from v1beta3, where an annotation says that the shares are 0; the annotation is dropped. */
export const priorityLevelToHub: Conversion = (object, apiVersion) => {
  const { metadata, spec } = object as unknown as PriorityLevel
  if (assuring.includes(apiVersion) && spec?.limited?.assuredConcurrencyShares !== undefined) {
    spec.limited.nominalConcurrencyShares = spec.limited.assuredConcurrencyShares
    delete spec.limited.assuredConcurrencyShares
  }
  if (apiVersion !== v1beta3) return
  if (spec?.limited !== undefined) spec.limited.nominalConcurrencyShares ??= 0
  if (metadata.annotations !== undefined) delete metadata.annotations[preserveZero]
}

/** Notes shares of 0 in an annotation of v1beta3, which would read an absent value as the default 30. */
export const priorityLevelFromHub: Conversion = (object, apiVersion, scheme) => {
  const { metadata, spec } = object as unknown as PriorityLevel
  if (assuring.includes(apiVersion) && spec?.limited?.nominalConcurrencyShares !== undefined) {
    spec.limited.assuredConcurrencyShares = spec.limited.nominalConcurrencyShares
    delete spec.limited.nominalConcurrencyShares
  }
  if (
    apiVersion !== v1beta3 ||
    // Shares can be 0 since there is v1.
    !scheme.isRegistered('flowcontrol.apiserver.k8s.io', 'v1', 'PriorityLevelConfiguration') ||
    spec?.limited === undefined ||
    (spec.limited.nominalConcurrencyShares ?? 0) !== 0
  )
    return
  metadata.annotations = { ...metadata.annotations, [preserveZero]: '' }
}

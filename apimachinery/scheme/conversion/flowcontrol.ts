// Upstream: pkg/apis/flowcontrol/{v1beta1,v1beta2,v1beta3}/conversion.go
import { minorOf } from '../../../component-base/minor.ts'
import { apimachineryDialect } from '../../dialect.ts'
import type { Conversion } from './conversion.ts'

const preserveZero = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares'
const v1beta3 = 'flowcontrol.apiserver.k8s.io/v1beta3'
const olderVersions = new Set([
  'flowcontrol.apiserver.k8s.io/v1beta1',
  'flowcontrol.apiserver.k8s.io/v1beta2',
])

interface Limited {
  nominalConcurrencyShares?: number
  /** The name of the same in v1beta1 and v1beta2. */
  assuredConcurrencyShares?: number
}
interface PriorityLevel {
  metadata: { annotations?: Record<string, string> }
  spec?: { limited?: Limited }
}

function renameShares(limited: Limited | undefined, from: keyof Limited, to: keyof Limited): void {
  const shares = limited?.[from]
  if (limited === undefined || shares === undefined) return
  limited[to] = shares
  delete limited[from]
}

/** The shares get their name; what says in v1beta3 that they are 0 is an annotation, which is dropped. */
export const priorityLevelToHub: Conversion = (object, apiVersion, scheme) => {
  const { metadata, spec } = object as unknown as PriorityLevel
  const { callsSharesNominal, keepsZeroShares } = apimachineryDialect(minorOf(scheme.minor))
  if (callsSharesNominal && olderVersions.has(apiVersion))
    renameShares(spec?.limited, 'assuredConcurrencyShares', 'nominalConcurrencyShares')
  if (apiVersion !== v1beta3 || !keepsZeroShares) return
  if (spec?.limited !== undefined) spec.limited.nominalConcurrencyShares ??= 0
  if (metadata.annotations !== undefined) delete metadata.annotations[preserveZero]
}

/** Notes shares of 0 in an annotation of v1beta3, which would read an absent value as the default 30. */
export const priorityLevelFromHub: Conversion = (object, apiVersion, scheme) => {
  const { metadata, spec } = object as unknown as PriorityLevel
  const { callsSharesNominal, keepsZeroShares } = apimachineryDialect(minorOf(scheme.minor))
  if (callsSharesNominal && olderVersions.has(apiVersion))
    renameShares(spec?.limited, 'nominalConcurrencyShares', 'assuredConcurrencyShares')
  if (apiVersion !== v1beta3 || !keepsZeroShares || spec?.limited === undefined) return
  if ((spec.limited.nominalConcurrencyShares ?? 0) !== 0) return
  metadata.annotations = { ...metadata.annotations, [preserveZero]: '' }
}

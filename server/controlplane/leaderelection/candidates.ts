import type { KubeObject } from '../../../apimachinery/json.ts'
import type { CandidateSpec } from '../../registry/leasecandidate/strategy.ts'

/** The fields of a LeaseCandidate, whatever the version of its object. */
export interface Candidate {
  readonly object: KubeObject
  readonly name: string
  readonly namespace: string
  readonly leaseName: string
  readonly binaryVersion: string
  readonly emulationVersion: string
  /** The one that is wanted most stands first. v1alpha1 has several. */
  readonly strategies: readonly string[]
  /** Milliseconds since the epoch, as the next. Undefined: never. */
  readonly renewed: number | undefined
  readonly pinged: number | undefined
  readonly created: number
}

const ms = (time: string | null | undefined): number | undefined => (time ? Date.parse(time) : undefined)

/** The candidate of a LeaseCandidate in any version. */
export function candidateOf(object: KubeObject): Candidate {
  const spec = (object['spec'] ?? {}) as CandidateSpec
  const { name = '', namespace = '', creationTimestamp } = object.metadata
  return {
    object,
    name,
    namespace,
    leaseName: spec.leaseName ?? '',
    binaryVersion: spec.binaryVersion ?? '',
    emulationVersion: spec.emulationVersion ?? '',
    strategies: spec.preferredStrategies ?? (spec.strategy === undefined ? [] : [spec.strategy]),
    renewed: ms(spec.renewTime),
    pinged: ms(spec.pingTime),
    created: ms(creationTimestamp) ?? 0,
  }
}

/** The milliseconds for which a candidate counts after its last sign of life. */
export const candidateValidMs = 30 * 60_000

/** Whether a candidate counts no more. */
export const isCandidateExpired = ({ renewed }: Candidate, now: number): boolean =>
  renewed === undefined || renewed + candidateValidMs < now

/** Whether a candidate has not answered the last ping. */
export const owesAnswer = ({ renewed, pinged }: Candidate): boolean =>
  pinged !== undefined && renewed !== undefined && renewed < pinged

// Upstream: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock (interface.go, leaselock.go)
import { toTime } from '../clock.ts'

/** The holder of a lock, since when it holds it and for how long. */
export interface LeaderElectionRecord {
  /** Empty: nobody, and everybody may. */
  holderIdentity: string
  leaseDurationSeconds: number
  /** RFC 3339 with microseconds, as the next. Undefined: never. */
  acquireTime?: string | undefined
  renewTime?: string | undefined
  leaderTransitions: number
  /** The chooser of the holder; empty: the candidates among themselves. */
  strategy: string
  /** The identity that is to follow the holder; not empty: the holder renews no more. */
  preferredHolder: string
}

/** The fields of a Lease's spec that the lock reads and writes. */
export interface ElectionLeaseSpec {
  holderIdentity?: string | null
  leaseDurationSeconds?: number | null
  acquireTime?: string | null
  renewTime?: string | null
  leaseTransitions?: number | null
  strategy?: string | null
  preferredHolder?: string | null
}

/** The record of a Lease. @param coordinated whether the release knows strategies */
export const recordOf = (spec: ElectionLeaseSpec, coordinated: boolean): LeaderElectionRecord => ({
  holderIdentity: spec.holderIdentity ?? '',
  leaseDurationSeconds: spec.leaseDurationSeconds ?? 0,
  acquireTime: spec.acquireTime ?? undefined,
  renewTime: spec.renewTime ?? undefined,
  leaderTransitions: spec.leaseTransitions ?? 0,
  strategy: (coordinated && spec.strategy) || '',
  preferredHolder: (coordinated && spec.preferredHolder) || '',
})

/** The whole spec of a Lease: a time that never was is null, as Go writes it. */
export const specOf = (record: LeaderElectionRecord): ElectionLeaseSpec => ({
  holderIdentity: record.holderIdentity,
  leaseDurationSeconds: record.leaseDurationSeconds,
  acquireTime: record.acquireTime ?? null,
  renewTime: record.renewTime ?? null,
  leaseTransitions: record.leaderTransitions,
  ...(record.preferredHolder === '' ? {} : { preferredHolder: record.preferredHolder }),
  ...(record.strategy === '' ? {} : { strategy: record.strategy }),
})

const inSeconds = (time: string | undefined): string | null =>
  time === undefined ? null : toTime(Date.parse(time))

/** A text that is the same for equal records: their JSON, whose times are whole seconds. */
export const rawRecord = ({ acquireTime, renewTime, ...rest }: LeaderElectionRecord): string =>
  JSON.stringify([rest, inSeconds(acquireTime), inSeconds(renewTime)])

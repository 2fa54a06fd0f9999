// Upstream: pkg/controller/job/backoff_utils.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { podCondition } from '../pods.ts'

const defaultBackoffMs = 10_000
const maxBackoffMs = 600_000

/** The failures of a Job's pods in a row, and the time of the last one. */
export interface BackoffRecord {
  failuresAfterLastSuccess: number
  /** Milliseconds since the epoch. */
  lastFailureTime?: number
}

/** The time at which a pod ended, in milliseconds: by its containers, else by its condition Ready or its deletion. */
export function finishedTime(pod: KubeObject): number {
  const { containerStatuses = [] } = pod['status'] as {
    containerStatuses?: { state?: { terminated?: { finishedAt?: string | null } } }[]
  }
  const ends = containerStatuses.map(({ state }) => Date.parse(state?.terminated?.finishedAt ?? ''))
  if (ends.length > 0 && ends.every((end) => !Number.isNaN(end))) return Math.max(...ends)
  const ready = podCondition(pod, 'Ready')
  if (ready?.status === 'False' && ready.lastTransitionTime) return Date.parse(ready.lastTransitionTime)
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, creationTimestamp } = pod.metadata
  if (deletionTimestamp !== undefined)
    return Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000
  return Date.parse(creationTimestamp!)
}

/** The record after pods that ended since: a success starts the count anew. */
export function nextRecord(
  record: BackoffRecord,
  succeeded: readonly KubeObject[],
  failed: readonly KubeObject[],
): BackoffRecord {
  const failures = failed.map(finishedTime)
  if (succeeded.length === 0)
    return failures.length === 0
      ? record
      : {
          failuresAfterLastSuccess: record.failuresAfterLastSuccess + failures.length,
          lastFailureTime: Math.max(...failures),
        }
  const lastSuccess = Math.max(...succeeded.map(finishedTime))
  const after = failures.filter((time) => time > lastSuccess)
  return after.length === 0
    ? { failuresAfterLastSuccess: 0 }
    : { failuresAfterLastSuccess: after.length, lastFailureTime: Math.max(...after) }
}

/** Milliseconds until the next pod may be made: 10 s after a failure, doubled with each further one up to 10 minutes. */
export function remainingBackoff(
  { failuresAfterLastSuccess, lastFailureTime }: BackoffRecord,
  now: number,
): number {
  if (failuresAfterLastSuccess === 0 || lastFailureTime === undefined) return 0
  const backoff = Math.min(defaultBackoffMs * 2 ** (failuresAfterLastSuccess - 1), maxBackoffMs)
  return Math.max(0, lastFailureTime + backoff - now)
}

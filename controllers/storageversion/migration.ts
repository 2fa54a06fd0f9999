// Upstream: k8s.io/api/storagemigration, pkg/controller/storageversionmigrator/util.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { toTime } from '../../component-base/clock.ts'
import { controllersDialect } from '../dialect.ts'

/** The resource of a migration; the version is told up to 1.34. */
export interface MigratedResource {
  group?: string
  version?: string
  resource: string
}

/** A condition of a migration: up to 1.34 it says when it was updated, and has no message. */
export interface MigrationCondition {
  type: string
  status: string
  lastUpdateTime?: string
  lastTransitionTime?: string
  observedGeneration?: number
  reason?: string
  message?: string
}

interface MigrationStatus {
  resourceVersion?: string
  conditions?: MigrationCondition[]
}

/** The status of a migration; empty before anybody has looked at it. */
export const statusOf = (migration: KubeObject): MigrationStatus =>
  (migration['status'] ?? {}) as MigrationStatus

/** The resource that a migration is about. */
export const resourceOf = (migration: KubeObject): MigratedResource =>
  (migration['spec'] as { resource: MigratedResource }).resource

/** Whether a condition of a migration holds. */
export const isTrue = (migration: KubeObject, type: string): boolean =>
  (statusOf(migration).conditions ?? []).some((one) => one.type === type && one.status === 'True')

/** Whether a migration has ended, well or not. */
export const isTerminal = (migration: KubeObject): boolean =>
  isTrue(migration, 'Succeeded') || isTrue(migration, 'Failed')

/** The migration with another condition that holds, where it has none of the type yet. @param now milliseconds */
export function withCondition(
  migration: KubeObject,
  type: string,
  { reason, message = '' }: { reason: string; message?: string },
  { minor, now }: { minor: number; now: number },
): KubeObject {
  const status = statusOf(migration)
  const { conditions = [] } = status
  if (conditions.some((one) => one.type === type)) return migration
  const { migrationVersion, marksMigrations } = controllersDialect(minor)
  const time = toTime(now)
  const added =
    migrationVersion === 'v1alpha1'
      ? { type, status: 'True', lastUpdateTime: time, reason }
      : { type, status: 'True', lastTransitionTime: time, reason, message }
  const ended = !marksMigrations && type !== 'Running'
  const before = conditions.map((one) =>
    ended && one.type === 'Running' ? { ...one, status: 'False' } : one,
  )
  return { ...migration, status: { ...status, conditions: [...before, added] } } as KubeObject
}

import type { ReplicaSetStatus } from '../../../api/apps-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { subObject } from '../core/sub-object.ts'
import type { RequestContext } from '../generic/strategy.ts'

/** Each of these numbers of a status is zero or more. */
export function validateCounts<T extends object>(
  status: T,
  path: FieldPath,
  names: readonly (keyof T & string)[],
): FieldError[] {
  return names.flatMap((name) =>
    validateNonnegativeField((status[name] as number | undefined) ?? 0, path.child(name)),
  )
}

/** None of these is greater than `status.replicas`, and not more replicas are available than ready. */
export function validateReplicaCounts<
  T extends Pick<ReplicaSetStatus, 'replicas' | 'readyReplicas' | 'availableReplicas'>,
>(status: T, path: FieldPath, names: readonly (keyof T & string)[]): FieldError[] {
  const count = (name: keyof T & string): number => (status[name] as number | undefined) ?? 0
  const errors = names
    .filter((name) => count(name) > count('replicas'))
    .map((name) => field.invalid(path.child(name), count(name), 'cannot be greater than status.replicas'))
  if (count('availableReplicas') > count('readyReplicas')) {
    errors.push(
      field.invalid(
        path.child('availableReplicas'),
        count('availableReplicas'),
        'cannot be greater than readyReplicas',
      ),
    )
  }
  return errors
}

/** The error where status.collisionCount is lowered or removed. */
export function validateCollisionCount(
  now: { collisionCount?: number },
  old: { collisionCount?: number },
  path: FieldPath,
): FieldError[] {
  if (old.collisionCount == null || (now.collisionCount != null && now.collisionCount >= old.collisionCount))
    return []
  return [field.invalid(path.child('collisionCount'), now.collisionCount ?? 0, 'cannot be decremented')]
}

/** Takes away terminatingReplicas of a status, where the gate is off and the stored one has none. */
export function dropTerminatingReplicas(
  { server }: RequestContext,
  object: KubeObject,
  old: KubeObject,
): void {
  const status = subObject<ReplicaSetStatus>(object, 'status')
  const had = ((old['status'] ?? {}) as ReplicaSetStatus).terminatingReplicas != null
  if (!had && !gateEnabled(server.gates, 'DeploymentReplicaSetTerminatingReplicas'))
    delete status.terminatingReplicas
}

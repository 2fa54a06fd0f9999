// Upstream: pkg/controller/deployment/{sync,progress}.go (calculateStatus, syncRolloutStatus)

import type { DeploymentCondition, DeploymentStatus } from '../../api/apps-v1.ts'
import { conditionOfType } from '../../apimachinery/conditions.ts'
import { toTime } from '../../component-base/clock.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ControllerContext } from '../controller.ts'
import { availableOf, type Deployment, maxUnavailableOf, type ReplicaSet, replicasOf, sum } from './sets.ts'

/** A Deployment with its sets; `current` is that of its newest template. */
export interface Rollout {
  deployment: Deployment
  current: ReplicaSet | undefined
  old: ReplicaSet[]
}

/** The type, status, reason and message of a Deployment's condition. */
export type Told = Required<Pick<DeploymentCondition, 'type' | 'status' | 'reason' | 'message'>>

const forever = 2 ** 31 - 1

/** Whether a Deployment that does not get on is told of. */
export const hasDeadline = ({ spec }: Deployment): boolean =>
  spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== forever

/** The ReplicaSets of a rollout, the current one last. */
export const allSets = ({ current, old }: Rollout): ReplicaSet[] => [
  ...old,
  ...(current === undefined ? [] : [current]),
]

/** The conditions with one that says something new at their end; those given where it says nothing new. */
export function told(
  conditions: readonly DeploymentCondition[] = [],
  condition: Told,
  now: string,
): readonly DeploymentCondition[] {
  const before = conditionOfType(conditions, condition.type)
  if (before?.status === condition.status && before.reason === condition.reason) return conditions
  const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime! : now
  return [...without(conditions, condition.type), { ...condition, lastUpdateTime: now, lastTransitionTime }]
}

const without = (conditions: readonly DeploymentCondition[], type: string): DeploymentCondition[] =>
  conditions.filter((one) => one.type !== type)

/** The number of terminating replicas; left out while a ReplicaSet does not report its own. */
const terminating = (sets: readonly ReplicaSet[]): Pick<DeploymentStatus, 'terminatingReplicas'> =>
  sets.every(({ status }) => status.terminatingReplicas !== undefined)
    ? { terminatingReplicas: sum(sets, ({ status }) => status.terminatingReplicas!) }
    : {}

const counted = (counts: Readonly<Record<string, number>>): object =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** The counts of the sets, and the condition Available. */
export function deploymentStatus({ clock, gates }: ControllerContext, rollout: Rollout): DeploymentStatus {
  const { deployment, current } = rollout
  const sets = allSets(rollout)
  const available = sum(sets, availableOf)
  const enough = available >= deployment.spec.replicas - maxUnavailableOf(deployment)
  const { collisionCount, conditions } = deployment.status
  return {
    observedGeneration: deployment.metadata.generation!,
    ...counted({
      replicas: sum(sets, ({ status }) => status.replicas ?? 0),
      updatedReplicas: current?.status.replicas ?? 0,
      readyReplicas: sum(sets, ({ status }) => status.readyReplicas ?? 0),
      availableReplicas: available,
      unavailableReplicas: sum(sets, replicasOf) - available,
    }),
    ...(gateEnabled(gates, 'DeploymentReplicaSetTerminatingReplicas') ? terminating(sets) : {}),
    ...(collisionCount === undefined ? {} : { collisionCount }),
    conditions: [...told(conditions, enough ? isAvailable : isUnavailable, toTime(clock.now()))],
  }
}

const isAvailable: Told = {
  type: 'Available',
  status: 'True',
  reason: 'MinimumReplicasAvailable',
  message: 'Deployment has minimum availability.',
}
const isUnavailable: Told = {
  type: 'Available',
  status: 'False',
  reason: 'MinimumReplicasUnavailable',
  message: 'Deployment does not have minimum availability.',
}

/** Whether all pods that are wanted are of the newest template and available. */
export const isComplete = ({ spec, metadata }: Deployment, status: DeploymentStatus): boolean =>
  (status.updatedReplicas ?? 0) === spec.replicas &&
  (status.replicas ?? 0) === spec.replicas &&
  (status.availableReplicas ?? 0) === spec.replicas &&
  (status.observedGeneration ?? 0) >= (metadata.generation ?? 0)

function isProgressing({ status: before }: Deployment, now: DeploymentStatus): boolean {
  const old = (status: DeploymentStatus): number => (status.replicas ?? 0) - (status.updatedReplicas ?? 0)
  const more = (name: 'updatedReplicas' | 'readyReplicas' | 'availableReplicas'): boolean =>
    (now[name] ?? 0) > (before[name] ?? 0)
  return (
    more('updatedReplicas') || old(now) < old(before) || more('readyReplicas') || more('availableReplicas')
  )
}

const progressing = (status: string, reason: string, message: string): Told => ({
  type: 'Progressing',
  status,
  reason,
  message,
})

/** The status of a Deployment that rolls out: how it gets on, and whether its sets can make their pods. */
export function rolloutStatus(context: ControllerContext, rollout: Rollout): DeploymentStatus {
  const status = deploymentStatus(context, rollout)
  const now = toTime(context.clock.now())
  const conditions = withFailure(rollout, withProgress(context, rollout, status), now)
  return { ...status, conditions: [...conditions] }
}

function withProgress(
  { clock }: ControllerContext,
  { deployment, current }: Rollout,
  status: DeploymentStatus,
): readonly DeploymentCondition[] {
  const { conditions = [] } = status
  if (!hasDeadline(deployment)) return without(conditions, 'Progressing')
  const before = conditionOfType(deployment.status.conditions, 'Progressing')
  const known =
    (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && before?.reason === 'NewReplicaSetAvailable'
  if (known) return conditions
  const now = toTime(clock.now())
  const who =
    current === undefined
      ? `Deployment "${deployment.metadata.name}"`
      : `ReplicaSet "${current.metadata.name}"`
  if (isComplete(deployment, status))
    return told(
      conditions,
      progressing('True', 'NewReplicaSetAvailable', `${who} has successfully progressed.`),
      now,
    )
  if (isProgressing(deployment, status)) {
    const condition = progressing('True', 'ReplicaSetUpdated', `${who} is progressing.`)
    const lastTransitionTime = before?.status === 'True' ? before.lastTransitionTime! : now
    return [...without(conditions, 'Progressing'), { ...condition, lastUpdateTime: now, lastTransitionTime }]
  }
  if (before === undefined || !isTimedOut(deployment, before, clock.now())) return conditions
  return told(
    conditions,
    progressing('False', 'ProgressDeadlineExceeded', `${who} has timed out progressing.`),
    now,
  )
}

function isTimedOut(
  { spec }: Deployment,
  { reason, lastUpdateTime }: DeploymentCondition,
  now: number,
): boolean {
  if (reason === 'NewReplicaSetAvailable') return false
  if (reason === 'ProgressDeadlineExceeded') return true
  return Date.parse(lastUpdateTime!) + spec.progressDeadlineSeconds! * 1000 < now
}

/** The first failure of a set, that of the newest before others. */
function withFailure(
  rollout: Rollout,
  conditions: readonly DeploymentCondition[],
  now: string,
): readonly DeploymentCondition[] {
  const sets = [...(rollout.current === undefined ? [] : [rollout.current]), ...rollout.old]
  const [failure] = sets.flatMap(({ status }) => conditionOfType(status.conditions, 'ReplicaFailure') ?? [])
  if (failure === undefined) return without(conditions, 'ReplicaFailure')
  const { type, status, reason, message, lastTransitionTime } = failure
  const said = told(conditions, { type: type!, status: status!, reason: reason!, message: message! }, now)
  return said === conditions
    ? conditions
    : said.map((one) =>
        one.type === type
          ? { ...one, lastUpdateTime: lastTransitionTime!, lastTransitionTime: lastTransitionTime! }
          : one,
      )
}

/** When a Deployment that does not get on is to be looked at again; undefined where nothing is to be waited for. */
export function stuckCheckMs(
  { clock }: ControllerContext,
  deployment: Deployment,
  status: DeploymentStatus,
): number | undefined {
  const condition = conditionOfType(status.conditions, 'Progressing')
  if (!hasDeadline(deployment) || condition === undefined) return undefined
  if (isComplete(deployment, status) || condition.reason === 'ProgressDeadlineExceeded') return undefined
  const { progressDeadlineSeconds } = deployment.spec
  const after = Date.parse(condition.lastUpdateTime!) + progressDeadlineSeconds! * 1000 - clock.now()
  return Math.max(0, after) + 1000
}

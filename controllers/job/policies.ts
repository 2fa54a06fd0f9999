// Upstream: pkg/controller/job/{pod_failure_policy,success_policy}.go

import type { PodFailurePolicyRule } from '../../api/batch-v1.ts'
import type { ContainerStatus, PodStatus } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { type Intervals, overlapOf, parseIntervals, totalOf } from './intervals.ts'
import type { Job, JobFeatures } from './types.ts'

/** The outcome of a Job's podFailurePolicy for a failed pod; `action` is that of the rule that matches first. */
export interface FailureMatch {
  /** Whether the failure counts towards the backoff limits. */
  counts: boolean
  action?: string
  /** The message of the Job's condition, where the pod fails the Job. */
  message?: string
}

/** The outcome of the Job's podFailurePolicy for a failed pod: the first rule that matches decides. */
export function matchPodFailurePolicy(job: Job, pod: KubeObject, features: JobFeatures): FailureMatch {
  const { rules = [] } = (features.podFailurePolicy && job.spec.podFailurePolicy) || {}
  for (const [index, rule] of rules.entries()) {
    const why = matchRule(rule, pod)
    if (why === undefined || (rule.action === 'FailIndex' && !features.backoffLimitPerIndex)) continue
    const { action } = rule
    if (action === 'Ignore') return { counts: false, action }
    if (action === 'FailJob')
      return { counts: true, action, message: `${why} matching FailJob rule at index ${index}` }
    return { counts: true, action }
  }
  return { counts: true }
}

const exitCode = ({ state }: ContainerStatus): number => state?.terminated?.exitCode ?? 0

function matchRule(
  { onExitCodes, onPodConditions }: PodFailurePolicyRule,
  pod: KubeObject,
): string | undefined {
  const id = `${pod.metadata.namespace}/${pod.metadata.name}`
  const status = pod['status'] as PodStatus
  if (onExitCodes != null) {
    const { containerName, operator, values = [] } = onExitCodes
    const failed = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])].find(
      (container) =>
        (containerName ?? container.name) === container.name &&
        exitCode(container) !== 0 &&
        values.includes(exitCode(container)) === (operator === 'In'),
    )
    return failed && `Container ${failed.name} for pod ${id} failed with exit code ${exitCode(failed)}`
  }
  const condition = (status.conditions ?? []).find((c) =>
    onPodConditions?.some((pattern) => pattern.type === c.type && pattern.status === c.status),
  )
  return condition && `Pod ${id} has condition ${condition.type}`
}

/** The message about the success rule that is met; undefined where none is. */
export function matchSuccessPolicy(
  job: Job,
  succeeded: Intervals,
  features: JobFeatures,
): string | undefined {
  const { successPolicy, completions = 0 } = job.spec
  if (!features.successPolicy || successPolicy === undefined || succeeded.length === 0) return undefined
  const index = (successPolicy.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined)
      return succeededCount !== undefined && totalOf(succeeded) >= succeededCount
    const required = parseIntervals(succeededIndexes, completions)
    const there = overlapOf(required, succeeded)
    return (
      required.length > 0 && there >= Math.min(totalOf(required), succeededCount ?? Number.POSITIVE_INFINITY)
    )
  })
  return index < 0 ? undefined : `Matched rules at index ${index}`
}

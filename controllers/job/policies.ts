// Upstream: pkg/controller/job/{pod_failure_policy,success_policy}.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { type Intervals, overlapOf, parseIntervals, totalOf } from './intervals.ts'
import type { Job, JobFeatures, PodFailurePolicyRule } from './types.ts'

interface ContainerStatus {
  name: string
  state?: { terminated?: { exitCode: number } }
}

export interface FailureMatch {
  /** Whether the failure counts towards the backoff limits. */
  counts: boolean
  action?: string
  /** Of a pod that fails the job. */
  message?: string
}

/** What the job's podFailurePolicy makes of a failed pod: its first rule that matches. */
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

function matchRule(
  { onExitCodes, onPodConditions }: PodFailurePolicyRule,
  pod: KubeObject,
): string | undefined {
  const id = `${pod.metadata.namespace}/${pod.metadata.name}`
  const status = pod['status'] as {
    containerStatuses?: ContainerStatus[]
    initContainerStatuses?: ContainerStatus[]
    conditions?: { type: string; status: string }[]
  }
  if (onExitCodes != null) {
    const { containerName, operator, values } = onExitCodes
    const failed = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])].find(
      ({ name, state }) =>
        (containerName ?? name) === name &&
        (state?.terminated?.exitCode ?? 0) !== 0 &&
        values.includes(state!.terminated!.exitCode) === (operator === 'In'),
    )
    return (
      failed &&
      `Container ${failed.name} for pod ${id} failed with exit code ${failed.state!.terminated!.exitCode}`
    )
  }
  const condition = (status.conditions ?? []).find((c) =>
    onPodConditions?.some((pattern) => pattern.type === c.type && pattern.status === c.status),
  )
  return condition && `Pod ${id} has condition ${condition.type}`
}

/** The message where one of the job's success rules is met. */
export function matchSuccessPolicy(
  job: Job,
  succeeded: Intervals,
  features: JobFeatures,
): string | undefined {
  const { successPolicy, completions = 0 } = job.spec
  if (!features.successPolicy || successPolicy === undefined || succeeded.length === 0) return undefined
  const index = successPolicy.rules.findIndex(({ succeededIndexes, succeededCount }) => {
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

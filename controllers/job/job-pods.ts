// Upstream: pkg/controller/job/{indexed_job_utils,job_controller,tracking_utils}.go, pkg/controller/controller_utils.go (ActivePods)
import type { Container, PodSpec } from '../../api/core-v1.ts'
import { getOwn, type KubeObject } from '../../apimachinery/json.ts'
import { controllerReference } from '../owner-references.ts'
import { podMetadata } from '../pod-template.ts'
import { podCondition, podPhase, podReady } from '../pods.ts'
import { finishedTime } from './backoff.ts'
import { matchPodFailurePolicy } from './policies.ts'
import { completionIndexKey, isIndexed, type Job, type JobFeatures, trackingFinalizer } from './types.ts'

const failureCountKey = 'batch.kubernetes.io/job-index-failure-count'
const ignoredFailureCountKey = 'batch.kubernetes.io/job-index-ignored-failure-count'

const countIn = (pod: KubeObject, key: string): number => {
  const text = getOwn(pod.metadata.annotations, key) ?? ''
  return /^\d+$/.test(text) ? Number(text) : 0
}

/** The completion index of a pod; undefined where the annotation is missing or no index. */
export function completionIndex(pod: KubeObject): number | undefined {
  const text = getOwn(pod.metadata.annotations, completionIndexKey) ?? ''
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/** Whether the pod's index, where the job has indexes, is one of the job's. */
export const hasValidIndex = (job: Job, pod: KubeObject): boolean =>
  !isIndexed(job) || (completionIndex(pod) ?? Number.POSITIVE_INFINITY) < job.spec.completions!

/** The failures of an index that a pod's annotation has counted: those of the pods before it. */
export const indexFailureCount = (pod: KubeObject): number => countIn(pod, failureCountKey)
/** The failures of an index, including those that the Job's policy ignores. */
export const absoluteFailureCount = (pod: KubeObject): number =>
  indexFailureCount(pod) + countIn(pod, ignoredFailureCountKey)

/** Whether a pod still has the finalizer of job tracking: it is not yet counted in the Job's status. */
export const isTracked = (pod: KubeObject): boolean =>
  pod.metadata.finalizers?.includes(trackingFinalizer) === true

/** Whether a Job replaces a pod only after it has ended, not when it is being deleted. */
export const onlyReplacesFailed = (
  { spec }: Job,
  { podReplacementPolicy, podFailurePolicy }: JobFeatures,
): boolean =>
  (podReplacementPolicy && spec.podReplacementPolicy === 'Failed') ||
  (podFailurePolicy && spec.podFailurePolicy !== undefined)

/** Whether a pod counts as failed: by its phase, or deleted before it could end. */
export function isPodFailed(job: Job, pod: KubeObject, features: JobFeatures): boolean {
  if (podPhase(pod) === 'Failed') return true
  if (onlyReplacesFailed(job, features)) return false
  return pod.metadata.deletionTimestamp !== undefined && podPhase(pod) !== 'Succeeded'
}

/** Whether the index of a failed pod has failed for good. */
export function isIndexFailed(job: Job, pod: KubeObject, features: JobFeatures): boolean {
  if (!isPodFailed(job, pod, features)) return false
  const { action, counts } = matchPodFailurePolicy(job, pod, features)
  return action === 'FailIndex' || (counts && indexFailureCount(pod) >= job.spec.backoffLimitPerIndex!)
}

/** The next pod of a Job. @param replaced the pod of the index that failed last */
export function newJobPod(
  job: Job,
  index: number | undefined,
  features: JobFeatures,
  replaced: KubeObject | undefined,
): object {
  const { metadata, spec } = job.spec.template
  const { finalizers = [] } = metadata ?? {}
  const common = {
    ...podMetadata(metadata),
    generateName: `${job.metadata.name}-`,
    finalizers: finalizers.includes(trackingFinalizer) ? finalizers : [...finalizers, trackingFinalizer],
    ownerReferences: [controllerReference(job)],
  }
  if (index === undefined) return { apiVersion: 'v1', kind: 'Pod', metadata: common, spec }
  const own = { [completionIndexKey]: String(index) }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...common,
      generateName: generateName(job.metadata.name!, index),
      annotations: { ...metadata?.annotations, ...own, ...failureCounts(job, features, replaced) },
      labels: { ...metadata?.labels, ...(features.podIndexLabel ? own : {}) },
    },
    spec: {
      ...spec,
      ...withIndexVariable(spec.initContainers, 'initContainers', features),
      ...withIndexVariable(spec.containers, 'containers', features),
      hostname: `${job.metadata.name}-${index}`,
    },
  }
}

const maxGeneratedNameLength = 58

function generateName(job: string, index: number): string {
  const end = `-${index}-`
  return `${job.slice(0, maxGeneratedNameLength - end.length)}${end}`
}

function withIndexVariable(
  containers: Container[] | undefined,
  field: string,
  features: JobFeatures,
): object {
  if (containers === undefined) return {}
  const source = features.podIndexLabel ? 'labels' : 'annotations'
  const variable = {
    name: 'JOB_COMPLETION_INDEX',
    valueFrom: { fieldRef: { fieldPath: `metadata.${source}['${completionIndexKey}']` } },
  }
  return {
    [field]: containers.map((container) =>
      container.env?.some(({ name }) => name === variable.name)
        ? container
        : { ...container, env: [...(container.env ?? []), variable] },
    ),
  }
}

function failureCounts(
  job: Job,
  features: JobFeatures,
  replaced: KubeObject | undefined,
): Record<string, string> {
  if (!features.backoffLimitPerIndex || job.spec.backoffLimitPerIndex === undefined) return {}
  if (replaced === undefined) return { [failureCountKey]: '0' }
  const { counts } = matchPodFailurePolicy(job, replaced, features)
  const ignored = countIn(replaced, ignoredFailureCountKey) + (counts ? 0 : 1)
  return {
    [failureCountKey]: String(indexFailureCount(replaced) + (counts ? 1 : 0)),
    ...(ignored > 0 ? { [ignoredFailureCountKey]: String(ignored) } : {}),
  }
}

/** The failed pod of each index that its replacement follows; it is kept until the replacement exists. */
export function lastFailedPods(
  job: Job,
  pods: readonly KubeObject[],
  features: JobFeatures,
  isOpen: (index: number) => boolean,
): Map<number, KubeObject> {
  const last = new Map<number, KubeObject>()
  for (const pod of pods) {
    const index = completionIndex(pod)
    if (index === undefined || !isTracked(pod) || !hasValidIndex(job, pod) || !isOpen(index)) continue
    if (!isPodFailed(job, pod, features)) continue
    const other = last.get(index)
    if (
      other === undefined ||
      (absoluteFailureCount(other) <= absoluteFailureCount(pod) && finishedTime(pod) >= finishedTime(other))
    )
      last.set(index, pod)
  }
  return last
}

/** The progress of a pod: pods that come first are deleted first. */
const progress = (pod: KubeObject): number[] => [
  (pod['spec'] as PodSpec).nodeName ? 1 : 0,
  ['Pending', 'Unknown', 'Running'].indexOf(podPhase(pod)),
  podReady(pod) ? 1 : 0,
  podReady(pod) ? -Date.parse(podCondition(pod, 'Ready')!.lastTransitionTime ?? '') || 0 : 0,
  -Date.parse(pod.metadata.creationTimestamp!),
]

/**
 * Compares pods for deletion: unscheduled, pending and young pods come first.
 * Upstream: pkg/controller/controller_utils.go ActivePods
 */
export const byProgress = (a: KubeObject, b: KubeObject): number => {
  const [x, y] = [progress(a), progress(b)]
  const at = x.findIndex((value, i) => value !== y[i])
  return at < 0 ? 0 : x[at]! - y[at]!
}

/** The active pods to delete: those whose index the Job does not have or another pod has, and others up to `atLeast`. */
export function podsForRemoval(job: Job, active: readonly KubeObject[], atLeast: number): KubeObject[] {
  const sorted = active.toSorted(byProgress)
  const indexes = new Set<number | undefined>()
  const rest: KubeObject[] = []
  const surplus = !isIndexed(job)
    ? []
    : sorted
        .toReversed()
        .filter((pod) => {
          const index = completionIndex(pod)
          return !hasValidIndex(job, pod) || indexes.size === indexes.add(index).size
        })
        .toReversed()
  for (const pod of sorted) if (!surplus.includes(pod)) rest.push(pod)
  return [...surplus, ...rest.slice(0, Math.max(0, atLeast - surplus.length))]
}

// Upstream: pkg/kubelet/kubelet_pods.go (generateAPIPodStatus, getPhase)

import { transitionTime } from '../../apimachinery/conditions.ts'
import { podResources } from '../../apimachinery/quota/pod-resources.ts'
import { isPodLevelResource } from '../../apimachinery/resource-names.ts'
import { toTime } from '../../component-base/clock.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Refusal } from './admission.ts'
import { kubeletPodDialect } from './dialect.ts'
import type { Pod, PodCondition } from './pod.ts'
import { networkCondition, ownConditions } from './pod-conditions.ts'
import { containerStatus, type PodContainer } from './pod-containers.ts'
import { type ResizeTold, resizeConditions, resizeField } from './pod-resize.ts'

/** The state of a pod on the node beside its containers. */
export interface PodRuntime {
  /** Whether the pod's sandbox is up: it has its network. */
  sandbox: boolean
  /** No container of the pod will start again. */
  terminal: boolean
  /** The pod's addresses; empty until it has them. */
  podIPs: readonly string[]
  /** The reason for which the kubelet ended the pod. */
  eviction?: { reason: string; message: string } | undefined
  /** The pod's resize; undefined where nothing is known of one. */
  resize?: ResizeTold | undefined
}

/** Status and conditions tell which generation of the pod they speak of: by default since 1.34, always since 1.35. */
const observed = (options: KubeletOptions, pod: Pod): { observedGeneration?: number } =>
  gateEnabled(options.gates, 'PodObservedGenerationTracking') && pod.metadata.generation !== undefined
    ? { observedGeneration: pod.metadata.generation }
    : {}

/** Whether the release tells the pod's generation in its status. */
export const tellsGeneration = (options: KubeletOptions, pod: Pod): boolean =>
  observed(options, pod).observedGeneration !== undefined

const endsInTerminalPhase = ({ release: { minor } }: KubeletOptions): boolean =>
  kubeletPodDialect(minor).endsInTerminalPhase

/** The phase that follows from the states of all containers. `terminal`: the pod is deleted, and no container starts again. */
export function podPhase(
  options: KubeletOptions,
  { spec }: Pod,
  containers: readonly PodContainer[],
  terminal: boolean,
): string {
  const inits = containers.filter(({ kind }) => kind === 'init')
  const mains = containers.filter(({ kind }) => kind === 'main')
  const ends = mains.map(
    ({ state, lastState }) => state.terminated ?? (state.waiting && lastState.terminated),
  )
  const failedInit = inits.some(
    ({ state, lastState }) => (state.terminated ?? lastState.terminated)?.exitCode,
  )
  if (failedInit && spec.restartPolicy === 'Never') return 'Failed'
  if (inits.some(({ state }) => state.terminated?.exitCode !== 0)) return 'Pending'
  if (mains.some(({ state, lastState }) => state.waiting && lastState.terminated === undefined))
    return 'Pending'
  const counted = containers.filter(({ kind }) => kind === 'main' || kind === 'sidecar')
  if (counted.some(({ state }) => state.running !== undefined)) return 'Running'
  const succeeded = ends.every((end) => end?.exitCode === 0)
  if (terminal && endsInTerminalPhase(options)) return succeeded ? 'Succeeded' : 'Failed'
  if (spec.restartPolicy === 'Always') return 'Running'
  if (succeeded) return 'Succeeded'
  return spec.restartPolicy === 'Never' ? 'Failed' : 'Running'
}

/** The status that the server has of a pod, brought up to date. */
export function podStatus(
  options: KubeletOptions,
  pod: Pod,
  containers: readonly PodContainer[],
  runtime: PodRuntime,
): Pod['status'] {
  const { podIPs, terminal, eviction } = runtime
  const computed = podPhase(options, pod, containers, terminal)
  // A pod that is ended before it began has failed.
  const unbegun = terminal && computed === 'Pending' && endsInTerminalPhase(options)
  const phase = eviction !== undefined || unbegun ? 'Failed' : computed
  const tells = {
    ...resourcesTold(options, terminal ? undefined : runtime.resize),
    stopSignal: gateEnabled(options.gates, 'ContainerStopSignals'),
  }
  const statuses = (...kinds: PodContainer['kind'][]) =>
    containers.filter(({ kind }) => kinds.includes(kind)).map((c) => containerStatus(pod, c, tells))
  const { resize: _resize, ...known } = pod.status
  return {
    ...known,
    ...resizeStatus(options, pod, terminal ? undefined : runtime.resize),
    ...observed(options, pod),
    phase,
    ...eviction,
    ...hostAddresses(options),
    ...(podIPs.length === 0 ? {} : { podIP: podIPs[0], podIPs: podIPs.map((ip) => ({ ip })) }),
    startTime: pod.status.startTime ?? toTime(options.clock.now()),
    conditions: withConditions(options, pod, [
      ...(terminal || runtime.resize === undefined
        ? []
        : resizeConditions(runtime.resize, options.release.minor)),
      ...networkCondition(options, runtime.sandbox),
      ...ownConditions(pod, containers, phase),
    ]),
    ...(pod.spec.initContainers === undefined ? {} : { initContainerStatuses: statuses('init', 'sidecar') }),
    containerStatuses: statuses('main'),
    ...(pod.spec.ephemeralContainers === undefined
      ? {}
      : { ephemeralContainerStatuses: statuses('ephemeral') }),
  }
}

/** What container statuses tell of resources. */
function resourcesTold({ gates, release: { minor } }: KubeletOptions, resize: ResizeTold | undefined) {
  const resources = gateEnabled(gates, 'InPlacePodVerticalScaling')
  const { tellsAllocatedResources } = kubeletPodDialect(minor)
  const allocated =
    tellsAllocatedResources === 'always' || gateEnabled(gates, 'InPlacePodVerticalScalingAllocatedStatus')
  return { resources, allocated, actual: resize?.actual }
}

/** What a status tells of the pod's resources as a whole, and in older releases of its resize. */
function resizeStatus(
  { gates, release: { minor } }: KubeletOptions,
  pod: Pod,
  resize: ResizeTold | undefined,
): Partial<Pod['status']> {
  const field =
    resize && gateEnabled(gates, 'InPlacePodVerticalScaling') ? resizeField(resize, minor) : undefined
  if (!gateEnabled(gates, 'InPlacePodLevelResourcesVerticalScaling'))
    return field === undefined ? {} : { resize: field }
  return podLevelStatus(pod, resize, gateEnabled(gates, 'PodLevelResources'))
}

/** Upstream: pkg/kubelet/kubelet_pods.go (convertToAPIPodLevelResourcesStatus) */
function podLevelStatus(pod: Pod, resize: ResizeTold | undefined, on: boolean): Partial<Pod['status']> {
  const { allocated = pod.spec.resources, actual = pod.spec.resources } = resize?.podLevel ?? {}
  const amounts = (what: 'requests' | 'limits', resources: Pod['spec']['resources']) => {
    const one = { ...pod, spec: { ...pod.spec, ...(resources && { resources }) } }
    const all = podResources(one, what, { podLevel: on ? isPodLevelResource : undefined })
    const list = Object.fromEntries([...all].map(([name, amount]) => [name, amount.toString()]))
    return all.size === 0 ? undefined : list
  }
  const [given, requests, limits] = [
    amounts('requests', allocated),
    amounts('requests', actual),
    amounts('limits', actual),
  ]
  return {
    ...(given && { allocatedResources: given }),
    resources: { ...(requests && { requests }), ...(limits && { limits }) },
  }
}

type Own = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'> & {
  /** Of conditions on resizes: RFC 3339 when they were set and since when they are so, and the generation that they speak of. */
  set?: string
  since?: string
  generation?: number | undefined
}
const ofResizes = ['PodResizePending', 'PodResizeInProgress']

/** The kubelet's own conditions after those of others, which stay. */
function withConditions(options: KubeletOptions, pod: Pod, own: readonly Own[]): PodCondition[] {
  const now = toTime(options.clock.now())
  const known = pod.status.conditions ?? []
  const told = own.map(({ set = null, since, generation, ...condition }): PodCondition => {
    const lastTransitionTime = since ?? transitionTime(known, condition, now)
    const of = observed(options, pod)
    const about =
      generation === undefined || of.observedGeneration === undefined
        ? of
        : { observedGeneration: generation }
    return { ...condition, lastProbeTime: set, lastTransitionTime, ...about }
  })
  const mine = new Set([...ofResizes, ...own.map(({ type }) => type)])
  return [...known.filter(({ type }) => !mine.has(type)), ...told]
}

/** All addresses of a node are told since 1.29, and in 1.28 where the gate is on. */
function hostAddresses({ settings, gates }: KubeletOptions): object {
  const { nodeIPs } = settings
  const all = gateEnabled(gates, 'PodHostIPs') ? { hostIPs: nodeIPs.map((ip) => ({ ip })) } : {}
  return { hostIP: nodeIPs[0], ...all }
}

function saidOf(refusal: Refusal, minor: number): string {
  if ('reason' in refusal) return refusal.message
  const { predicate, detail } = refusal
  return `Predicate ${predicate} failed${kubeletPodDialect(minor).tellsWhyRejected ? `: ${detail}` : ''}`
}

/** The status of a pod that the kubelet's own admission refuses. */
export function rejectedStatus(options: KubeletOptions, pod: Pod, refusal: Refusal): Pod['status'] {
  // What containers it had under the kubelet before is told no more.
  const {
    containerStatuses: _,
    initContainerStatuses: __,
    ephemeralContainerStatuses: ___,
    ...known
  } = pod.status
  return {
    ...known,
    ...observed(options, pod),
    phase: 'Failed',
    reason: 'reason' in refusal ? refusal.reason : refusal.predicate,
    message: `Pod was rejected: ${saidOf(refusal, options.release.minor)}`,
    startTime: toTime(options.clock.now()),
  }
}

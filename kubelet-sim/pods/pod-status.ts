// Upstream: pkg/kubelet/kubelet_pods.go (generateAPIPodStatus, getPhase)

import { transitionTime } from '../../apimachinery/conditions.ts'
import { toTime } from '../../component-base/clock.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Refusal } from './admission.ts'
import { kubeletPodDialect } from './dialect.ts'
import type { Pod, PodCondition } from './pod.ts'
import { networkCondition, ownConditions } from './pod-conditions.ts'
import { containerStatus, type PodContainer } from './pod-containers.ts'

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
  const known = podPhase(options, pod, containers, terminal)
  // A pod that is ended before it began has failed.
  const unbegun = terminal && known === 'Pending' && endsInTerminalPhase(options)
  const phase = eviction !== undefined || unbegun ? 'Failed' : known
  const tells = {
    resources: gateEnabled(options.gates, 'InPlacePodVerticalScaling'),
    stopSignal: gateEnabled(options.gates, 'ContainerStopSignals'),
  }
  const statuses = (...kinds: PodContainer['kind'][]) =>
    containers.filter(({ kind }) => kinds.includes(kind)).map((c) => containerStatus(pod, c, tells))
  return {
    ...pod.status,
    ...observed(options, pod),
    phase,
    ...eviction,
    ...hostAddresses(options),
    ...(podIPs.length === 0 ? {} : { podIP: podIPs[0], podIPs: podIPs.map((ip) => ({ ip })) }),
    startTime: pod.status.startTime ?? toTime(options.clock.now()),
    conditions: withConditions(options, pod, [
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

/** The kubelet's own conditions after those of others, which stay. */
function withConditions(
  options: KubeletOptions,
  pod: Pod,
  own: readonly Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>[],
): PodCondition[] {
  const now = toTime(options.clock.now())
  const known = pod.status.conditions ?? []
  const told = own.map((condition): PodCondition => {
    const lastTransitionTime = transitionTime(known, condition, now)
    return { ...condition, lastProbeTime: null, lastTransitionTime, ...observed(options, pod) }
  })
  return [...known.filter(({ type }) => !own.some((condition) => condition.type === type)), ...told]
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

// Upstream: pkg/kubelet/kubelet_pods.go (generateAPIPodStatus) and pkg/kubelet/status/generate.go
import { toTime } from '../../component-base/clock.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Container, ContainerStatus, Pod, PodCondition } from './pod.ts'

/** Status and conditions tell which generation of the pod they speak of: by default since 1.34, always since 1.35. */
const observed = (options: KubeletOptions, pod: Pod): { observedGeneration?: number } =>
  gateEnabled(options.gates, 'PodObservedGenerationTracking', options.minor >= 35) &&
  pod.metadata.generation !== undefined
    ? { observedGeneration: pod.metadata.generation }
    : {}

const containerID = (pod: Pod, c: Container): string =>
  `containerd://${`${pod.metadata.uid}${Buffer.from(c.name).toString('hex')}`.replaceAll('-', '').padEnd(64, '0').slice(0, 64)}`

const image = (c: Container): string => c.image ?? ''

function conditions(
  options: KubeletOptions,
  pod: Pod,
  statuses: Readonly<Record<string, [PodCondition['status'], string?]>>,
): PodCondition[] {
  const now = toTime(options.clock.now())
  return Object.entries(statuses).map(([type, [status, reason]]) => {
    const old = pod.status.conditions?.find((c) => c.type === type)
    const lastTransitionTime = old?.status === status ? old.lastTransitionTime! : now
    return {
      type,
      status,
      lastProbeTime: null,
      lastTransitionTime,
      ...observed(options, pod),
      ...(reason === undefined ? {} : { reason }),
    }
  })
}

function hostAddresses(options: KubeletOptions): object {
  return { hostIP: options.settings.nodeIP, hostIPs: [{ ip: options.settings.nodeIP }] }
}

/** Accepted, nothing runs yet. */
export function pendingStatus(options: KubeletOptions, pod: Pod): Pod['status'] {
  const initial = pod.spec.initContainers ?? []
  const reason = initial.length > 0 ? 'PodInitializing' : 'ContainerCreating'
  const waiting = (c: Container): ContainerStatus => ({
    name: c.name,
    image: image(c),
    imageID: '',
    ready: false,
    started: false,
    restartCount: 0,
    lastState: {},
    state: { waiting: { reason } },
  })
  return {
    ...pod.status,
    ...observed(options, pod),
    phase: 'Pending',
    ...hostAddresses(options),
    startTime: toTime(options.clock.now()),
    conditions: conditions(options, pod, {
      PodReadyToStartContainers: ['False'],
      Initialized: initial.length > 0 ? ['False', 'ContainersNotInitialized'] : ['True'],
      Ready: ['False', 'ContainersNotReady'],
      ContainersReady: ['False', 'ContainersNotReady'],
      PodScheduled: ['True'],
    }),
    ...(initial.length > 0 ? { initContainerStatuses: initial.map(waiting) } : {}),
    containerStatuses: pod.spec.containers.map(waiting),
  }
}

/** All containers run. @param startedAt RFC 3339 */
export function runningStatus(
  options: KubeletOptions,
  pod: Pod,
  podIP: string,
  startedAt: string,
): Pod['status'] {
  const running = (c: Container): ContainerStatus => ({
    name: c.name,
    image: image(c),
    imageID: image(c),
    containerID: containerID(pod, c),
    ready: true,
    started: true,
    restartCount: 0,
    lastState: {},
    state: { running: { startedAt } },
  })
  const done = (c: Container): ContainerStatus => ({
    ...running(c),
    started: false,
    state: {
      terminated: {
        exitCode: 0,
        reason: 'Completed',
        startedAt,
        finishedAt: startedAt,
        containerID: containerID(pod, c),
      },
    },
  })
  return {
    ...pod.status,
    ...observed(options, pod),
    phase: 'Running',
    podIP,
    podIPs: [{ ip: podIP }],
    conditions: conditions(options, pod, {
      PodReadyToStartContainers: ['True'],
      Initialized: ['True'],
      Ready: ['True'],
      ContainersReady: ['True'],
      PodScheduled: ['True'],
    }),
    ...(pod.spec.initContainers === undefined
      ? {}
      : { initContainerStatuses: pod.spec.initContainers.map(done) }),
    containerStatuses: pod.spec.containers.map(running),
  }
}

/** All containers have ended, with the exit codes in order. */
export function terminatedStatus(
  options: KubeletOptions,
  pod: Pod,
  exitCodes: readonly number[],
): Pod['status'] {
  const finishedAt = toTime(options.clock.now())
  const failed = exitCodes.some((code) => code !== 0)
  const reason = failed ? 'PodFailed' : 'PodCompleted'
  const ended = (c: Container, i: number): ContainerStatus => {
    const old = pod.status.containerStatuses?.find((s) => s.name === c.name)
    const startedAt = old?.state.running?.startedAt ?? pod.status.startTime ?? finishedAt
    const exitCode = exitCodes[i] ?? 0
    return {
      name: c.name,
      image: image(c),
      imageID: image(c),
      containerID: containerID(pod, c),
      ready: false,
      started: false,
      restartCount: 0,
      lastState: {},
      state: {
        terminated: {
          exitCode,
          reason: exitCode === 0 ? 'Completed' : 'Error',
          startedAt,
          finishedAt,
          containerID: containerID(pod, c),
        },
      },
    }
  }
  return {
    ...pod.status,
    ...observed(options, pod),
    phase: failed ? 'Failed' : 'Succeeded',
    conditions: conditions(options, pod, {
      PodReadyToStartContainers: ['False'],
      Initialized: ['True', ...(failed ? [] : [reason])] as ['True', string?],
      Ready: ['False', reason],
      ContainersReady: ['False', reason],
      PodScheduled: ['True'],
    }),
    containerStatuses: pod.spec.containers.map(ended),
  }
}

/** What a kubelet reports as soon as it has seen a newer generation of a pod; undefined where it does not tell. */
export function newGenerationStatus(options: KubeletOptions, pod: Pod): Pod['status'] | undefined {
  const generation = observed(options, pod)
  if (generation.observedGeneration === undefined) return undefined
  const known = pod.status.conditions?.map((c) => ({ ...c, ...generation }))
  return { ...generation, ...(known === undefined ? {} : { conditions: known }) }
}

/** Refused by the kubelet's own admission: the node does not match the pod's node selector. */
export function rejectedStatus(options: KubeletOptions, pod: Pod): Pod['status'] {
  const detail = options.minor >= 32 ? ": node(s) didn't match Pod's node affinity/selector" : ''
  return {
    ...pod.status,
    ...observed(options, pod),
    phase: 'Failed',
    reason: 'NodeAffinity',
    message: `Pod was rejected: Predicate NodeAffinity failed${detail}`,
    startTime: toTime(options.clock.now()),
  }
}

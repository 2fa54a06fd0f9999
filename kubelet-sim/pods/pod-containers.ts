import { createHash } from 'node:crypto'
import type { ResourceRequirements } from '../../api/core-v1.ts'
import { imageOf as knownImage } from '../../containers/images/images.ts'
import type { Container, ContainerKind, ContainerStatus, Pod, PodContainer } from './pod.ts'

export type { PodContainer } from './pod.ts'

/** The containers of a pod: in the states that its status tells, where a kubelet was there before, else waiting. */
export function podContainers(pod: Pod): PodContainer[] {
  const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = pod.status
  const known = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses]
  const reason = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating'
  const found = (spec: Container, kind: ContainerKind): PodContainer => {
    const status = known.find(({ name }) => name === spec.name)
    return {
      spec,
      kind,
      restarts: status?.restartCount ?? 0,
      state: status?.state ?? { waiting: { reason } },
      lastState: status?.lastState ?? {},
    }
  }
  return [
    ...initContainers.map((spec) => found(spec, spec.restartPolicy === 'Always' ? 'sidecar' : 'init')),
    ...containers.map((spec) => found(spec, 'main')),
    ...ephemeralContainers.map((spec) => found(spec, 'ephemeral')),
  ]
}

/** The id of a container's run: each start has an id of its own. */
export const containerID = (pod: Pod, { spec, restarts }: PodContainer): string =>
  `containerd://${createHash('sha256').update(`${pod.metadata.uid} ${spec.name} ${restarts}`).digest('hex')}`

/** The signal that ends a container: its own, its image's, or SIGTERM. */
export const stopSignalOf = ({ spec, origin }: PodContainer): string =>
  origin?.stopSignal ?? knownImage(spec.image)?.stopSignal ?? 'SIGTERM'

/**
 * Marks a container as terminated.
 * @param now RFC 3339; one that started later ends as it starts
 * @param message what it left as its last words
 */
export function markEnded(
  pod: Pod,
  container: PodContainer,
  exitCode: number,
  now: string,
  message = '',
): void {
  const startedAt = container.state.running?.startedAt ?? now
  container.state = {
    terminated: {
      exitCode,
      reason: exitCode === 0 ? 'Completed' : 'Error',
      ...(message === '' ? {} : { message }),
      startedAt,
      finishedAt: Date.parse(now) < Date.parse(startedAt) ? startedAt : now,
      containerID: containerID(pod, container),
    },
  }
}

/** Marks a container that its runtime could not start. @param now RFC 3339 */
export function markNotStarted(pod: Pod, container: PodContainer, message: string, now: string): void {
  container.state = {
    terminated: {
      exitCode: 128,
      reason: 'StartError',
      message,
      startedAt: '1970-01-01T00:00:00Z',
      finishedAt: now,
      containerID: containerID(pod, container),
    },
  }
}

const imageOf = ({ image }: Container): string => image ?? ''

/** Whether a container counts as ready: it runs and its probes say so, or it has initialized the pod. */
export const isReady = ({ kind, state, ready }: PodContainer): boolean =>
  state.running === undefined
    ? kind === 'init' && state.terminated?.exitCode === 0
    : kind !== 'init' && kind !== 'ephemeral' && ready !== false

/** What the release tells in the status of a container: its resources, what is allocated to it, and the signal that ends it. */
interface ContainerTold {
  readonly resources: boolean
  readonly allocated: boolean
  readonly stopSignal: boolean
  /** The resources in force of containers that are being resized, by name. */
  readonly actual: ReadonlyMap<string, ResourceRequirements> | undefined
}

/**
 * The status of a container, as the pod's status has it.
 */
export function containerStatus(pod: Pod, container: PodContainer, tells: ContainerTold): ContainerStatus {
  const { spec, kind, restarts, state, lastState } = container
  const waiting = state.waiting !== undefined
  const begun = !waiting || lastState.terminated !== undefined
  return {
    name: spec.name,
    image: imageOf(spec),
    imageID: begun ? imageOf(spec) : '',
    ...(begun
      ? { containerID: waiting ? lastState.terminated!.containerID : containerID(pod, container) }
      : {}),
    ready: isReady(container),
    // Nobody probes an ephemeral one.
    ...(kind === 'ephemeral' ? {} : { started: state.running !== undefined && container.started !== false }),
    restartCount: restarts,
    lastState,
    state,
    ...(tells.resources && begun ? resources(spec, tells) : {}),
    ...(tells.stopSignal && begun ? { stopSignal: stopSignalOf(container) } : {}),
  }
}

const resources = (
  { name, resources: given }: Container,
  { allocated, actual }: ContainerTold,
): Pick<ContainerStatus, 'resources' | 'allocatedResources'> => ({
  resources: actual?.get(name) ?? given ?? {},
  ...(given?.requests === undefined || !allocated ? {} : { allocatedResources: given.requests }),
})

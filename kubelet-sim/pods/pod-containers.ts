import { createHash } from 'node:crypto'
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

/** The id of a container; each start has an id of its own. */
export const containerID = (pod: Pod, { spec, restarts }: PodContainer): string =>
  `containerd://${createHash('sha256').update(`${pod.metadata.uid} ${spec.name} ${restarts}`).digest('hex')}`

/** Marks a container as terminated. @param now RFC 3339 @param message what it left as its last words */
export function markEnded(
  pod: Pod,
  container: PodContainer,
  exitCode: number,
  now: string,
  message = '',
): void {
  container.state = {
    terminated: {
      exitCode,
      reason: exitCode === 0 ? 'Completed' : 'Error',
      ...(message === '' ? {} : { message }),
      startedAt: container.state.running?.startedAt ?? now,
      finishedAt: now,
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

/**
 * The status of a container, as the pod's status has it. @param resized whether the release tells the container's resources
 * there
 */
export function containerStatus(pod: Pod, container: PodContainer, resized: boolean): ContainerStatus {
  const { spec, kind, restarts, state, lastState } = container
  const waiting = state.waiting !== undefined
  const succeeded = state.terminated?.exitCode === 0
  const begun = !waiting || lastState.terminated !== undefined
  return {
    name: spec.name,
    image: imageOf(spec),
    imageID: begun ? imageOf(spec) : '',
    ...(begun
      ? { containerID: waiting ? lastState.terminated!.containerID : containerID(pod, container) }
      : {}),
    ready:
      state.running !== undefined
        ? kind !== 'init' && kind !== 'ephemeral' && container.ready !== false
        : kind === 'init' && succeeded,
    // Nobody probes an ephemeral one.
    ...(kind === 'ephemeral' ? {} : { started: state.running !== undefined && container.started !== false }),
    restartCount: restarts,
    lastState,
    state,
    ...(resized && begun ? resources(spec) : {}),
  }
}

const resources = ({
  resources: given,
}: Container): Pick<ContainerStatus, 'resources' | 'allocatedResources'> => ({
  resources: given ?? {},
  ...(given?.requests === undefined ? {} : { allocatedResources: given.requests }),
})

import type {
  Container as APIContainer,
  EphemeralContainer as APIEphemeralContainer,
  Volume as APIVolume,
  ContainerStatus as ApiContainerStatus,
  PodCondition as ApiPodCondition,
  ContainerStateRunning,
  ContainerStateTerminated,
  ContainerStateWaiting,
  EnvVar,
  PodSpec,
  PodStatus,
} from '../api/core-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import type { With } from '../apimachinery/with.ts'
import type { ContainerOrigin } from './created-by.ts'

/** v1 PodCondition. Times: RFC 3339. */
export type PodCondition = Omit<With<ApiPodCondition, 'type' | 'status'>, 'lastProbeTime'> & {
  lastProbeTime?: string | null
}

/** v1 ContainerStateTerminated. Times: RFC 3339. */
export type Terminated = With<
  ContainerStateTerminated,
  'exitCode' | 'startedAt' | 'finishedAt' | 'containerID'
>

/** v1 ContainerState: exactly one of the three is set. */
export interface ContainerState {
  waiting?: With<ContainerStateWaiting, 'reason'>
  running?: With<ContainerStateRunning, 'startedAt'>
  terminated?: Terminated
}

/** v1 ContainerStatus, as far as the kubelet sets it. */
export type ContainerStatus = With<
  Omit<ApiContainerStatus, 'state' | 'lastState'>,
  'name' | 'image' | 'imageID' | 'ready' | 'restartCount'
> & { state: ContainerState; lastState: ContainerState }

/** v1 Container, with the fields that the API requires. */
export type Container = Omit<With<APIContainer, 'name'>, 'env'> & { env?: With<EnvVar, 'name'>[] }
/** v1 EphemeralContainer: a container, and whose processes it sees. */
export type EphemeralContainer = Container & Pick<APIEphemeralContainer, 'targetContainerName'>
/** v1 Volume, with the fields that the API requires. */
export type Volume = With<APIVolume, 'name'>

/** v1 Pod, with the fields that the API requires. */
export interface Pod extends KubeObject {
  spec: Omit<PodSpec, 'containers' | 'ephemeralContainers' | 'initContainers' | 'volumes'> & {
    containers: Container[]
    initContainers?: Container[]
    ephemeralContainers?: EphemeralContainer[]
    volumes?: Volume[]
  }
  status: Omit<
    PodStatus,
    'conditions' | 'containerStatuses' | 'ephemeralContainerStatuses' | 'initContainerStatuses'
  > & {
    conditions?: PodCondition[]
    containerStatuses?: ContainerStatus[]
    initContainerStatuses?: ContainerStatus[]
    ephemeralContainerStatuses?: ContainerStatus[]
  }
}

/** `namespace/name`, as log lines name a pod. */
export const podRef = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`
/** `name_namespace(uid)`, as the kubelet's messages name a pod. */
export const podText = ({ metadata }: Pod): string =>
  `${metadata.name}_${metadata.namespace}(${metadata.uid})`

/** The default terminationMessagePath of a container. */
export const usualMessagePath = '/dev/termination-log'

/** A container's part in the pod; a `sidecar` is an init container with restartPolicy Always. */
export type ContainerKind = 'init' | 'sidecar' | 'main' | 'ephemeral'

/** A container of a pod on this node, and its state. */
export interface PodContainer {
  /** The container in the pod's spec; its image may change while the pod lives. */
  spec: Container
  readonly kind: ContainerKind
  restarts: number
  state: ContainerState
  lastState: ContainerState
  /** The results of the container's probes while it runs; undefined without such probes. */
  ready?: boolean | undefined
  started?: boolean | undefined
  /** Why it was not begun well, which is told before it starts again. */
  failedStart?: { reason: string; message: string } | undefined
  /** The facts of the container's creation; undefined: only the pod's status tells of the container. */
  origin?: ContainerOrigin | undefined
}

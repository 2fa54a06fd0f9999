import type {
  Container as APIContainer,
  Volume as APIVolume,
  ContainerStatus as ApiContainerStatus,
  PodCondition as ApiPodCondition,
  ContainerStateRunning,
  ContainerStateTerminated,
  ContainerStateWaiting,
  EnvVar,
} from '../../api/core-v1.ts'
import type { ObjectMeta } from '../../apimachinery/json.ts'
import type { With } from '../../apimachinery/with.ts'

export type PodCondition = Omit<With<ApiPodCondition, 'type' | 'status'>, 'lastProbeTime'> & {
  lastProbeTime?: null
}

export type Terminated = With<
  ContainerStateTerminated,
  'exitCode' | 'startedAt' | 'finishedAt' | 'containerID'
>

/** One of the three. */
export interface ContainerState {
  waiting?: With<ContainerStateWaiting, 'reason'>
  running?: With<ContainerStateRunning, 'startedAt'>
  terminated?: Terminated
}

export type ContainerStatus = With<
  Omit<ApiContainerStatus, 'state' | 'lastState'>,
  'name' | 'image' | 'imageID' | 'ready' | 'restartCount'
> & { state: ContainerState; lastState: ContainerState }

export type Container = Omit<With<APIContainer, 'name'>, 'env'> & { env?: With<EnvVar, 'name'>[] }
export type Volume = With<APIVolume, 'name'>

export interface Pod {
  apiVersion: 'v1'
  kind: 'Pod'
  metadata: ObjectMeta
  spec: {
    nodeName?: string
    nodeSelector?: Record<string, string>
    hostNetwork?: boolean
    hostPID?: boolean
    shareProcessNamespace?: boolean
    restartPolicy?: 'Always' | 'OnFailure' | 'Never'
    terminationGracePeriodSeconds?: number
    readinessGates?: { conditionType: string }[]
    containers: Container[]
    initContainers?: Container[]
    volumes?: Volume[]
    [other: string]: unknown
  }
  status: {
    phase?: string
    conditions?: PodCondition[]
    containerStatuses?: ContainerStatus[]
    initContainerStatuses?: ContainerStatus[]
    podIP?: string
    startTime?: string
    [other: string]: unknown
  }
  [other: string]: unknown
}

export const podRef = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`
/** As the kubelet's messages name pods: `name_namespace(uid)`. */
export const podText = ({ metadata }: Pod): string =>
  `${metadata.name}_${metadata.namespace}(${metadata.uid})`

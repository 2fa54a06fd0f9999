import type { ObjectMeta } from '../../apimachinery/json.ts'

export interface PodCondition {
  type: string
  status: 'True' | 'False'
  lastProbeTime?: null
  lastTransitionTime?: string
  observedGeneration?: number
  reason?: string
  message?: string
}

export interface Terminated {
  exitCode: number
  reason?: string
  startedAt: string
  finishedAt: string
  containerID: string
}

/** One of the three. */
export interface ContainerState {
  waiting?: { reason: string; message?: string }
  running?: { startedAt: string }
  terminated?: Terminated
}

export interface ContainerStatus {
  name: string
  image: string
  imageID: string
  ready: boolean
  started?: boolean
  restartCount: number
  lastState: ContainerState
  containerID?: string
  resources?: object
  allocatedResources?: object
  state: ContainerState
}

interface LifecycleHandler {
  exec?: { command?: string[] }
  sleep?: { seconds: number }
}

export interface Container {
  name: string
  image?: string
  imagePullPolicy?: string
  command?: string[]
  args?: string[]
  env?: { name: string; value?: string; valueFrom?: { fieldRef?: { fieldPath: string } } }[]
  envFrom?: unknown[]
  stdin?: boolean
  tty?: boolean
  resources?: { requests?: Readonly<Record<string, string>> }
  lifecycle?: { preStop?: LifecycleHandler }
  /** `Always`, of an init container: it runs beside the others. */
  restartPolicy?: string
}

export interface Volume {
  name: string
  configMap?: { name?: string; optional?: boolean }
  secret?: { secretName?: string; optional?: boolean }
}

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

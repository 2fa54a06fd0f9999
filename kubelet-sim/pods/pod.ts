import type { ObjectMeta } from '../../server/apimachinery/json.ts'

export interface PodCondition {
  type: string
  status: 'True' | 'False'
  lastProbeTime?: null
  lastTransitionTime?: string
  observedGeneration?: number
  reason?: string
  message?: string
}

export interface ContainerStatus {
  name: string
  image: string
  imageID: string
  ready: boolean
  started?: boolean
  restartCount: number
  lastState: object
  containerID?: string
  state: {
    waiting?: { reason: string }
    running?: { startedAt: string }
    terminated?: {
      exitCode: number
      reason?: string
      startedAt: string
      finishedAt: string
      containerID: string
    }
  }
}

export interface Container {
  name: string
  image?: string
  command?: string[]
  args?: string[]
}

export interface Pod {
  apiVersion: 'v1'
  kind: 'Pod'
  metadata: ObjectMeta
  spec: {
    nodeName?: string
    nodeSelector?: Record<string, string>
    hostNetwork?: boolean
    restartPolicy?: 'Always' | 'OnFailure' | 'Never'
    containers: Container[]
    initContainers?: Container[]
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

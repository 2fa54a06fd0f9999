import type { NodeCondition, Taint } from '../../api/core-v1.ts'
import type { ObjectMeta } from '../../apimachinery/json.ts'

/** v1 NodeStatus, as far as the kubelet sets it. */
export interface NodeStatus {
  capacity?: Record<string, string>
  allocatable?: Record<string, string>
  conditions?: NodeCondition[]
  addresses?: { type: string; address: string }[]
  daemonEndpoints?: { kubeletEndpoint?: { Port: number } }
  nodeInfo?: Record<string, string>
  images?: { names?: string[]; sizeBytes?: number }[]
  declaredFeatures?: string[]
  [other: string]: unknown
}

/** v1 Node, as far as the kubelet reads and sets it. */
export interface Node {
  apiVersion: 'v1'
  kind: 'Node'
  metadata: ObjectMeta
  spec: { taints?: Taint[]; providerID?: string; podCIDR?: string; [other: string]: unknown }
  status: NodeStatus
  [other: string]: unknown
}

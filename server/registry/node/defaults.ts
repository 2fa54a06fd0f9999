// Upstream: pkg/apis/core/v1/{defaults,conversion}.go (Node)

import type { NodeSpec, NodeStatus } from '../../../api/core-v1.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { roundUpResourceList } from '../core/resource-list.ts'
import { subObject } from '../core/sub-object.ts'

/** The spec of a Node; made where it is missing. */
export const nodeSpec = (object: KubeObject): NodeSpec => subObject(object, 'spec')
/** The status of a Node; made where it is missing. */
export const nodeStatus = (object: KubeObject): NodeStatus => subObject(object, 'status')

/** podCIDR is the first of podCIDRs, whichever was given; allocatable is the capacity unless it was given. */
export function setNodeDefaults(object: KubeObject): void {
  const spec = nodeSpec(object)
  const status = nodeStatus(object)
  const cidrs = spec.podCIDRs ?? []
  if (spec.podCIDR && spec.podCIDR !== cidrs[0]) spec.podCIDRs = [spec.podCIDR]
  if (spec.podCIDRs?.[0]) spec.podCIDR = spec.podCIDRs[0]
  roundUpResourceList(status.capacity as Record<string, string> | undefined)
  roundUpResourceList(status.allocatable as Record<string, string> | undefined)
  if ((status.allocatable ?? null) === null && (status.capacity ?? null) !== null)
    status.allocatable = deepCopy(status.capacity!)
}

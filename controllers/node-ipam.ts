// Upstream: pkg/controller/nodeipam/ipam/range_allocator.go
import type { NodeSpec } from '../api/core-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { CIDRSet } from './cidr-set.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from './controller.ts'

/** Gives each node a network for its pods out of each of the cluster's networks. @param clusterCIDRs `10.244.0.0/16`, one of each family */
export function startNodeIPAM(context: ControllerContext, clusterCIDRs: readonly string[]): Controller {
  const sets = clusterCIDRs.map((cidr) => new CIDRSet(cidr))
  const nodes = context.informers.on('/api/v1/nodes', {
    onChange(node) {
      const { podCIDRs } = (node['spec'] ?? {}) as NodeSpec
      if (podCIDRs === undefined) queue.add(node.metadata.name!)
      else for (const cidr of podCIDRs) for (const set of sets) set.occupy(cidr)
    },
    onDelete(node) {
      for (const cidr of ((node['spec'] ?? {}) as NodeSpec).podCIDRs ?? [])
        for (const set of sets) set.release(cidr)
    },
  })
  const queue: ReconcileQueue = new ReconcileQueue(context, 'node-ipam', async (name) => {
    const node: KubeObject | undefined = nodes.items.get(name)
    if (node === undefined || ((node['spec'] ?? {}) as NodeSpec).podCIDRs !== undefined) return
    const podCIDRs = sets.map((set) => set.allocate())
    try {
      await context.client.patch(`/api/v1/nodes/${name}`, { spec: { podCIDR: podCIDRs[0], podCIDRs } })
    } catch (error) {
      for (const [i, cidr] of podCIDRs.entries()) sets[i]!.release(cidr)
      throw error
    }
  })
  return queue
}

// Upstream: pkg/controller/nodeipam/ipam/range_allocator.go
import type { NodeSpec } from '../api/core-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { CIDRSet } from './cidr-set.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from './controller.ts'
import { recordEvent } from './event-recorder.ts'
import type { NodeNetworks } from './options/node-networks.ts'

const podCIDRsOf = (node: KubeObject): readonly string[] | undefined =>
  ((node['spec'] ?? {}) as NodeSpec).podCIDRs

/** Gives each node a network for its pods out of each of the cluster's networks. */
export function startNodeIPAM(
  context: ControllerContext,
  { clusterNetworks, serviceCIDRs }: NodeNetworks,
): Controller {
  const sets = clusterNetworks.map((network) => new CIDRSet(network))
  for (const set of sets) for (const cidr of serviceCIDRs) within(() => set.occupy(cidr))
  const nodes = context.informers.on('/api/v1/nodes', {
    onChange(node) {
      const podCIDRs = podCIDRsOf(node)
      if (podCIDRs === undefined) queue.add(node.metadata.name!)
      else for (const [at, cidr] of podCIDRs.entries()) within(() => sets[at]?.occupy(cidr))
    },
    onDelete(node) {
      for (const [at, cidr] of (podCIDRsOf(node) ?? []).entries()) within(() => sets[at]?.release(cidr))
    },
  })
  const queue: ReconcileQueue = new ReconcileQueue(context, 'node-ipam', async (name) => {
    const node: KubeObject | undefined = nodes.items.get(name)
    if (node === undefined || podCIDRsOf(node) !== undefined) return
    const podCIDRs = allocate(context, node, sets)
    try {
      const body = { spec: { podCIDR: podCIDRs[0], podCIDRs } }
      await context.client.json({ method: 'PATCH', path: `/api/v1/nodes/${name}`, body, unread: true })
    } catch (error) {
      for (const [i, cidr] of podCIDRs.entries()) sets[i]!.release(cidr)
      throw error
    }
  })
  return queue
}

/** Throws where a network of the cluster has no more for a node; its Events tell of that. */
function allocate(context: ControllerContext, node: KubeObject, sets: readonly CIDRSet[]): string[] {
  return sets.map((set, at) => {
    try {
      return set.allocate()
    } catch (error) {
      recordEvent(context, 'cidrAllocator', node, {
        type: 'Normal',
        reason: 'CIDRNotAvailable',
        message: `Node ${node.metadata.name} status is now: CIDRNotAvailable`,
      })
      throw new Error(`failed to allocate cidr from cluster cidr at idx:${at}: ${(error as Error).message}`)
    }
  })
}

/** What lies outside of the cluster's networks takes none of theirs. */
function within(act: () => void): void {
  try {
    act()
  } catch {
    // Upstream tells it in the log.
  }
}

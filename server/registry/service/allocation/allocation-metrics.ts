// Upstream: pkg/registry/core/service/{ipallocator,portallocator}/metrics.go
import type { ServerContext } from '../../generic/strategy.ts'
import { IPRange } from './ip-range.ts'
import { serviceIndex } from './service-index.ts'

/** Whether the client named the value, or left the choice to the server. */
export type AllocationScope = 'static' | 'dynamic'

const prefix = 'kube_apiserver'

/** Counts what `work` allocates, and how long that takes; dry runs are not to be counted. */
async function counted<T>(
  { metrics }: ServerContext,
  allocator: 'clusterip' | 'nodeport',
  labels: { cidr?: string; scope: AllocationScope },
  work: () => Promise<T>,
): Promise<T> {
  const name = `${prefix}_${allocator}_allocator_allocation`
  const started = performance.now()
  try {
    const made = await work()
    metrics.family(`${name}_total`).add(labels)
    if (allocator === 'clusterip')
      metrics.family(`${name}_duration_seconds`).observe(labels, (performance.now() - started) / 1000)
    return made
  } catch (error) {
    metrics.family(`${name}_errors_total`).add(labels)
    throw error
  }
}

/** Counts the allocation of a cluster IP of a range, as `10.0.0.0/24`. */
export const countedIP = <T>(
  server: ServerContext,
  cidr: string,
  scope: AllocationScope,
  work: () => Promise<T>,
): Promise<T> => counted(server, 'clusterip', { cidr, scope }, work)

/** Counts the allocation of a node port. */
export const countedPort = <T>(
  server: ServerContext,
  scope: AllocationScope,
  work: () => Promise<T>,
): Promise<T> => counted(server, 'nodeport', { scope }, work)

/** Counts what is allocated and what is free, of the ranges that the server was started with. */
export async function refreshAllocations(server: ServerContext): Promise<void> {
  const { metrics, serviceCIDRs, nodePortRange } = server
  const index = await serviceIndex(server.storage)
  const ips = [...index.heldIPs()]
  for (const cidr of serviceCIDRs) {
    const range = new IPRange(cidr)
    const held = ips.filter((bits) =>
      range.allocatable({ family: range.family === 'IPv6' ? 6 : 4, bits }),
    ).length
    metrics.family(`${prefix}_clusterip_allocator_allocated_ips`).set({ cidr }, held)
    metrics.family(`${prefix}_clusterip_allocator_available_ips`).set({ cidr }, range.size - held)
  }
  const { from, to } = nodePortRange
  const ports = [...index.heldPorts()].filter((port) => port >= from && port <= to).length
  metrics.family(`${prefix}_nodeport_allocator_allocated_ports`).set({}, ports)
  metrics.family(`${prefix}_nodeport_allocator_available_ports`).set({}, to - from + 1 - ports)
}

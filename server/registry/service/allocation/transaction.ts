// Upstream: pkg/registry/core/service/storage/{storage,alloc}.go (beginCreate, beginUpdate, afterDelete)
import type { RequestContext, Transaction } from '../../generic/strategy.ts'
import type { Service } from '../service.ts'
import { normalizeClusterIPs, patchAllocatedValues } from '../type-dependent-fields.ts'
import { allocateClusterIPs, type ClusterIPChange, endClusterIPs, updateClusterIPs } from './cluster-ips.ts'
import { initIPFamilyFields } from './families.ts'
import {
  initHealthCheckNodePort,
  initNodePorts,
  updateHealthCheckNodePort,
  updateNodePorts,
} from './node-ports.ts'
import { PortOperation, releasePorts } from './port-operation.ts'
import { portsHeldBy } from './service-index.ts'

/** Allocates for a new service. Throws a StatusError and leaves nothing allocated then. */
export async function beginCreate(ctx: RequestContext, svc: Service): Promise<Transaction> {
  normalizeClusterIPs(svc, undefined)
  initIPFamilyFields(svc, undefined, ctx.server)
  return withPorts(
    ctx,
    await allocateClusterIPs(svc, ctx),
    () => [],
    async (operation) => {
      await initNodePorts(svc, operation)
      await initHealthCheckNodePort(svc, operation)
    },
  )
}

/**
 * Allocates for an updated Service. Commit releases the addresses and ports that it no longer has; revert releases the new
 * ones.
 */
export async function beginUpdate(ctx: RequestContext, svc: Service, old: Service): Promise<Transaction> {
  patchAllocatedValues(svc, old, ctx.server.release.minor)
  normalizeClusterIPs(svc, old)
  initIPFamilyFields(svc, old, ctx.server)
  const unused = (): number[] => {
    const held = new Set(portsHeldBy(svc))
    return portsHeldBy(old).filter((port) => !held.has(port))
  }
  return withPorts(ctx, await updateClusterIPs(svc, old, ctx), unused, async (operation) => {
    await updateNodePorts(svc, old, operation)
    await updateHealthCheckNodePort(svc, old, operation)
  })
}

async function withPorts(
  ctx: RequestContext,
  change: ClusterIPChange,
  unused: () => readonly number[],
  work: (operation: PortOperation) => Promise<void>,
): Promise<Transaction> {
  const operation = await PortOperation.start(ctx.server, ctx.dryRun)
  const end = async (success: boolean): Promise<void> => {
    await operation.finish(success)
    await endClusterIPs(ctx, change, success)
    if (success && !ctx.dryRun) await releasePorts(ctx.server, unused())
  }
  try {
    await work(operation)
  } catch (error) {
    await end(false)
    throw error
  }
  return { commit: () => end(true), revert: () => end(false) }
}

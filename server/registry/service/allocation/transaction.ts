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
import { PortOperation } from './port-operation.ts'

/** Allocates for a new service. Throws a StatusError and leaves nothing allocated then. */
export async function beginCreate(ctx: RequestContext, svc: Service): Promise<Transaction> {
  normalizeClusterIPs(svc, undefined)
  initIPFamilyFields(svc, undefined, ctx.server)
  return withPorts(ctx, await allocateClusterIPs(svc, ctx), (operation) => {
    initNodePorts(svc, operation)
    initHealthCheckNodePort(svc, operation)
  })
}

/**
 * Allocates for an updated Service. Commit releases the addresses and ports that it no longer has; revert releases the new
 * ones.
 */
export async function beginUpdate(ctx: RequestContext, svc: Service, old: Service): Promise<Transaction> {
  patchAllocatedValues(svc, old, ctx.server.release.minor)
  normalizeClusterIPs(svc, old)
  initIPFamilyFields(svc, old, ctx.server)
  return withPorts(ctx, await updateClusterIPs(svc, old, ctx), (operation) => {
    updateNodePorts(svc, old, operation)
    updateHealthCheckNodePort(svc, old, operation)
  })
}

async function withPorts(
  ctx: RequestContext,
  change: ClusterIPChange,
  work: (operation: PortOperation) => void,
): Promise<Transaction> {
  const operation = await PortOperation.start(ctx.server, ctx.dryRun)
  const end = async (success: boolean): Promise<void> => {
    operation.finish()
    await endClusterIPs(ctx, change, success)
  }
  try {
    work(operation)
  } catch (error) {
    await end(false)
    throw error
  }
  return { commit: () => end(true), revert: () => end(false) }
}

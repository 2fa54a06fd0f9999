// Upstream: pkg/registry/core/service/storage/alloc.go (allocClusterIPs, updateClusterIPs, releaseClusterIPs)

import { field } from '../../../../apimachinery/field-error.ts'
import { newInternalError, newInvalid, type StatusError } from '../../../../apimachinery/status-error.ts'
import { ipToString, parseIPSloppy } from '../../../../apimachinery/validation/ip-address.ts'
import type { RequestContext, ServerContext } from '../../generic/strategy.ts'
import { clusterIPsPath, shownIPs } from '../cluster-ips.ts'
import { serviceDialect } from '../dialect.ts'
import { clusterIPs, ipFamilies, isExternalName, type Service } from '../service.ts'
import { hasFamily, keepsPreferDualStack } from './families.ts'
import { IPAllocator } from './ip-allocator.ts'
import { RangeFullError } from './ip-range.ts'

/** Addresses by family. */
export type ByFamily = [family: string, ip: string][]
/** The cluster IPs that an update allocated, and those to be released when it is committed. */
export interface ClusterIPChange {
  allocated: ByFamily
  /** What the stored service held and the new one does not. */
  toRelease: ByFamily
}
const unchanged: ClusterIPChange = { allocated: [], toRelease: [] }

const open = (server: ServerContext, family: string): Promise<IPAllocator> =>
  IPAllocator.open(server, family === 'IPv6' ? 'IPv6' : 'IPv4')

/** Allocates what the families of the service ask for and writes it into the service. Throws a StatusError. */
export async function allocateClusterIPs(svc: Service, ctx: RequestContext): Promise<ClusterIPChange> {
  if (isExternalName(svc) || clusterIPs(svc)[0] === 'None') return unchanged
  const ips = [...clusterIPs(svc)]
  while (ips.length < ipFamilies(svc).length) ips.push('')
  svc.spec.clusterIPs = ips
  const wanted = ipFamilies(svc).map((family, i): [string, string] => [family, ips[i]!])
  const allocated = await allocateIPs(svc, wanted, ctx)
  for (const [i, [, ip]] of allocated.entries()) ips[i] = ip
  if (ips.length > 0) svc.spec.clusterIP = ips[0]!
  else delete svc.spec.clusterIPs
  return { allocated, toRelease: [] }
}

async function allocateIPs(svc: Service, wanted: ByFamily, ctx: RequestContext): Promise<ByFamily> {
  const allocated: ByFamily = []
  try {
    for (const [family, ip] of wanted) allocated.push([family, await allocateOne(svc, family, ip, ctx)])
  } catch (error) {
    await endClusterIPs(ctx, { allocated, toRelease: [] }, false)
    throw error
  }
  return allocated
}

async function allocateOne(svc: Service, family: string, ip: string, ctx: RequestContext): Promise<string> {
  const { server } = ctx
  const name = svc.metadata.name ?? ''
  const ref = { namespace: svc.metadata.namespace || ctx.namespace, name, uid: svc.metadata.uid }
  const allocator = await open(server, family)
  const refuse = (text: string): StatusError =>
    newInvalid({ group: '', kind: 'Service' }, name, [
      field.invalid(clusterIPsPath, shownIPs(svc, server.release.minor), text),
    ])
  if (ip !== '') {
    const parsed = parseIPSloppy(ip)
    if (parsed === undefined) throw newInternalError(`failed to parse service IP "${ip}"`)
    await allocator.allocate(parsed, ref, ctx.dryRun).catch((error: Error) => {
      throw refuse(`failed to allocate IP ${ip}: ${error.message}`)
    })
    return ip
  }
  try {
    return ipToString(await allocator.allocateNext(ref, ctx.dryRun))
  } catch (error) {
    const { message } = error as Error
    const release = serviceDialect(server.release.minor)
    if (release.passesOnAllocatorErrors === 'always' && !(error instanceof RangeFullError))
      throw refuse(`failed to allocate IP: ${message}`)
    const whom = release.namesServiceOfFullRange ? ` for Service "${name}"` : ''
    throw newInternalError(`failed to allocate a serviceIP${whom}: ${message}`)
  }
}

/** An update takes addresses when the type or the number of families changes. */
export async function updateClusterIPs(
  svc: Service,
  old: Service,
  ctx: RequestContext,
): Promise<ClusterIPChange> {
  if (keepsPreferDualStack(svc, old)) return unchanged
  if (isExternalName(old)) return isExternalName(svc) ? unchanged : allocateClusterIPs(svc, ctx)
  if (clusterIPs(old)[0] === 'None') return unchanged
  const before = ipFamilies(old).map((family, i): [string, string] => [family, clusterIPs(old)[i] ?? ''])
  if (isExternalName(svc)) return { allocated: [], toRelease: before }
  const [had, has] = [before.length, ipFamilies(svc).length]
  if (had === 2 && has === 1) return { allocated: [], toRelease: [before[1]!] }
  if (had !== 1 || has !== 2) return unchanged
  const ips = [...clusterIPs(svc)]
  if (ips.length < 2) ips.push('')
  svc.spec.clusterIPs = ips
  const allocated = await allocateIPs(svc, [[ipFamilies(svc)[1]!, ips[1]!]], ctx)
  ips[1] = allocated[0]![1]
  return { allocated, toRelease: [] }
}

/** Ends the change after the write: keeps what was allocated or gives it back. */
export async function endClusterIPs(
  ctx: RequestContext,
  change: ClusterIPChange,
  success: boolean,
): Promise<void> {
  if (ctx.dryRun) return
  for (const [family, ip] of change.allocated) {
    const allocator = await open(ctx.server, family)
    const parsed = parseIPSloppy(ip)!
    if (success) allocator.settle(parsed)
    else await allocator.release(parsed, true)
  }
  if (success) await releaseIPs(ctx.server, change.toRelease)
}

async function releaseIPs(server: ServerContext, list: ByFamily): Promise<void> {
  for (const [family, ip] of list) {
    const parsed = parseIPSloppy(ip)
    if (parsed !== undefined && hasFamily(server, family))
      await (await open(server, family)).release(parsed, false)
  }
}

/** The addresses of a service that is gone. */
export async function releaseClusterIPs(svc: Service, server: ServerContext): Promise<void> {
  if (isExternalName(svc) || clusterIPs(svc)[0] === 'None') return
  const list = clusterIPs(svc).map((ip): [string, string] => [
    parseIPSloppy(ip)?.family === 6 ? 'IPv6' : 'IPv4',
    ip,
  ])
  await releaseIPs(server, list)
}

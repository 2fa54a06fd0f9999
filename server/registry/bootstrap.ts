// Upstream: pkg/controlplane/{instance,controller/**}.go, pkg/registry/{rbac,scheduling,flowcontrol}/rest (PostStartHooks)

import { deepCopy, type KubeObject } from '../../apimachinery/json.ts'
import { tokenTrackingMap } from '../../apimachinery/legacy-tokens.ts'
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { toTime } from '../../component-base/clock.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import { StorageError } from '../storage/interface.ts'
import { type Advertised, isEndpointsOfServer, moveEndpoints, setAdvertised } from './advertised-endpoints.ts'
import { automanaged, localAPIService } from './apiregistration/local-api-services.ts'
import type { RegisteredResource, Registry } from './generic/registry.ts'
import type { ServerContext } from './generic/strategy.ts'
import { inWireOrder } from './generic/wire.ts'
import {
  adaptKubernetesService,
  defaultServiceCIDR,
  hasMultipleCIDRs,
  repairIPAddresses,
  repairRanges,
} from './service/bootstrap.ts'

/** The server that objects of its own are written of. */
export interface BootstrapTarget {
  /** Says in managedFields that the server itself wrote the object. */
  track(resource: RegisteredResource, object: KubeObject): KubeObject
  readonly server: ServerContext
  readonly registry: Registry
}

/** Creates what is there after the start of a real server and is missing in the store. */
export async function writeBootstrapObjects(target: BootstrapTarget, advertise?: Advertised): Promise<void> {
  const facts = releaseFacts(target.server.release.facts, 'bootstrap-objects')
  const writes: Promise<void>[] = []
  for (const path of Object.keys(facts)) {
    const [, prefix, ...rest] = path.split('/')
    const [group, version, resource] =
      prefix === 'api' ? ['', rest[0]!, rest[1]!] : [rest[0]!, rest[1]!, rest[2]!]
    const registered = target.registry.resource(group, version, resource)
    // Address objects follow from the ranges and services of this server, below.
    if (registered?.store === undefined || resource === 'ipaddresses' || resource === 'servicecidrs') continue
    const apiVersion = group === '' ? version : `${group}/${version}`
    for (const data of facts[path]!) {
      const object = { apiVersion, kind: registered.kind.kind, ...(deepCopy(data) as object) } as KubeObject
      writes.push(write(target, object, registered, advertise))
    }
  }
  await Promise.all(writes)
  await writeAPIServices(target)
  await writeDefaultServiceCIDR(target)
  await repairIPAddresses(target.server)
  await repairRanges(target.server)
}

async function writeDefaultServiceCIDR(target: BootstrapTarget): Promise<void> {
  if (!hasMultipleCIDRs(target.server)) return
  const object = defaultServiceCIDR(target.server)
  const registered = target.registry.resource(
    'networking.k8s.io',
    parseApiVersion(object.apiVersion).version,
    'servicecidrs',
  )
  if (registered?.store !== undefined) await write(target, object, registered, undefined)
}

/** Writes an object of the server's own unless one of its name is there. */
export const writeMissing = (
  target: BootstrapTarget,
  object: KubeObject,
  registered: RegisteredResource,
): Promise<void> => write(target, object, registered, undefined)

async function write(
  target: BootstrapTarget,
  object: KubeObject,
  registered: RegisteredResource,
  advertise: Advertised | undefined,
): Promise<void> {
  const { server } = target
  const store = registered.store!
  const { name = '', namespace = '' } = object.metadata
  const key = store.prefixOf(namespace) + name
  const current = await server.storage.get(key)
  if (current !== undefined) {
    if (advertise !== undefined && !server.storage.shared && isEndpointsOfServer(object))
      await moveEndpoints(server, store.view(current).object, current, advertise)
    return
  }
  adapt(object, server, advertise)
  object.metadata.uid = server.random.uuid()
  object.metadata.creationTimestamp = toTime(server.clock.now())
  const managed = target.track(registered, store.parts.scheme.normalize(object))
  const stored = store.toStorage(managed)
  try {
    await server.storage.create(key, inWireOrder(stored))
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'exists') throw error
  }
}

/** Recorded times become now, recorded addresses those of the server's ranges. */
function adapt(object: KubeObject, server: ServerContext, advertise: Advertised | undefined): void {
  if (object.kind === 'Service' && object.metadata.name === 'kubernetes')
    adaptKubernetesService(object, server)
  if (advertise !== undefined) setAdvertised(object, advertise)
  if (object.metadata.name === tokenTrackingMap)
    object['data'] = { since: toTime(server.clock.now()).slice(0, 10) }
  const status = object['status'] as { conditions?: { lastTransitionTime?: string }[] } | undefined
  for (const condition of status?.conditions ?? [])
    if (condition.lastTransitionTime !== undefined) condition.lastTransitionTime = toTime(server.clock.now())
}

/** An APIService for each group version that is served; those of the release before that are not go away. */
async function writeAPIServices(target: BootstrapTarget): Promise<void> {
  const registered = target.registry.resource('apiregistration.k8s.io', 'v1', 'apiservices')
  if (registered?.store === undefined) return
  const { storage, clock } = target.server
  const names = new Set<string>()
  for (const { group, version } of target.registry.served) {
    const object = localAPIService(group, version, clock)
    if (object === undefined) continue
    names.add(object.metadata.name ?? '')
    await write(target, object, registered, undefined)
  }
  for (const { key, object, modRevision } of (await storage.list(registered.store.prefixOf(''))).records)
    if (object.metadata.labels?.[automanaged] === 'onstart' && !names.has(object.metadata.name ?? ''))
      await storage.delete(key, modRevision)
}

// Upstream: pkg/controlplane/{instance,controller/**}.go, pkg/registry/{rbac,scheduling,flowcontrol}/rest (PostStartHooks)
import { toTime } from '../../component-base/clock.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import { deepCopy, type KubeObject } from '../apimachinery/json.ts'
import { StorageError } from '../storage/interface.ts'
import { inWireOrder } from './generic/object-meta.ts'
import type { RegisteredResource, Registry } from './generic/registry.ts'
import type { ServerContext } from './generic/strategy.ts'
import {
  adaptKubernetesService,
  defaultServiceCIDR,
  hasMultipleCIDRs,
  repairIPAddresses,
} from './service/bootstrap.ts'

interface Target {
  /** Says in managedFields that the server itself wrote the object. */
  track(resource: RegisteredResource, object: KubeObject): KubeObject
  readonly server: ServerContext
  readonly registry: Registry
}

/** Creates what is there after the start of a real server and is missing in the store. */
export async function writeBootstrapObjects(
  target: Target,
  advertise?: { address: string; port: number },
): Promise<void> {
  const facts = releaseFacts(`1.${target.server.minor}`, 'bootstrap-objects')
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
  await writeDefaultServiceCIDR(target)
  await repairIPAddresses(target.server)
}

async function writeDefaultServiceCIDR(target: Target): Promise<void> {
  if (!hasMultipleCIDRs(target.server)) return
  const object = defaultServiceCIDR(target.server)
  const registered = target.registry.resource(
    'networking.k8s.io',
    object.apiVersion.split('/')[1]!,
    'servicecidrs',
  )
  if (registered?.store !== undefined) await write(target, object, registered, undefined)
}

async function write(
  target: Target,
  object: KubeObject,
  registered: RegisteredResource,
  advertise: { address: string; port: number } | undefined,
): Promise<void> {
  const { server } = target
  const store = registered.store!
  const { name = '', namespace = '' } = object.metadata
  const key = store.prefixOf(namespace) + name
  if ((await server.storage.get(key)) !== undefined) return
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
function adapt(
  object: KubeObject,
  server: ServerContext,
  _advertise: { address: string; port: number } | undefined,
): void {
  if (object.kind === 'Service' && object.metadata.name === 'kubernetes')
    adaptKubernetesService(object, server)
  const status = object['status'] as { conditions?: { lastTransitionTime?: string }[] } | undefined
  for (const condition of status?.conditions ?? [])
    if (condition.lastTransitionTime !== undefined) condition.lastTransitionTime = toTime(server.clock.now())
}

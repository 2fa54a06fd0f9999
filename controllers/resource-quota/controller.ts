// Upstream: pkg/controller/resourcequota/resource_quota_controller.go
import { getOwn, type KubeObject, semanticEqual } from '../../server/apimachinery/json.ts'
import { Quantity } from '../../server/apimachinery/quantity.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import {
  add,
  claimUsage,
  matchesScope,
  one,
  podUsage,
  type ScopeRequirement,
  serviceUsage,
  type Usage,
} from './usage.ts'

interface ResourceQuota extends KubeObject {
  spec: {
    hard?: Record<string, string>
    scopes?: string[]
    scopeSelector?: { matchExpressions?: ScopeRequirement[] }
  }
  status: { hard?: Record<string, string>; used?: Record<string, string> }
}

/** Kinds that are only counted are looked at as often as that. */
const resyncMs = 30_000

/** Says in a ResourceQuota's status how much of it is used. */
export function startResourceQuotas(context: ControllerContext): Controller {
  const touch = ({ metadata }: KubeObject): void => {
    for (const [key, quota] of quotas.items)
      if (quota.metadata.namespace === metadata.namespace) queue.add(key)
  }
  const watch = (path: string) => context.informers.on(path, { onChange: touch, onDelete: touch })
  const quotas = context.informers.on('/api/v1/resourcequotas', {
    onChange: (quota) => queue.add(keyOf(quota)),
  })
  const evaluated = [
    { informer: watch('/api/v1/pods'), usage: podUsage, scoped: true },
    { informer: watch('/api/v1/persistentvolumeclaims'), usage: claimUsage, scoped: false },
    { informer: watch('/api/v1/services'), usage: serviceUsage, scoped: false },
  ]
  const queue: ReconcileQueue = new ReconcileQueue(context, 'resourcequota', async (key) => {
    const quota = quotas.items.get(key) as ResourceQuota | undefined
    if (quota === undefined) return
    const scopes = scopesOf(quota)
    const used = new Map<string, Quantity>()
    for (const { informer, usage, scoped } of evaluated)
      for (const object of informer.items.values()) {
        if (object.metadata.namespace !== quota.metadata.namespace) continue
        if (scopes.length > 0 && !(scoped && scopes.every((scope) => matchesScope(object, scope)))) continue
        add(used, usage(object))
      }
    let resync = false
    for (const name of Object.keys(quota.spec.hard ?? {})) {
      const counted = countedResource(name)
      if (counted === undefined) continue
      used.set(name, await countOf(context, quota.metadata.namespace!, counted.plural, counted.group))
      resync = true
    }
    await writeStatus(context, quota, used)
    if (resync) queue.addAfter(key, resyncMs)
  })
  return queue
}

const scopesOf = ({ spec }: ResourceQuota): ScopeRequirement[] => [
  ...(spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' })),
  ...(spec.scopeSelector?.matchExpressions ?? []),
]

const countedCore = ['configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas']
const watched = ['pods', 'persistentvolumeclaims', 'services']

/** The group and plural that a resource counts: `count/deployments.apps`, `secrets`; undefined: another kind of resource. */
function countedResource(name: string): { plural: string; group: string } | undefined {
  const resource = name.startsWith('count/') ? name.slice(6) : countedCore.includes(name) ? name : undefined
  if (resource === undefined || watched.includes(resource)) return undefined
  const [plural = '', ...group] = resource.split('.')
  return { plural, group: group.join('.') }
}

/** How many objects a namespace has of a resource, in the preferred version of its group. */
async function countOf(
  { client }: ControllerContext,
  namespace: string,
  plural: string,
  group: string,
): Promise<Quantity> {
  const base =
    group === ''
      ? '/api/v1'
      : `/apis/${(await client.get<{ preferredVersion: { groupVersion: string } }>(`/apis/${group}`)).preferredVersion.groupVersion}`
  const { items } = await client.get<{ items?: unknown[] | null }>(
    `${base}/namespaces/${namespace}/${plural}`,
  )
  return Quantity.of((items ?? []).length)
}

async function writeStatus({ client }: ControllerContext, quota: ResourceQuota, usage: Usage): Promise<void> {
  const { hard = {} } = quota.spec
  const zero = one.subtract(one)
  const used = Object.fromEntries(
    Object.keys(hard).map((name) => [name, (usage.get(name) ?? zero).toString()]),
  )
  const unchanged = Object.keys({ ...used, ...quota.status.used }).every(
    (name) => getOwn(used, name) === getOwn(quota.status.used, name),
  )
  if (unchanged && semanticEqual(quota.status.hard, hard)) return
  const { namespace, name } = quota.metadata
  await client.update(`/api/v1/namespaces/${namespace}/resourcequotas/${name}/status`, {
    ...quota,
    status: { hard, used },
  })
}

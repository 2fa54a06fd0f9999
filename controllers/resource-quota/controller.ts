// Upstream: pkg/controller/resourcequota/resource_quota_controller.go, pkg/quota/v1/install/update_filter.go

import { type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import { attributesClasses } from '../../apimachinery/quota/claims.ts'
import type { QuotaEvaluator, QuotaRules } from '../../apimachinery/quota/evaluator.ts'
import { countedResource, evaluatorFor, staticEvaluators } from '../../apimachinery/quota/evaluators.ts'
import { podCounts } from '../../apimachinery/quota/pods.ts'
import { type Counted, quotaUsage } from '../../apimachinery/quota/quota-usage.ts'
import type { QuotaObject } from '../../apimachinery/quota/scopes.ts'
import { parseUsage, sameUsage, type Usage, usageList } from '../../apimachinery/quota/usage.ts'
import type { Informer } from '../../client/informer.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue, splitKey } from '../controller.ts'
import { CountedInformers } from './counted-informers.ts'

/** `--resource-quota-sync-period` */
const resyncMs = 5 * 60_000

/**
 * Keeps the status of ResourceQuotas. Additions are charged at admission; here the usage is counted anew where a quota has
 * other amounts, or objects are deleted.
 */
export function startResourceQuotas(context: ControllerContext): Controller {
  const rules: QuotaRules = {
    gates: context.gates,
    minor: context.minor,
    now: () => context.clock.now(),
  }
  const replenish = ({ metadata }: KubeObject): void => {
    for (const [key, quota] of quotas.items)
      if (quota.metadata.namespace === metadata.namespace) queue.add(key)
  }
  const quotas = context.informers.on('/api/v1/resourcequotas', {
    onChange(quota, old) {
      if (old === undefined || !semanticEqual(hardOf(quota), hardOf(old))) queue.add(keyOf(quota))
    },
  })
  const watched = watchEvaluated(context, rules, replenish)
  const others = new CountedInformers(context, replenish)
  const queue: ReconcileQueue = new ReconcileQueue(context, 'resourcequota', async (key) => {
    const quota = quotas.items.get(key) as QuotaObject | undefined
    if (quota === undefined) return
    queue.addAfter(key, resyncMs)
    const counted = await objectsOf(quota, watched, others, rules)
    await writeStatus(context, quota, quotaUsage(quota, counted, rules))
  })
  return {
    async stop() {
      await queue.stop()
      await others.stop()
    },
  }
}

const hardOf = (quota: KubeObject): object => (quota as QuotaObject).spec?.hard ?? {}

/** Changes that leave more of a quota, or move an object from one quota to another. */
const leavesMore: Readonly<Record<string, (now: KubeObject, old: KubeObject, at: number) => boolean>> = {
  pods: (now, old, at) => podCounts(old, at) && !podCounts(now, at),
  services: (now, old) => serviceType(now) !== serviceType(old),
  persistentvolumeclaims: (now, old) =>
    !semanticEqual(allocated(now), allocated(old)) ||
    !semanticEqual(attributesClasses(now), attributesClasses(old)),
}
const serviceType = (service: KubeObject): string | undefined =>
  (service['spec'] as { type?: string } | undefined)?.type
const allocated = (claim: KubeObject): object =>
  (claim['status'] as { allocatedResources?: object } | undefined)?.allocatedResources ?? {}

/** The resources of which more than the number counts: plural → all objects. */
function watchEvaluated(
  { informers, clock }: ControllerContext,
  rules: QuotaRules,
  replenish: (object: KubeObject) => void,
): ReadonlyMap<string, Informer> {
  const core = staticEvaluators(rules).filter(({ group }) => group === '')
  return new Map(
    core.map(({ resource }) => {
      const onChange = (now: KubeObject, old: KubeObject | undefined): void => {
        if (old !== undefined && leavesMore[resource]?.(now, old, clock.now())) replenish(now)
      }
      return [resource, informers.on(`/api/v1/${resource}`, { onChange, onDelete: replenish })]
    }),
  )
}

/** Everything in the quota's namespace that the quota counts. */
async function objectsOf(
  quota: QuotaObject,
  watched: ReadonlyMap<string, Informer>,
  others: CountedInformers,
  rules: QuotaRules,
): Promise<Counted[]> {
  const names = Object.keys(quota.spec?.hard ?? {})
  const [namespace] = splitKey(keyOf(quota))
  const found = await Promise.all(
    evaluatorsOf(names, rules).map(async (evaluator) => {
      const { group, resource } = evaluator
      const own = group === '' ? watched.get(resource) : undefined
      const informer = own ?? (await others.of(group, resource))
      if (informer === undefined) return []
      const objects = [...informer.items.values()].filter((o) => o.metadata.namespace === namespace)
      return [{ evaluator, objects }]
    }),
  )
  return found.flat()
}

function evaluatorsOf(names: readonly string[], rules: QuotaRules): QuotaEvaluator[] {
  const known = staticEvaluators(rules).filter((evaluator) => evaluator.matching(names, rules).length > 0)
  const counted = names.flatMap((name) => {
    const resource = countedResource(name)
    return resource === undefined ? [] : (evaluatorFor(resource.group, resource.resource, rules) ?? [])
  })
  const byResource = [...known, ...counted].map((e): [string, QuotaEvaluator] => [
    `${e.group}/${e.resource}`,
    e,
  ])
  return [...new Map(byResource).values()]
}

async function writeStatus({ client }: ControllerContext, quota: QuotaObject, found: Usage): Promise<void> {
  const { hard = {} } = quota.spec ?? {}
  const before = parseUsage(quota.status?.used)
  const known = Object.keys(hard).flatMap((name) => {
    const amount = found.get(name) ?? before.get(name)
    return amount === undefined ? [] : [[name, amount] as const]
  })
  const used = new Map(known)
  const dirty = quota.status?.hard === undefined || quota.status.used === undefined
  if (!dirty && sameUsage(used, before) && semanticEqual(quota.status?.hard, hard)) return
  const { namespace, name } = quota.metadata
  await client.update(`/api/v1/namespaces/${namespace}/resourcequotas/${name}/status`, {
    ...quota,
    status: { hard, used: usageList(used) },
  })
}

// Upstream: pkg/controller/servicecidrs/servicecidrs_controller.go

import type { ServiceCIDRSpec, ServiceCIDRStatus } from '../api/networking-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import {
  cidrContains,
  type IPNet,
  parseCIDRSloppy,
  parseIPSloppy,
} from '../apimachinery/validation/ip-address.ts'
import { toTime } from '../component-base/clock.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from './controller.ts'

type ServiceCIDR = KubeObject & { readonly spec?: ServiceCIDRSpec; readonly status?: ServiceCIDRStatus }

const manager = 'service-cidr-controller'
const finalizer = 'networking.k8s.io/service-cidr-finalizer'
const managedBy = 'ipaddress.kubernetes.io/managed-by'
const allocator = 'ipallocator.k8s.io'
/** The milliseconds after a network's deletion for which servers may still take addresses of it. */
const gracePeriod = 10_000

interface Condition {
  readonly status: 'True' | 'False'
  readonly reason?: string
  readonly message: string
}
const ready: Condition = { status: 'True', message: 'Kubernetes Service CIDR is ready' }
const terminating: Condition = {
  status: 'False',
  reason: 'Terminating',
  message:
    'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
}

const networksOf = ({ spec }: ServiceCIDR): IPNet[] =>
  (spec?.cidrs ?? []).flatMap((cidr) => parseCIDRSloppy(cidr) ?? [])
const isWithin = (inner: IPNet, outer: IPNet): boolean =>
  outer.prefixLength <= inner.prefixLength && cidrContains(outer, inner.network)

/** Whether addresses that Services have would be of no network any more without a ServiceCIDR. */
export function wouldOrphan(
  one: ServiceCIDR,
  all: readonly ServiceCIDR[],
  addresses: readonly KubeObject[],
): boolean {
  const others = all.filter(({ metadata }) => metadata.name !== one.metadata.name).flatMap(networksOf)
  const own = networksOf(one)
  if (own.every((network) => others.some((other) => isWithin(network, other)))) return false
  return addresses.some(({ metadata: { name = '', labels } }) => {
    const ip = labels?.[managedBy] === allocator ? parseIPSloppy(name) : undefined
    if (ip === undefined) return false
    const has = (network: IPNet): boolean => cidrContains(network, ip)
    return own.some(has) && !others.some(has)
  })
}

/** Keeps ServiceCIDRs until no address depends on them, and tells whether they are ready. @param version of their API */
export function startServiceCIDRs(context: ControllerContext, version: string): Controller {
  const { client, clock } = context
  const group = `/apis/networking.k8s.io/${version}`
  const addAll = (): void => {
    for (const name of cidrs.items.keys()) queue.add(name)
  }
  const cidrs = context.informers.on(`${group}/servicecidrs`, { onChange: addAll, onDelete: addAll })
  const addresses = context.informers.on(`${group}/ipaddresses`, { onDelete: addAll })
  const all = (): ServiceCIDR[] => [...cidrs.items.values()] as ServiceCIDR[]

  const tell = async ({ metadata, status }: ServiceCIDR, condition: Condition): Promise<void> => {
    const now = status?.conditions?.find(({ type }) => type === 'Ready')
    if (now?.status === condition.status && now.message === condition.message) return
    const { name } = metadata
    const lastTransitionTime = toTime(clock.now())
    await client.patch(
      `${group}/servicecidrs/${name}/status?fieldManager=${manager}&force=true`,
      {
        apiVersion: `networking.k8s.io/${version}`,
        kind: 'ServiceCIDR',
        metadata: { name },
        status: { conditions: [{ type: 'Ready', lastTransitionTime, ...condition }] },
      },
      'application/apply-patch+yaml',
    )
  }
  const keepUntil = (object: ServiceCIDR, finalizers: string[]): Promise<unknown> =>
    client.update(`${group}/servicecidrs/${object.metadata.name}`, {
      ...object,
      metadata: { ...object.metadata, finalizers },
    })

  const queue = new ReconcileQueue(context, manager, async (name) => {
    const found = cidrs.items.get(name) as ServiceCIDR | undefined
    if (found === undefined) return
    const { finalizers = [], deletionTimestamp } = found.metadata
    const kept = finalizers.includes(finalizer)
    if (deletionTimestamp === undefined) {
      if (!kept) await keepUntil(found, [...finalizers, finalizer])
      await tell(found, ready)
    } else if (wouldOrphan(found, all(), [...addresses.items.values()])) await tell(found, terminating)
    else if (kept) {
      const left = Date.parse(deletionTimestamp) + gracePeriod - clock.now()
      if (left > 0) queue.addAfter(name, left)
      else
        await keepUntil(
          found,
          finalizers.filter((one) => one !== finalizer),
        )
    }
  })
  return queue
}

// Upstream: pkg/controller/nodelifecycle/node_lifecycle_controller.go
import { toTime } from '../component-base/clock.ts'
import type { KubeObject } from '../server/apimachinery/json.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from './controller.ts'

interface Taint {
  key: string
  value?: string
  effect: string
  timeAdded?: string
}
interface Condition {
  type: string
  status: string
  reason?: string
  message?: string
  lastHeartbeatTime?: string
  lastTransitionTime?: string
}

const gracePeriod = 50_000
const monitorPeriod = 5_000
const notReady = 'node.kubernetes.io/not-ready'
const unreachable = 'node.kubernetes.io/unreachable'
const managed = [
  notReady,
  unreachable,
  'node.kubernetes.io/memory-pressure',
  'node.kubernetes.io/disk-pressure',
  'node.kubernetes.io/pid-pressure',
  'node.kubernetes.io/network-unavailable',
  'node.kubernetes.io/unschedulable',
]

const conditionsOf = (node: KubeObject): Condition[] =>
  (node['status'] as { conditions?: Condition[] }).conditions ?? []

/** Keys of the taints that a node's conditions call for, with their effects. */
function wantedTaints(node: KubeObject): Taint[] {
  const status = (type: string): string | undefined => conditionsOf(node).find((c) => c.type === type)?.status
  const taints: Taint[] = []
  const ready = status('Ready')
  if (ready === 'Unknown')
    taints.push({ key: unreachable, effect: 'NoSchedule' }, { key: unreachable, effect: 'NoExecute' })
  else if (ready === 'False')
    taints.push({ key: notReady, effect: 'NoSchedule' }, { key: notReady, effect: 'NoExecute' })
  for (const [type, key] of [
    ['MemoryPressure', 'memory-pressure'],
    ['DiskPressure', 'disk-pressure'],
    ['PIDPressure', 'pid-pressure'],
    ['NetworkUnavailable', 'network-unavailable'],
  ] as const) {
    if (status(type) === 'True') taints.push({ key: `node.kubernetes.io/${key}`, effect: 'NoSchedule' })
  }
  if ((node['spec'] as { unschedulable?: boolean }).unschedulable === true)
    taints.push({ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' })
  return taints
}

/** Keeps the taints that follow from conditions, and marks nodes whose Lease is no longer renewed. */
export function startNodeLifecycle(context: ControllerContext): Controller {
  const renewals = new Map<string, { renewTime: unknown; seen: number }>()
  context.informers.on('/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases', {
    onChange: (lease) =>
      renewals.set(lease.metadata.name!, {
        renewTime: (lease['spec'] as { renewTime?: string }).renewTime,
        seen: context.clock.now(),
      }),
    onDelete: (lease) => renewals.delete(lease.metadata.name!),
  })
  const nodes = context.informers.on('/api/v1/nodes', { onChange: (node) => queue.add(node.metadata.name!) })
  const queue = new ReconcileQueue(context, 'node-lifecycle', async (name) => {
    const node = nodes.items.get(name)
    if (node === undefined) return
    await syncTaints(context, node)
    const renewal = renewals.get(name)
    if (renewal !== undefined && context.clock.now() - renewal.seen > gracePeriod)
      await markUnknown(context, node)
    queue.addAfter(name, monitorPeriod)
  })
  return queue
}

async function syncTaints({ client, clock }: ControllerContext, node: KubeObject): Promise<void> {
  const current = (node['spec'] as { taints?: Taint[] }).taints ?? []
  const wanted = wantedTaints(node)
  const same = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect
  const kept = current.filter((t) => !managed.includes(t.key) || wanted.some((w) => same(w, t)))
  const added = wanted
    .filter((w) => !current.some((t) => same(w, t)))
    .map((t) => ({ ...t, timeAdded: toTime(clock.now()) }))
  if (added.length === 0 && kept.length === current.length) return
  const taints = [...kept, ...added]
  await client.patch(
    `/api/v1/nodes/${node.metadata.name}`,
    {
      metadata: { resourceVersion: node.metadata.resourceVersion },
      spec: { taints: taints.length === 0 ? null : taints },
    },
    'application/merge-patch+json',
  )
}

async function markUnknown({ client, clock }: ControllerContext, node: KubeObject): Promise<void> {
  const now = toTime(clock.now())
  const conditions = conditionsOf(node)
  if (conditions.every((c) => c.status === 'Unknown')) return
  const unknown = conditions.map(
    (c): Condition => ({
      ...c,
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
      lastTransitionTime: c.status === 'Unknown' ? c.lastTransitionTime! : now,
    }),
  )
  await client.patch(`/api/v1/nodes/${node.metadata.name}/status`, { status: { conditions: unknown } })
}

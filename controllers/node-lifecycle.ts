// Upstream: pkg/controller/nodelifecycle/node_lifecycle_controller.go

import type { NodeCondition, NodeSpec, NodeStatus, Taint } from '../api/core-v1.ts'
import { conditionOfType, transitionTime } from '../apimachinery/conditions.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { isNotFound } from '../client/rest-client.ts'
import { togetherMs, toTime } from '../component-base/clock.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from './controller.ts'
import { recordEvent } from './event-recorder.ts'
import { podCondition } from './pods.ts'

const gracePeriod = 50_000
const monitorPeriod = 5_000
const notReadyTaint = 'node.kubernetes.io/not-ready'
const unreachable = 'node.kubernetes.io/unreachable'
const managed = [
  notReadyTaint,
  unreachable,
  'node.kubernetes.io/memory-pressure',
  'node.kubernetes.io/disk-pressure',
  'node.kubernetes.io/pid-pressure',
  'node.kubernetes.io/network-unavailable',
  'node.kubernetes.io/unschedulable',
]

const conditionsOf = (node: KubeObject): NodeCondition[] => (node['status'] as NodeStatus).conditions ?? []

/** Keys of the taints that a node's conditions call for, with their effects. */
function wantedTaints(node: KubeObject): Taint[] {
  const status = (type: string): string | undefined => conditionOfType(conditionsOf(node), type)?.status
  const taints: Taint[] = []
  const ready = status('Ready')
  if (ready === 'Unknown')
    taints.push({ key: unreachable, effect: 'NoSchedule' }, { key: unreachable, effect: 'NoExecute' })
  else if (ready === 'False')
    taints.push({ key: notReadyTaint, effect: 'NoSchedule' }, { key: notReadyTaint, effect: 'NoExecute' })
  for (const [type, key] of [
    ['MemoryPressure', 'memory-pressure'],
    ['DiskPressure', 'disk-pressure'],
    ['PIDPressure', 'pid-pressure'],
    ['NetworkUnavailable', 'network-unavailable'],
  ] as const) {
    if (status(type) === 'True') taints.push({ key: `node.kubernetes.io/${key}`, effect: 'NoSchedule' })
  }
  if ((node['spec'] as NodeSpec).unschedulable === true)
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
  const nodes = context.informers.on('/api/v1/nodes', {
    onChange: (node, old) => {
      const { name } = node.metadata
      if (old === undefined)
        recordNode(context, node, 'RegisteredNode', `event: Registered Node ${name} in Controller`)
      else if (isReady(old) && !isReady(node)) {
        recordNode(context, node, 'NodeNotReady', 'status is now: NodeNotReady')
        for (const [key, pod] of pods.items)
          if (
            (pod['spec'] as { nodeName?: string }).nodeName === name &&
            podCondition(pod, 'Ready')?.status === 'True'
          )
            notReady.add(key)
      }
      queue.add(name!)
    },
    onDelete: (node) =>
      recordNode(context, node, 'RemovingNode', `event: Removing Node ${node.metadata.name} from Controller`),
  })
  const pods = context.informers.on('/api/v1/pods')
  /** The times at which nodes were last looked at, by name, in milliseconds since the epoch, and the Node objects that they were then. */
  const looks = new Map<string, { at: number; node: KubeObject }>()
  const notReady = new ReconcileQueue(context, 'node-lifecycle-pods', async (key) => {
    const pod = pods.items.get(key)
    if (pod !== undefined) await markNotReady(context, pod)
  })
  const queue = new ReconcileQueue(context, 'node-lifecycle', async (name) => {
    const node = nodes.items.get(name)
    if (node === undefined) return void looks.delete(name)
    const last = looks.get(name)
    // Most nodes are what they were five seconds ago.
    if (last?.node !== node) await syncTaints(context, node)
    const renewal = renewals.get(name)
    const now = context.clock.now()
    // Where nothing at all happened for a while, nodes could not renew their leases either.
    if (renewal !== undefined && now - (last?.at ?? now) > 3 * monitorPeriod) renewal.seen = now
    looks.set(name, { at: now, node })
    if (renewal !== undefined && now - renewal.seen > gracePeriod) await markUnknown(context, node)
    queue.addAfter(name, monitorPeriod, togetherMs)
  })
  return {
    async stop() {
      await Promise.all([queue.stop(), notReady.stop()])
    },
  }
}

const isReady = (node: KubeObject): boolean =>
  conditionsOf(node).some(({ type, status }) => type === 'Ready' && status === 'True')

/** @param told after the node's name */
function recordNode(
  context: ControllerContext,
  { metadata }: KubeObject,
  reason: string,
  told: string,
): void {
  const about = { kind: 'Node', name: metadata.name!, uid: metadata.uid!, apiVersion: 'v1' }
  const message = `Node ${metadata.name} ${told}`
  recordEvent(context, 'node-controller', about, { type: 'Normal', reason, message })
}

/** The pods of a node that is not ready are not either, whatever its kubelet last said. */
async function markNotReady(context: ControllerContext, pod: KubeObject): Promise<void> {
  const ready = podCondition(pod, 'Ready')
  if (ready?.status !== 'True') return
  const { namespace, name } = pod.metadata
  const condition = { ...ready, status: 'False', lastTransitionTime: toTime(context.clock.now()) }
  try {
    await context.client.patch(`/api/v1/namespaces/${namespace}/pods/${name}/status`, {
      status: { conditions: [condition] },
    })
    const message = 'Node is not ready'
    recordEvent(context, 'node-controller', pod, { type: 'Warning', reason: 'NodeNotReady', message })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

async function syncTaints({ client, clock }: ControllerContext, node: KubeObject): Promise<void> {
  const current = (node['spec'] as NodeSpec).taints ?? []
  const wanted = wantedTaints(node)
  const same = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect
  const kept = current.filter((t) => !managed.includes(t.key ?? '') || wanted.some((w) => same(w, t)))
  const added = wanted
    .filter((w) => !current.some((t) => same(w, t)))
    .map((t) => ({ ...t, timeAdded: toTime(clock.now()) }))
  if (added.length === 0 && kept.length === current.length) return
  const taints = [...kept, ...added]
  await client.json({
    unread: true,
    method: 'PATCH',
    path: `/api/v1/nodes/${node.metadata.name}`,
    body: {
      metadata: { resourceVersion: node.metadata.resourceVersion },
      spec: { taints: taints.length === 0 ? null : taints },
    },
    contentType: 'application/merge-patch+json',
  })
}

async function markUnknown({ client, clock }: ControllerContext, node: KubeObject): Promise<void> {
  const now = toTime(clock.now())
  const conditions = conditionsOf(node)
  if (conditions.every((c) => c.status === 'Unknown')) return
  const unknown = conditions.map(
    (c): NodeCondition => ({
      ...c,
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
      lastTransitionTime: transitionTime([c], { type: c.type, status: 'Unknown' }, now),
    }),
  )
  await client.patch(`/api/v1/nodes/${node.metadata.name}/status`, { status: { conditions: unknown } })
}

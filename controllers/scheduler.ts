// Upstream: pkg/scheduler (the part that a simulated cluster needs: taints, node selectors, unschedulable)
import { toTime } from '../component-base/clock.ts'
import type { KubeObject } from '../server/apimachinery/json.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue, splitKey } from './controller.ts'

interface Toleration {
  key?: string
  operator?: string
  value?: string
  effect?: string
}
interface PodSpec {
  nodeName?: string
  schedulerName?: string
  nodeSelector?: Record<string, string>
  tolerations?: Toleration[]
}
interface NodeSpec {
  unschedulable?: boolean
  taints?: { key: string; value?: string; effect: string }[]
}

const tolerates = (
  tolerations: readonly Toleration[],
  taint: { key: string; value?: string; effect: string },
): boolean =>
  tolerations.some(
    (t) =>
      (t.effect === undefined || t.effect === '' || t.effect === taint.effect) &&
      (t.key === undefined || t.key === ''
        ? t.operator === 'Exists'
        : t.key === taint.key && (t.operator === 'Exists' || (t.value ?? '') === (taint.value ?? ''))),
  )

/** Why a pod does not fit a node, in the scheduler's words; undefined: it fits. */
function misfit(pod: PodSpec, node: KubeObject): string | undefined {
  const spec = node['spec'] as NodeSpec
  const blocking = (spec.taints ?? []).find(
    (t) => t.effect !== 'PreferNoSchedule' && !tolerates(pod.tolerations ?? [], t),
  )
  if (
    spec.unschedulable === true &&
    !tolerates(pod.tolerations ?? [], { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' })
  )
    return 'node(s) were unschedulable'
  if (blocking !== undefined)
    return `node(s) had untolerated taint {${blocking.key}: ${blocking.value ?? ''}}`
  const labels = node.metadata.labels ?? {}
  const selected = Object.entries(pod.nodeSelector ?? {}).every(
    ([key, value]) => Object.hasOwn(labels, key) && labels[key] === value,
  )
  return selected ? undefined : "node(s) didn't match Pod's node affinity/selector"
}

/** Binds each pending pod to the first Ready node that it fits, by name. */
export function startScheduler(context: ControllerContext): Controller {
  const nodes = context.informers.on('/api/v1/nodes', {
    onChange: () => {
      for (const pod of pods.items.values()) consider(pod)
    },
  })
  const pods = context.informers.on('/api/v1/pods', { onChange: (pod) => consider(pod) })
  const consider = (pod: KubeObject): void => {
    const spec = pod['spec'] as PodSpec
    if (
      (spec.nodeName ?? '') === '' &&
      pod.metadata.deletionTimestamp === undefined &&
      (spec.schedulerName ?? 'default-scheduler') === 'default-scheduler'
    )
      queue.add(keyOf(pod))
  }
  const queue = new ReconcileQueue(context, 'scheduler', async (key) => {
    const pod = pods.items.get(key)
    if (pod === undefined || ((pod['spec'] as PodSpec).nodeName ?? '') !== '') return
    const all = [...nodes.items.values()].sort((a, b) => (a.metadata.name! < b.metadata.name! ? -1 : 1))
    const reasons = all.map((node) => misfit(pod['spec'] as PodSpec, node))
    const chosen = all[reasons.indexOf(undefined)]
    if (chosen === undefined) return markUnschedulable(context, pod, all.length, reasons as string[])
    const [namespace, name] = splitKey(key)
    await context.client.create(`/api/v1/namespaces/${namespace}/pods/${name}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace },
      target: { apiVersion: 'v1', kind: 'Node', name: chosen.metadata.name },
    })
  })
  return queue
}

async function markUnschedulable(
  { client, clock }: ControllerContext,
  pod: KubeObject,
  nodes: number,
  reasons: readonly string[],
): Promise<void> {
  const counts = new Map<string, number>()
  for (const r of reasons) counts.set(r, (counts.get(r) ?? 0) + 1)
  const details = [...counts]
    .map(([reason, n]) => `${n} ${reason}`)
    .sort()
    .join(', ')
  const message =
    nodes === 0 ? 'no nodes available to schedule pods' : `0/${nodes} nodes are available: ${details}.`
  const old = (
    (pod['status'] as { conditions?: { type: string; message?: string }[] } | undefined)?.conditions ?? []
  ).find((c) => c.type === 'PodScheduled')
  if (old?.message === message) return
  const condition = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message,
    lastProbeTime: null,
    lastTransitionTime: toTime(clock.now()),
  }
  await client.patch(`/api/v1/namespaces/${pod.metadata.namespace}/pods/${pod.metadata.name}/status`, {
    status: { conditions: [condition] },
  })
}

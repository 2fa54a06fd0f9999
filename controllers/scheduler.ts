// Upstream: pkg/scheduler (the part that a simulated cluster needs)

import type { PodSpec } from '../api/core-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { referenceTo } from '../client/events/event-recorder.ts'
import { SeriesRecorder } from '../client/events/series-recorder.ts'
import { toTime } from '../component-base/clock.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue, splitKey } from './controller.ts'
import { misfit } from './node-fit.ts'
import { podActive } from './pods.ts'
import { type PlacedPod, spreadMisfits, spreads } from './topology-spread.ts'
import { claimsOfPod } from './volume/protection.ts'
import { VolumeScheduling } from './volume/scheduling.ts'

/** Of the scheduler's clients: clientConnection.qps and burst. */
const clientRate = { perSecond: 50, burst: 100 }

/** Binds each pending pod to the node with the fewest pods among those that it fits; of several to the first by name. */
export function startScheduler(context: ControllerContext): Controller {
  const nodes = context.informers.on('/api/v1/nodes', {
    onChange: () => {
      for (const pod of pods.items.values()) consider(pod)
    },
  })
  const pods = context.informers.on('/api/v1/pods', {
    onChange: (pod) => {
      consider(pod)
      if (!podActive(pod) || pod.metadata.deletionTimestamp !== undefined) considerSpread()
    },
    onDelete: (pod) => {
      bound.delete(keyOf(pod))
      considerSpread()
    },
  })
  const volumes = new VolumeScheduling(context, (claim) => {
    for (const pod of pods.items.values()) {
      const claims = claimsOfPod(pod)
      if (claim === undefined ? claims.length > 0 : claims.includes(claim)) consider(pod)
    }
  })
  const events = new SeriesRecorder(context, 'default-scheduler', 'localhost', clientRate)
  const bound = new Map<string, string>()
  const consider = (pod: KubeObject): void => {
    const spec = pod['spec'] as PodSpec
    if (
      (spec.nodeName ?? '') === '' &&
      pod.metadata.deletionTimestamp === undefined &&
      (spec.schedulingGates ?? []).length === 0 &&
      (spec.schedulerName ?? 'default-scheduler') === 'default-scheduler'
    )
      queue.add(keyOf(pod))
  }
  /** A pod that is gone leaves room for others to be spread evenly. */
  const considerSpread = (): void => {
    for (const pod of pods.items.values()) if (spreads(pod)) consider(pod)
  }
  const queue = new ReconcileQueue(context, 'scheduler', async (key) => {
    const pod = pods.items.get(key)
    if (pod === undefined || ((pod['spec'] as PodSpec).nodeName ?? '') !== '') return
    const load = podsByNode()
    const byLoad = (a: KubeObject, b: KubeObject): number =>
      (load.get(a.metadata.name!) ?? 0) - (load.get(b.metadata.name!) ?? 0) ||
      (a.metadata.name! < b.metadata.name! ? -1 : 1)
    const all = [...nodes.items.values()].sort(byLoad)
    const blocked = all.length === 0 ? undefined : volumes.blocked(pod, pods.items.values())
    if (blocked !== undefined) return markUnschedulable(context, events, pod, all.length, blocked)
    const uneven = spreadMisfits(pod, all, placed())
    const reasons = all.map(
      (node) => misfit(pod['spec'] as PodSpec, node) ?? volumes.misfit(pod, node) ?? uneven(node),
    )
    const chosen = all[reasons.indexOf(undefined)]
    if (chosen === undefined)
      return markUnschedulable(context, events, pod, all.length, counted(reasons as string[]))
    // It is looked at again when its claims are bound.
    if (!(await volumes.prepare(pod, chosen))) return
    const [namespace, name] = splitKey(key)
    bound.set(key, chosen.metadata.name!)
    await context.client.create(`/api/v1/namespaces/${namespace}/pods/${name}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace },
      target: { apiVersion: 'v1', kind: 'Node', name: chosen.metadata.name },
    })
    events.record(referenceTo(pod), 'Binding', {
      type: 'Normal',
      reason: 'Scheduled',
      message: `Successfully assigned ${key} to ${chosen.metadata.name}`,
    })
  })
  /** What the informer has not told yet is taken from our own bindings. */
  const podsByNode = (): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const [key, pod] of pods.items) {
      const node = (pod['spec'] as PodSpec).nodeName || bound.get(key)
      if (node !== undefined && podActive(pod)) counts.set(node, (counts.get(node) ?? 0) + 1)
    }
    return counts
  }
  function* placed(): Generator<PlacedPod> {
    for (const [key, pod] of pods.items) {
      const node = (pod['spec'] as PodSpec).nodeName || bound.get(key)
      if (node !== undefined) yield { pod, node }
    }
  }
  return {
    async stop() {
      await queue.stop()
      await events.stop()
    },
  }
}

/** `1 node(s) were unschedulable, 2 …` */
function counted(reasons: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const r of reasons) counts.set(r, (counts.get(r) ?? 0) + 1)
  return [...counts]
    .map(([reason, n]) => `${n} ${reason}`)
    .sort()
    .join(', ')
}

async function markUnschedulable(
  { client, clock }: ControllerContext,
  events: SeriesRecorder,
  pod: KubeObject,
  nodes: number,
  details: string,
): Promise<void> {
  const available = `0/${nodes} nodes are available`
  const message =
    nodes === 0
      ? 'no nodes available to schedule pods'
      : `${available}: ${details}. preemption: ${available}: ${nodes} Preemption is not helpful for scheduling.`
  const old = (
    (pod['status'] as { conditions?: { type: string; message?: string }[] } | undefined)?.conditions ?? []
  ).find((c) => c.type === 'PodScheduled')
  if (old?.message === message) return
  events.record(referenceTo(pod), 'Scheduling', { type: 'Warning', reason: 'FailedScheduling', message })
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

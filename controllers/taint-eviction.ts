// Upstream: pkg/controller/tainteviction/taint_eviction.go

import type { PodSpec, Taint, Toleration } from '../api/core-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { isNotFound } from '../client/rest-client.ts'
import { toTime } from '../component-base/clock.ts'
import { gateEnabled } from '../featuregates/reader.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from './controller.ts'
import { controllersDialect } from './dialect.ts'
import { recordEvent } from './event-recorder.ts'
import { tolerates } from './node-fit.ts'

const noExecute = (node: KubeObject | undefined): Taint[] =>
  ((node?.['spec'] as { taints?: Taint[] } | undefined)?.taints ?? []).filter(
    ({ effect }) => effect === 'NoExecute',
  )

/** Deletes the pods of a node that do not tolerate its NoExecute taints, or no longer. */
export function startTaintEviction(context: ControllerContext): Controller {
  /** `namespace/name` of pods that are tolerated for a while → since when. */
  const since = new Map<string, number>()
  const nodeOf = (pod: KubeObject): string | undefined => (pod['spec'] as PodSpec).nodeName
  const nodes = context.informers.on('/api/v1/nodes', {
    onChange: (node, old) => {
      if (noExecute(node).length === 0 && noExecute(old).length === 0) return
      for (const [key, pod] of pods.items) if (nodeOf(pod) === node.metadata.name) queue.add(key)
    },
  })
  const pods = context.informers.on('/api/v1/pods', {
    onChange: (pod) => {
      if (noExecute(nodes.items.get(nodeOf(pod) ?? '')).length > 0) queue.add(keyOf(pod))
    },
    onDelete: (pod) => since.delete(keyOf(pod)),
  })
  const queue: ReconcileQueue = new ReconcileQueue(context, 'taint-eviction', async (key) => {
    const pod = pods.items.get(key)
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return
    const taints = noExecute(nodes.items.get(nodeOf(pod) ?? ''))
    const seconds = toleratedSeconds((pod['spec'] as PodSpec).tolerations ?? [], taints)
    if (seconds === Number.POSITIVE_INFINITY) return void since.delete(key)
    const started = since.get(key) ?? context.clock.now()
    since.set(key, started)
    const left = started + seconds * 1000 - context.clock.now()
    if (left > 0) return queue.addAfter(key, left)
    await evict(context, pod)
  })
  return queue
}

/** Seconds that all taints together are tolerated: 0 not at all, Infinity for ever. */
export function toleratedSeconds(tolerations: readonly Toleration[], taints: readonly Taint[]): number {
  const used = taints.map((taint) => tolerations.filter((toleration) => tolerates([toleration], taint)))
  if (used.some((matching) => matching.length === 0)) return 0
  return Math.max(
    0,
    Math.min(...used.flat().map(({ tolerationSeconds }) => tolerationSeconds ?? Number.POSITIVE_INFINITY)),
  )
}

async function evict(context: ControllerContext, pod: KubeObject): Promise<void> {
  const { namespace, name } = pod.metadata
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'DeletionByTaintManager',
    message: 'Taint manager: deleting due to NoExecute taint',
    lastTransitionTime: toTime(context.clock.now()),
  }
  recordEvent(
    context,
    controllersDialect(context.minor).taintManager,
    { apiVersion: 'v1', kind: 'Pod', name: name!, namespace: namespace! },
    {
      type: 'Normal',
      reason: 'TaintManagerEviction',
      message: `Marking for deletion Pod ${namespace}/${name}`,
    },
  )
  try {
    if (gateEnabled(context.gates, 'PodDisruptionConditions'))
      await context.client.patch(`${path}/status`, { status: { conditions: [condition] } })
    await context.client.delete(path)
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

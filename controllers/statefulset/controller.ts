// Upstream: pkg/controller/statefulset/stateful_set.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { matchesLabelSelector } from '../label-selector.ts'
import { claimPods } from '../owner-references.ts'
import { controllerOf } from '../pods.ts'
import { StatefulSetClaims } from './claims.ts'
import { parentAndOrdinal } from './pod-identity.ts'
import { statefulSetRevisions, truncateHistory } from './revisions.ts'
import type { StatefulSet } from './types.ts'
import { UpdateStatefulSet } from './update-stateful-set.ts'

/** Keeps a StatefulSet's pods with their names and claims, one after the other, and its status. */
export function startStatefulSets(context: ControllerContext): Controller {
  const owner = (pod: KubeObject): void => {
    const ref = controllerOf(pod)
    if (ref?.kind === 'StatefulSet') queue.add(`${pod.metadata.namespace}/${ref.name}`)
    else if (ref === undefined) orphan(pod)
  }
  const orphan = (pod: KubeObject): void => {
    for (const [key, set] of sets.items)
      if (
        set.metadata.namespace === pod.metadata.namespace &&
        matchesLabelSelector((set as StatefulSet).spec.selector, pod.metadata.labels)
      )
        queue.add(key)
  }
  const sets = context.informers.on('/apis/apps/v1/statefulsets', {
    onChange: (set) => queue.add(keyOf(set)),
  })
  const pods = context.informers.on('/api/v1/pods', { onChange: owner, onDelete: owner })
  const claims = context.informers.on('/api/v1/persistentvolumeclaims')
  const queue: ReconcileQueue = new ReconcileQueue(context, 'statefulset', async (key) => {
    const set = sets.items.get(key) as StatefulSet | undefined
    if (set === undefined) return
    const owned = await claimPods(context, set, pods.items.values(), {
      selector: set.spec.selector,
      adopts: (pod) => parentAndOrdinal(pod)[0] === set.metadata.name,
    })
    const revisions = await statefulSetRevisions(context, set)
    const update = new UpdateStatefulSet({
      context,
      set,
      revisions,
      pods: owned,
      claims: new StatefulSetClaims(context, set, claims.items),
    })
    try {
      await update.run()
    } finally {
      await update.writeStatus()
      await truncateHistory(context, set, revisions, owned)
    }
    // A pod that is ready becomes available without an event of its own.
    const { minReadySeconds = 0 } = set.spec
    if (minReadySeconds > 0 && update.waits()) queue.addAfter(key, minReadySeconds * 1000)
  })
  return queue
}

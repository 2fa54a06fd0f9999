// Upstream: pkg/controller/daemon/daemon_controller.go

import type { KubeObject } from '../../apimachinery/json.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { claimPods } from '../owner-references.ts'
import { OwningController } from '../owning-controller.ts'
import { FailedPodsBackoff } from './failed-pods.ts'
import { cleanUpHistory, daemonSetHistory, hashOf } from './history.ts'
import type { DaemonSet } from './nodes.ts'
import { DaemonSetSync } from './sync.ts'

/** Keeps a pod of each DaemonSet on each node that it fits, its history and its status. */
export function startDaemonSets(context: ControllerContext): Controller {
  const failures = new FailedPodsBackoff()
  const sync = async (ds: DaemonSet, key: string): Promise<void> => {
    if (ds.metadata.deletionTimestamp !== undefined) return
    const history = await daemonSetHistory(context, ds)
    const pods = await claimPods(context, ds, sets.owned.items.values(), { selector: ds.spec.selector })
    const one = new DaemonSetSync({
      context,
      ds,
      nodes: [...nodes.items.values()],
      pods,
      hash: hashOf(history.current),
      failures,
      wrote: (pod) => sets.wroteAt(key, sets.owned, pod),
      requeueAfter: (ms) => sets.addAfter(key, ms),
    })
    await one.run()
    await cleanUpHistory(context, ds, history, pods)
    await one.updateStatus()
  }
  const sets: OwningController = new OwningController(context, {
    kind: 'DaemonSet',
    path: '/apis/apps/v1/daemonsets',
    ownedPath: '/api/v1/pods',
    sync: (ds, key) => sync(ds as DaemonSet, key),
    selectorOf: (ds) => (ds as DaemonSet).spec.selector,
  })
  const all = (): void => sets.addAll()
  const nodes = context.informers.on('/api/v1/nodes', {
    onChange: (node, old) => {
      if (old === undefined || !sameToPods(node, old)) all()
    },
    onDelete: all,
  })
  return sets
}

/** Whether nothing has changed that says which pods a node takes: heartbeats are no news. */
const sameToPods = (a: KubeObject, b: KubeObject): boolean =>
  JSON.stringify([a.metadata.labels, a['spec']]) === JSON.stringify([b.metadata.labels, b['spec']])

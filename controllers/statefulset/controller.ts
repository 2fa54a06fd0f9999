// Upstream: pkg/controller/statefulset/stateful_set.go

import type { Controller, ControllerContext } from '../controller.ts'
import { claimPods } from '../owner-references.ts'
import { OwningController } from '../owning-controller.ts'
import { StatefulSetClaims } from './claims.ts'
import { asNumbered, parentAndOrdinal } from './pod-identity.ts'
import { statefulSetRevisions, truncateHistory } from './revisions.ts'
import type { StatefulSet } from './types.ts'
import { UpdateStatefulSet } from './update-stateful-set.ts'

/** Keeps a StatefulSet's pods with their names and claims, one after the other, and its status. */
export function startStatefulSets(context: ControllerContext): Controller {
  const sync = async (set: StatefulSet, key: string): Promise<void> => {
    const owned = await claimPods(context, set, sets.owned.items.values(), {
      selector: set.spec.selector,
      adopts: (pod) => parentAndOrdinal(pod)[0] === set.metadata.name,
    })
    const revisions = await statefulSetRevisions(context, set)
    const numbered = asNumbered(set, context.gates)
    const update = new UpdateStatefulSet({
      context,
      set: numbered,
      revisions,
      pods: owned,
      claims: new StatefulSetClaims(context, numbered, claims.items),
    })
    try {
      await update.run()
    } finally {
      await update.writeStatus()
      await truncateHistory(context, set, revisions, owned)
    }
    // A pod that is ready becomes available without an event of its own.
    const { minReadySeconds = 0 } = set.spec
    if (minReadySeconds > 0 && update.waits()) sets.addAfter(key, minReadySeconds * 1000)
  }
  const sets = new OwningController(context, {
    kind: 'StatefulSet',
    path: '/apis/apps/v1/statefulsets',
    ownedPath: '/api/v1/pods',
    sync: (set, key) => sync(set as StatefulSet, key),
    selectorOf: (set) => (set as StatefulSet).spec.selector,
  })
  const claims = context.informers.on('/api/v1/persistentvolumeclaims')
  return sets
}

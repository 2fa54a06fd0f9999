// Upstream: pkg/controller/deployment/deployment_controller.go

import type { KubeObject } from '../../apimachinery/json.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { recordEvent } from '../event-recorder.ts'
import { claimPods, ownerKey } from '../owner-references.ts'
import { OwningController } from '../owning-controller.ts'
import { controllerOf, podEnded } from '../pods.ts'
import type { Deployment, ReplicaSet } from './sets.ts'
import { DeploymentSync } from './sync.ts'

/** Rolls a Deployment's pods over to its newest template through ReplicaSets, and keeps its status. */
export function startDeployments(context: ControllerContext): Controller {
  const deployments: OwningController = new OwningController(context, {
    kind: 'Deployment',
    path: '/apis/apps/v1/deployments',
    ownedPath: '/apis/apps/v1/replicasets',
    sync: (deployment, key) => sync(deployment as Deployment, key),
    selectorOf: (deployment) => (deployment as Deployment).spec.selector,
  })
  const sync = async (deployment: Deployment, key: string): Promise<void> => {
    if (selectsAll(deployment)) return tellSelectsAll(context, deployment)
    const sets = (await claimPods(context, deployment, deployments.owned.items.values(), {
      selector: deployment.spec.selector,
      resource: '/apis/apps/v1 replicasets',
    })) as ReplicaSet[]
    await new DeploymentSync({
      context,
      deployment,
      sets,
      oldPodsRun: (current) => someRun(sets.filter((set) => set !== current)),
      wrote: (object) =>
        deployments.wroteAt(
          key,
          object.kind === 'Deployment' ? deployments.owners : deployments.owned,
          object,
        ),
      requeueAfter: (ms) => deployments.addAfter(key, ms),
    }).run()
  }
  const someRun = (sets: readonly KubeObject[]): boolean => {
    const uids = new Set(sets.map(({ metadata }) => metadata.uid))
    return [...pods.items.values()].some((pod) => uids.has(controllerOf(pod)?.uid) && !podEnded(pod))
  }
  // Pods that are on their way out: a Recreate waits for them.
  const pods = context.informers.on('/api/v1/pods', {
    onDelete: (pod) => {
      const set = deployments.owned.items.get(ownerKey(pod, 'ReplicaSet') ?? '')
      if (set !== undefined) deployments.addOwnerOf(set)
    },
  })
  return deployments
}

const selectsAll = ({ spec }: Deployment): boolean => Object.keys(spec.selector).length === 0

const tellSelectsAll = (context: ControllerContext, deployment: Deployment): void =>
  recordEvent(context, 'deployment-controller', deployment, {
    type: 'Warning',
    reason: 'SelectingAll',
    message: 'This deployment is selecting all pods. A non-empty selector is required.',
  })

// Upstream: pkg/controller/serviceaccount/serviceaccounts_controller.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { isAlreadyExists, isNotFound } from '../../client/rest-client.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from '../controller.ts'

const active = (namespace: KubeObject): boolean =>
  (namespace['status'] as { phase?: string } | undefined)?.phase !== 'Terminating'

/** Keeps the ServiceAccount `default` in every active namespace. */
export function startServiceAccounts(context: ControllerContext): Controller {
  const namespaces = context.informers.on('/api/v1/namespaces', {
    onChange: (ns) => queue.add(ns.metadata.name!),
  })
  const accounts = context.informers.on('/api/v1/serviceaccounts', {
    onDelete: ({ metadata }) => {
      if (metadata.name === 'default') queue.add(metadata.namespace!)
    },
  })
  const queue = new ReconcileQueue(context, 'serviceaccount', async (name) => {
    const namespace = namespaces.items.get(name)
    if (namespace === undefined || !active(namespace) || accounts.items.has(`${name}/default`)) return
    try {
      await context.client.create(`/api/v1/namespaces/${name}/serviceaccounts`, {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'default', namespace: name },
      })
    } catch (error) {
      // A namespace that went away meanwhile needs nothing any more.
      if (!isAlreadyExists(error) && !isNotFound(error)) throw error
    }
  })
  return queue
}

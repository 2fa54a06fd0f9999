// Upstream: pkg/controller/serviceaccount/serviceaccounts_controller.go, pkg/controller/certificates/rootcacertpublisher

import type { KubeObject } from '../apimachinery/json.ts'
import { isAlreadyExists, isNotFound } from '../client/rest-client.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from './controller.ts'

const active = (namespace: KubeObject): boolean =>
  (namespace['status'] as { phase?: string } | undefined)?.phase !== 'Terminating'

async function ensure(context: ControllerContext, path: string, object: object): Promise<void> {
  try {
    await context.client.create(path, object)
  } catch (error) {
    // A namespace that went away meanwhile needs nothing any more.
    if (!isAlreadyExists(error) && !isNotFound(error)) throw error
  }
}

/** Keeps the ServiceAccount `default` and the ConfigMap `kube-root-ca.crt` in every active namespace. @param rootCA PEM */
export function startServiceAccounts(context: ControllerContext, rootCA: string): Controller {
  const namespaces = context.informers.on('/api/v1/namespaces', {
    onChange: (ns) => queue.add(ns.metadata.name!),
  })
  context.informers.on('/api/v1/serviceaccounts?fieldSelector=metadata.name%3Ddefault', {
    onDelete: (o) => queue.add(o.metadata.namespace!),
  })
  const description =
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.'
  const queue = new ReconcileQueue(context, 'serviceaccount', async (name) => {
    const namespace = namespaces.items.get(name)
    if (namespace === undefined || !active(namespace)) return
    await ensure(context, `/api/v1/namespaces/${name}/serviceaccounts`, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace: name },
    })
    await ensure(context, `/api/v1/namespaces/${name}/configmaps`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'kube-root-ca.crt',
        namespace: name,
        annotations: { 'kubernetes.io/description': description },
      },
      data: { 'ca.crt': rootCA },
    })
  })
  return queue
}

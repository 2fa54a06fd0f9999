// Upstream: pkg/controller/certificates/rootcacertpublisher/publisher.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { isAlreadyExists, isNotFound } from '../../client/rest-client.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from '../controller.ts'

const name = 'kube-root-ca.crt'
const annotations = {
  'kubernetes.io/description':
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
}

const active = (namespace: KubeObject): boolean =>
  (namespace['status'] as { phase?: string } | undefined)?.phase !== 'Terminating'

/** Keeps the ConfigMap `kube-root-ca.crt` in every active namespace as it is to be. @param rootCA PEM */
export function startRootCAPublisher(context: ControllerContext, rootCA: string): Controller {
  const { client } = context
  const changed = ({ metadata }: KubeObject): void => queue.add(metadata.namespace!)
  const namespaces = context.informers.on('/api/v1/namespaces', {
    onChange: ({ metadata }) => queue.add(metadata.name!),
  })
  const maps = context.informers.on(`/api/v1/configmaps?fieldSelector=metadata.name%3D${name}`, {
    onChange: changed,
    onDelete: changed,
  })
  const data = { 'ca.crt': rootCA }
  const queue = new ReconcileQueue(context, 'root-ca-cert-publisher', async (namespace) => {
    const found = namespaces.items.get(namespace)
    if (found === undefined || !active(found)) return
    const path = `/api/v1/namespaces/${namespace}/configmaps`
    const map = maps.items.get(`${namespace}/${name}`)
    try {
      if (map === undefined) await client.create(path, { metadata: { name, annotations }, data })
      else if (!isAsPublished(map, rootCA))
        await client.update(`${path}/${name}`, {
          ...map,
          metadata: { ...map.metadata, annotations: { ...map.metadata.annotations, ...annotations } },
          data,
        })
    } catch (error) {
      // What is there already is going to be told of; a namespace that went away needs nothing.
      if (!isAlreadyExists(error) && !isNotFound(error)) throw error
    }
  })
  return queue
}

function isAsPublished(map: KubeObject, rootCA: string): boolean {
  const data = (map['data'] ?? {}) as Record<string, string>
  const told = Object.entries(annotations).every(([key, value]) => map.metadata.annotations?.[key] === value)
  return told && Object.keys(data).length === 1 && data['ca.crt'] === rootCA
}

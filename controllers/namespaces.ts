// Upstream: pkg/controller/namespace/deletion/namespaced_resources_deleter.go
import type { KubeObject } from '../apimachinery/json.ts'
import { preferredPaths, servedResources } from '../client/discovery.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from './controller.ts'

/** How soon a namespace is looked at again that still holds something; later each time. */
const firstLookMs = 200
const longestLookMs = 5000
/** While its pods have their grace periods nothing else is to be done, and the end of the last one is told. */
const podsLookMs = 16_000

/** Empties a namespace that is being deleted, then finalizes it. */
export function startNamespaces(context: ControllerContext): Controller {
  const namespaces = context.informers.on('/api/v1/namespaces', {
    onChange: (ns) => {
      if (ns.metadata.deletionTimestamp !== undefined) queue.add(ns.metadata.name!)
    },
  })
  const queue = new ReconcileQueue(context, 'namespace', async (name) => {
    const namespace = namespaces.items.get(name)
    if (namespace?.metadata.deletionTimestamp === undefined) return
    if ((await deleteContent(context, name)) === 0) {
      looks.delete(name)
      return finalize(context, namespace)
    }
    const ms = looks.get(name) ?? firstLookMs
    looks.set(name, Math.min(2 * ms, longestLookMs))
    queue.addAfter(name, podsOf(name) ? podsLookMs : ms)
  })
  const looks = new Map<string, number>()
  const podsOf = (name: string): boolean =>
    [...pods.items.values()].some(({ metadata }) => metadata.namespace === name)
  const pods = context.informers.on('/api/v1/pods', {
    onDelete: ({ metadata: { namespace: name = '' } }) => {
      if (namespaces.items.get(name)?.metadata.deletionTimestamp !== undefined && !podsOf(name))
        queue.add(name)
    },
  })
  return queue
}

/** @returns how many objects are still there (held by finalizers or a grace period) */
async function deleteContent(context: ControllerContext, namespace: string): Promise<number> {
  let remaining = 0
  for (const path of await namespacedCollections(context, namespace)) {
    const list = await context.client.get<{ items?: KubeObject[] | null }>(path)
    if ((list.items ?? []).length === 0) continue
    await context.client.delete(path)
    remaining += ((await context.client.get<{ items?: KubeObject[] | null }>(path)).items ?? []).length
  }
  return remaining
}

async function namespacedCollections({ client }: ControllerContext, namespace: string): Promise<string[]> {
  const paths = await preferredPaths(client)
  const lists = await Promise.all(
    paths.map(async (path) => ({ path, resources: await servedResources(client, path) })),
  )
  const wanted = (verbs: string[]): boolean => ['list', 'deletecollection'].every((v) => verbs.includes(v))
  return lists.flatMap(({ path, resources }) =>
    resources
      .filter((r) => r.namespaced && !r.name.includes('/') && wanted(r.verbs))
      .map((r) => `${path}/namespaces/${namespace}/${r.name}`),
  )
}

async function finalize({ client }: ControllerContext, namespace: KubeObject): Promise<void> {
  const spec = namespace['spec'] as { finalizers?: string[] }
  const finalizers = (spec.finalizers ?? []).filter((f) => f !== 'kubernetes')
  await client.update(`/api/v1/namespaces/${namespace.metadata.name}/finalize`, {
    ...namespace,
    spec: { ...spec, finalizers },
  })
}

// Every object that a server shows.
import type { RestClient } from '../../client/rest-client.ts'
import type { JsonObject, KubeObject } from '../../server/apimachinery/json.ts'

interface ResourceList {
  resources: { name: string; kind: string; verbs: string[] }[]
}
interface Groups {
  groups: { name: string; preferredVersion: { groupVersion: string } }[]
}

/** `Service default/web` → the object. */
export type Snapshot = ReadonlyMap<string, KubeObject>

/** What comes and goes by itself. */
const restless = new Set(['Event', 'Lease', 'ComponentStatus', 'LeaseCandidate'])

/** In the preferred version of each group; an object of several groups (events) once. */
export async function snapshotOf(client: RestClient): Promise<Snapshot> {
  const { groups } = await client.get<Groups>('/apis')
  const roots = ['/api/v1', ...groups.map((group) => `/apis/${group.preferredVersion.groupVersion}`)]
  const all = await Promise.all(roots.map((root) => objectsUnder(client, root)))
  return new Map(all.flat())
}

async function objectsUnder(client: RestClient, root: string): Promise<[string, KubeObject][]> {
  const { resources } = await client.get<ResourceList>(root)
  const listed = resources.filter(
    (resource) =>
      resource.verbs.includes('list') && !resource.name.includes('/') && !restless.has(resource.kind),
  )
  const lists = await Promise.all(
    listed.map(async ({ name, kind }) => {
      const { items } = await client.get<{ items: KubeObject[] } & JsonObject>(`${root}/${name}`)
      return items.map((item): [string, KubeObject] => [nameOf(kind, item), { ...item, kind }])
    }),
  )
  return lists.flat()
}

function nameOf(kind: string, { metadata }: KubeObject): string {
  const { name, namespace } = metadata
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

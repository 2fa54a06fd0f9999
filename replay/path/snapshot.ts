// Every object that a server shows.

import type { JsonObject, KubeObject } from '../../apimachinery/json.ts'
import { servedGroups, servedResources, versionPath } from '../../client/discovery.ts'
import type { RestClient } from '../../client/rest-client.ts'

/** An object, and the resource that it was read from. */
export interface Seen {
  group: string
  version: string
  resource: string
  /** Of its own, as `/api/v1/namespaces/default/services/web`. */
  path: string
  object: KubeObject
}

/** All objects of a cluster, by `Service default/web`. */
export type Snapshot = ReadonlyMap<string, Seen>

/** What comes and goes by itself. */
const restless = new Set(['Event', 'Lease', 'ComponentStatus', 'LeaseCandidate'])

interface Root {
  group: string
  version: string
  path: string
}

/** The objects of a cluster in the preferred version of each group; an object of several groups (events) once. */
export async function snapshotOf(client: RestClient): Promise<Snapshot> {
  const core: Root = { group: '', version: 'v1', path: versionPath('v1') }
  const others = (await servedGroups(client)).map(
    ({ name, preferredVersion: { version, groupVersion } }): Root => ({
      group: name,
      version,
      path: versionPath(groupVersion),
    }),
  )
  const all: [string, Seen][][] = []
  // One after the other over one connection: as many handshakes as lists take longer.
  for (const root of [core, ...others]) all.push(await objectsUnder(client, root))
  return new Map(all.flat())
}

async function objectsUnder(client: RestClient, root: Root): Promise<[string, Seen][]> {
  const resources = await servedResources(client, root.path)
  const listed = resources.filter(
    (resource) =>
      resource.verbs.includes('list') && !resource.name.includes('/') && !restless.has(resource.kind),
  )
  const found: [string, Seen][] = []
  for (const { name, kind } of listed) {
    const { items } = await client.get<{ items: KubeObject[] } & JsonObject>(`${root.path}/${name}`)
    for (const item of items)
      found.push(seenAs(root, name, { ...item, apiVersion: apiVersionOf(root), kind }))
  }
  return found
}

const apiVersionOf = ({ group, version }: Root): string => (group === '' ? version : `${group}/${version}`)

function seenAs({ group, version, path: root }: Root, resource: string, object: KubeObject): [string, Seen] {
  const { name, namespace } = object.metadata
  const path = `${root}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${resource}/${name}`
  const title = `${object.kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
  return [title, { group, version, resource, path, object }]
}

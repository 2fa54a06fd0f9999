// What a server serves that has no aggregated discovery: one document for each group and version.
// Upstream: client-go/discovery/discovery_client.go (ServerGroupsAndResources), client-go/restmapper/discovery.go
import { ServerError } from '../errors.ts'
import type { Transport } from '../transport.ts'
import type { Resource } from './resource.ts'

/** The answers of /api and /apis without aggregation. */
export interface GroupDocument {
  /** Of APIVersions. */
  versions?: string[]
  /** Of an APIGroupList. */
  groups?: { versions: { groupVersion: string }[] }[]
}

interface ResourceDocument {
  resources: {
    name: string
    singularName: string
    namespaced: boolean
    kind: string
    verbs: string[]
    shortNames?: string[]
    categories?: string[]
  }[]
}

const asJSON = 'application/json'

/** All resources of the groups, in their order. A group whose document cannot be read has none. */
export async function resourcesByGroup(transport: Transport, document: GroupDocument): Promise<Resource[]> {
  const paths = [
    ...(document.versions ?? []).map((version) => `/api/${version}`),
    ...(document.groups ?? []).flatMap(({ versions }) => versions.map((v) => `/apis/${v.groupVersion}`)),
  ]
  const lists = await Promise.all(paths.map((path) => resourcesAt(transport, path)))
  return lists.flat()
}

async function resourcesAt(transport: Transport, path: string): Promise<Resource[]> {
  const [, , first = '', second] = path.split('/')
  const [group, version] = second === undefined ? ['', first] : [first, second]
  try {
    return await transport.document(path, asJSON, (text) =>
      resourcesIn(group, version, JSON.parse(text) as ResourceDocument),
    )
  } catch (error) {
    // One API that does not answer hides no other.
    if (error instanceof ServerError) return []
    throw error
  }
}

function resourcesIn(group: string, version: string, { resources }: ResourceDocument): Resource[] {
  const subresources = resources.filter(({ name }) => name.includes('/')).map(({ name }) => name.split('/'))
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, singularName, namespaced, kind, verbs, shortNames = [], categories = [] }) => ({
      group,
      version,
      name,
      kind,
      namespaced,
      // Servers before 1.27 name none of the built-in ones.
      singular: singularName === '' ? kind.toLowerCase() : singularName,
      shortNames,
      categories,
      verbs,
      subresources: subresources.flatMap(([parent, sub]) => (parent === name ? [sub!] : [])),
    }))
}

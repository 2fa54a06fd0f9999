// What a server serves, read from its group documents: these are there in every release, and say of resources what aggregated
// discovery says (1.27 and later, and 1.26 behind a gate).
import type { DiscoveryFacts, ResourceFacts } from '../../../component-base/release-facts.ts'
import { RecordError } from '../record-error.ts'
import { type FactSource, json } from '../server/server-client.ts'

/** A resource or subresource (`pods/status`) of a group document. Group and version are there where they are not the document's. */
export interface DocumentResource {
  name: string
  singularName: string
  namespaced: boolean
  group?: string
  version?: string
  kind: string
  verbs: string[]
  shortNames?: string[]
  categories?: string[]
  storageVersionHash?: string
}
interface APIGroupList {
  groups: { name: string; versions: { version: string }[]; preferredVersion: { version: string } }[]
}
type SubresourceFacts = NonNullable<ResourceFacts['subresources']>[number]

/** The entries that have a value, in their order. */
const given = <T extends object>(entries: T): T =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as T

/** Where the kind is of another group or version than the document. */
const elsewhere = ({ group, version }: DocumentResource) => ({
  responseGroup: group,
  responseVersion: version,
})

const subresource = (name: string, resource: DocumentResource): SubresourceFacts =>
  given({ name, kind: resource.kind, ...elsewhere(resource), verbs: resource.verbs })

function topLevel(resource: DocumentResource, all: readonly DocumentResource[]): ResourceFacts {
  const prefix = `${resource.name}/`
  const subresources = all
    .filter(({ name }) => name.startsWith(prefix))
    .map((one) => subresource(one.name.slice(prefix.length), one))
  return given({
    name: resource.name,
    kind: resource.kind,
    ...elsewhere(resource),
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singular: resource.singularName,
    verbs: resource.verbs,
    shortNames: resource.shortNames,
    categories: resource.categories,
    subresources: subresources.length > 0 ? subresources : undefined,
    storageVersionHash: resource.storageVersionHash,
  }) as ResourceFacts
}

/** The resources of a group document with their subresources. Throws RecordError for a subresource of nothing. */
export function resourceFacts(resources: readonly DocumentResource[]): ResourceFacts[] {
  const names = new Set(resources.map(({ name }) => name))
  const orphan = [...names].find((name) => name.includes('/') && !names.has(name.split('/')[0]!))
  if (orphan !== undefined)
    throw new RecordError(`discovery has ${orphan} without the resource that it belongs to`)
  return resources.filter(({ name }) => !name.includes('/')).map((resource) => topLevel(resource, resources))
}

/** The path of a group version: `/api/v1`, `/apis/apps/v1`. */
export const pathOf = (group: string, version: string): string =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`

async function groupVersionsOf(source: FactSource, { groups }: APIGroupList): Promise<[string, string][]> {
  const { versions } = await json<{ versions: string[] }>(source, '/api')
  const named = groups.flatMap(({ name, versions: own }) =>
    own.map(({ version }): [string, string] => [name, version]),
  )
  return [...versions.map((version): [string, string] => ['', version]), ...named]
}

/** What `source` serves. @param version of the server: `v1.29.15` */
export async function recordDiscovery(source: FactSource, version: string): Promise<DiscoveryFacts> {
  const groupList = await json<APIGroupList>(source, '/apis')
  const groupVersions: DiscoveryFacts['groupVersions'] = []
  for (const [group, name] of await groupVersionsOf(source, groupList)) {
    const { resources } = await json<{ resources: DocumentResource[] }>(source, pathOf(group, name))
    // Of what a server serves itself, aggregated discovery never says anything else.
    groupVersions.push({ group, version: name, freshness: 'Current', resources: resourceFacts(resources) })
  }
  return {
    release: version.replace(/^v(\d+\.\d+)\..*$/, '$1'),
    recordedFrom: version,
    paths: (await json<{ paths: string[] }>(source, '/')).paths,
    preferredVersions: Object.fromEntries(
      groupList.groups.map(({ name, preferredVersion }) => [name, preferredVersion.version]),
    ),
    groupVersions,
  }
}

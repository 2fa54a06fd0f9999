// Upstream: client-go/restmapper (ResourcesFor)
import type { KubeObject } from '../../apimachinery/json.ts'
import { isNotFound, type RestClient } from '../../client/rest-client.ts'
import type { MigratedResource } from './migration.ts'

/** A resource in the version in which it is served. */
export interface FoundResource {
  readonly apiVersion: string
  readonly kind: string
  readonly verbs: readonly string[]
  /** The path of all its objects. */
  readonly path: string
  /** The path of its objects in a namespace. */
  pathOf(namespace: string | undefined): string
  /** `apps/v1, Resource=deployments` */
  readonly text: string
}

interface ResourceList {
  resources?: { name: string; kind: string; verbs?: string[] }[]
}

/** The resource in the version that is named, else in the first one that serves it; undefined: it is not served. */
export async function findResource(
  client: RestClient,
  { group = '', version, resource }: MigratedResource,
): Promise<FoundResource | undefined> {
  for (const one of version === undefined ? await versionsOf(client, group) : [version]) {
    const root = group === '' ? `/api/${one}` : `/apis/${group}/${one}`
    const list = await orMissing(client.get<ResourceList>(root))
    const found = list?.resources?.find(({ name }) => name === resource)
    if (found === undefined) continue
    const apiVersion = group === '' ? one : `${group}/${one}`
    return {
      apiVersion,
      kind: found.kind,
      verbs: found.verbs ?? [],
      path: `${root}/${resource}`,
      pathOf: (namespace) =>
        `${root}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${resource}`,
      text: `${apiVersion}, Resource=${resource}`,
    }
  }
  return undefined
}

async function versionsOf(client: RestClient, group: string): Promise<string[]> {
  if (group === '') return ['v1']
  const found = await orMissing(client.get<{ versions?: { version: string }[] }>(`/apis/${group}`))
  return (found?.versions ?? []).map(({ version }) => version)
}

/** Undefined for what is not there. */
const orMissing = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })

/** All objects of a resource, read in pages. */
export async function listAll(client: RestClient, { path }: FoundResource): Promise<KubeObject[]> {
  const objects: KubeObject[] = []
  for (let next: string | undefined = ''; next !== undefined; ) {
    const query: string = next === '' ? '' : `&continue=${encodeURIComponent(next)}`
    const page = await client.get<{ items?: KubeObject[] | null; metadata?: { continue?: string } }>(
      `${path}?limit=500${query}`,
    )
    for (const object of page.items ?? []) objects.push(object)
    next = page.metadata?.continue || undefined
  }
  return objects
}

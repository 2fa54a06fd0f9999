// Which resource a word of the command line means: names, singular and short names, kinds, with group or version.
import type { Transport } from './transport.ts'
import { KubectlError } from './usage-error.ts'

export interface Resource {
  group: string
  version: string
  name: string
  kind: string
  namespaced: boolean
  singular: string
  shortNames: string[]
  categories: string[]
  verbs: string[]
}

interface DiscoveryList {
  items: { metadata: { name?: string }; versions: { version: string; resources: DiscoveryResource[] }[] }[]
}
interface DiscoveryResource {
  resource: string
  responseKind: { kind: string }
  scope: string
  singularResource: string
  shortNames?: string[]
  categories?: string[]
  verbs: string[]
}

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

/** All resources, preferred versions first. */
export async function discover(transport: Transport): Promise<Resource[]> {
  const lists = await Promise.all(
    ['/api', '/apis'].map((path) => transport.json<DiscoveryList>(path, { accept: aggregated })),
  )
  return lists.flatMap((list) =>
    list.items.flatMap((group) =>
      group.versions.flatMap(({ version, resources }) =>
        resources.map((r) => toResource(group.metadata.name ?? '', version, r)),
      ),
    ),
  )
}

function toResource(group: string, version: string, r: DiscoveryResource): Resource {
  return {
    group,
    version,
    name: r.resource,
    kind: r.responseKind.kind,
    namespaced: r.scope === 'Namespaced',
    singular: r.singularResource,
    shortNames: r.shortNames ?? [],
    categories: r.categories ?? [],
    verbs: r.verbs,
  }
}

/** Throws as kubectl does for a word that is no resource. */
export function findResource(resources: readonly Resource[], word: string): Resource {
  const [name = '', ...rest] = word.toLowerCase().split('.')
  const fits = (r: Resource): boolean => {
    const qualified = rest.join('.')
    return (
      qualified === '' ||
      qualified === r.group ||
      qualified === `${r.version}.${r.group}` ||
      (r.group === '' && qualified === r.version)
    )
  }
  const tests: ((r: Resource) => boolean)[] = [
    (r) => r.name === name || r.singular === name,
    (r) => r.shortNames.includes(name),
    (r) => r.kind.toLowerCase() === name,
  ]
  for (const test of tests) {
    const found = resources.find((r) => test(r) && fits(r))
    if (found !== undefined) return found
  }
  throw new KubectlError(`the server doesn't have a resource type "${word}"`)
}

export function resourceOfKind(
  resources: readonly Resource[],
  apiVersion: string,
  kind: string,
): Resource | undefined {
  const at = apiVersion.indexOf('/')
  const [group, version] = at < 0 ? ['', apiVersion] : [apiVersion.slice(0, at), apiVersion.slice(at + 1)]
  return resources.find((r) => r.group === group && r.version === version && r.kind === kind)
}

/** `/api/v1/namespaces/default/services/web`. */
export function pathOf(
  resource: Resource,
  namespace: string | undefined,
  name?: string,
  subresource?: string,
): string {
  const root =
    resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`
  const scope =
    resource.namespaced && namespace !== undefined ? `/namespaces/${encodeURIComponent(namespace)}` : ''
  const tail = [name, subresource]
    .filter((p) => p !== undefined && p !== '')
    .map((p) => `/${encodeURIComponent(p!)}`)
  return `${root}${scope}/${resource.name}${tail.join('')}`
}

/** `service/web`, `deployment.apps/web`. */
export const shownName = (r: Resource, name: string): string =>
  `${r.singular || r.kind.toLowerCase()}${r.group === '' ? '' : `.${r.group}`}/${name}`

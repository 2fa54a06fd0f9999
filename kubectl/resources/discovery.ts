// What the server serves, and which resource a word of the command line means.
import { goQuote } from '../../component-base/go/quote.ts'
import { KubectlError } from '../errors.ts'
import type { Transport } from '../transport.ts'
import { type GroupDocument, resourcesByGroup } from './legacy-discovery.ts'
import type { Resource } from './resource.ts'

export type { Resource } from './resource.ts'

interface DiscoveryList {
  items: { metadata: { name?: string }; versions: { version: string; resources?: DiscoveryResource[] }[] }[]
}
interface DiscoveryResource {
  resource: string
  responseKind: { kind: string }
  scope: string
  singularResource: string
  shortNames?: string[]
  categories?: string[]
  verbs: string[]
  subresources?: { subresource: string }[]
}

const aggregated = (version: string): string =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`
/** Servers before 1.30 have no v2, and those before 1.27 answer with the plain form. */
const accepted = [aggregated('v2'), aggregated('v2beta1'), 'application/json'].join(',')

/** All resources that the server serves, preferred versions first. */
export async function discover(transport: Transport): Promise<Resource[]> {
  const lists = await Promise.all(
    ['/api', '/apis'].map(async (path) => {
      const answer = await transport.document(path, accepted, answerIn)
      return Array.isArray(answer) ? answer : resourcesByGroup(transport, answer)
    }),
  )
  return lists.flat()
}

function answerIn(text: string): Resource[] | GroupDocument {
  const document = JSON.parse(text) as DiscoveryList | GroupDocument
  return 'items' in document ? resourcesIn(document) : document
}

const resourcesIn = (list: DiscoveryList): Resource[] =>
  list.items.flatMap((group) =>
    group.versions.flatMap(({ version, resources }) =>
      (resources ?? []).map((r) => toResource(group.metadata.name ?? '', version, r)),
    ),
  )

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
    subresources: (r.subresources ?? []).map((s) => s.subresource),
  }
}

/** A resource or kind with its group: `deployments.apps`; without one for the core group. */
export const inGroup = (name: string, { group }: { group: string }): string =>
  group === '' ? name : `${name}.${group}`

/** The apiVersion of a resource: `apps/v1`, `v1`. */
export const groupVersion = (r: { group: string; version: string }): string =>
  r.group === '' ? r.version : `${r.group}/${r.version}`

/** The resources in preferred versions only, each once. */
export function preferred(resources: readonly Resource[]): Resource[] {
  const seen = new Set<string>()
  return resources.filter((r) => {
    const key = `${r.name}.${r.group}`
    const fresh = !seen.has(key)
    seen.add(key)
    return fresh
  })
}

/** The resource that a word names, by plural, singular, short name or kind. Throws as kubectl does for any other word. */
export function findResource(
  resources: readonly Resource[],
  word: string,
  error: (text: string) => Error = (text) => new KubectlError(text),
): Resource {
  const found = lookUp(resources, word)
  if (found === undefined) throw error(`the server doesn't have a resource type "${word.split('.')[0]}"`)
  return found
}

function lookUp(resources: readonly Resource[], word: string): Resource | undefined {
  const [name = '', ...rest] = word.toLowerCase().split('.')
  const [typed = ''] = word.split('.')
  const qualified = rest.join('.')
  const fits = (r: Resource): boolean =>
    qualified === '' ||
    qualified === r.group ||
    qualified === `${r.version}.${r.group}` ||
    (r.group === '' && qualified === `${r.version}.`)
  const tests: ((r: Resource) => boolean)[] = [
    (r) => r.name === name || r.singular === name,
    (r) => r.shortNames.includes(typed),
    (r) => r.kind.toLowerCase() === name,
    (r) => qualified !== '' && r.name === name && r.group.startsWith(qualified),
  ]
  for (const [i, test] of tests.entries()) {
    const found = resources.find((r) => test(r) && (i === 3 || fits(r)))
    if (found !== undefined) return found
  }
  return undefined
}

/** The resource of an apiVersion and kind; undefined where it is not served. */
export function resourceOfKind(
  resources: readonly Resource[],
  apiVersion: string,
  kind: string,
): Resource | undefined {
  return resources.find((r) => groupVersion(r) === apiVersion && r.kind === kind)
}

/**
 * The resource that an object of a file is sent to; undefined where there is none. Lists have one too, so that they can be read.
 * Upstream: client-go/restmapper/discovery.go NewDiscoveryRESTMapper
 */
export function mappedResource(
  resources: readonly Resource[],
  { apiVersion, kind }: { apiVersion?: string; kind: string },
): Resource | undefined {
  const inGroup = resources.filter((r) =>
    (apiVersion ?? '') === '' ? r.group === '' : groupVersion(r) === apiVersion,
  )
  const own = inGroup.find((r) => r.kind === kind)
  if (own !== undefined || !kind.endsWith('List')) return own
  const listed = inGroup.find((r) => kind === 'List' || `${r.kind}List` === kind)
  return listed === undefined
    ? undefined
    : { ...listed, kind, name: `${kind.toLowerCase()}s`, namespaced: kind !== 'List' && listed.namespaced }
}

/** What is said of a kind that no resource has. */
export function noMatch({ apiVersion = '', kind }: { apiVersion?: string; kind: string }): string {
  return apiVersion === ''
    ? `no matches for kind ${goQuote(kind)} in group ""`
    : `no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`
}

/** The path of a collection or object in the API: `/api/v1/namespaces/default/services/web`. */
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

/** The type of an object in kubectl's words: `service`, `deployment.apps`. */
export const kindName = (r: { kind: string; group: string }): string => inGroup(r.kind.toLowerCase(), r)

/** The object in kubectl's words: `service/web`, `deployment.apps/web`. */
export const shownName = (r: { kind: string; group: string }, name: string): string =>
  `${kindName(r)}/${name}`

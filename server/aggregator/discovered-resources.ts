// Upstream: apimachinery/pkg/apis/meta/v1 (APIResourceList), k8s.io/api/apidiscovery/v2 (APIGroupDiscoveryList)
import { sliceCodec } from '../../apimachinery/scheme/codec-collection.ts'
import { boolCodec, stringCodec } from '../../apimachinery/scheme/codec-scalar.ts'
import { decodedBy, plainStruct } from '../../apimachinery/scheme/plain-struct.ts'
import type { ResourceFacts } from '../../component-base/release-facts.ts'
import { answeredJson, reviewLimits } from '../webhook/answered-json.ts'

/** The resources in a server's discovery document, in the form of a release's facts. */
export type Resources = readonly ResourceFacts[]

interface Kind {
  group?: string
  version?: string
  kind?: string
}

interface Names {
  verbs?: string[] | null
  shortNames?: string[] | null
  categories?: string[] | null
}

interface ListedResource extends Kind, Names {
  name?: string
  singularName?: string
  namespaced?: boolean
}

interface AggregatedResource extends Names {
  resource?: string
  responseKind?: Kind | null
  scope?: string
  singularResource?: string
  subresources?: { subresource?: string; responseKind?: Kind | null; verbs?: string[] | null }[] | null
}

interface AggregatedGroups {
  items?:
    | {
        metadata?: { name?: string }
        versions?: { version?: string; resources?: AggregatedResource[] | null }[] | null
      }[]
    | null
}

const text = stringCodec('string')
const texts = sliceCodec('[]string', text)
const kind = { group: text, version: text, kind: text }
const names = { verbs: texts, shortNames: texts, categories: texts }

const resourceList = plainStruct('APIResourceList', 'v1.APIResourceList', {
  resources: sliceCodec(
    '[]v1.APIResource',
    plainStruct('APIResource', 'v1.APIResource', {
      ...kind,
      ...names,
      name: text,
      singularName: text,
      namespaced: boolCodec('bool'),
    }),
  ),
})

const responseKind = plainStruct('GroupVersionKind', 'v1.GroupVersionKind', kind)
const aggregatedResource = plainStruct('APIResourceDiscovery', 'v2.APIResourceDiscovery', {
  ...names,
  responseKind,
  resource: text,
  scope: stringCodec('v2.ResourceScope'),
  singularResource: text,
  subresources: sliceCodec(
    '[]v2.APISubresourceDiscovery',
    plainStruct('APISubresourceDiscovery', 'v2.APISubresourceDiscovery', {
      responseKind,
      subresource: text,
      verbs: texts,
    }),
  ),
})
const groupList = plainStruct('APIGroupDiscoveryList', 'v2.APIGroupDiscoveryList', {
  items: sliceCodec(
    '[]v2.APIGroupDiscovery',
    plainStruct('APIGroupDiscovery', 'v2.APIGroupDiscovery', {
      metadata: plainStruct('ObjectMeta', 'v1.ObjectMeta', { name: text }),
      versions: sliceCodec(
        '[]v2.APIVersionDiscovery',
        plainStruct('APIVersionDiscovery', 'v2.APIVersionDiscovery', {
          version: text,
          resources: sliceCodec('[]v2.APIResourceDiscovery', aggregatedResource),
        }),
      ),
    }),
  ),
})

const kindOf = (given: Kind | null | undefined): Required<Kind> => {
  const { group = '', version = '', kind = '' } = given ?? {}
  return { group, version, kind }
}
const namesOf = ({ shortNames, categories }: Names): Pick<ResourceFacts, 'shortNames' | 'categories'> => ({
  ...(shortNames == null ? {} : { shortNames }),
  ...(categories == null ? {} : { categories }),
})

const documentOf = async (body: Buffer): Promise<unknown> => answeredJson(body.toString('utf8'), reviewLimits)

/** The resources that a list names, each with its subresources. Rejects with an Error where the text is no list of resources. */
export async function legacyResources(body: Buffer): Promise<Resources> {
  const list = decodedBy(resourceList, await documentOf(body)) as { resources?: ListedResource[] | null }
  const main: ListedResource[] = []
  const subresources = new Map<string, ListedResource[]>()
  for (const one of list.resources ?? []) {
    const [parent = '', sub] = (one.name ?? '').split('/', 2)
    if (sub === undefined) main.push(one)
    else
      subresources
        .set(parent, subresources.get(parent) ?? [])
        .get(parent)!
        .push(one)
  }
  return main.map((one) => ({
    name: one.name ?? '',
    singular: one.singularName ?? '',
    scope: one.namespaced === true ? 'Namespaced' : 'Cluster',
    verbs: one.verbs ?? [],
    ...kindOf(one),
    ...namesOf(one),
    subresources: (subresources.get(one.name ?? '') ?? []).map((sub) => ({
      name: (sub.name ?? '').slice((one.name ?? '').length + 1),
      verbs: sub.verbs ?? [],
      ...kindOf(sub),
    })),
  }))
}

/**
 * The resources that an aggregated discovery document has for one group version; empty where it does not name it. Rejects with an Error
 * where the text is no such document.
 */
export async function aggregatedResources(
  body: Buffer,
  { group, version }: { readonly group: string; readonly version: string },
): Promise<Resources> {
  const { items } = decodedBy(groupList, await documentOf(body)) as AggregatedGroups
  const found = items
    ?.find(({ metadata }) => metadata?.name === group)
    ?.versions?.find((one) => one.version === version)
  return (found?.resources ?? []).map((one) => ({
    name: one.resource ?? '',
    singular: one.singularResource ?? '',
    scope: one.scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
    verbs: one.verbs ?? [],
    ...kindOf(one.responseKind),
    ...namesOf(one),
    subresources: (one.subresources ?? []).map((sub) => ({
      name: sub.subresource ?? '',
      verbs: sub.verbs ?? [],
      ...kindOf(sub.responseKind),
    })),
  }))
}

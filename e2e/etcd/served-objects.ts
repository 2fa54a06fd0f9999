import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import { places, smallestObject } from './smallest-objects.ts'

/** A kind that a release serves, in one of its versions, and stores. */
export interface ServedKind {
  readonly apiVersion: string
  readonly resource: string
  readonly namespaced: boolean
}

/** An object to create: its kind, name, and everything but apiVersion and kind. `path`: of its collection. */
export interface ServedObject extends ServedKind {
  readonly name: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Flags that turn on everything, the most first: not every release starts with all of its alpha gates. */
export const everythingFlags = [
  ['--runtime-config=api/all=true', '--feature-gates=AllAlpha=true,AllBeta=true'],
  ['--runtime-config=api/all=true', '--feature-gates=AllBeta=true'],
  ['--runtime-config=api/all=true'],
] as const

/** The kinds, in all served versions. @param apis without flags, or with all APIs and gates on. */
export function servedKinds(
  release: string,
  apis: 'discovery' | 'discovery-all' = 'discovery',
): ServedKind[] {
  const { groupVersions } = releaseFacts(release, apis)
  return groupVersions.flatMap(({ group, version, resources }) =>
    resources
      .filter(({ verbs }) => verbs.includes('create') && verbs.includes('list'))
      .map(({ name, scope }) => ({
        apiVersion: group === '' ? version : `${group}/${version}`,
        resource: name,
        namespaced: scope === 'Namespaced',
      })),
  )
}

/** Where the objects of a kind are. @param namespace without: in all of them */
export function collectionOf({ apiVersion, resource, namespaced }: ServedKind, namespace?: string): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return `${root}${namespaced && namespace !== undefined ? `/namespaces/${namespace}` : ''}/${resource}`
}

/** The smallest object of a kind; undefined: a server takes none of it by itself. @param number of its own, from 1 to 200 */
export function servedObject(
  kind: ServedKind,
  { name, namespace, number }: { name: string; namespace: string; number: number },
): ServedObject | undefined {
  const { group, version } = parseApiVersion(kind.apiVersion)
  const smallest = smallestObject(group, kind.resource)
  if (smallest === undefined) return undefined
  const fill = (text: string): string =>
    text
      .replaceAll(places.namespace, namespace)
      .replaceAll(places.number, String(number))
      .replaceAll(places.name, name)
  const own = fill(smallest.name ?? places.name)
  const body = JSON.parse(fill(JSON.stringify(smallest.versions?.[version] ?? smallest.body))) as object
  return {
    ...kind,
    name: own,
    path: collectionOf(kind, namespace),
    body: { metadata: { name: own }, ...body },
  }
}

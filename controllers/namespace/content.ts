// Upstream: pkg/controller/namespace/deletion/namespaced_resources_deleter.go (deleteAllContent)

import type { PodSpec } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { preferredPaths, type ServedResource, servedResources } from '../../client/discovery.ts'
import { ApiError, isNotFound } from '../../client/rest-client.ts'
import type { ControllerContext } from '../controller.ts'
import { podEnded } from '../pods.ts'

/** The seconds that finalizers are given before a namespace is looked at again. */
const finalizerSeconds = 15

/** A collection of a namespace. */
export interface Collection {
  /** The path of the collection in the namespace. */
  path: string
  /** `deployments.apps`, and `pods.` of the core group, as messages name them. */
  name: string
  /** Whether all can be deleted at once. */
  wholly: boolean
}

/** The content of a namespace that is left after everything was deleted. */
export interface Found {
  /** The number of objects by the name of their collection. */
  remaining: Map<string, number>
  /** The number of objects that each finalizer keeps. */
  finalizers: Map<string, number>
  errors: string[]
  /** Group versions that do not tell their resources, with the reasons. */
  undiscovered: string[]
  /** The collections that are not empty. */
  left: Collection[]
  /** The seconds that the rest may take; 0 where nothing is to be waited for. */
  seconds: number
}

/** The state at the beginning of a pass: nothing is left, and nothing has failed. */
export const nothingFound = (): Found => ({
  remaining: new Map(),
  finalizers: new Map(),
  errors: [],
  undiscovered: [],
  left: [],
  seconds: 0,
})

const podsName = 'pods.'

/** Whether pods are still there, which everything else waits for. */
export const podsRemain = ({ remaining }: Found): boolean => remaining.has(podsName)
/** Whether a collection is that of pods. */
export const isPods = ({ name }: Collection): boolean => name === podsName

const text = (error: unknown): string => (error as Error).message

/** All collections of a namespace whose objects can be listed and deleted; what cannot be asked for is noted in `found`. */
export async function namespacedCollections(
  { client }: ControllerContext,
  namespace: string,
  found: Found,
): Promise<Collection[]> {
  const lists = await Promise.all(
    (await preferredPaths(client)).map(async (path) => {
      try {
        return { path, resources: await servedResources(client, path) }
      } catch (error) {
        found.undiscovered.push(`${groupVersion(path)}: ${text(error)}`)
        return { path, resources: [] }
      }
    }),
  )
  return lists.flatMap(({ path, resources }) =>
    resources.filter(isDeletable).map(({ name, verbs }) => ({
      path: `${path}/namespaces/${namespace}/${name}`,
      name: `${name}.${groupOf(path)}`,
      wholly: verbs.includes('deletecollection'),
    })),
  )
}

const isDeletable = ({ namespaced, name, verbs }: ServedResource): boolean =>
  namespaced && !name.includes('/') && ['list', 'delete'].every((verb) => verbs.includes(verb))
const groupVersion = (path: string): string => path.replace(/^\/apis?\//, '')
const groupOf = (path: string): string => (path.startsWith('/apis/') ? path.split('/')[2]! : '')

interface List {
  items?: KubeObject[] | null
}

/** Deletes everything in a collection, and notes in `found` what is left. @param age of the deletion, in seconds */
export async function deleteCollection(
  { client }: ControllerContext,
  collection: Collection,
  age: number,
  found: Found,
): Promise<void> {
  const { path, name, wholly } = collection
  try {
    const before = (await client.get<List>(path)).items ?? []
    if (before.length === 0) return
    const grace = isPods(collection) ? graceOf(before) : 0
    if (wholly) await client.delete(path, { propagationPolicy: 'Background' })
    else for (const { metadata } of before) await deleteOne(client, `${path}/${metadata.name}`)
    const after = (await client.get<List>(path)).items ?? []
    if (after.length > 0) note(collection, after, age < grace ? grace : 0, found)
  } catch (error) {
    if (isNotFound(error) || (error instanceof ApiError && error.code === 405)) return
    found.errors.push(text(error))
    found.left.push({ path, name, wholly })
  }
}

async function deleteOne(client: ControllerContext['client'], path: string): Promise<void> {
  try {
    await client.delete(path, { propagationPolicy: 'Background' })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

/** The longest grace period of pods that have not ended, in seconds. */
const graceOf = (pods: readonly KubeObject[]): number =>
  Math.max(
    0,
    ...pods
      .filter((pod) => !podEnded(pod))
      .map((pod) => (pod['spec'] as PodSpec).terminationGracePeriodSeconds ?? 0),
  )

function note(collection: Collection, objects: readonly KubeObject[], grace: number, found: Found): void {
  found.remaining.set(collection.name, objects.length)
  found.left.push(collection)
  const finalizers = objects.flatMap(({ metadata }) => metadata.finalizers ?? [])
  for (const name of finalizers) found.finalizers.set(name, (found.finalizers.get(name) ?? 0) + 1)
  const seconds = grace > 0 ? grace : finalizers.length > 0 ? finalizerSeconds : 0
  found.seconds = Math.max(found.seconds, seconds)
  if (seconds > 0) return
  const [, group = '', version = 'v1'] = /^\/apis\/([^/]+)\/([^/]+)\//.exec(collection.path) ?? []
  const namespace = /\/namespaces\/([^/]+)\//.exec(collection.path)?.[1]
  const resource = collection.name.slice(0, collection.name.indexOf('.'))
  found.errors.push(
    `unexpected items still remain in namespace: ${namespace} for gvr: ${group}/${version}, Resource=${resource}`,
  )
}

// Fields that a module asks to follow: `Node node-1 status.nodeInfo.kubeProxyVersion`.

import type { KubeObject } from '../../apimachinery/json.ts'
import { preferredPaths, resourceOfKind, servedResources } from '../../client/discovery.ts'
import { isNotFound, type RestClient } from '../../client/rest-client.ts'
import { fieldValue } from '../path/field-value.ts'

const shape = /^[A-Z]\w* \S+ \S+$/

/** `KIND [NAMESPACE/]NAME FIELD` */
export const isWatchedField = (text: unknown): text is string => typeof text === 'string' && shape.test(text)

/** The field's value now; '' where it is empty, undefined where the object or the field is not there. */
export async function watchedValue(client: RestClient, watched: string): Promise<string | undefined> {
  const [kind = '', object = '', field = ''] = watched.split(' ')
  const path = await pathOf(client, kind, object)
  if (path === undefined) return undefined
  try {
    const value = fieldValue(await client.get<KubeObject>(path), field)
    return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

async function pathOf(client: RestClient, kind: string, object: string): Promise<string | undefined> {
  const [name, namespace] = object.split('/').reverse()
  for (const root of await preferredPaths(client)) {
    const resource = resourceOfKind(await servedResources(client, root), kind)
    if (resource === undefined) continue
    const scope = resource.namespaced ? `/namespaces/${namespace ?? 'default'}` : ''
    return `${root}${scope}/${resource.name}/${name}`
  }
  return undefined
}

// Upstream: pkg/volume/{configmap,secret,projected,downwardapi}, pkg/volume/util/atomic_writer.go
import type { ConfigMap, KeyToPath, Secret } from '../../api/core-v1.ts'
import { isNotFound } from '../../client/rest-client.ts'
import { fieldText, resourceText } from '../field-values.ts'
import type { NodeOfContainers } from '../node-of-containers.ts'
import type { Pod, Volume } from '../pod.ts'

/** A file of a volume that the kubelet writes, by its path in the volume. */
export interface VolumeFile {
  content: Uint8Array
  mode: number
}

type Files = Map<string, VolumeFile>

const usualMode = 0o644

/** The files of a volume that the kubelet fills; undefined for volumes of other kinds. */
export async function volumeContent(
  node: NodeOfContainers,
  pod: Pod,
  volume: Volume,
): Promise<Files | undefined> {
  const { configMap, secret, downwardAPI, projected } = volume
  if (configMap !== undefined)
    return keyed(
      await read(node, pod, 'configmaps', configMap.name ?? ''),
      configMap.items,
      configMap.defaultMode,
    )
  if (secret !== undefined)
    return keyed(await read(node, pod, 'secrets', secret.secretName ?? ''), secret.items, secret.defaultMode)
  if (downwardAPI !== undefined) return downward(node, pod, downwardAPI.items, downwardAPI.defaultMode)
  if (projected === undefined) return undefined
  const all: Files = new Map()
  for (const source of projected.sources ?? [])
    for (const [path, file] of await projectedFiles(node, pod, source, projected.defaultMode))
      all.set(path, file)
  return all
}

type Projection = NonNullable<NonNullable<Volume['projected']>['sources']>[number]

async function projectedFiles(
  node: NodeOfContainers,
  pod: Pod,
  { configMap, secret, downwardAPI, serviceAccountToken }: Projection,
  mode: number | undefined,
): Promise<Files> {
  if (configMap !== undefined)
    return keyed(await read(node, pod, 'configmaps', configMap.name ?? ''), configMap.items, mode)
  if (secret !== undefined)
    return keyed(await read(node, pod, 'secrets', secret.name ?? ''), secret.items, mode)
  if (downwardAPI !== undefined) return downward(node, pod, downwardAPI.items, mode)
  if (serviceAccountToken === undefined) return new Map()
  const { path, audience, expirationSeconds = 3600 } = serviceAccountToken
  const token = await tokenOf(node, pod, audience, expirationSeconds)
  return new Map([[path!, { content: Buffer.from(token), mode: mode ?? 0o600 }]])
}

async function tokenOf(
  node: NodeOfContainers,
  pod: Pod,
  audience: string | undefined,
  expirationSeconds: number,
): Promise<string> {
  const { metadata, spec } = pod
  const account = spec.serviceAccountName ?? 'default'
  const answer = await node.client
    .create<{ status?: { token?: string } }>(
      `/api/v1/namespaces/${metadata.namespace}/serviceaccounts/${account}/token`,
      {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: {
          audiences: audience === undefined || audience === '' ? [] : [audience],
          expirationSeconds,
          boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: metadata.name, uid: metadata.uid },
        },
      },
    )
    .catch(() => undefined)
  return answer?.status?.token ?? ''
}

async function read(
  { client }: NodeOfContainers,
  { metadata }: Pod,
  resource: 'configmaps' | 'secrets',
  name: string,
): Promise<Map<string, Uint8Array>> {
  try {
    const object = await client.get<ConfigMap & Secret>(
      `/api/v1/namespaces/${metadata.namespace}/${resource}/${encodeURIComponent(name)}`,
    )
    const texts = Object.entries(object.data ?? {}).map(([key, value]): [string, Uint8Array] => [
      key,
      Buffer.from(value, resource === 'secrets' ? 'base64' : 'utf8'),
    ])
    const bytes = Object.entries((object as ConfigMap).binaryData ?? {}).map(
      ([key, value]): [string, Uint8Array] => [key, Buffer.from(value, 'base64')],
    )
    return new Map([...texts, ...bytes])
  } catch (error) {
    if (isNotFound(error)) return new Map()
    throw error
  }
}

function keyed(
  data: ReadonlyMap<string, Uint8Array>,
  items: readonly KeyToPath[] | undefined,
  mode: number | undefined,
): Files {
  if (items === undefined || items.length === 0)
    return new Map([...data].map(([key, content]) => [key, { content, mode: mode ?? usualMode }]))
  return new Map(
    items.flatMap(({ key = '', path = '', mode: own }): [string, VolumeFile][] => {
      const content = data.get(key)
      return content === undefined ? [] : [[path, { content, mode: own ?? mode ?? usualMode }]]
    }),
  )
}

type DownwardItems = NonNullable<Volume['downwardAPI']>['items']

function downward(node: NodeOfContainers, pod: Pod, items: DownwardItems, mode: number | undefined): Files {
  return new Map(
    (items ?? []).map(({ path = '', fieldRef, resourceFieldRef, mode: own }) => {
      const all = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])]
      const of = all.find(({ name }) => name === resourceFieldRef?.containerName) ?? pod.spec.containers[0]!
      const text =
        fieldRef !== undefined
          ? (fieldText(fieldRef.fieldPath ?? '', pod) ?? '')
          : resourceFieldRef !== undefined
            ? resourceText(resourceFieldRef, of, node.capacity)
            : ''
      return [path, { content: Buffer.from(text), mode: own ?? mode ?? usualMode }]
    }),
  )
}

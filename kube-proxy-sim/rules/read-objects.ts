import { isNotFound, type RestClient } from '../../client/rest-client.ts'
import { parseAllDocuments } from '../../component-base/yaml.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { watchedPaths } from '../watched-objects.ts'
import { checkObject } from './check-objects.ts'
import type { ClusterState, EndpointSlice, ProxyNode, Service } from './model/objects.ts'

/** The objects that rules are made of, from a file or a server. */
export interface ProxyObjects extends ClusterState {
  nodes: readonly ProxyNode[]
  serviceCIDRs: readonly string[]
}

interface AnyObject {
  kind?: string
  items?: AnyObject[]
  spec?: { cidrs?: string[] }
}

/**
 * Reads Services, EndpointSlices, Nodes and ServiceCIDRs from YAML or JSON: objects one after another, lists, or one
 * object with `node`, `services` and `endpointSlices`. Other kinds are left out. Throws where the text cannot be parsed,
 * or an object not be read.
 */
export function readObjects(text: string): ProxyObjects {
  const objects = documents(text).flatMap((document) => flattened(document, undefined))
  for (const object of objects) checkObject(object)
  const ofKind = <T>(kind: string): T[] => objects.filter((one) => one.kind === kind) as unknown as T[]
  return {
    services: ofKind<Service>('Service'),
    endpointSlices: ofKind<EndpointSlice>('EndpointSlice'),
    nodes: ofKind<ProxyNode>('Node'),
    serviceCIDRs: cidrsOf(ofKind<AnyObject>('ServiceCIDR')),
  }
}

function documents(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return parseAllDocuments(text).map((document) => {
      if (document.errors.length > 0) throw document.errors[0]
      return document.toJS() as unknown
    })
  }
}

const members: Readonly<Record<string, string>> = {
  node: 'Node',
  services: 'Service',
  endpointSlices: 'EndpointSlice',
}

/** The objects within; those of a list take their kind from it where they have none. */
function flattened(value: unknown, kind: string | undefined): AnyObject[] {
  if (Array.isArray(value)) return value.flatMap((one) => flattened(one, kind))
  if (typeof value !== 'object' || value === null) return []
  const object = value as AnyObject & Record<string, unknown>
  if (Array.isArray(object.items))
    return flattened(object.items, object.kind?.replace(/List$/, '') || undefined)
  if (object.kind === undefined && !('metadata' in object))
    return Object.entries(members).flatMap(([member, of]) => flattened(object[member], of))
  return [{ ...object, ...(object.kind === undefined && kind !== undefined ? { kind } : {}) }]
}

const cidrsOf = (objects: readonly AnyObject[]): string[] => objects.flatMap(({ spec }) => spec?.cidrs ?? [])

/** Lists the collections that a kube-proxy of the release watches, and its node, once. */
export async function fetchObjects(
  client: RestClient,
  proxy: { minor: number; gates: FeatureGateReader; nodeName: string },
): Promise<ProxyObjects> {
  const paths = watchedPaths(proxy.minor, proxy.gates)
  const list = async <T>(path: string): Promise<T[]> =>
    (await client.json<{ items: T[] | null }>({ method: 'GET', path })).items ?? []
  const orNone = <T>(found: Promise<T[]>): Promise<T[]> =>
    found.catch((error: unknown) => {
      if (isNotFound(error)) return []
      throw error
    })
  const node = client.json<ProxyNode>({ method: 'GET', path: `/api/v1/nodes/${proxy.nodeName}` })
  const cidrs = paths.serviceCIDRs === undefined ? [] : orNone(list<AnyObject>(paths.serviceCIDRs))
  const [services, endpointSlices, nodes, serviceCIDRs] = await Promise.all([
    list<Service>(paths.services),
    list<EndpointSlice>(paths.endpointSlices),
    orNone(node.then((one) => [one])),
    cidrs,
  ])
  return { services, endpointSlices, nodes, serviceCIDRs: cidrsOf(serviceCIDRs) }
}

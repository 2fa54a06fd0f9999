// Upstream: pkg/registry/core/{node,service,pod}/rest/subresources.go, pkg/registry/core/node/strategy.go (ResourceLocation), pkg/proxy/util (IsProxyableHostname)
import type { Duplex } from 'node:stream'
import type { EndpointSubset, NodeStatus, PodSpec, ServiceSpec } from '../../../api/core-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest, newNotFound, StatusError } from '../../../apimachinery/status-error.ts'
import { joinHostPort } from '../../../component-base/go/net.ts'
import type { RegisteredResource } from '../../registry/generic/registry.ts'
import type { ApiCall } from '../api-call.ts'
import { sendBack } from '../forwarding.ts'
import { upgradeOf } from '../http-message.ts'
import type { SpecialHandler } from '../resource-router.ts'
import { ask, backendHeaders, passUpgrade } from '../upgrade-proxy.ts'
import type { NodeBackend } from './node-backend.ts'

/** `scheme:name:port`, `name:port` or `name`; undefined for anything else. */
function splitSchemeNamePort(id: string): { scheme: string; name: string; port: string } | undefined {
  const parts = id.split(':')
  const [a = '', b = '', c = ''] = parts
  const split =
    parts.length === 1
      ? { scheme: '', name: a, port: '' }
      : parts.length === 2
        ? { scheme: '', name: a, port: b }
        : { scheme: a, name: b, port: c }
  if (parts.length > 3 || split.name === '' || !['', 'http', 'https'].includes(split.scheme)) return undefined
  return split
}

type NamedPort = NonNullable<ReturnType<typeof splitSchemeNamePort>>

/** A pod's port, where a Service or a request for a pod ends. */
interface PodPort {
  readonly pod: KubeObject
  readonly address: string
  readonly port: number
}

/** Passes requests on to nodes, Services and pods, as far as they are reached. */
export const proxyOver =
  (nodes: NodeBackend | undefined): SpecialHandler =>
  async (_apiserver, resource, _subresource, call) => {
    const { name: id, namespace } = call.info
    const kind = resource.facts.singular || resource.kind.kind.toLowerCase()
    const parts = splitSchemeNamePort(id)
    if (parts === undefined) throw newBadRequest(`invalid ${kind} request ${goQuote(id)}`)
    const read = reader(resource)
    const object = await read(resource.facts.name, namespace, parts.name)
    if (object === undefined) throw newNotFound({ group: '', resource: resource.facts.name }, parts.name)
    if (kind === 'node') {
      const connection = nodes?.connect(parts.name, false)
      if (connection === undefined) throw nodeError(object)
      return pass(call, connection, parts.name)
    }
    const target =
      kind === 'service' ? await endpointOf(object, parts, id, read) : podPortOf(object, parts.port)
    const connection = await dialed(nodes, target)
    if (connection === undefined) throw unreachable(target.address)
    return pass(call, connection, joinHostPort(target.address, target.port))
  }

/** The handler of `proxy` in a server that reaches no nodes. */
export const handleProxy = proxyOver(undefined)

type Read = (resource: string, namespace: string, name: string) => Promise<KubeObject | undefined>

/** Reads objects of the core group by their keys. */
function reader({ store }: RegisteredResource): Read {
  const { storage } = store!.parts.server
  return async (resource, namespace, name) => {
    const folder = folders[resource] ?? resource
    const key = ['/registry', folder, ...(namespace === '' ? [] : [namespace]), name].join('/')
    return (await storage.get(key))?.object
  }
}

/** Upstream: the storage prefixes that are not the resource's name. */
const folders: Readonly<Record<string, string>> = {
  nodes: 'minions',
  services: 'services/specs',
  endpoints: 'services/endpoints',
}

/** Upstream: proxyRedirectsforRootPath */
function redirectsToRoot({ req, res }: ApiCall): boolean {
  const [path = '', query] = req.url.split('?', 2) as [string, string?]
  if (restOf(path) !== '' || (req.method !== 'GET' && req.method !== 'HEAD')) return false
  res.writeHead(301, { Location: `${path}/${query === undefined ? '' : `?${query}`}` }).end()
  return true
}

/** The part of a path behind `/proxy`, still escaped. */
const restOf = (path: string): string =>
  /^\/api\/v1\/(?:namespaces\/[^/]*\/)?[^/]*\/[^/]*\/proxy(.*)$/s.exec(path)?.[1] ?? ''

async function pass(call: ApiCall, connection: Duplex, host: string): Promise<void> {
  if (redirectsToRoot(call)) {
    connection.destroy()
    return
  }
  const [path = '', ...query] = call.req.url.split('?')
  const rest = restOf(path) || '/'
  const backend = { connection, host, path: [rest, ...query].join('?') }
  call.res.once('close', () => connection.destroy())
  const failed = (error: Error): never => {
    throw new StatusError(503, 'ServiceUnavailable', `error trying to reach service: ${error.message}`)
  }
  if (upgradeOf(call.req) !== undefined) {
    await passUpgrade(call, backend).catch(failed)
    return
  }
  const headers = backendHeaders(call, host)
  const length = call.req.headers['content-length']
  const hasBody = length !== undefined || call.req.headers['transfer-encoding'] !== undefined
  const answer = await ask(backend, {
    method: call.req.method,
    headers: length === undefined ? headers : { ...headers, 'content-length': length },
    body: hasBody ? call.req : undefined,
  }).catch(failed)
  sendBack(call, answer)
}

/** Throws 400 and 503. */
function podPortOf(pod: KubeObject, wanted: string): PodPort {
  const { containers = [] } = (pod['spec'] ?? {}) as PodSpec
  const first = containers.find(({ ports = [] }) => ports.length > 0)?.ports?.[0]?.containerPort
  const address = (pod['status'] as { podIP?: string } | undefined)?.podIP ?? ''
  if (address === '' || forbidden.test(address)) throw newBadRequest('address not allowed')
  return { pod, address, port: wanted === '' ? (first ?? 80) : Number(wanted) }
}

/** An endpoint of a Service that is a pod. Throws 404 and 503. */
async function endpointOf(
  service: KubeObject,
  { name, port }: NamedPort,
  id: string,
  read: Read,
): Promise<PodPort> {
  const { namespace = '' } = service.metadata
  const error = portError(service, port)
  if (error !== undefined) throw error
  const ports = (service['spec'] as ServiceSpec | undefined)?.ports ?? []
  const named = /^\d+$/.test(port) ? (ports.find((one) => String(one.port) === port)?.name ?? '') : port
  const endpoints = await read('endpoints', namespace, name)
  // @note Missing endpoints are told as a missing service.
  if (endpoints === undefined) throw newNotFound({ group: '', resource: 'services' }, name)
  const subsets = (endpoints['subsets'] ?? []) as EndpointSubset[]
  for (const subset of subsets)
    for (const one of (subset.ports ?? []).filter((each) => (each.name ?? '') === named))
      for (const { ip = '', targetRef } of subset.addresses ?? []) {
        if (targetRef?.kind !== 'Pod') continue
        const pod = await read('pods', targetRef.namespace ?? namespace, targetRef.name ?? '')
        if (pod !== undefined) return { pod, address: ip, port: one.port ?? 0 }
      }
  const none = subsets.length === 0 ? name : id
  throw new StatusError(503, 'ServiceUnavailable', `no endpoints available for service ${goQuote(none)}`)
}

/** Undefined where the pod is not reached. Throws 503. */
async function dialed(
  nodes: NodeBackend | undefined,
  { pod, address, port }: PodPort,
): Promise<Duplex | undefined> {
  const { nodeName = '' } = (pod['spec'] ?? {}) as PodSpec
  const { namespace = '', name = '' } = pod.metadata
  try {
    return await nodes?.dial(nodeName, namespace, name, port)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED')
      throw unreachable(joinHostPort(address, port))
    throw new StatusError(
      503,
      'ServiceUnavailable',
      `error trying to reach service: ${(error as Error).message}`,
    )
  }
}

function nodeError(node: KubeObject): StatusError {
  const addresses = (node['status'] as NodeStatus | undefined)?.addresses ?? []
  if (addresses.length === 0)
    return new StatusError(500, '', 'no preferred addresses found; known addresses: []')
  return unreachable(addresses[0]!.address ?? '')
}

function portError(service: KubeObject, port: string): StatusError | undefined {
  const { name = '' } = service.metadata
  const ports = (service['spec'] as ServiceSpec | undefined)?.ports ?? []
  if (port !== '' && /^\d+$/.test(port) && !ports.some((p) => String(p.port) === port)) {
    return new StatusError(
      503,
      'ServiceUnavailable',
      `no service port ${port} found for service ${goQuote(name)}`,
    )
  }
  return undefined
}

const forbidden = /^(127\.|169\.254\.|::1$|fe80:|localhost$|0\.0\.0\.0$)/

function unreachable(address: string): StatusError {
  if (address === '' || forbidden.test(address)) return newBadRequest('address not allowed')
  return new StatusError(
    503,
    'ServiceUnavailable',
    `error trying to reach service: dial tcp ${address}: connect: connection refused`,
  )
}

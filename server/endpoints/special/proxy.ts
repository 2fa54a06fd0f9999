// Upstream: pkg/registry/core/{node,service,pod}/rest/subresources.go, pkg/registry/core/node/strategy.go (ResourceLocation), pkg/proxy/util (IsProxyableHostname)
import type { NodeStatus, ServiceSpec } from '../../../api/core-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest, newNotFound, StatusError } from '../../../apimachinery/status-error.ts'
import type { SpecialHandler } from '../resource-router.ts'

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

/** Nothing behind this server can be reached: what the real one says before it would connect. */
export const handleProxy: SpecialHandler = async (_apiserver, resource, _subresource, call) => {
  const { name: id, namespace } = call.info
  const kind = resource.facts.singular || resource.kind.kind.toLowerCase()
  const parts = splitSchemeNamePort(id)
  if (parts === undefined) throw newBadRequest(`invalid ${kind} request ${goQuote(id)}`)
  const store = resource.store!
  const key = store.prefixOf(namespace) + parts.name
  const record = await store.parts.server.storage.get(key)
  if (record === undefined) throw newNotFound({ group: '', resource: resource.facts.name }, parts.name)
  if (kind === 'node') throw nodeError(record.object)
  if (kind === 'service') {
    const error = portError(record.object, parts.port)
    if (error !== undefined) throw error
    // @note Missing endpoints are told as a missing service.
    const endpoints = await store.parts.server.storage.get(
      `/registry/services/endpoints/${namespace}/${parts.name}`,
    )
    if (endpoints === undefined) throw newNotFound({ group: '', resource: 'services' }, parts.name)
    throw new StatusError(
      503,
      'ServiceUnavailable',
      `no endpoints available for service ${goQuote(parts.name)}`,
    )
  }
  throw podError(record.object)
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

function podError(pod: KubeObject): StatusError {
  const ip = (pod['status'] as { podIP?: string } | undefined)?.podIP ?? ''
  return unreachable(ip)
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

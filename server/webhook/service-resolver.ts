// Upstream: staging/src/k8s.io/apiserver/pkg/util/proxy/proxy.go (ResolveEndpoint)

import type { Endpoints, Service } from '../../api/core-v1.ts'
import type { EndpointSlice } from '../../api/discovery-v1.ts'
import { goQuote } from '../../apimachinery/field-error.ts'
import { newNotFound } from '../../apimachinery/status-error.ts'
import { joinHostPort } from '../../component-base/go/net.ts'
import type { Storage } from '../storage/interface.ts'
import { webhookClientDialect } from './dialect.ts'
import { isOwnAddress, type WebhookReach } from './reach.ts'
import type { ResolveService } from './webhook-client.ts'

/** Finds endpoints of Services that are on this machine (any, where the reach is that wide). */
export const serviceResolver =
  (storage: Storage, reach: WebhookReach | undefined, minor: number): ResolveService =>
  async (namespace, name, port) => {
    const record = await storage.get(`/registry/services/specs/${namespace}/${name}`, { cached: true })
    if (record === undefined) throw newNotFound({ group: '', resource: 'service' }, name)
    const portName = portOf(record.object as Service, name, port)
    const endpoints = webhookClientDialect(minor).readsSlices ? inSlices : inEndpoints
    const found = await endpoints(storage, namespace, name, portName)
    if (found === undefined) throw new Error(`no endpoints available for service ${goQuote(name)}`)
    if (reach?.addresses !== 'any' && !isOwnAddress(found.host))
      throw new Error(
        `dial tcp ${joinHostPort(found.host, found.port)}: no address of this machine (name where the Service is answered: --webhook ${namespace}/${name}=https://127.0.0.1:PORT)`,
      )
    return { ...found, plain: false }
  }

interface Endpoint {
  readonly host: string
  readonly port: number
}

async function inSlices(
  storage: Storage,
  namespace: string,
  name: string,
  portName: string,
): Promise<Endpoint | undefined> {
  const { records } = await storage.list(`/registry/endpointslices/${namespace}/`, { cached: true })
  for (const { object } of records) {
    if (object.metadata.labels?.['kubernetes.io/service-name'] !== name) continue
    const found = endpointIn(object as EndpointSlice, portName)
    if (found !== undefined) return found
  }
  return undefined
}

async function inEndpoints(
  storage: Storage,
  namespace: string,
  name: string,
  portName: string,
): Promise<Endpoint | undefined> {
  const record = await storage.get(`/registry/services/endpoints/${namespace}/${name}`, { cached: true })
  if (record === undefined) throw newNotFound({ group: '', resource: 'endpoints' }, name)
  for (const { addresses, ports } of (record.object as Endpoints).subsets ?? []) {
    const host = addresses?.[0]?.ip
    const port = ports?.find((one) => (one.name ?? '') === portName)?.port
    if (host !== undefined && port !== undefined) return { host, port }
  }
  return undefined
}

function portOf({ spec }: Service, name: string, port: number): string {
  if (spec?.type === 'ExternalName') throw new Error('unsupported service type "ExternalName"')
  const found = spec?.ports?.find((one) => one.port === port)
  if (found === undefined) throw new Error(`no service port ${port} found for service ${goQuote(name)}`)
  return found.name ?? ''
}

function endpointIn(slice: EndpointSlice, portName: string): { host: string; port: number } | undefined {
  const port = slice.ports?.find((one) => (one.name ?? '') === portName && one.port != null)?.port
  const endpoint = slice.endpoints?.find(({ conditions }) => conditions?.ready !== false)
  const host = endpoint?.addresses?.[0]
  return port == null || host === undefined ? undefined : { host, port }
}

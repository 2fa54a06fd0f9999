// What kube-apiserver answers to writes of Services with external IPs.
import type { Exchange, RestClient } from '../../client/rest-client.ts'

const collection = '/api/v1/namespaces/default/services'
const keptService = 'kept'
/** The external IP of the probed Services, from the block for documentation (RFC 5737). */
export const externalIP = '192.0.2.1'

const service = (name: string, ports = [{ port: 80 }]): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { selector: { app: name }, ports, externalIPs: [externalIP] },
})

/** The answers of kube-apiserver to a Service that is created with external IPs, edited, given another IP, and cleared. */
export interface ServiceAnswers {
  create: Exchange
  edit: Exchange
  change: Exchange
  clear: Exchange
}

const nodeName = 'node-1'
const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: nodeName },
  status: { addresses: [{ type: 'InternalIP', address: '10.0.0.1' }] },
}
const endpointSlice = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: keptService, labels: { 'kubernetes.io/service-name': keptService } },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.88.0.2'], nodeName, conditions: { ready: true } }],
  ports: [{ name: '', port: 80, protocol: 'TCP' }],
}

/** Creates the objects that exist from the first phase on: the Service with an endpoint, and the Node of kube-proxy. */
export async function createKept(client: RestClient): Promise<void> {
  await client.create(collection, service(keptService))
  await client.create('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', endpointSlice)
  await client.create('/api/v1/nodes', node)
}

/** Writes a Service with external IPs in four ways; `change` and `clear` are dry runs, so that it stays for the next run. */
export async function probeServices(client: RestClient, run: number): Promise<ServiceAnswers> {
  const path = `${collection}/${keptService}`
  const patch = (body: object, query: string): Promise<Exchange> =>
    client.exchange({
      method: 'PATCH',
      path: path + query,
      body,
      contentType: 'application/merge-patch+json',
    })
  const create = await client.exchange({ method: 'POST', path: collection, body: service(`new-${run}`) })
  if (create.code === 201) await client.exchange({ method: 'DELETE', path: `${collection}/new-${run}` })
  return {
    create,
    edit: await patch({ metadata: { labels: { run: String(run) } } }, ''),
    change: await patch({ spec: { externalIPs: [externalIP, '192.0.2.2'] } }, '?dryRun=All'),
    clear: await patch({ spec: { externalIPs: null } }, '?dryRun=All'),
  }
}

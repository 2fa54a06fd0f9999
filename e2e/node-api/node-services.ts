// A kube-apiserver with many services, for what watches them.
import { type ClientConfig, parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import type { RunningServer } from '../../cluster/component-start.ts'
import { Components } from '../../cluster/components.ts'

const namespace = 'default'
const slicesPath = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`
const servicesPath = `/api/v1/namespaces/${namespace}/services`

/** A kube-apiserver with services. `close` ends server and client. */
export interface ServiceWorld {
  config: ClientConfig
  client: RestClient
  close(): Promise<void>
}

/** A server of release 1.36 with the node n1 in zone z1, in which only the test makes changes. */
export async function startServiceWorld(): Promise<ServiceWorld> {
  const started = await new Components().startApiserver({
    release: '1.36',
    // Enough addresses for a thousand services.
    args: ['--bind-address=127.0.0.1', '--service-cluster-ip-range=10.96.0.0/16'],
    readFile: () => Promise.reject(new Error('no file')),
  })
  if (!started.ok) throw new Error(started.stderr)
  const server: RunningServer = started.component
  const config = parseKubeconfig(server.kubeconfig('admin'))
  const client = new RestClient(config, 'test')
  await client.create('/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n1', labels: { 'topology.kubernetes.io/zone': 'z1' } },
  })
  return {
    config,
    client,
    async close() {
      client.close()
      await server.stop()
    },
  }
}

/** The name of service `i`: `web-0007`. */
export const serviceName = (i: number): string => `web-${String(i).padStart(4, '0')}`
/** An address of pod `j` of service `i`. */
export const podIP = (i: number, j: number): string => `10.${128 + (i >> 8)}.${i & 255}.${j + 1}`

const endpoints = (i: number, count: number): object[] =>
  Array.from({ length: count }, (_, j) => ({
    addresses: [podIP(i, j)],
    conditions: { ready: true },
    nodeName: `n${(j % 5) + 1}`,
  }))

/** Creates a service with its slice. */
export async function createService(client: RestClient, i: number, count: number): Promise<void> {
  await client.create(servicesPath, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: serviceName(i) },
    spec: { ports: [{ port: 80, targetPort: 8080 }] },
  })
  await client.create(slicesPath, {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: serviceName(i), labels: { 'kubernetes.io/service-name': serviceName(i) } },
    addressType: 'IPv4',
    ports: [{ port: 8080, protocol: 'TCP' }],
    endpoints: endpoints(i, count),
  })
}

/** Creates services with EndpointSlices of `pods` endpoints, eight at a time. */
export async function createServices(client: RestClient, count: number, pods: number): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await createService(client, next++, pods)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

/** Replaces the endpoints of a service by `count` new ones. */
export const setPods = async (client: RestClient, i: number, count: number): Promise<void> => {
  const path = `${slicesPath}/${serviceName(i)}`
  await client.patch(path, { endpoints: endpoints(i, count) }, 'application/merge-patch+json')
}

/** Changes an annotation of service `i`, which no rules depend on. */
export const annotate = async (client: RestClient, i: number, value: string): Promise<void> => {
  const path = `${servicesPath}/${serviceName(i)}`
  await client.patch(path, { metadata: { annotations: { note: value } } }, 'application/merge-patch+json')
}

/** Deletes service `i` and its EndpointSlice. */
export async function deleteService(client: RestClient, i: number): Promise<void> {
  await client.delete(`${servicesPath}/${serviceName(i)}`)
  await client.delete(`${slicesPath}/${serviceName(i)}`)
}

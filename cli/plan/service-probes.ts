// What kube-apiserver answers to writes of Services with external IPs.
import type { Exchange, RestClient } from '../../client/rest-client.ts'

const collection = '/api/v1/namespaces/default/services'
/** The Service that is there from the first phase on. */
export const keptService = 'kept'
export const externalIP = '192.0.2.1'

const service = (name: string, ports = [{ port: 80 }]): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { selector: { app: name }, ports, externalIPs: [externalIP] },
})

export interface ServiceAnswers {
  create: Exchange
  edit: Exchange
  change: Exchange
  clear: Exchange
}

export const createKept = (client: RestClient): Promise<Exchange> =>
  client.exchange({ method: 'POST', path: collection, body: service(keptService) })

/** `change` and `clear` are dry runs, so that the Service stays for the next run. */
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

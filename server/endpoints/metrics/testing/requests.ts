// Requests after which the metrics of real and of simulated kube-apiservers are compared. They are about podtemplates, which a server
// itself asks nobody for, so that its counts are those of these requests.
import type { ReadMetric } from '../../../../component-base/metrics/testing/read-metrics.ts'

/** Sends a request as the administrator, or with another token, and resolves when the answer has ended. */
export type Ask = (
  method: string,
  path: string,
  body?: Body,
  headers?: Record<string, string>,
) => Promise<unknown>
interface Body {
  readonly type: string
  readonly text: string
}

/** What a kube-apiserver printed: the names of its metrics, and the samples that requests decide, by name and labels. */
export interface RecordedScrape {
  readonly names: readonly string[]
  readonly samples: Readonly<Record<string, number>>
}

const templates = '/api/v1/namespaces/default/podtemplates'
const json = (value: unknown, type = 'application/json'): Body => ({ type, text: JSON.stringify(value) })
const template = (name: string) => ({
  apiVersion: 'v1',
  kind: 'PodTemplate',
  metadata: { name },
  template: { spec: { containers: [{ name: 'c', image: 'i' }] } },
})
const port = (name: string, nodePort = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { type: 'NodePort', ports: [{ port: 80, ...nodePort }] },
})
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'ws.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'ws', kind: 'W' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
}

/** Sends the requests one after the other. */
export async function play(send: Ask): Promise<void> {
  // The first word of it is the manager of fields, and so part of what is measured.
  const ask: Ask = (method, path, body, headers = {}) =>
    send(method, path, body, { 'user-agent': 'recorder/1', ...headers })
  await ask('POST', templates, json(template('a')))
  await ask('POST', `${templates}?dryRun=All`, json(template('dry')))
  await ask('PUT', `${templates}/a`, json({ ...template('a'), metadata: { name: 'a', labels: { x: 'y' } } }))
  await ask(
    'PATCH',
    `${templates}/a`,
    json({ metadata: { labels: { x: 'z' } } }, 'application/merge-patch+json'),
  )
  await ask('PATCH', `${templates}/b?fieldManager=x`, json(template('b'), 'application/apply-patch+yaml'))
  await ask('PUT', `${templates}/a`, { type: 'application/json', text: '{bad' })
  await ask('POST', templates, json({ ...template('c'), metadata: { name: 'B_ad' } }))
  await ask('GET', `${templates}/a`)
  await ask('GET', `${templates}/none`)
  await ask('GET', templates)
  await ask('GET', `${templates}?resourceVersion=0`)
  await ask('GET', `${templates}?limit=1`)
  await ask('GET', '/api/v1/podtemplates')
  await ask('GET', templates, undefined, { authorization: 'Bearer wrong' })
  await ask('GET', templates, undefined, { authorization: '' })
  await ask('GET', `${templates}?watch=1&timeoutSeconds=1`)
  await ask('DELETE', `${templates}/b`)
  await ask('DELETE', templates)
  for (const path of ['/healthz', '/livez', '/version', '/api', '/nope', '/apis/example.net/v1/things'])
    await ask('GET', path)
  await ask('GET', '/apis', undefined, {
    accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  })
  await ask('GET', '/openapi/v2')
  await ask('POST', '/api/v1/namespaces/default/services', json(port('s')))
  await ask('POST', '/api/v1/namespaces/default/services', json(port('t', { nodePort: 30_100 })))
  await ask('POST', '/api/v1/namespaces/default/services', json(port('u', { nodePort: 30_100 })))
  await ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', json(definition))
}

const isOfRequests = (labels: Readonly<Record<string, string>>): boolean =>
  Object.values(labels).some((value) =>
    /(?:^|\/)podtemplates$|^PodTemplate$|^\/(?:healthz|livez|apis)$/.test(value),
  )

/** Others whose values these requests decide, whatever else a server does. */
const alone =
  /^(?:kube_apiserver_(?:clusterip|nodeport)_.*(?:total|ips|ports)|apiserver_flowcontrol_(?:nominal|lower|upper)_limit_seats|apiserver_flowcontrol_request_concurrency_limit|apiserver_audit_.*|serviceaccount_.*|pod_security_.*|apiextensions_openapi_.*|aggregator_unavailable_apiservice|authenticat.*_attempts|authorization_attempts_total)$/

const isAboutTime = /_(?:seconds|time)(?:_sum|)$|_wait_seconds_sum$/
/** Depends on what the server did before. */
const isAboutBefore = /resource_version|longrunning|_capacity|etcd_/

/** The samples of a scrape that the requests decide. */
export function decidedSamples(metrics: ReadonlyMap<string, ReadMetric>): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { name: metric, samples } of metrics.values())
    for (const { name, labels, value } of samples) {
      if (name.endsWith('_bucket') || isAboutTime.test(name) || isAboutBefore.test(name)) continue
      if (!isOfRequests(labels) && !alone.test(metric)) continue
      // Of attempts, those that succeed are also the server's own.
      if (['success', 'allowed'].includes(labels['result'] ?? '')) continue
      const own = Object.entries(labels).map(([key, text]) => `${key}="${text}"`)
      found[`${name}{${own.sort().join(',')}}`] = value
    }
  return found
}

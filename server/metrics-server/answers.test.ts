import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import { openEnvelope, ProtobufSerializer } from '../../apimachinery/scheme/protobuf.ts'
import { type AnswerParts, answerMetrics } from './answers.ts'
import { MetricsDocuments } from './documents.ts'
import { Measurements } from './measurements.ts'
import { metricsScheme } from './types.ts'

const now = Date.parse('2026-01-01T00:00:20Z')
const running = (name: string) => ({ name, state: { running: {} } })
const object = (kind: string, metadata: object, more: object): KubeObject =>
  ({ apiVersion: 'v1', kind, metadata, ...more }) as KubeObject
const node = (name: string, status: string, annotations: object = {}) =>
  object(
    'Node',
    { name, labels: { zone: name }, annotations },
    { status: { conditions: [{ type: 'Ready', status }] } },
  )
const pod = (name: string, annotations: object, { nodeName = 'n1', namespace = 'default' } = {}) =>
  object(
    'Pod',
    { name, namespace, labels: { app: name }, annotations },
    {
      spec: {
        nodeName,
        initContainers: [{ name: 'setup' }, { name: 'sidecar', restartPolicy: 'Always' }],
        containers: [{ name: 'main' }],
      },
      status: {
        phase: 'Running',
        initContainerStatuses: [{ name: 'setup', state: { terminated: {} } }, running('sidecar')],
        containerStatuses: [running('main')],
      },
    },
  )

const objects = {
  nodes: [
    node('n2', 'True', { 'kepsim.dev/memory-usage': '1Gi' }),
    node('n1', 'True'),
    node('n3', 'Unknown'),
  ],
  pods: [
    pod('b', { 'kepsim.dev/cpu-usage': '250m,sidecar=1500u', 'kepsim.dev/memory-usage': 'main=100Mi' }),
    pod('a', { 'kepsim.dev/cpu-usage': 'a lot', 'kepsim.dev/memory-usage': '1e1000' }),
    pod('lost', {}, { nodeName: 'n3' }),
    pod('c', { 'kepsim.dev/cpu-usage': '1' }, { namespace: 'other' }),
  ],
}
const idle = { cpu: Quantity.parse('5m'), memory: Quantity.parse('16Mi') }
const scheme = metricsScheme('1.36')
const parts: AnswerParts = {
  scheme,
  documents: new MetricsDocuments(scheme),
  objects: async (of, namespace = '') =>
    objects[of].filter(({ metadata }) => namespace === '' || metadata.namespace === namespace),
  measure: async () => new Measurements(objects, now, idle),
}
const base = '/apis/metrics.k8s.io/v1beta1'
const table = 'application/json;as=Table;g=meta.k8s.io;v=v1'

async function ask(url: string, { accept, method = 'GET' }: { accept?: string; method?: string } = {}) {
  const { pathname: path, searchParams: query } = new URL(url, 'http://a')
  const answer = await answerMetrics(parts, { method, path, query, accept, userAgent: 'test' })
  return { ...answer, json: () => JSON.parse(answer.body.toString()) }
}

it('tells what the containers of a pod use', async () => {
  const { json, type } = await ask(`${base}/namespaces/default/pods/b`)
  expect(type).toBe('application/json')
  expect(json()).toEqual({
    kind: 'PodMetrics',
    apiVersion: 'metrics.k8s.io/v1beta1',
    metadata: {
      name: 'b',
      namespace: 'default',
      creationTimestamp: '2026-01-01T00:00:20Z',
      labels: { app: 'b' },
    },
    timestamp: '2026-01-01T00:00:15Z',
    window: '15s',
    containers: [
      { name: 'sidecar', usage: { cpu: '1500u', memory: '16Mi' } },
      { name: 'main', usage: { cpu: '250m', memory: '100Mi' } },
    ],
  })
})

it('lists pods by name, without those whose node does not answer', async () => {
  const names = async (query: string) => {
    const { items } = (await ask(`${base}${query}`)).json() as { items: KubeObject[] }
    return items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
  }
  expect(await names('/pods')).toEqual(['default/a', 'default/b', 'other/c'])
  expect(await names('/namespaces/default/pods')).toEqual(['default/a', 'default/b'])
  expect(await names('/pods?labelSelector=app!%3Da')).toEqual(['default/b', 'other/c'])
  expect(await names('/pods?fieldSelector=metadata.namespace%3Dother')).toEqual(['other/c'])
})

it('adds up what the pods of a node use, where nothing is said of the node', async () => {
  const { items } = (await ask(`${base}/nodes`)).json() as { items: (KubeObject & { usage: object })[] }
  expect(items.map(({ metadata, usage }) => [metadata.name, usage])).toEqual([
    // a: twice 5m and 16Mi; b: 251.5m and 116Mi; c: twice 1 and 16Mi.
    ['n1', { cpu: '2261500u', memory: '180Mi' }],
    ['n2', { cpu: '0', memory: '1Gi' }],
  ])
})

it('shows tables with a column for each resource', async () => {
  const { json } = await ask(`${base}/pods`, { accept: table })
  expect(json()).toMatchObject({
    kind: 'Table',
    metadata: {},
    columnDefinitions: [
      { name: 'Name' },
      { name: 'cpu', format: 'quantity' },
      { name: 'memory' },
      { name: 'Window' },
    ],
    rows: [
      { cells: ['a', '10m', '32Mi', '15s'], object: { kind: 'PartialObjectMetadata' } },
      { cells: ['b', '251500u', '116Mi', '15s'] },
      { cells: ['c', '2', '32Mi', '15s'] },
    ],
  })
  const none = await ask(`${base}/pods?labelSelector=none`, { accept: table })
  expect(none.json()).toMatchObject({ columnDefinitions: null, rows: null })
})

it('writes protobuf and YAML', async () => {
  const accept = 'application/vnd.kubernetes.protobuf'
  const { body, type } = await ask(`${base}/namespaces/default/pods?labelSelector=app%3Db`, { accept })
  expect(type).toBe(accept)
  const { apiVersion, kind, raw } = openEnvelope(body as Buffer)
  expect(new ProtobufSerializer(scheme).decode(apiVersion, kind, raw)).toMatchObject({
    items: [
      {
        metadata: { name: 'b' },
        window: '15s',
        containers: [{ name: 'sidecar' }, { usage: { cpu: '250m' } }],
      },
    ],
  })
  const yaml = await ask(`${base}/nodes/n2`, { accept: 'application/yaml' })
  expect(yaml.body).toContain('memory: 1Gi')
})

it.each([
  ['/namespaces/default/pods/x', 404, 'pods "x" not found'],
  ['/namespaces/default/pods/lost', 404, 'podmetrics.metrics.k8s.io "default/lost" not found'],
  ['/nodes/n3', 404, 'nodemetrics.metrics.k8s.io "n3" not found'],
  ['/nodes/x', 404, 'nodes "x" not found'],
  ['/services', 404, 'the server could not find the requested resource'],
  ['/namespaces/default/nodes', 404, 'the server could not find the requested resource'],
  ['/pods?watch=1', 405, 'watch is not supported on resources of kind "pods.metrics.k8s.io"'],
  [
    '/pods?fieldSelector=spec.x%3D1',
    400,
    '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ],
  ['/pods?labelSelector=%3D', 400, "found '=', expected: !, identifier"],
])('refuses %s', async (path, status, message) => {
  const answer = await ask(`${base}${path}`)
  expect(answer.status).toBe(status)
  expect(answer.json()).toMatchObject({ kind: 'Status', message: expect.stringContaining(message) })
})

it('takes no writes, and names the forms that it has', async () => {
  expect(await ask(`${base}/nodes`, { method: 'DELETE' })).toMatchObject({ status: 405 })
  expect(await ask(`${base}/nodes`, { accept: 'text/html' })).toMatchObject({ status: 406 })
  expect(
    await ask(`${base}/nodes`, { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' }),
  ).toMatchObject({ status: 406 })
})

it('tells of itself', async () => {
  const resources = [
    { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: ['get', 'list'] },
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
  ]
  expect((await ask(base)).json()).toMatchObject({ kind: 'APIResourceList', resources })
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
  const aggregated = await ask('/apis', { accept })
  expect([aggregated.type, aggregated.json().items[0].versions[0].resources.length]).toEqual([accept, 2])
  const name = 'io.k8s.metrics.pkg.apis.metrics.v1beta1.PodMetrics'
  expect((await ask(`/openapi/v3${base}`)).json()).toMatchObject({
    info: { title: 'Kubernetes metrics-server' },
    paths: { [`${base}/namespaces/{namespace}/pods`]: { get: {} } },
    components: { schemas: { [name]: { required: ['timestamp', 'window', 'containers'] } } },
  })
  expect((await ask('/openapi/v2')).json()).toHaveProperty(['definitions', name])
})

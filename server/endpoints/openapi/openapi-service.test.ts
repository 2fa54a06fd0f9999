import { describe, expect, it } from 'vitest'
import { readFields } from '../../../apimachinery/scheme/protobuf-wire.ts'
import { schemeFor } from '../../../apimachinery/scheme/scheme.ts'
import { releaseFacts } from '../../../component-base/release-facts.ts'
import { OpenapiService } from './openapi-service.ts'

const options = {
  now: () => 0,
  disabled: [],
  enums: true,
  scheme: schemeFor('1.34'),
  version: '1.34',
  served: releaseFacts('1.34', 'discovery').groupVersions,
  asText: false,
}
const service = new OpenapiService(options)
const ask = (url: string, headers: Record<string, string> = {}) => {
  const [path = '', query = ''] = url.split('?')
  return service.answer({ path, query: new URLSearchParams(query), headers })!
}
const core = () => JSON.parse(ask('/openapi/v3/api/v1').body.toString())
const schema = (name: string) => core().components.schemas[name]

describe('OpenAPI v3', () => {
  it('lists a document for each group version, group and root', () => {
    const { paths } = JSON.parse(ask('/openapi/v3').body.toString())
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '.well-known/openid-configuration',
        'api',
        'api/v1',
        'apis',
        'apis/apps',
        'apis/apps/v1',
        'version',
      ]),
    )
    expect(paths['apis/apps/v1'].serverRelativeURL).toMatch(
      /^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]{128}$/,
    )
  })

  it('answers all with the same bytes, which clients may leave unread', () => {
    for (const url of ['/openapi/v2', '/openapi/v3/api/v1']) expect(ask(url).body).toBe(ask(url).body)
  })

  it('names the values of texts where OpenAPIEnums is on', () => {
    const policy = (of: OpenapiService) => {
      const { body } = of.answer({ path: '/openapi/v3/api/v1', query: new URLSearchParams(), headers: {} })!
      return JSON.parse(body.toString()).components.schemas['io.k8s.api.core.v1.Container'].properties
        .imagePullPolicy
    }
    expect(policy(service)).toEqual({ type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] })
    expect(policy(new OpenapiService({ ...options, enums: false }))).toEqual({ type: 'string' })
  })

  it('is escaped as json.Marshal does, where v2 is not', () => {
    const description = 'a<b>'
    const customs = {
      revision: 1,
      names: () => ['apis/example.com/v1'],
      v3: () => ({ description }),
      v2: () => [{ paths: {}, definitions: { Widget: { description } } }],
    }
    const own = new OpenapiService({ ...options, served: [], customs })
    const text = (path: string) =>
      own.answer({ path, query: new URLSearchParams(), headers: {} })!.body.toString()
    expect(text('/openapi/v3/apis/example.com/v1')).toBe('{"description":"a\\u003cb\\u003e"}')
    expect(text('/openapi/v2').includes('{"description":"a<b>"}')).toBe(true)
  })

  it('describes types with what patches need', () => {
    expect(schema('io.k8s.api.core.v1.ServiceSpec').properties.ports).toEqual({
      type: 'array',
      items: { default: {}, allOf: [{ $ref: '#/components/schemas/io.k8s.api.core.v1.ServicePort' }] },
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-patch-merge-key': 'port',
      'x-kubernetes-patch-strategy': 'merge',
    })
    expect(schema('io.k8s.api.core.v1.ConfigMap')['x-kubernetes-group-version-kind']).toEqual([
      { group: '', kind: 'ConfigMap', version: 'v1' },
    ])
  })

  it('tells what the fields of metadata are, and of nothing else', () => {
    const { properties } = schema('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta')
    for (const [name, { description }] of Object.entries<{ description?: string }>(properties))
      expect(description?.toLowerCase(), name).toMatch(new RegExp(`^${name.toLowerCase()} `))
    expect(properties.creationTimestamp.allOf).toEqual([
      { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time' },
    ])
    expect(schema('io.k8s.api.core.v1.ConfigMap').properties.data.description).toBe(undefined)
  })

  it('describes operations', () => {
    const { paths } = core()
    expect(paths['/api/v1/nodes/{name}/status'].patch.operationId).toBe('patchCoreV1NodeStatus')
    const create = paths['/api/v1/namespaces/{namespace}/configmaps'].post
    expect(create).toMatchObject({
      operationId: 'createCoreV1NamespacedConfigMap',
      'x-kubernetes-action': 'post',
      tags: ['core_v1'],
    })
    expect(create.parameters.map((p: { name: string }) => p.name)).toEqual([
      'dryRun',
      'fieldManager',
      'fieldValidation',
    ])
    const eviction = paths['/api/v1/namespaces/{namespace}/pods/{name}/eviction'].post
    expect(eviction['x-kubernetes-group-version-kind']).toEqual({
      group: 'policy',
      version: 'v1',
      kind: 'Eviction',
    })
  })

  it('negotiates, and sends clients with another hash to the right one', () => {
    expect(ask('/openapi/v3/api/v1', { accept: 'text/html' })).toMatchObject({ status: 406, body: '' })
    expect(ask('/openapi/v3/apis/nosuch/v1')).toMatchObject({ status: 404, body: '' })
    const moved = ask('/openapi/v3/api/v1?hash=0000')
    expect(moved.status).toBe(301)
    expect(ask(String(moved.headers['Location']))).toMatchObject({
      status: 200,
      contentType: 'application/json',
      headers: { 'Cache-Control': 'public, immutable' },
    })
    const etag = String(ask('/openapi/v3/api/v1').headers['Etag'])
    expect(ask('/openapi/v3/api/v1', { 'if-none-match': etag }).status).toBe(304)
  })
})

describe('OpenAPI v2', () => {
  it('holds all paths and types', () => {
    const document = JSON.parse(ask('/openapi/v2').body.toString())
    expect(document.swagger).toBe('2.0')
    expect(
      document.paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale'].get.operationId,
    ).toBe('readAppsV1NamespacedDeploymentScale')
    expect(document.definitions['io.k8s.api.core.v1.ServicePort'].properties).toMatchObject({
      protocol: { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] },
      targetPort: { $ref: '#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString' },
    })
    expect(document.definitions['io.k8s.apimachinery.pkg.api.resource.Quantity']).toEqual({ type: 'string' })
  })
})

const v3 = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf'

describe('OpenAPI as protobuf', () => {
  it('is sent to who asks for it, under either of its names', () => {
    for (const accept of [v3, 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf, application/json'])
      expect(ask('/openapi/v3/version', { accept })).toMatchObject({ status: 200, contentType: v3 })
    const accept = `${v3};q=0.5, application/json`
    expect(ask('/openapi/v3/version', { accept })).toMatchObject({ contentType: 'application/json' })
    const json = ask('/openapi/v3/version')
    const { headers } = ask('/openapi/v3/version', { accept: v3 })
    expect(headers).toEqual(json.headers)
    expect(headers['Last-Modified']).toBe('Thu, 01 Jan 1970 00:00:00 GMT')
  })

  it('has the numbers and texts of upstream', () => {
    const read = (data: Buffer, ...[number, ...path]: number[]): (Buffer | number)[] =>
      number === undefined
        ? [data]
        : [...readFields(data)]
            .filter((one) => one.number === number)
            .flatMap(({ field }) =>
              field.wireType === 0 ? [field.value] : (read(field.bytes, ...path) as (Buffer | number)[]),
            )
    const texts = (data: Buffer, ...path: number[]) => read(data, ...path).map(String)
    const scheduling = Buffer.from(ask('/openapi/v3/apis/scheduling.k8s.io/v1', { accept: v3 }).body)
    // Document.components.schemas.additional_properties.value.schema.properties.additional_properties.value.schema.default.number
    const defaults = read(scheduling, 5, 1, 1, 2, 1, 31, 1, 2, 1, 33, 1) as Buffer[]
    expect(defaults.map((one) => one.readDoubleLE())).toContain(0)
    // Of paths, the operation GET: its extensions.
    expect(texts(scheduling, 4, 1, 2, 4, 13, 2, 2)).toContain(
      'group: scheduling.k8s.io\nkind: PriorityClass\nversion: v1\n',
    )
    expect(texts(scheduling, 4, 1, 2, 4, 8, 2, 2, 1, 3, 1, 1)).toContain(
      'application/vnd.kubernetes.protobuf',
    )
    const v2 = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'
    const whole = Buffer.from(ask('/openapi/v2', { accept: v2 }).body)
    expect(texts(whole, 1)).toEqual(['2.0'])
    expect(texts(whole, 9, 1, 1)).toContain('io.k8s.api.core.v1.ServicePort')
    // The body of a POST, and the query parameters of a PATCH.
    expect(texts(whole, 8, 2, 2, 4, 8, 1, 1, 5, 1)).toContain('#/definitions/io.k8s.api.core.v1.Service')
    expect(texts(whole, 8, 2, 2, 8, 8, 1, 2, 3, 4)).toContain('fieldValidation')
  })
})

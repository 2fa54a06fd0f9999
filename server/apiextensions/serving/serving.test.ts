// Custom resources of a server, as their clients meet them.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startTestServer, startTestServerWith, type TestServer } from '../../testing/test-server.ts'

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const group = 'stable.example.com'
const widgets = (version = 'v1'): string => `/apis/${group}/${version}/namespaces/default/widgets`

const servers: TestServer[] = []
const started = async (server: Promise<TestServer>): Promise<TestServer> => {
  servers.push(await server)
  return servers.at(-1)!
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

interface VersionOptions {
  readonly storage?: boolean
  readonly properties?: object
}

const version = (name: string, { storage = name === 'v1', properties }: VersionOptions = {}): object => ({
  name,
  served: true,
  storage,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: properties ?? { spec: { type: 'object', properties: { size: { type: 'string' } } } },
    },
  },
})

const definition = (versions: object[], more: object = {}): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${group}` },
  spec: { group, scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' }, versions, ...more },
})

const widget = (name: string, spec: object = {}, of = 'v1'): object => ({
  apiVersion: `${group}/${of}`,
  kind: 'Widget',
  metadata: { name },
  spec,
})

/** Asks until the answer has the status: conditions are set and documents made a moment after the definition is there. */
async function until(server: TestServer, path: string, status: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if ((await server.send('GET', path)).status === status) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${path} does not answer ${status}`)
}

async function define(server: TestServer, made: object): Promise<void> {
  expect((await server.send('POST', definitions, made)).status).toBe(201)
  await until(server, widgets(), 200)
}

const merge = { 'content-type': 'application/merge-patch+json' }

it('is not there before its definition, and not after it', async () => {
  const server = await started(startTestServer('1.36'))
  expect((await server.send('GET', widgets())).text).toBe('404 page not found\n')
  await define(server, definition([version('v1')]))
  expect((await server.send('POST', widgets(), widget('a', { size: 'l' }))).status).toBe(201)
  expect((await server.send('DELETE', `${definitions}/widgets.${group}`)).status).toBe(200)
  await until(server, widgets(), 404)
  await until(server, `/apis/${group}`, 404)
  await define(server, definition([version('v1')]))
  expect((await server.send('GET', widgets())).body.items).toEqual([])
})

it('shows rules what an apply says beyond the schema, and readers what the schema knows', async () => {
  const server = await started(startTestServer('1.36'))
  const map = { type: 'object', additionalProperties: { type: 'string' } }
  await define(server, definition([version('v1', { properties: { spec: { type: 'object' }, map } })]))
  const apply = (more: object, query = ''): Promise<Awaited<ReturnType<TestServer['send']>>> =>
    server.send(
      'PATCH',
      `${widgets()}/a?fieldManager=m${query}`,
      JSON.stringify({ ...widget('a'), ...more }),
      {
        'content-type': 'application/apply-patch+yaml',
      },
    )
  const seen = async (more: object, query?: string): Promise<unknown> => {
    const { status, body } = await apply(more, query)
    return [status, body.spec, body.metadata.generation]
  }
  const unknown = { spec: { nowhere: { a: 1 } } }
  expect(await seen(unknown, '&dryRun=All')).toEqual([201, {}, 1])
  expect(await seen(unknown)).toEqual([201, {}, 1])
  // What is stored is read without what nobody knows, so that saying it again is another change.
  expect(await seen(unknown)).toEqual([200, {}, 2])
  expect(await seen(unknown, '&dryRun=All')).toEqual([200, {}, 3])
  expect(await seen({ spec: {} })).toEqual([200, {}, 2])
  const refused = await apply({ map: { a: null, b: 'x' } })
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringContaining('map.a: Invalid value: "null"'),
  ])
})

it('stores keys as data, whatever they are called', async () => {
  const server = await started(startTestServer('1.36'))
  const properties = { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  await define(server, definition([version('v1', { properties })]))
  const body = `{"apiVersion":"${group}/v1","kind":"Widget","metadata":{"name":"a"},"spec":{"__proto__":{"a":1},"constructor":2}}`
  const created = await server.send('POST', widgets(), body)
  expect(created.status).toBe(201)
  expect((await server.send('GET', `${widgets()}/a`)).text).toContain('"__proto__":{"a":1}')
  expect(Object.getPrototypeOf({})).not.toHaveProperty('a')
})

it('ends a watch when the definition changes, and serves the new schema', async () => {
  const server = await started(startTestServer('1.36'))
  await define(server, definition([version('v1')]))
  const watch = await fetch(`${server.url}${widgets()}?watch=true&timeoutSeconds=60`, {
    headers: { authorization: 'Bearer admintoken' },
  })
  const ended = watch.text()
  const path = `${definitions}/widgets.${group}`
  const properties = { spec: { type: 'object', properties: { size: { type: 'string', default: 'm' } } } }
  const patch = { spec: { versions: [version('v1', { properties })] } }
  expect((await server.send('PATCH', path, patch, merge)).status).toBe(200)
  expect(await ended).toBe('')
  const created = await server.send('POST', widgets(), widget('a'))
  expect(created.body.spec).toEqual({ size: 'm' })
})

it('tells of an object that says it is another one that, and what its schema does not know', async () => {
  const server = await started(startTestServer('1.36'))
  const properties = { list: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' } }
  await define(server, definition([version('v1', { properties })]))
  const told = async (object: object): Promise<unknown[]> => {
    const { status, body, headers } = await server.send('POST', `${widgets()}?fieldValidation=Warn`, object)
    return [
      status,
      body.details?.causes?.map(({ field }: { field: string }) => field),
      headers.get('warning'),
    ]
  }
  const other = { ...widget('a'), kind: 'Other', spec: undefined, list: ['a', 'a', 1] }
  expect(await told(other)).toEqual([422, ['kind', 'list[1]'], null])
  const unknown = '299 - "unknown field \\"spec\\""'
  expect(await told(widget('a', {}, 'v2'))).toEqual([400, undefined, unknown])
})

it('publishes documents that change with the definition', async () => {
  const server = await started(startTestServer('1.36'))
  const before = (await server.send('GET', '/openapi/v3')).body.paths
  await define(server, definition([version('v1')]))
  const index = (await server.send('GET', '/openapi/v3')).body.paths
  expect(Object.keys(index)).toEqual([...Object.keys(before), `apis/${group}/v1`].sort())
  const document = await server.send('GET', index[`apis/${group}/v1`].serverRelativeURL)
  expect(document.body.components.schemas['com.example.stable.v1.Widget'].properties.spec).toEqual({
    type: 'object',
    properties: { size: { type: 'string' } },
  })
  const v2 = (await server.send('GET', '/openapi/v2')).body
  expect(v2.definitions).toHaveProperty(['com.example.stable.v1.WidgetList'])
  const groups = (await server.send('GET', '/apis')).body.groups
  expect(groups.at(-1).name).toBe(group)
})

it('is served again after a restart, also by another release', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-crd-'))
  try {
    const spec = { size: 'l' }
    for (const [i, release] of ['1.30', '1.36', '1.33'].entries()) {
      const server = await startTestServer(release, '--data-dir', dir)
      try {
        if (i === 0) {
          await define(server, definition([version('v1')]))
          expect((await server.send('POST', widgets(), widget('a', spec))).status).toBe(201)
        } else await until(server, widgets(), 200)
        const found = await server.send('GET', `${widgets()}/a`)
        expect(found.body.spec).toEqual(spec)
        const patched = await server.send(
          'PATCH',
          `${widgets()}/a`,
          { metadata: { labels: { in: release } } },
          merge,
        )
        expect(patched.body.metadata.labels).toEqual({ in: release })
      } finally {
        await server.close()
      }
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})

it('keeps an object in its old storage version until it is written', async () => {
  const server = await started(startTestServer('1.36'))
  await define(server, definition([version('v1'), version('v2')]))
  await server.send('POST', widgets(), widget('a', { size: 'l' }))
  const before = (await server.send('GET', `${widgets('v2')}/a`)).body
  expect(before.apiVersion).toBe(`${group}/v2`)
  const path = `${definitions}/widgets.${group}`
  const turned = { spec: { versions: [version('v1', { storage: false }), version('v2', { storage: true })] } }
  expect((await server.send('PATCH', path, turned, merge)).status).toBe(200)
  const rewritten = await server.send('PATCH', `${widgets()}/a`, {}, merge)
  expect(rewritten.body.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion)
  const again = await server.send('PATCH', `${widgets()}/a`, {}, merge)
  expect(again.body.metadata.resourceVersion).toBe(rewritten.body.metadata.resourceVersion)
})

it('lives with definitions that are deep and wide', async () => {
  const server = await started(startTestServer('1.36'))
  let deep: object = { type: 'string' }
  for (let depth = 0; depth < 3000; depth++) deep = { type: 'object', properties: { a: deep } }
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, { type: 'string' }]))
  const answers = [
    await server.send('POST', definitions, definition([version('v1', { properties: { spec: deep } })])),
    await server.send('POST', definitions, definition([version('v1', { properties: wide })])),
    await server.send(
      'POST',
      definitions,
      definition([version('v1', { properties: { spec: { $ref: '#' } } })]),
    ),
  ]
  for (const { status } of answers) expect([201, 400, 409, 422]).toContain(status)
  expect((await server.send('GET', '/api/v1/namespaces/default')).status).toBe(200)
})

/** The webhook speaks no TLS. */
it('tells that a conversion webhook cannot be asked, and serves the others', async () => {
  const hook: Server = createServer((_req, res) => res.end('garbage')).listen(0, '127.0.0.1')
  await new Promise((resolve) => hook.once('listening', resolve))
  try {
    const { port } = hook.address() as AddressInfo
    const server = await started(startTestServerWith({ mayReachWebhooks: true }, '1.36'))
    const conversion = {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: `https://127.0.0.1:${port}/` } },
    }
    await define(server, definition([version('v1'), version('v2')], { conversion }))
    expect((await server.send('POST', widgets(), widget('a', { size: 'l' }))).status).toBe(201)
    expect((await server.send('GET', `${widgets()}/a`)).status).toBe(200)
    for (const answer of [
      await server.send('GET', `${widgets('v2')}/a`),
      await server.send('GET', widgets('v2')),
      await server.send('POST', widgets('v2'), widget('b', {}, 'v2')),
    ]) {
      expect(answer.status).toBe(500)
      expect(answer.body.message).toContain(`conversion webhook for ${group}/`)
    }
    expect((await server.send('GET', '/api/v1/namespaces/default')).status).toBe(200)
  } finally {
    hook.close()
  }
})

it('counts requests for custom resources as for others', async () => {
  const server = await started(startTestServer('1.36'))
  await server.send('POST', definitions, definition([version('v1')]))
  await until(server, widgets(), 200)
  await server.send('POST', widgets(), widget('a'))
  const { text } = await server.send('GET', '/metrics')
  const labels = `dry_run="",group="${group}",resource="widgets",scope="resource",subresource="",verb="POST",version="v1"`
  expect(text).toContain(`apiserver_request_total{code="201",component="apiserver",${labels}} 1\n`)
})

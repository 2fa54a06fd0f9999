import { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer, testToken } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('1.34')
})
afterEach(() => {
  expect(server.errors).toEqual([])
})
afterAll(() => server.close())

const maps = '/api/v1/namespaces/default/configmaps'
const types = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
}

/** What the server sends to raw bytes, until it is quiet for a moment. */
function raw(head: string, body = ''): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(server.running.port, '127.0.0.1', () =>
      socket.write(
        Buffer.from(`${head}\r\nHost: x\r\nAuthorization: Bearer ${testToken}\r\n\r\n${body}`, 'latin1'),
      ),
    )
    socket.on('data', (chunk) => {
      text += chunk
      socket.end()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
    socket.setTimeout(2000, () => socket.destroy())
  })
}

describe('keys that are members of every JavaScript object', () => {
  const data = '{"__proto__":"p","constructor":"c","hasOwnProperty":"h"}'

  it('are data like others', async () => {
    const body = `{"metadata":{"name":"keys","labels":{"constructor":"b"},"annotations":{"toString":"y"}},"data":{"constructor":"c","hasOwnProperty":"h"}}`
    expect((await server.send('POST', maps, body)).status).toBe(201)
    const patch = (text: string, type: string) =>
      server.send('PATCH', `${maps}/keys`, text, { 'content-type': type })
    expect((await patch(`{"__proto__":{"polluted":1},"data":{"valueOf":"v"}}`, types.merge)).status).toBe(200)
    expect((await patch('{"data":{"constructor":null}}', types.strategic)).body.data).toEqual({
      hasOwnProperty: 'h',
      valueOf: 'v',
    })
    const added = '[{"op":"add","path":"/data/constructor","value":"again"}]'
    expect((await patch(added, types.json)).body.data.constructor).toBe('again')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    const found = await server.send('GET', `${maps}?labelSelector=constructor%3Db`)
    expect(found.body.items).toHaveLength(1)
    expect((await server.send('GET', `${maps}?labelSelector=hasOwnProperty`)).body.items).toEqual([])
  })

  it('are refused where names are', async () => {
    const made = await server.send('POST', maps, `{"metadata":{"name":"p"},"data":${data}}`)
    expect(made.text).toContain(`"data":${data}`)
    const labels = `{"metadata":{"name":"q","labels":${data}}}`
    expect((await server.send('POST', maps, labels)).body.message).toContain('"__proto__": name part must')
    for (const path of ['/api/v1/__proto__', '/apis/__proto__/v1/constructor', `${maps}/p/constructor`])
      expect((await server.send('GET', path)).status).toBe(404)
    expect((await server.send('GET', `${maps}?fieldSelector=__proto__%3Db`)).status).toBe(400)
  })
})

it('tells about bodies that are too large or too deep, and goes on', async () => {
  const large = await server.send('POST', maps, `{"a":"${'x'.repeat(4 * 1024 * 1024)}"}`)
  expect(large.body).toMatchObject({ code: 413, reason: 'RequestEntityTooLarge' })
  for (const body of ['['.repeat(50_000), `${'{"data":'.repeat(12_000)}1${'}'.repeat(12_000)}`])
    expect((await server.send('POST', maps, body)).body.message).toContain('exceeded max depth')
  const flow = await server.send('POST', maps, `a: ${'['.repeat(5000)}`, {
    'content-type': 'application/yaml',
  })
  expect(flow.body.message).toContain('yaml: exceeded max depth of 10000')
  const yaml = `a: &a [${'x,'.repeat(9)}x]\n${[...'bcdefgh'].map((c, i) => `${c}: &${c} [${`*${'abcdefgh'[i]},`.repeat(9)}x]\n`).join('')}`
  const bomb = await server.send('POST', maps, yaml, { 'content-type': 'application/yaml' })
  expect(bomb.body.message).toContain('excessive aliasing')
  expect((await server.send('GET', '/readyz')).text).toBe('ok')
})

it('stops copies of copies in a JSON patch', async () => {
  await server.send('POST', maps, { metadata: { name: 'copied' }, data: { a: 'x'.repeat(1000) } })
  const grow = Array.from({ length: 200 }, (_, i) => ({ op: 'copy', from: '/data', path: `/data/c${i}` }))
  const answer = await server.send('PATCH', `${maps}/copied`, grow, { 'content-type': types.json })
  expect(answer.body).toMatchObject({ code: 422, reason: 'Invalid' })
})

it('answers requests that HTTP allows and nobody sends', async () => {
  expect(await raw('GET /api/v1/%zz HTTP/1.1')).toMatch(/^HTTP\/1.1 400 /)
  expect(await raw('GET http://elsewhere/api/v1/namespaces/default HTTP/1.1')).toMatch(/^HTTP\/1.1 200 /)
  expect(await raw('OPTIONS * HTTP/1.1')).toMatch(/^HTTP\/1.1 200 OK\r\nContent-Length: 0\r\n/)
  expect(await raw('TRACE /api/v1/namespaces HTTP/1.1')).toMatch(/^HTTP\/1.1 405 /)
  expect(await raw('GET /api/v1/namespaces/a%00b HTTP/1.1')).toMatch(/^HTTP\/1.1 404 /)
  expect(await raw('GET /api/v1/namespaces HTTP/1.1\r\nAudit-Id: \xff\xfe\r\nUser-Agent: \xff')).toMatch(
    /^HTTP\/1.1 200 /,
  )
})

it('reads targets as Go does', async () => {
  expect((await server.send('GET', `${maps}/%ff`)).body).toMatchObject({ code: 404, reason: 'NotFound' })
  expect((await server.send('GET', `${maps}/a%00b`)).body.message).toBe('configmaps "a\\x00b" not found')
  expect(await raw('GET //api/v1/namespaces HTTP/1.1')).toMatch(/^HTTP\/1.1 404 /)
  expect(await raw(`HEAD ${maps} HTTP/1.1`)).toMatch(/^HTTP\/1.1 405 /)
  expect((await server.send('GET', `${maps}?limit=1;watch=1&limit=%zz`)).status).toBe(200)
  const headers = Array.from({ length: 1500 }, (_, i) => `X-${i}: ${'y'.repeat(50)}`).join('\r\n')
  expect(await raw(`GET ${maps} HTTP/1.1\r\n${headers}`)).toMatch(/^HTTP\/1.1 200 /)
})

it('answers CONNECT to an authority as a request without a path', async () => {
  // As kube-apiserver 1.36.3 does.
  const connected = async (target: string) => {
    const [head, body] = (await raw(`CONNECT ${target} HTTP/1.1`)).split('\r\n\r\n')
    return [/^HTTP\/1.1 (\d+) /.exec(head!)![1], /^content-type: (\S+?);?( |$)/im.exec(head!)?.[1], body]
  }
  const notFound = ['404', 'text/plain', '404 page not found\n']
  expect(await connected('a.b:443')).toEqual(notFound)
  expect(await connected('a.b')).toEqual(notFound)
  expect(await connected('[::1]:443')).toEqual(notFound)
  expect(await connected('http://a.b:80/healthz')).toEqual(notFound)
  expect(await connected('/healthz')).toEqual(['200', 'text/plain', 'ok'])
  expect(await raw('CONNECT a.b:x HTTP/1.1')).toMatch(/^HTTP\/1.1 400 .*\b400 Bad Request\b/s)
})

it('answers a fault of its own before it knows what is asked', async () => {
  vi.spyOn(ServerResponse.prototype, 'setHeader').mockImplementationOnce(() => {
    throw new Error('of ours')
  })
  const { status, text } = await server.send('GET', maps)
  vi.restoreAllMocks()
  const panicked = 'This request caused apiserver to panic. Look in the logs for details.\n'
  expect([status, text]).toEqual([500, panicked])
  expect(server.errors.splice(0)).toEqual([expect.stringContaining("apiserver panic'd")])
  expect((await server.send('GET', maps)).status).toBe(200)
})

it('breaks off an answer that cannot be told, as one with a status that is none of HTTP', async () => {
  vi.spyOn(ServerResponse.prototype, 'writeHead').mockImplementation(() => {
    throw new RangeError('Invalid status code: 1000000000')
  })
  await expect(server.send('GET', `${maps}/none`)).rejects.toThrow('fetch failed')
  vi.restoreAllMocks()
  expect(server.errors.splice(0)).toEqual([expect.stringContaining("apiserver panic'd")])
  expect((await server.send('GET', maps)).status).toBe(200)
})

it('names the kind that options of a deletion are not', async () => {
  const remove = (body: string) => server.send('DELETE', `${maps}/none`, body)
  expect((await remove('[]')).body.message).toMatch(
    /^couldn't get version\/kind; json parse error: json: cannot/,
  )
  expect((await remove('{"kind":"Foo"}')).body.message).toContain('no kind "Foo" is registered for version')
})

it('forgets requests whose client went away', async () => {
  const path = `POST ${maps} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 100`
  await new Promise<void>((resolve) => {
    const socket = connect(server.running.port, '127.0.0.1', () => {
      socket.write(`${path}\r\nHost: x\r\nAuthorization: Bearer ${testToken}\r\n\r\n{"a":`, () => {
        socket.destroy()
        resolve()
      })
    })
  })
  const watch = new AbortController()
  const headers = { authorization: `Bearer ${testToken}` }
  const answer = await fetch(`${server.url}${maps}?watch=true`, { headers, signal: watch.signal })
  watch.abort()
  await expect(answer.text()).rejects.toThrow()
  expect((await server.send('GET', '/readyz')).text).toBe('ok')
})

describe('random bodies', () => {
  const targets: readonly (readonly [string, string, string])[] = [
    ['POST', maps, 'application/json'],
    ['PUT', `${maps}/fuzz`, 'application/json'],
    ['PATCH', `${maps}/fuzz`, types.merge],
    ['PATCH', `${maps}/fuzz`, types.json],
    ['PATCH', `${maps}/fuzz`, types.strategic],
    ['PATCH', `${maps}/fuzz?fieldManager=x`, types.apply],
    ['POST', '/api/v1/namespaces/default/pods?dryRun=All', 'application/json'],
    ['POST', '/api/v1/nodes?dryRun=All', 'application/yaml'],
    ['POST', '/apis/apps/v1/namespaces/default/deployments?dryRun=All', 'application/json'],
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 'application/json'],
  ]
  const key = fc.constantFrom(
    ...['metadata', 'spec', 'data', 'labels', 'managedFields', 'name', 'containers', 'template', 'x'],
    ...['__proto__', 'constructor', 'kind', 'apiVersion', 'op', 'path', 'value', '$patch', 'finalizers'],
  )
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.constantFrom(null, true, 0, -1.5, 1e300, '', 'a', 'v1', 'ConfigMap', '/data/a', 'add', '\ud800'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map((e) => Object.fromEntries(e)),
    ),
  }))

  it('never make it fail', async () => {
    await server.send('POST', maps, { metadata: { name: 'fuzz' }, data: { a: 'b' } })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...targets), value, async ([method, path, type], body) => {
        const answer = await server.send(method, path, JSON.stringify(body), { 'content-type': type })
        expect(answer.status, answer.text).toBeLessThan(500)
        expect(server.errors).toEqual([])
      }),
      { numRuns: 400, seed: 42 },
    )
  })
})

it('refuses bodies of more objects than it goes through at once, in each form', async () => {
  const list = (text: string): string => `[${Array(200_001).fill(text).join(',')}]`
  const refused = { code: 413, message: 'Request entity too large: limit is 200000 values' }
  const post = (body: string) => server.send('POST', maps, body)
  expect((await post(`{"metadata":{"name":"a","finalizers":${list('null')}}}`)).body).toMatchObject(refused)
  expect((await post(`{"metadata":{"name":"a","ownerReferences":${list('{}')}}}`)).body).toMatchObject(
    refused,
  )
  await post('{"metadata":{"name":"patched"}}')
  for (const type of [types.merge, types.strategic, types.json]) {
    const value = list('[]')
    const body = type === types.json ? `[{"op":"add","path":"/x","value":${value}}]` : `{"x":${value}}`
    const answer = await server.send('PATCH', `${maps}/patched`, body, { 'content-type': type })
    expect(answer.body).toMatchObject(refused)
  }
  const many = await server.send('PATCH', `${maps}/patched`, list('{}'), { 'content-type': types.json })
  const message =
    'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 200001'
  expect(many.body).toMatchObject({ code: 413, message })
})

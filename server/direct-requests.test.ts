// What a component asks by a call is answered and told as what is asked over a connection.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { DirectLine } from '../component-base/direct-line.ts'
import { patient } from '../component-base/testing/patient.ts'
import type { DirectResponse } from './direct-messages.ts'
import { DirectRequests } from './direct-requests.ts'
import { startTestServerWith, type TestServer, testToken } from './testing/test-server.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-calls-'))
const audit = join(dir, 'audit.log')
let server: TestServer
let line: DirectLine

beforeAll(async () => {
  const policy = join(dir, 'policy.yaml')
  writeFileSync(policy, 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{ level: Metadata }]\n')
  const flags = [`--audit-policy-file=${policy}`, `--audit-log-path=${audit}`]
  server = await startTestServerWith({ mayAudit: true }, '1.36', ...flags)
  line = server.running.server.directLine({ host: 'localhost' })!
})
afterAll(async () => {
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

const headers = { authorization: `Bearer ${testToken}`, accept: 'application/json' }
const post = { 'content-type': 'application/json' }
/** The audit's words about the requests with a user agent; what tells requests apart is left out. */
const told = (agent: string): unknown[] =>
  readFileSync(audit, 'utf8')
    .split('\n')
    .filter((one) => one.includes(`"userAgent":"${agent}"`))
    .map((one) => {
      const {
        auditID: _id,
        requestReceivedTimestamp: _at,
        stageTimestamp: _stage,
        userAgent: _agent,
        ...rest
      } = JSON.parse(one)
      return { ...rest, requestURI: String(rest.requestURI).replace(/name=\w+/, '') }
    })

it.each([
  ['a list', 'GET', '/api/v1/namespaces', undefined],
  ['an object', 'GET', '/api/v1/namespaces/default', undefined],
  ['what is not there', 'GET', '/api/v1/nodes/none', undefined],
  ['a dry run', 'POST', '/api/v1/namespaces?dryRun=All', { metadata: { name: 'new' } }],
  ['what is refused', 'POST', '/api/v1/namespaces', { metadata: { name: 'A' } }],
  ['what cannot be read', 'POST', '/api/v1/namespaces', 'no object'],
])('%s', async (what, method, path, body) => {
  const agent = what.replaceAll(' ', '-')
  const bySocket = await server.send(method, path, body, { ...headers, 'user-agent': `socket-${agent}` })
  const answer = await line({
    method,
    path,
    headers: { ...headers, ...post, 'user-agent': `call-${agent}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  expect(answer.status).toBe(bySocket.status)
  if (answer.list === undefined && bySocket.status !== 201)
    expect(JSON.parse(await answer.text())).toEqual(bySocket.body)
  else if (answer.list !== undefined)
    expect(answer.list.items.map((one) => JSON.parse(one.toString()).metadata)).toEqual(
      bySocket.body.items.map(({ metadata }: { metadata: object }) => metadata),
    )
  await vi.waitFor(() => expect(told(`call-${agent}`)).toHaveLength(told(`socket-${agent}`).length), patient)
  const [one, other] = [told(`call-${agent}`), told(`socket-${agent}`)]
  expect(one.length).toBeGreaterThan(0)
  expect(JSON.stringify(one).replaceAll(/::ffff:|::1/g, '')).toBe(
    JSON.stringify(other).replaceAll(/::ffff:|::1/g, ''),
  )
})

it('a watch is told line by line, and ends with its client', async () => {
  const stop = new AbortController()
  const path = '/api/v1/namespaces?watch=true&fieldSelector=metadata.name%3Ddefault'
  const answer = await line({ method: 'GET', path, headers, signal: stop.signal })
  const seen: string[] = []
  await expect(async () => {
    for await (const one of answer.lines()) {
      seen.push(JSON.parse(one.toString()).type)
      stop.abort()
    }
  }).rejects.toMatchObject({ name: 'AbortError' })
  expect(seen).toEqual(['ADDED'])
})

it('a watch is told by calls, until its client has enough or what is told fails', async () => {
  const stop = new AbortController()
  const path = '/api/v1/namespaces?watch=true&fieldSelector=metadata.name%3Ddefault'
  const answer = await line({ method: 'GET', path, headers, signal: stop.signal })
  const seen: string[] = []
  const told = answer.eachLine((one) => {
    seen.push(JSON.parse(one.toString()).type)
    stop.abort()
  })
  await expect(told).rejects.toMatchObject({ name: 'AbortError' })
  expect(seen).toEqual(['ADDED'])
  const other = new AbortController()
  const failing = await line({ method: 'GET', path, headers, signal: other.signal })
  await expect(
    failing.eachLine(() => {
      throw new Error('no more')
    }),
  ).rejects.toThrow('no more')
  other.abort()
})

it('a watch ends at the server where its client fails', async () => {
  const responses: DirectResponse[] = []
  const calls = new DirectRequests((_request, response) => {
    const direct = response as unknown as DirectResponse
    responses.push(direct)
    direct.write('one\n')
  })
  const answer = await calls.line(undefined)({ method: 'GET', path: '/', headers: {} })
  const [response] = responses
  const ended = new Promise((resolve) => response!.once('close', resolve))
  await expect(
    answer.eachLine(() => {
      throw new Error('no more')
    }),
  ).rejects.toThrow('no more')
  expect(response!.destroyed).toBe(true)
  await ended
})

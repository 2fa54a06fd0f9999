import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { parseRequestInfo } from '../request-info.ts'
import { MaxInFlight } from './max-in-flight.ts'

const user = { name: 'a', groups: ['system:authenticated'] }
const admin = { name: 'b', groups: ['system:masters'] }
const request = (method: string, target: string) => {
  const url = new URL(target, 'http://server')
  return parseRequestInfo(method, url.pathname, url.searchParams)
}

describe('places of requests', () => {
  const pods = request('GET', '/api/v1/pods')
  const create = request('POST', '/api/v1/namespaces/default/pods')

  it('are those of reads and of writes, and are given back', () => {
    const places = new MaxInFlight({ readOnly: 2, mutating: 1 })
    const leave = places.enter(user, pods)
    places.enter(user, pods)
    expect(places.enter(user, pods)).toBeUndefined()
    expect(places.enter(user, create)).toBeDefined()
    expect(places.enter(user, create)).toBeUndefined()
    leave?.()
    expect(places.enter(user, pods)).toBeDefined()
  })

  it('are not needed by administrators and probes', () => {
    const places = new MaxInFlight({ readOnly: 1, mutating: 1 })
    places.enter(user, pods)
    expect(places.enter(admin, pods)).toBeDefined()
    expect(places.enter(user, request('GET', '/livez'))).toBeDefined()
    expect(places.enter(user, request('GET', '/metrics'))).toBeUndefined()
  })

  it('are without number where the limit is 0', () => {
    const places = new MaxInFlight({ readOnly: 0, mutating: 1 })
    for (let i = 0; i < 1000; i++) expect(places.enter(user, pods)).toBeDefined()
  })
})

describe('a server with one place for writes', () => {
  let server: TestServer
  let dir: string
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'kepsim-places-'))
    const tokens = join(dir, 'tokens.csv')
    writeFileSync(tokens, `admintoken,admin,admin,"system:masters"\nusertoken,user,user\n`)
    server = await startTestServer(
      '1.34',
      '--max-mutating-requests-inflight=1',
      `--token-auth-file=${tokens}`,
      '--authorization-mode=AlwaysAllow',
    )
  })
  afterAll(async () => {
    await server.close()
    rmSync(dir, { recursive: true })
  })

  /** A write whose body never comes; it has its place once the server has asked for the body. */
  async function unfinished(): Promise<Socket> {
    const socket = connect(server.running.port, '127.0.0.1')
    const head = [
      'POST /api/v1/namespaces HTTP/1.1',
      'Host: x',
      'Content-Length: 10',
      'Authorization: Bearer usertoken',
      'Expect: 100-continue',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await once(socket, 'data')
    return socket
  }

  it('tells the next one to come later', async () => {
    const socket = await unfinished()
    const body = JSON.stringify({ metadata: { name: 'n' } })
    const headers = { 'content-type': 'application/json', authorization: 'Bearer usertoken' }
    const asOther = () => fetch(`${server.url}/api/v1/namespaces`, { method: 'POST', headers, body })
    const answer = await asOther()
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toBe('Too many requests, please try again later.\n')
    const own = await server.send('POST', '/api/v1/namespaces', { metadata: { name: 'of-admin' } })
    expect(own.status).toBe(201)
    socket.destroy()
    await expect.poll(async () => (await asOther()).status).toBe(201)
  })
})

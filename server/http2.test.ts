import { once } from 'node:events'
import { type ClientHttp2Session, connect, constants, type OutgoingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Random, realRandom } from '../component-base/random.ts'
import { patient } from '../component-base/testing/patient.ts'
import { type SecureServer, startSecureServer } from './testing/secure-server.ts'
import { testToken } from './testing/test-server.ts'

let server: SecureServer
beforeAll(async () => {
  server = await startSecureServer('1.36')
})
afterAll(() => server.close())

const open = (): ClientHttp2Session =>
  connect(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false })

function ask(session: ClientHttp2Session, path: string, headers: OutgoingHttpHeaders = {}, body?: object) {
  const stream = session.request({
    ':path': path,
    ':method': body === undefined ? 'GET' : 'POST',
    authorization: `Bearer ${testToken}`,
    'content-type': 'application/json',
    ...headers,
  })
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    let [status, text] = [0, '']
    stream.on('response', (answer) => {
      status = Number(answer[':status'])
    })
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    stream.on('error', reject)
    stream.on('end', () => resolve({ status, text }))
    stream.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const maps = '/api/v1/namespaces/default/configmaps'

it('offers the settings of the real server', async () => {
  const session = open()
  const [settings] = await once(session, 'remoteSettings')
  // Recorded from 1.30.14, 1.33.13 and 1.36.3.
  expect(settings).toMatchObject({
    headerTableSize: 4096,
    initialWindowSize: 262144,
    maxFrameSize: 262144,
    maxConcurrentStreams: 100,
    maxHeaderListSize: 1048896,
    enableConnectProtocol: false,
  })
  session.close()
})

it('answers CONNECT, which has no path', async () => {
  const session = open()
  const headers = { ':path': undefined, ':method': 'CONNECT', ':authority': 'a.b:443' }
  const anonymous = { ...headers, authorization: undefined }
  expect(await ask(session, '', headers)).toEqual({ status: 404, text: '404 page not found\n' })
  const { status, text } = await ask(session, '', anonymous)
  expect([status, JSON.parse(text).reason]).toEqual([403, 'Forbidden'])
  session.close()
})

it('answers many requests over one connection, among them a watch', async () => {
  const session = open()
  const watched = ask(session, `${maps}?watch=1&timeoutSeconds=2&fieldSelector=metadata.name%3Da`)
  const made = await ask(session, maps, {}, { metadata: { name: 'a' }, data: { a: 'x'.repeat(300_000) } })
  expect(made.status).toBe(201)
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(session, `${maps}/a`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await watched).text).toContain('"type":"ADDED"')
  expect((await ask(session, '/nothing')).status).toBe(404)
  session.close()
})

it('speaks HTTP/1.1 at the same port', async () => {
  const sent = request({ port: server.port, host: '127.0.0.1', path: '/version', rejectUnauthorized: false })
  sent.end()
  const [answer] = await once(sent, 'response')
  expect(answer).toMatchObject({ statusCode: 200, httpVersion: '1.1' })
  expect(answer.headers).not.toHaveProperty('connection')
  answer.resume()
})

it('ends the connection of somebody unknown after the answer', async () => {
  const session = open()
  const ended = once(session, 'goaway')
  expect((await ask(session, '/api/v1/pods', { authorization: undefined })).status).toBe(403)
  expect((await ended)[0]).toBe(constants.NGHTTP2_NO_ERROR)
})

it('survives a client that takes its requests back', async () => {
  const session = open()
  session.on('error', () => {})
  for (let i = 0; i < 500 && !session.destroyed; i++) {
    const stream = session.request({ ':path': maps, authorization: `Bearer ${testToken}` })
    stream.on('error', () => {})
    stream.close(constants.NGHTTP2_CANCEL)
  }
  const other = open()
  expect((await ask(other, '/readyz')).text).toBe('ok')
  session.destroy()
  other.close()
})

it.each([
  [1, '0.02', true],
  [999_999_999, '0.02', false],
  [0, '0', false],
])('ends a connection by chance: a draw of %i at --goaway-chance=%s', async (draw, chance, ends) => {
  const random: Random = {
    ...realRandom,
    int: (bound) => (bound === 1_000_000_000 ? draw : realRandom.int(bound)),
  }
  const own = await startSecureServer('1.36', [`--goaway-chance=${chance}`], { random })
  const session = connect(`https://127.0.0.1:${own.port}`, { rejectUnauthorized: false })
  session.on('error', () => {})
  let [goneAway, closed] = [false, false]
  session.on('goaway', () => {
    goneAway = true
  })
  session.on('close', () => {
    closed = true
  })
  expect((await ask(session, '/version')).status).toBe(200)
  // The answer is whole, and no other request is taken.
  if (ends) await vi.waitFor(() => expect(closed).toBe(true), patient)
  else expect((await ask(session, '/version')).status).toBe(200)
  expect(goneAway).toBe(ends)
  session.destroy()
  await own.close()
})

it('says good-bye when it ends', async () => {
  const own = await startSecureServer('1.36', ['--http2-max-streams-per-connection=7'])
  const session = connect(`https://127.0.0.1:${own.port}`, { rejectUnauthorized: false })
  session.on('error', () => {})
  const [settings] = await once(session, 'remoteSettings')
  expect(settings.maxConcurrentStreams).toBe(7)
  const closed = once(session, 'close')
  await own.close()
  await closed
})

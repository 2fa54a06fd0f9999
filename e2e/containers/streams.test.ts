// What clients other than kubectl send: raw requests for streams, by the release's protocols and rights.
import { request as httpRequest } from 'node:http'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Channels, channelForm } from '../../component-base/websocket/channels.ts'
import { MessageConnection } from '../../component-base/websocket/message-connection.ts'
import { testToken } from '../../server/testing/test-server.ts'
import { type StreamingServer, startStreamingServer } from './streaming-server.ts'

let served: StreamingServer
beforeAll(async () => {
  served = await startStreamingServer('1.35', { PodLogsQuerySplitStreams: true }, '--authorization-mode=RBAC')
})
afterAll(() => served.close())

const pod = '/api/v1/namespaces/default/pods/p'

interface Switched {
  status: number
  protocol: string | undefined
  body: string
  socket: Duplex
  head: Buffer
}

/** Asks for another protocol. */
function upgrade(path: string, headers: Record<string, string>, method = 'GET'): Promise<Switched> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(served.server.url + path, {
      method,
      headers: { authorization: `Bearer ${testToken}`, connection: 'Upgrade', ...headers },
    })
    request.once('error', reject)
    request.once('upgrade', ({ headers: told }, socket, head) =>
      resolve({ status: 101, protocol: told['sec-websocket-protocol'] as string, body: '', socket, head }),
    )
    request.once('response', async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const { socket } = answer
      resolve({ status: answer.statusCode!, protocol: undefined, body, socket, head: Buffer.alloc(0) })
    })
    request.end()
  })
}
const webSocket = (protocols: string, more: Record<string, string> = {}) => ({
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol': protocols,
  ...more,
})

/** The first bytes of a channel that are not empty. */
const first = (channels: Channels, channel: number): Promise<string> =>
  new Promise((resolve) => channels.reader(channel).once('data', (chunk) => resolve(String(chunk))))

it('speaks the protocols of channels, and refuses others', async () => {
  const exec = `${pod}/exec?container=main&command=exit&command=3&stdout=1`
  const old = await upgrade(exec, webSocket('v4.base64.channel.k8s.io'))
  const channels = new Channels(
    new MessageConnection(old.socket, old.head, 'client'),
    channelForm(old.protocol!),
    'client',
  )
  expect(JSON.parse(await first(channels, 3))).toEqual({
    metadata: {},
    status: 'Failure',
    message: 'command terminated with non-zero exit code: error executing command [exit 3], exit code 3',
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: '3' }] },
  })
  expect((await upgrade(exec, webSocket('v9.channel.k8s.io'))).status).toBe(403)
  const spdy = { upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'v9.channel.k8s.io' }
  const { status, body } = await upgrade(exec, spdy, 'POST')
  expect([status, body]).toEqual([
    403,
    'unable to upgrade: unable to negotiate protocol: client supports [v9.channel.k8s.io], server accepts [v4.channel.k8s.io v3.channel.k8s.io v2.channel.k8s.io channel.k8s.io]\n',
  ])
  expect((await served.server.send('GET', exec)).body.message).toBe('Upgrade request required')
})

it('forwards ports over channels', async () => {
  const { socket, head } = await upgrade(`${pod}/portforward?ports=80`, webSocket('v4.channel.k8s.io'))
  const channels = new Channels(new MessageConnection(socket, head, 'client'), channelForm('v4.'), 'client')
  const data = channels.reader(0)
  let all = ''
  const answered = new Promise<void>((resolve) =>
    data.on('data', (chunk: Buffer) => {
      all += chunk.toString('latin1')
      if (all.includes('you said')) resolve()
    }),
  )
  channels.writer(0).write('GET /x HTTP/1.1\r\n\r\n')
  await answered
  expect([all.slice(0, 2), all.includes('you said: GET /x HTTP/1.1')]).toEqual(['P\0', true])
  socket.destroy()
})

it('lets only those upgrade a GET who may create', async () => {
  const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default'
  const group = 'rbac.authorization.k8s.io'
  const type = { apiVersion: `${group}/v1`, metadata: { name: 'reader' } }
  await served.server.send('POST', `${rbac}/roles`, {
    ...type,
    kind: 'Role',
    rules: [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['get'] }],
  })
  await served.server.send('POST', `${rbac}/rolebindings`, {
    ...type,
    kind: 'RoleBinding',
    roleRef: { apiGroup: group, kind: 'Role', name: 'reader' },
    subjects: [{ apiGroup: group, kind: 'User', name: 'reader' }],
  })
  const asReader = webSocket('v5.channel.k8s.io', { 'impersonate-user': 'reader' })
  const { status, body } = await upgrade(`${pod}/exec?container=main&command=ls&stdout=1`, asReader)
  expect([status, JSON.parse(body).reason]).toEqual([403, 'Forbidden'])
})

it('tells the streams of a log apart where it may', async () => {
  served.output.write('oh\n', 'stderr')
  const stderr = await served.server.send('GET', `${pod}/log?container=main&stream=Stderr`)
  expect([stderr.status, stderr.text]).toEqual([200, 'oh\n'])
  const both = await served.server.send(
    'GET',
    `${pod}/log?container=main&stream=Stderr&tailLines=1&limitBytes=0`,
  )
  expect([both.status, both.body.message]).toEqual([
    422,
    'PodLogOptions "p" is invalid: [limitBytes: Invalid value: 0: must be greater than 0, []: Forbidden: `tailLines` and specific `stream` are mutually exclusive for now]',
  ])
})

it('ends a program whose client is gone', async () => {
  const { socket, head } = await upgrade(
    `${pod}/exec?container=main&command=sleep&stdout=1`,
    webSocket('v5.channel.k8s.io'),
  )
  const connection = new MessageConnection(socket, head, 'client')
  const closed = new Promise<void>((resolve) => connection.on('close', () => resolve()))
  connection.end()
  await closed
})

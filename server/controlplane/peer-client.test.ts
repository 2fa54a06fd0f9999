import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAuthority, issueCertificate } from '../../component-base/certificate-authority.ts'
import type { ApiCall } from '../endpoints/api-call.ts'
import { PeerClient } from './peer-client.ts'

const told = { ip: '192.0.2.2', port: 6443 }
/** What has come to the peer: method and body. */
let came: string[] = []
/** Connections end, without an answer, at this many of the next requests. */
let breaks = 0
let isKnown = true
let peer: SecureServer
let front: Server
let client: PeerClient

const portOf = (server: Server | SecureServer) => (server.address() as AddressInfo).port
const listening = (server: Server | SecureServer) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of message) text += String(chunk)
  return text
}

beforeAll(async () => {
  const now = Date.now()
  const authority = createAuthority('peers', now)
  const serving = { commonName: 'peer', names: ['kubernetes.default.svc'], usage: 'server' as const }
  const shown = issueCertificate(authority, { commonName: 'front-proxy', usage: 'client' }, now)
  peer = createSecureServer(issueCertificate(authority, serving, now), async (req, res) => {
    came.push(`${req.method} ${await textOf(req)}`)
    if (breaks-- > 0) req.socket.destroy()
    else res.end('answered')
  })
  await listening(peer)
  client = new PeerClient({ ca: authority.cert, ...shown }, false, () =>
    isKnown ? { ip: '127.0.0.1', port: portOf(peer) } : undefined,
  )
  front = createServer((req, res) => {
    const call = { req, res, user: { name: 'ada', groups: [] }, warnings: [], noteAnswer() {} }
    void client.forward(call as unknown as ApiCall, told)
  })
  await listening(front)
})
afterAll(() => {
  client.close()
  front.closeAllConnections()
  front.close()
  peer.closeAllConnections()
  peer.close()
})
beforeEach(async () => {
  isKnown = true
  breaks = 0
  // From here on a connection is kept.
  await ask('GET')
  came = []
})

const ask = (method: string, body?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request({ host: '127.0.0.1', port: portOf(front), method, headers }, async (answer) =>
      resolve(`${answer.statusCode} ${await textOf(answer)}`),
    )
    sent.once('error', reject)
    sent.end(body)
  })

it('asks again where a kept connection had ended', async () => {
  breaks = 1
  expect(await ask('GET')).toBe('200 answered')
  expect(came).toEqual(['GET ', 'GET '])
})

it.each([
  ['GET', 'a body'],
  ['POST', 'a body'],
])('does not ask again with %s and a body, which has been sent', async (method, body) => {
  breaks = 1
  expect(await ask(method, body)).toMatch(/^503 /)
  expect(came).toEqual([`${method} ${body}`])
})

it('reaches nobody who is no peer', async () => {
  isKnown = false
  expect(await ask('GET')).toBe('503 dial tcp 192.0.2.2:6443: connect: connection refused\n')
  await expect(client.get(told, '/api', '*/*')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(came).toEqual([])
})

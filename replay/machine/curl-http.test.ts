import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthority, issueCertificate } from '../../component-base/certificate-authority.ts'
import { sendHttp } from './curl-http.ts'

const own = createAuthority('own', Date.now())
const other = createAuthority('other', Date.now())
const names = { commonName: 'a', names: ['localhost'], addresses: ['127.0.0.1'], usage: 'server' } as const
let server: Server
let url: URL
beforeAll(async () => {
  server = createServer(issueCertificate(own, names, Date.now()), (_request, response) =>
    response.end('here'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(() => void server.close())

const unknownIssuer = 'SSL certificate problem: unable to get local issuer certificate'

it.each([
  ['is believed, whoever it is, with -k', undefined, undefined, undefined],
  ['is believed where its authority and its name are known', own.cert, 'localhost', undefined],
  ['is not believed of another authority', other.cert, 'localhost', unknownIssuer],
  ['is not believed of an authority that nobody gave', undefined, 'localhost', unknownIssuer],
  [
    'is not believed under another name',
    own.cert,
    'elsewhere',
    "SSL: no alternative certificate subject name matches target host name 'elsewhere'",
  ],
])('a server %s', async (_, ca, name, problem) => {
  const outcome = await sendHttp(url, { method: 'GET', headers: [], body: undefined }, { ca, name })
  expect(outcome).toMatchObject(
    problem === undefined
      ? { status: 200, reason: 'OK', body: Buffer.from('here') }
      : { exitCode: 60, why: expect.stringMatching(problem) },
  )
})

import { beforeAll, describe, expect, it } from 'vitest'
import { createAuthority, issueCertificate, type KeyPair } from './certificate-authority.ts'
import { type ClientTls, mutualTrust, type ServerTls } from './mutual-trust.ts'

const now = Date.UTC(2030, 0, 1)
const day = 24 * 3600 * 1000
let authority: KeyPair
let other: KeyPair
let serving: KeyPair
let server: ServerTls
let alice: KeyPair
let client: ClientTls
beforeAll(async () => {
  authority = createAuthority('kubernetes', now)
  other = createAuthority('kubernetes', now)
  serving = issueCertificate(
    authority,
    { commonName: 'kube-apiserver', usage: 'server', names: ['localhost'], addresses: ['127.0.0.1'] },
    now,
  )
  server = { cert: serving.cert, ca: authority.cert }
  const subject = { commonName: 'alice', organizations: ['a', 'b'], usage: 'client', days: 10 } as const
  alice = issueCertificate(authority, subject, now)
  client = { host: '127.0.0.1', ca: authority.cert, ...alice }
})

it('tells the peer as a TLSSocket does, until the first certificate ends', () => {
  expect(mutualTrust(server, client, now)).toMatchObject({
    peer: { subject: { CN: 'alice', O: ['a', 'b'] } },
    x509: { subject: 'O=a\nO=b\nCN=alice' },
    until: now + 10 * day,
  })
})
it('needs no certificate of the client', () => {
  const { host, ca } = client
  expect(mutualTrust(server, { host, ca }, now)).toMatchObject({ peer: undefined })
})
it('takes names as well as addresses', () => {
  expect(mutualTrust(server, { ...client, host: 'localhost' }, now)).toBeDefined()
})
it('believes any server where the client does, and never any client', () => {
  const trusting = { ...client, ca: undefined, host: 'elsewhere', insecure: true }
  expect(mutualTrust(server, trusting, now)).toBeDefined()
  expect(mutualTrust({ ...server, ca: other.cert }, trusting, now)).toBeUndefined()
})
it('finds the authority among others', () => {
  const ca = `${other.cert}${authority.cert}`
  expect(mutualTrust({ ...server, ca }, { ...client, ca }, now)).toBeDefined()
})

describe('leaves to a handshake', () => {
  const cases: Record<string, () => [ServerTls, ClientTls, number?]> = {
    'a server of an unknown authority': () => [server, { ...client, ca: other.cert }],
    'a client that names no authority': () => [server, { ...client, ca: undefined }],
    'another host': () => [server, { ...client, host: '10.0.0.1' }],
    'a client of an unknown authority': () => [{ ...server, ca: other.cert }, client],
    'a key of another certificate': () => [server, { ...client, key: serving.key }],
    'a certificate without its key': () => [server, { ...client, key: undefined }],
    "a server's certificate as a client's": () => [server, { ...client, ...serving }],
    "a client's certificate as a server's": () => [{ ...server, cert: alice.cert }, client],
    'a chain': () => [server, { ...client, cert: `${alice.cert}${authority.cert}` }],
    'a certificate that has ended': () => [server, client, now + 11 * day],
    'a certificate whose time has not come': () => [server, client, now - 2 * day],
    'texts that are no certificates': () => [server, { ...client, cert: 'x', key: 'y' }],
  }
  it.each(Object.entries(cases))('%s', (_what, made) => {
    const [of, from, at = now] = made()
    expect(mutualTrust(of, from, at)).toBeUndefined()
  })
})

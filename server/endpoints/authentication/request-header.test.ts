import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createAuthority,
  issueCertificate,
  type KeyPair,
} from '../../../component-base/certificate-authority.ts'
import type { AuthenticationRequest } from './authenticator.ts'
import { createAuthenticator } from './request-authenticator.ts'
import { RequestHeaderAuthenticator } from './request-header.ts'

const now = Date.now()
const clients = createAuthority('clients', now)
const proxies = createAuthority('proxies', now)

const certificateOf = async (authority: KeyPair, commonName: string) => ({
  commonName,
  organizations: [] as string[],
  x509: new X509Certificate(issueCertificate(authority, { commonName, usage: 'client' }, now).cert),
})

const authenticator = createAuthenticator({
  proxies: {
    authenticator: new RequestHeaderAuthenticator({
      ca: proxies.cert,
      allowedNames: ['front-proxy'],
      usernameHeaders: ['X-Remote-User', 'X-Other-User'],
      uidHeaders: ['X-Remote-Uid'],
      groupHeaders: ['X-Remote-Group'],
      extraPrefixes: ['X-Remote-Extra-'],
    }),
    clientCA: async () => clients.cert,
  },
  tokens: [],
  audiences: [],
  anonymous: () => true,
})

async function userOf(
  certificate: AuthenticationRequest['certificate'],
  headers: Record<string, string[]> = { 'x-remote-user': ['ann'] },
) {
  const request = { headers: {}, path: '/', certificate, distinctHeaders: () => headers }
  return (await authenticator.authenticate(request))?.user
}

describe('requests of a proxy', () => {
  it('are of whom it names, with all that it tells of them', async () => {
    const headers = {
      'x-remote-user': ['ann'],
      'x-remote-uid': ['7'],
      'x-remote-group': ['a', 'b'],
      'x-remote-extra-example.org%2fscope': ['one', 'two'],
    }
    expect(await userOf(await certificateOf(proxies, 'front-proxy'), headers)).toEqual({
      name: 'ann',
      uid: '7',
      groups: ['a', 'b', 'system:authenticated'],
      extra: { 'example.org/scope': ['one', 'two'] },
    })
  })

  it('are read from the next header where the first is not there', async () => {
    const user = await userOf(await certificateOf(proxies, 'front-proxy'), { 'x-other-user': ['bob'] })
    expect(user).toMatchObject({ name: 'bob' })
  })

  it('are refused where the proxy is not one of the allowed names, or names nobody', async () => {
    expect(await userOf(await certificateOf(proxies, 'other'))).toBeUndefined()
    expect(await userOf(await certificateOf(proxies, 'front-proxy'), {})).toBeUndefined()
  })

  it('are a matter of its certificate: a client speaks for itself only, and without one headers say nothing', async () => {
    expect(await userOf(await certificateOf(clients, 'front-proxy'))).toMatchObject({ name: 'front-proxy' })
    expect(await userOf(undefined)).toMatchObject({ name: 'system:anonymous' })
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { FakeClock } from '../../../component-base/clock.ts'
import { seededRandom } from '../../../component-base/random.ts'
import { readSigningKey } from '../../../component-base/signed-token.ts'
import { readHostFile } from '../../options/check-files.ts'
import { CertificateStore } from './certificate-store.ts'
import { parseSigned } from './jwt/id-token.ts'
import { createAuthenticator } from './request-authenticator.ts'
import { ServiceAccountTokens } from './service-account-tokens.ts'
import { readTokenFile } from './token-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-auth-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const gates = { known: () => true, enabled: () => true, unregistered: () => true }
const account: KubeObject = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { namespace: 'a', name: 'robot', uid: 'u1' },
}

describe('token file', () => {
  const write = (text: string): string => {
    const path = join(dir, 'tokens.csv')
    writeFileSync(path, text)
    return path
  }
  it('reads quoted groups', async () => {
    const tokens = readTokenFile(write('t1,alice,1,"g1,g2"\nt2,bob,2\n'), () => {}, readHostFile)
    const auth = createAuthenticator({ tokens: [tokens], audiences: ['api'], anonymous: undefined })
    const found = await auth.authenticate({ headers: { authorization: 'Bearer t1' }, path: '/' })
    expect(found?.user).toEqual({ name: 'alice', uid: '1', groups: ['g1', 'g2', 'system:authenticated'] })
    expect(await auth.review('t1', ['other'])).toEqual({ error: 'invalid bearer token' })
  })
  it('says what is wrong with a file', () => {
    const path = write('a,b\n')
    expect(() => readTokenFile(path, () => {}, readHostFile)).toThrow(
      `token file '${path}' must have at least 3 columns (token, user name, user uid), found 2`,
    )
    expect(() => readTokenFile('/nonexistent', () => {}, readHostFile)).toThrow(
      'open /nonexistent: no such file or directory',
    )
    expect(() => readTokenFile(write('a"b,c,d\n'), () => {}, readHostFile)).toThrow(
      'parse error on line 1, column 2: bare " in non-quoted-field',
    )
  })
})

describe('service account tokens', () => {
  const clock = new FakeClock()
  const signingKey = readSigningKey(new CertificateStore(dir, () => clock.now()).serviceAccountKey())
  let stored: KubeObject | undefined = account
  const tokens = new ServiceAccountTokens({
    issuers: ['https://issuer'],
    signingKey,
    publicKeys: [signingKey],
    audiences: ['https://issuer'],
    gates,
    minor: 36,
    clock,
    random: seededRandom(1),
    read: async () => stored,
  })
  it('takes its own tokens until they end', async () => {
    const token = tokens.issue({ account, audiences: ['https://issuer'], seconds: 600 })
    expect(await tokens.authenticateToken(token, ['https://issuer'])).toMatchObject({
      user: { name: 'system:serviceaccount:a:robot', uid: 'u1' },
      audiences: ['https://issuer'],
    })
    expect(await tokens.authenticateToken(`${token}x`, ['https://issuer'])).toMatchObject({
      error: expect.stringContaining('cryptographic'),
    })
    expect(await tokens.authenticateToken(token, ['x'])).toEqual({
      error: 'token audiences ["https://issuer"] is invalid for the target audiences ["x"]',
    })
    stored = undefined
    expect(await tokens.authenticateToken(token, [])).toEqual({ error: 'serviceaccounts "robot" not found' })
    stored = account
    clock.advance(700_000)
    expect(await tokens.authenticateToken(token, [])).toEqual({ error: 'service account token has expired' })
  })
  it('takes what a stranger writes into a token as data', async () => {
    const odd = { toString: 1, valueOf: 1 }
    const tokenOf = (header: object, claims: object): string =>
      [header, claims, 'x'].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const iss = 'https://issuer'
    expect(await tokens.authenticateToken(tokenOf({ alg: odd, kid: odd }, { iss }), [])).toEqual({
      error: 'go-jose/go-jose: error in cryptographic primitive',
    })
    expect(
      await tokens.authenticateToken(tokenOf({ alg: 'RS256' }, { iss: odd, sub: odd }), []),
    ).toBeUndefined()
    const signed = parseSigned(tokenOf({ alg: odd, crit: [odd, ['b64'], 'b64'] }, {}))
    expect([signed.algorithm, signed.critical]).toEqual(['', ['', '', 'b64']])
  })
})

describe('certificates', () => {
  it('keeps what it made', async () => {
    const store = new CertificateStore(join(dir, 'certs'), Date.now)
    const made = await store.serving(['10.0.0.1'])
    expect(await new CertificateStore(join(dir, 'certs'), Date.now).serving(['10.0.0.1'])).toEqual(made)
    expect(await new CertificateStore(join(dir, 'certs'), Date.now).serving(['10.0.0.2'])).not.toEqual(made)
  })
})

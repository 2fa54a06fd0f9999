// Issuers that lie, and tokens that nobody means.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { FakeClock } from '../../../../component-base/clock.ts'
import { createAuthenticator } from '../request-authenticator.ts'
import { type IdToken, readIdToken } from './id-token.ts'
import { discover, verifierOf } from './verifier.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const shown = ({ publicKey }: typeof pair, kid = '') => ({ ...publicKey.export({ format: 'jwk' }), kid })
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const clock = new FakeClock(0)
const claims = { iss: 'https://a', aud: 'x', exp: 1000 }
const bodyOf = (header: object): string => `${encoded(header)}.${encoded(claims)}`
function tokenOf(header: object): string {
  const body = bodyOf(header)
  const options = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' as const }
  return `${body}.${sign('sha256', Buffer.from(body), options).toString('base64url')}`
}

const answerOf = (body: string, status = 200) => ({
  status,
  statusMessage: '',
  headers: {},
  contentType: 'application/json',
  retryAfter: undefined,
  body: Buffer.from(body),
})

const verifying = (token: string, keys: string, status?: number): Promise<IdToken> =>
  verifierOf({ issuer: 'https://a', keysURL: 'https://a/keys' }, async () => answerOf(keys, status), {
    audiences: ['x'],
    algorithms: ['ES256'],
    clock,
    jose: 'go-jose/go-jose',
  }).verify(token)
const keySet = (keys: readonly object[]): string => JSON.stringify({ keys })
const others = (count: number) => Array.from({ length: count }, () => shown(other))

it('tries up to 1,000 keys where a token names none, and lets others have their turns', async () => {
  const token = tokenOf({ alg: 'ES256' })
  let over = false
  const verified = verifying(token, keySet([...others(999), shown(pair)])).finally(() => {
    over = true
  })
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  expect(over).toBe(false)
  expect((await verified).issuer).toBe('https://a')
  await expect(verifying(token, keySet([...others(1000), shown(pair)]))).rejects.toThrow(
    'oidc: failed to decode keys: more than 1000 keys',
  )
})

it('shows the beginning of a long answer in errors', async () => {
  const token = tokenOf({ alg: 'ES256' })
  const text = 'x'.repeat(100_000)
  const shortly = expect.objectContaining({ message: expect.stringMatching(/^.{4000,4300}…$/) })
  await expect(verifying(token, text)).rejects.toEqual(shortly)
  await expect(verifying(token, text, 500)).rejects.toEqual(shortly)
  await expect(discover(async () => answerOf(text, 500), 'https://a')).rejects.toEqual(shortly)
  await expect(verifying(token, `[${'{},'.repeat(50_000)}{}]`)).rejects.toThrow(
    'json: more than 50000 values',
  )
})

it('takes a token that its issuer signed with a key of its own, and no other', async () => {
  const keys = keySet([shown(pair, 'k')])
  const signed = (header: object): Promise<IdToken> => verifying(tokenOf(header), keys)
  expect((await signed({ alg: 'ES256', kid: 'k' })).claims).toEqual(claims)
  await expect(signed({ alg: 'ES256', kid: 'x'.repeat(700_000) })).rejects.toThrow('failed to verify')
  await expect(signed({ alg: 'ES256', kid: 'k', crit: ['exp'] })).rejects.toThrow('failed to verify')
  await expect(signed({ alg: 'none', kid: 'k' })).rejects.toThrow('signed with unsupported algorithm')
  // The public key, which everybody has, as the secret of a MAC.
  const secret = pair.publicKey.export({ type: 'spki', format: 'pem' })
  const body = bodyOf({ alg: 'HS256', kid: 'k' })
  const mac = createHmac('sha256', secret).update(body).digest('base64url')
  await expect(verifying(`${body}.${mac}`, keys)).rejects.toThrow('signed with unsupported algorithm')
})

/** As kube-apiserver 1.36.3 answers. */
it.each([
  ['1e400', 'strconv.ParseFloat: parsing "1e400": value out of range'],
  ['"1e400"', 'strconv.ParseFloat: parsing "1e400": value out of range'],
  ['1e300', -(2 ** 63)],
  ['-1e300', -(2 ** 63)],
  ['1.9e3', 1900],
])('reads the time %s of a token', (written, expected) => {
  const read = () => readIdToken(`{"iss":"a","exp":${written}}`).expiry
  if (typeof expected === 'number') expect(read()).toBe(expected)
  else expect(read).toThrow(expected)
})

it('gives no authenticator a token that no header could hold', async () => {
  const asked: number[] = []
  const tokens = [{ authenticateToken: (token: string) => void asked.push(token.length) }]
  const { review } = createAuthenticator({ tokens, audiences: [], anonymous: undefined })
  expect(await review('x'.repeat(2 ** 20), [])).toEqual({ error: 'invalid bearer token' })
  expect(await review('x'.repeat(2 ** 20 + 1), [])).toEqual({
    error: '[invalid bearer token, it has more than 1048576 characters]',
  })
  expect(asked).toEqual([2 ** 20])
})

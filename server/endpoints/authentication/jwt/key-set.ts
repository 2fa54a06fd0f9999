// Upstream: github.com/coreos/go-oidc jwks.go, gopkg.in/go-jose/go-jose.v2 jwk.go, github.com/pquerna/cachecontrol
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { isObject, type JsonObject, type JsonValue } from '../../../../apimachinery/json.ts'
import type { Clock } from '../../../../component-base/clock.ts'
import { turns } from '../../../registry/generic/pace.ts'
import type { WebhookAnswer } from '../../../webhook/webhook-client.ts'
import { verifySignature } from '../json-web-token.ts'
import { type Fetch, jsonOf, shownBody, statusText } from './fetch.ts'
import type { SignedToken } from './id-token.ts'

interface Key {
  readonly id: string
  /** Undefined for a symmetric key, which verifies nothing. */
  readonly key: KeyObject | undefined
}

/** Keys are fetched anew that end within this time, in milliseconds. */
const nearlyExpired = 30_000

/** The most keys that an issuer may show; upstream has no bound, and tries all of them where a token names none. */
const maxKeys = 1000
/** Keys that are read or tried before others have their turn: each takes up to a millisecond. */
const keysAtOnce = 20

/** The keys of an issuer: fetched where none that is known made a signature, and kept. */
export class RemoteKeySet {
  private readonly url: string
  private readonly fetch: Fetch
  private readonly clock: Clock
  private readonly jose: string
  private keys: readonly Key[] = []
  private expiry = 0
  private underWay: Promise<readonly Key[]> | undefined

  /** @param jose the library that errors about keys name: `go-jose/go-jose` */
  constructor(url: string, fetch: Fetch, clock: Clock, jose: string) {
    this.url = url
    this.jose = jose
    this.fetch = fetch
    this.clock = clock
  }

  /** Rejects with an Error where none of the keys signed the token. */
  async verify(token: SignedToken): Promise<void> {
    if (await isSigned(token, this.keys)) return
    if (this.clock.now() + nearlyExpired > this.expiry) {
      // Whoever comes while keys are fetched gets the same ones.
      this.underWay ??= this.fetched().finally(() => {
        this.underWay = undefined
      })
      const keys = await this.underWay.catch((error: Error) => {
        throw new Error(`fetching keys ${error.message}`)
      })
      if (await isSigned(token, keys)) return
    }
    throw new Error('failed to verify id token signature')
  }

  private async fetched(): Promise<readonly Key[]> {
    const answer = await this.fetch(this.url).catch((error: Error) => {
      throw new Error(`oidc: get keys failed ${error.message}`)
    })
    if (answer.status !== 200)
      throw new Error(`oidc: get keys failed: ${statusText(answer)} ${shownBody(answer)}`)
    const keys = await decoded(answer, this.jose)
    this.keys = keys
    this.expiry = this.clock.now() + keptFor(answer, this.clock.now())
    return keys
  }
}

async function decoded(answer: WebhookAnswer, jose: string): Promise<Key[]> {
  try {
    return await keysOf(await jsonOf(answer), jose)
  } catch (error) {
    throw new Error(`oidc: failed to decode keys: ${(error as Error).message} ${shownBody(answer)}`, {
      cause: error,
    })
  }
}

async function keysOf(set: JsonValue, jose: string): Promise<Key[]> {
  const shown = isObject(set) ? set['keys'] : undefined
  const list = Array.isArray(shown) ? shown : []
  if (list.length > maxKeys) throw new Error(`more than ${maxKeys} keys`)
  const keys: Key[] = []
  for (const key of list) {
    if (keys.length % keysAtOnce === keysAtOnce - 1) await turns()
    try {
      keys.push(keyOf(isObject(key) ? key : {}))
    } catch (error) {
      const why = `${jose}: ${(error as Error).message}`
      throw new Error(`got Content-Type = application/json, but could not unmarshal as JSON: ${why}`, {
        cause: error,
      })
    }
  }
  return keys
}

const needed: Readonly<Record<string, readonly [fields: readonly string[], error: string]>> = {
  RSA: [['n', 'e'], 'invalid RSA key, missing n/e values'],
  EC: [['x', 'y'], 'invalid EC key, missing x/y values'],
  OKP: [['x'], 'invalid Ed key, missing x value'],
}
const curves = ['P-256', 'P-384', 'P-521']

function keyOf(key: JsonObject): Key {
  const text = (name: string): string => (typeof key[name] === 'string' ? key[name] : '')
  const [id, kty] = [text('kid'), text('kty')]
  if (kty === 'oct') return { id, key: undefined }
  const rule = Object.hasOwn(needed, kty) ? needed[kty] : undefined
  if (rule === undefined) throw new Error(`unknown json web key type '${kty}'`)
  if (kty === 'EC' && !curves.includes(text('crv')))
    throw new Error(`unsupported elliptic curve '${text('crv')}'`)
  const [fields, error] = rule
  if (fields.some((field) => text(field) === '')) throw new Error(error)
  try {
    // Public, also where an issuer shows the private key.
    const plain = Object.fromEntries(['kty', 'crv', ...fields].map((field) => [field, text(field)]))
    return { id, key: createPublicKey({ key: plain as JsonWebKey, format: 'jwk' }) }
  } catch {
    throw new Error(`invalid ${kty} key`)
  }
}

async function isSigned(
  { algorithm, keyID, critical, signed, signature }: SignedToken,
  keys: readonly Key[],
): Promise<boolean> {
  if (!critical.every((name) => name === 'b64')) return false
  const named = keyID === '' ? keys : keys.filter(({ id }) => id === keyID)
  for (const [i, { key }] of named.entries()) {
    if (i % keysAtOnce === keysAtOnce - 1) await turns()
    if (key !== undefined && verifySignature(algorithm, key, signed, signature)) return true
  }
  return false
}

/** Milliseconds that an answer may be kept in a cache that several share; 0: not at all. */
function keptFor({ headers }: WebhookAnswer, now: number): number {
  const control = headers['cache-control'] ?? ''
  if (/\b(no-store|no-cache|private)\b/i.test(control)) return 0
  const seconds = /\bs-maxage=(\d+)/i.exec(control)?.[1] ?? /\bmax-age=(\d+)/i.exec(control)?.[1]
  if (seconds !== undefined) return Number(seconds) * 1000
  const expires = Date.parse(headers.expires ?? '')
  return Number.isNaN(expires) ? 0 : Math.max(expires - now, 0)
}

// Issuers of tokens and a token webhook whose answers are data, for tests and for recording what the real kube-apiserver makes of them.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createAuthority, issueCertificate } from '../../../../component-base/certificate-authority.ts'

/** A token to be signed. */
export interface TokenSpec {
  /** The name of the token's issuer; default `good`. */
  readonly by?: string
  /** Name of the key that signs; default `rsa`. */
  readonly key?: string
  /** Default: that of the key. */
  readonly alg?: string
  /** More fields of the token's header. */
  readonly header?: Readonly<Record<string, unknown>>
  /** `+3600` in a claim that ends with `@` is so many seconds from now. null: there is no such claim. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Changes the token after it was signed. */
  readonly spoil?: (token: string) => string
  /** A text in place of a signed token. */
  readonly text?: string
}

/** The issuers and the token webhook of one test, at one port. */
export interface IssuerServer {
  /** `https://127.0.0.1:1234` */
  readonly origin: string
  /** PEM */
  readonly ca: string
  /** Reviews that the webhook got. */
  readonly reviews: unknown[]
  token(spec: TokenSpec): string
  /** Nobody has fetched keys yet. */
  forget(): void
  close(): Promise<void>
}

const curves: Readonly<Record<string, string>> = { ec: 'P-256', p384: 'P-384' }
const algorithms: Readonly<Record<string, string>> = {
  rsa: 'RS256',
  other: 'RS256',
  ec: 'ES256',
  p384: 'ES384',
  late: 'ES256',
}

/** The answers of the webhook by its token: a status of a review, or an HTTP status with a body. */
const reviewed: Readonly<Record<string, object>> = {
  alice: {
    authenticated: true,
    user: { username: 'alice', uid: 'u1', groups: ['a', 'b'], extra: { 'example.org/x': ['1', '2'] } },
  },
  plain: { authenticated: true, user: { username: 'plain' } },
  mine: { authenticated: true, user: { username: 'mine' }, audiences: ['https://kubernetes.default.svc'] },
  others: { authenticated: true, user: { username: 'others' }, audiences: ['elsewhere'] },
  no: { authenticated: false },
  why: { authenticated: false, error: 'not today' },
  both: { authenticated: true, user: { username: 'both' }, error: 'odd' },
  nobody: { authenticated: true },
  group: { authenticated: true, user: { username: 'group', groups: ['system:authenticated'] } },
}
const failures: Readonly<Record<string, readonly [number, string]>> = {
  'http-404': [404, 'no such page'],
  'http-403': [403, 'no'],
  'http-500': [500, 'broken'],
  'http-429': [429, 'busy'],
  garbage: [200, 'garbage'],
  empty: [200, ''],
  kind: [200, '{"kind":"Pod","apiVersion":"v1"}'],
  version: [
    200,
    '{"kind":"TokenReview","apiVersion":"authentication.k8s.io/v7","status":{"authenticated":true}}',
  ],
  types: [
    200,
    '{"kind":"TokenReview","apiVersion":"authentication.k8s.io/%v","status":{"authenticated":"yes"}}',
  ],
}

/** Starts the issuers and the token webhook at a free port of 127.0.0.1. */
export async function startIssuers(): Promise<IssuerServer> {
  const now = Date.now()
  const authority = createAuthority('issuer-ca', now)
  const pair = issueCertificate(
    authority,
    { commonName: 'issuer', names: ['localhost'], addresses: ['127.0.0.1'], usage: 'server' },
    now,
  )
  const keys = newKeys()
  const reviews: unknown[] = []
  const fetched = new Map<string, number>()
  const server = createServer(pair, (request, response) => void answer(request, response))
  const origin = (): string => `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const token = (spec: TokenSpec): string => signed(spec, keys, origin())
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.replace(/\?.*$/, '')
    const [status, body, headers] =
      path === '/authenticate'
        ? await webhookAnswer(request, reviews)
        : issuerAnswer(path, request, { origin: origin(), keys, fetched, token })
    if (status === 0) return void response.destroy()
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: origin(),
    ca: authority.cert,
    reviews,
    token,
    forget: () => fetched.clear(),
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => void server.close(() => done()))
    },
  }
}

type Keys = ReadonlyMap<string, { privateKey: KeyObject; publicKey: KeyObject }>

function newKeys(): Keys {
  const rsa = (): ReturnType<typeof generateKeyPairSync> =>
    generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = (namedCurve: string): ReturnType<typeof generateKeyPairSync> =>
    generateKeyPairSync('ec', { namedCurve })
  return new Map(
    Object.keys(algorithms).map((name) => [
      name,
      (name === 'rsa' || name === 'other' ? rsa() : ec(curves[name] ?? 'P-256')) as never,
    ]),
  )
}

const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

function signed(
  { by = 'good', key = 'rsa', alg, header, claims, spoil, text }: TokenSpec,
  keys: Keys,
  origin: string,
): string {
  if (text !== undefined) return text
  const algorithm = alg ?? algorithms[key]!
  const all = { iss: `${origin}/${by}`, aud: 'kube', 'exp@': '+3600', sub: 'jane', ...claims }
  const body = `${encoded({ alg: algorithm, kid: key, ...header })}.${encoded(claimsOf(all, origin))}`
  const options = {
    key: keys.get(key)!.privateKey,
    dsaEncoding: 'ieee-p1363' as const,
    ...(algorithm.startsWith('PS') ? { padding: 6, saltLength: -1 } : {}),
  }
  const hash = /\d+$/.exec(algorithm)?.[0] ?? '256'
  const token = `${body}.${sign(`sha${hash}`, Buffer.from(body), options).toString('base64url')}`
  return spoil?.(token) ?? token
}

function claimsOf(all: Readonly<Record<string, unknown>>, origin: string): object {
  const seconds = Math.floor(Date.now() / 1000)
  const entries = Object.entries(all).filter(([, value]) => value !== null)
  const plain = entries.map(([name, value]) =>
    name.endsWith('@')
      ? [name.slice(0, -1), seconds + Number(value)]
      : [name, value === 'null' ? null : value],
  )
  return JSON.parse(JSON.stringify(Object.fromEntries(plain)).replaceAll('{origin}', origin)) as object
}

interface Asked {
  readonly origin: string
  readonly keys: Keys
  readonly fetched: Map<string, number>
  readonly token: (spec: TokenSpec) => string
}
type Answer = readonly [status: number, body: string, headers?: Readonly<Record<string, string>>]

function issuerAnswer(path: string, request: IncomingMessage, asked: Asked): Answer {
  const { origin, token } = asked
  if (path.startsWith('/claims/')) return claimsAnswer(path.slice('/claims/'.length), request, token)
  const [, name = '', rest = ''] = /^\/([\w-]+)\/(.*)$/.exec(path) ?? []
  const discovered = name === 'moved' ? 'elsewhere/config' : '.well-known/openid-configuration'
  if (rest === discovered) {
    if (name === 'broken') return [500, 'broken']
    const issuer = `${origin}/${name === 'liar' ? 'other' : name}`
    return [200, JSON.stringify({ issuer, jwks_uri: `${origin}/${name}/keys` })]
  }
  return rest === 'keys' ? keysAnswer(name, asked) : [404, 'not found']
}

function keysAnswer(name: string, { keys, fetched }: Asked): Answer {
  if (name === 'keyless') return [500, 'no keys today']
  if (name === 'badkeys') return [200, '{"keys":[{"kty":"odd"}]}']
  const times = (fetched.get(name) ?? 0) + 1
  fetched.set(name, times)
  const shown = [...keys].filter(([id]) => id !== 'other' && (id !== 'late' || times > 1))
  const body = {
    keys: shown.map(([kid, { publicKey }]) => ({ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' })),
  }
  return [200, JSON.stringify(body), name === 'cached' ? { 'cache-control': 'max-age=3600' } : {}]
}

function claimsAnswer(name: string, { headers }: IncomingMessage, token: Asked['token']): Answer {
  if (headers.authorization !== 'Bearer f00') return [401, 'no']
  if (name === 'groups') return [200, token({ by: 'dist', claims: { groups: ['far', 'away'] } })]
  if (name === 'none') return [200, token({ by: 'dist' })]
  return name === 'garbage' ? [200, 'garbage'] : [404, 'no']
}

async function webhookAnswer(request: IncomingMessage, reviews: unknown[]): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const review = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
    apiVersion: string
    spec: { token: string; audiences?: string[] }
  }
  reviews.push({
    ...review,
    agent: request.headers['user-agent'],
    authorization: request.headers.authorization,
    url: request.url,
  })
  const { token } = review.spec
  if (token === 'closed') return [0, '']
  const failure = failures[token]
  if (failure !== undefined) return [failure[0], failure[1].replace('%v', review.apiVersion.split('/')[1]!)]
  const status = reviewed[token] ?? { authenticated: false }
  return [200, JSON.stringify({ apiVersion: review.apiVersion, kind: 'TokenReview', status })]
}

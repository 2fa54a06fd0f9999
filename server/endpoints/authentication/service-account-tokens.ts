// Upstream: pkg/serviceaccount/{claims,jwt}.go

import { isObject, type JsonObject, type KubeObject } from '../../../apimachinery/json.ts'
import { legacyTokenIssuer } from '../../../apimachinery/legacy-tokens.ts'
import type { Random } from '../../../component-base/random.ts'
import { type PublicKey, type SigningKey, signToken } from '../../../component-base/signed-token.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { TokenAnswer, TokenAuthenticator } from './authenticator.ts'
import { parseToken, textOf, verifyToken } from './json-web-token.ts'
import { checkLegacyToken, type LegacyTokenOptions } from './legacy-tokens.ts'
import { wrongAudience } from './request-authenticator.ts'
import { serviceAccountGroups, serviceAccountUser, type UserInfo } from './user-info.ts'

/** The issuers and keys of a server's service account tokens. */
export interface ServiceAccountTokenOptions extends LegacyTokenOptions {
  /** --service-account-issuer; the first issues, all are taken. */
  readonly issuers: readonly string[]
  readonly signingKey: SigningKey
  readonly publicKeys: readonly PublicKey[]
  readonly audiences: readonly string[]
  readonly random: Random
}

/** The account that a token is issued for, and the object that it is bound to. `seconds`: its lifetime. */
export interface BoundTokenRequest {
  readonly account: KubeObject
  readonly pod?: KubeObject
  readonly secret?: KubeObject
  readonly node?: KubeObject
  readonly audiences: readonly string[]
  readonly seconds: number
  /** Seconds after which the use of the token is noted as stale. */
  readonly warnAfter?: number
}

const leewayMs = 60_000
const ref = (o: KubeObject): JsonObject => ({
  name: o.metadata.name ?? '',
  ...(o.metadata.uid === undefined ? {} : { uid: o.metadata.uid }),
})

/** Issues and authenticates tokens of service accounts. */
export class ServiceAccountTokens implements TokenAuthenticator {
  private readonly options: ServiceAccountTokenOptions
  constructor(options: ServiceAccountTokenOptions) {
    this.options = options
  }
  /** A token for a service account, bound to a pod, secret or node where one is given. */
  issue(request: BoundTokenRequest): string {
    const { clock, gates, random, issuers, signingKey } = this.options
    const now = Math.floor(clock.now() / 1000)
    const { namespace = '', name = '' } = request.account.metadata
    return signToken(signingKey, {
      aud: [...request.audiences],
      exp: now + request.seconds,
      iat: now,
      iss: issuers[0] ?? '',
      ...(gateEnabled(gates, 'ServiceAccountTokenJTI') ? { jti: random.uuid() } : {}),
      'kubernetes.io': {
        namespace,
        ...(request.node === undefined ? {} : { node: ref(request.node) }),
        ...(request.pod === undefined ? {} : { pod: ref(request.pod) }),
        ...(request.secret === undefined ? {} : { secret: ref(request.secret) }),
        serviceaccount: ref(request.account),
        ...(request.warnAfter === undefined ? {} : { warnafter: now + request.warnAfter }),
      },
      nbf: now,
      sub: serviceAccountUser(namespace, name),
    })
  }
  async authenticateToken(token: string, audiences: readonly string[]): Promise<TokenAnswer> {
    const parsed = parseToken(token)
    if (parsed === undefined) return undefined
    const { header, claims } = parsed
    const legacy = claims['iss'] === legacyTokenIssuer
    if (!legacy && !this.options.issuers.includes(textOf(claims['iss']))) return undefined
    if (!verifyToken(token, header, this.options.publicKeys))
      return { error: 'go-jose/go-jose: error in cryptographic primitive' }
    const has = legacy ? this.options.audiences : [claims['aud'] ?? []].flat().map(String)
    const common = audiences.filter((a) => has.includes(a))
    if (audiences.length > 0 && common.length === 0) return { error: wrongAudience(has, audiences) }
    if (legacy) {
      const checked = await checkLegacyToken(token, claims, this.options)
      return typeof checked === 'string' ? { error: checked } : { ...checked, audiences: common }
    }
    const checked = await this.checkBound(claims)
    return typeof checked === 'string' ? { error: checked } : { user: checked, audiences: common }
  }

  private async checkBound(claims: JsonObject): Promise<UserInfo | string> {
    const now = this.options.clock.now()
    const seconds = (key: string): number => Number(claims[key] ?? 0) * 1000
    if (claims['nbf'] !== undefined && now + leewayMs < seconds('nbf'))
      return 'service account token is not valid yet'
    if (claims['exp'] !== undefined && now - leewayMs > seconds('exp'))
      return 'service account token has expired'
    if (claims['iat'] !== undefined && now + leewayMs < seconds('iat'))
      return 'service account token is issued in the future'
    const own = isObject(claims['kubernetes.io']) ? claims['kubernetes.io'] : {}
    const namespace = textOf(own['namespace'])
    const account = refOf(own, 'serviceaccount')
    if (account === undefined || claims['sub'] !== serviceAccountUser(namespace, account.name))
      return 'sub claim does not match service account'
    const found = await this.options.read('serviceaccounts', namespace, account.name)
    if (found === undefined) return `serviceaccounts "${account.name}" not found`
    if (found.metadata.uid !== account.uid)
      return `service account UID (${found.metadata.uid}) does not match claim (${account.uid})`
    if (this.gone(found)) return `service account ${namespace}/${account.name} has been deleted`
    const trouble = await this.checkReferences(own, namespace)
    if (trouble === undefined && Number(own['warnafter'] ?? 0) > 0)
      this.options.count?.(now > Number(own['warnafter']) * 1000 ? 'stale_tokens' : 'valid_tokens')
    return trouble ?? this.userOf(namespace, account, own, claims)
  }
  private async checkReferences(own: JsonObject, namespace: string): Promise<string | undefined> {
    const [pod, secret, node] = [refOf(own, 'pod'), refOf(own, 'secret'), refOf(own, 'node')]
    const kinds = [
      ['secrets', 'secret', secret],
      ['pods', 'pod', pod],
      ['nodes', 'node', pod === undefined ? node : undefined],
    ] as const
    for (const [resource, kind, reference] of kinds) {
      if (reference === undefined) continue
      if (kind === 'node' && !gateEnabled(this.options.gates, 'ServiceAccountTokenNodeBindingValidation'))
        return 'token is bound to a Node object but the ServiceAccountTokenNodeBindingValidation feature gate is disabled'
      const found = await this.options.read(resource, kind === 'node' ? '' : namespace, reference.name)
      if (found === undefined || (found.metadata.uid === reference.uid && this.gone(found)))
        return 'service account token has been invalidated'
      if (found.metadata.uid !== reference.uid) {
        const what = kind === 'secret' ? 'secret UID' : kind === 'pod' ? 'pod UID' : 'node UID'
        return `${what} (${found.metadata.uid}) does not match service account ${kind} ref claim (${reference.uid})`
      }
    }
    return undefined
  }
  private gone(object: KubeObject): boolean {
    const at = object.metadata.deletionTimestamp
    return at !== undefined && Date.parse(at) < this.options.clock.now() - leewayMs
  }
  private userOf(namespace: string, account: Ref, own: JsonObject, claims: JsonObject): UserInfo {
    const { gates } = this.options
    const [pod, node] = [refOf(own, 'pod'), refOf(own, 'node')]
    const extra: Record<string, string[]> = {}
    const add = (key: string, value: string | undefined): void => {
      if (value !== undefined && value !== '') extra[`authentication.kubernetes.io/${key}`] = [value]
    }
    if (gateEnabled(gates, 'ServiceAccountTokenJTI') && claims['jti'] !== undefined)
      add('credential-id', `JTI=${String(claims['jti'])}`)
    add('pod-name', pod?.name)
    add('pod-uid', pod?.uid)
    if (pod === undefined || gateEnabled(gates, 'ServiceAccountTokenPodNodeInfo')) {
      add('node-name', node?.name)
      add('node-uid', node?.uid)
    }
    return {
      name: serviceAccountUser(namespace, account.name),
      ...(account.uid === undefined ? {} : { uid: account.uid }),
      groups: serviceAccountGroups(namespace),
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
    }
  }
}

interface Ref {
  name: string
  uid?: string
}
function refOf(claims: JsonObject, key: string): Ref | undefined {
  const value = claims[key]
  if (!isObject(value)) return undefined
  return {
    name: String(value['name'] ?? ''),
    ...(value['uid'] === undefined ? {} : { uid: String(value['uid']) }),
  }
}

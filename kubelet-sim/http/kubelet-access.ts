// Who may ask a kubelet at its own port. Upstream: cmd/kubelet/app/auth.go (BuildAuth), pkg/kubelet/server/{auth,server}.go
// (GetRequestAttributes, InstallAuthFilter), apiserver/pkg/authentication/authenticatorfactory/delegating.go
import type { Certificate } from 'node:tls'
import type { TokenReviewStatus, UserInfo } from '../../api/authentication-v1.ts'
import { ExpiringCache } from '../../component-base/expiring-cache.ts'
import type { Logger } from '../../component-base/klog.ts'
import { type ClientTls, mutualTrust } from '../../component-base/mutual-trust.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { type KubeletConfiguration, nanoseconds } from '../config/kubelet-configuration.ts'
import { kubeletDialect } from '../dialect.ts'
import { type Answer, notFound, text } from './http-answer.ts'
import { askReview, type ReviewParts } from './reviews.ts'

/** A client certificate as a handshake leaves it: its subject, or `unverified` where no authority that counts has issued it. */
export type ShownCertificate = { commonName: string; organizations: readonly string[] } | 'unverified'

/** The parts of a request by which access to it is decided. */
export interface AskedRequest {
  readonly method: string
  /** The path without query, unescaped. */
  readonly path: string
  /** The Authorization header. */
  readonly authorization?: string | undefined
  /** The client certificate; undefined: none is shown. */
  readonly certificate?: ShownCertificate | undefined
  /** The port where everybody may read; undefined: the request came to the kubelet's own port. */
  readonly readOnlyPort?: number | undefined
}

/** The configuration and the reviews by which access is decided. */
export interface KubeletAccessParts extends ReviewParts {
  readonly config: KubeletConfiguration
  readonly minor: number
  readonly gates: FeatureGateReader
  readonly nodeName: string
  readonly logger: Logger
}

interface User {
  name: string
  groups: readonly string[]
  uid?: string | undefined
  extra?: Readonly<Record<string, readonly string[]>> | undefined
}

const anonymous: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] }

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** The paths for which there is a subresource of nodes, and since KubeletFineGrainedAuthz more. */
const subresources = {
  '/stats/': 'stats',
  '/metrics': 'metrics',
  '/logs/': 'log',
  '/checkpoint/': 'checkpoint',
}
const finer = {
  '/pods': 'pods',
  '/runningpods/': 'pods',
  '/healthz': 'healthz',
  '/configz': 'configz',
  '/statusz': 'statusz',
}

const isBelow = (path: string, root: string): boolean => {
  const folder = root.replace(/\/$/, '')
  return path === folder || path.startsWith(`${folder}/`)
}

const named = (paths: Readonly<Record<string, string>>, path: string): string | undefined =>
  Object.entries(paths).find(([root]) => isBelow(path, root))?.[1]

/** The paths that are served. */
const served = [
  ...Object.keys(subresources),
  ...Object.keys(finer),
  ...['/run', '/exec', '/attach', '/portForward', '/containerLogs', '/debug', '/flagz'],
]

const unauthorized = text('Unauthorized', 401)

/** The limit of cached answers, which is that of upstream's authorizer. */
const mostKept = 8192
const milliseconds = (duration: string | undefined): number => nanoseconds(duration) / 1e6

/** Decides by a kubelet's configuration, with reviews of its API server. */
export class KubeletAccess {
  private readonly parts: KubeletAccessParts
  private readonly tokens: ExpiringCache<TokenReviewStatus>
  private readonly decisions: ExpiringCache<boolean>

  constructor(parts: KubeletAccessParts) {
    this.parts = parts
    this.tokens = new ExpiringCache(parts.clock, mostKept)
    this.decisions = new ExpiringCache(parts.clock, mostKept)
  }

  /** The answer to who may not ask; undefined to who may. What is not below a known root is not served to anybody. */
  async refusal(asked: AskedRequest): Promise<Answer | undefined> {
    if (!served.some((root) => isBelow(asked.path, root))) return notFound
    const user = await this.authenticated(asked)
    return user === undefined ? unauthorized : this.unlessAllowed(user, asked)
  }

  private async authenticated(asked: AskedRequest): Promise<User | undefined> {
    const { config, logger } = this.parts
    const errors: string[] = []
    const user = this.byCertificate(asked, errors) ?? (await this.byToken(asked, errors))
    if (user !== undefined) return { ...user, groups: [...user.groups, 'system:authenticated'] }
    if (errors.length > 0) {
      logger.logS('E', 'Unable to authenticate the request due to an error', { err: aggregate(errors) })
      return undefined
    }
    return config.authentication?.anonymous?.enabled === true ? anonymous : undefined
  }

  private byCertificate({ certificate }: AskedRequest, errors: string[]): User | undefined {
    if (certificate === undefined || !this.parts.config.authentication?.x509?.clientCAFile) return undefined
    if (certificate === 'unverified') errors.push('x509: certificate signed by unknown authority')
    else if (certificate.commonName !== '')
      return { name: certificate.commonName, groups: certificate.organizations }
    return undefined
  }

  private async byToken({ authorization = '' }: AskedRequest, errors: string[]): Promise<User | undefined> {
    const [scheme = '', token = ''] = authorization.trim().split(' ')
    if (this.parts.config.authentication?.webhook?.enabled !== true) return undefined
    if (scheme.toLowerCase() !== 'bearer' || token === '') return undefined
    try {
      const { authenticated, error, user } = await this.reviewed(token)
      if (authenticated === true) return userOf(user)
      errors.push(error || 'invalid bearer token')
    } catch (error) {
      errors.push((error as Error).message)
    }
    return undefined
  }

  private async reviewed(token: string): Promise<TokenReviewStatus> {
    const kept = this.tokens.get(token)
    if (kept !== undefined) return kept
    const status = await askReview<TokenReviewStatus>(this.parts, 'TokenReview', { token })
    this.tokens.add(token, status, milliseconds(this.parts.config.authentication?.webhook?.cacheTTL))
    return status
  }

  /** The subresources of nodes for a path; being allowed one of them is enough. */
  private subresourcesOf(path: string): string[] {
    const fine = gateEnabled(this.parts.gates, 'KubeletFineGrainedAuthz') ? named(finer, path) : undefined
    return [...(fine === undefined ? [] : [fine]), named(subresources, path) ?? 'proxy']
  }

  private async unlessAllowed(user: User, { method, path }: AskedRequest): Promise<Answer | undefined> {
    if (this.parts.config.authorization?.mode !== 'Webhook') return undefined
    const verb = verbs[method] ?? ''
    const wanted = this.subresourcesOf(path)
    for (const subresource of wanted) {
      const who = `user=${user.name}, verb=${verb}, resource=nodes, subresource=${subresource}`
      try {
        if (await this.isAllowed(user, verb, subresource)) return undefined
      } catch (error) {
        this.parts.logger.logS('E', 'Authorization error', {
          err: (error as Error).message,
          user: user.name,
          verb,
          resource: 'nodes',
          subresource,
        })
        return text(`Authorization error (${who})`, 500)
      }
    }
    const of = `user=${user.name}, verb=${verb}, resource=nodes`
    return kubeletDialect(this.parts.minor).forbidsBySubresources
      ? text(`Forbidden (${of}, subresource(s)=[${wanted.join(' ')}])\n`, 403)
      : text(`Forbidden (${of}, subresource=${wanted[0]})`, 403)
  }

  private async isAllowed(user: User, verb: string, subresource: string): Promise<boolean> {
    const { config, nodeName } = this.parts
    const spec = {
      resourceAttributes: { verb, version: 'v1', resource: 'nodes', subresource, name: nodeName },
      user: user.name,
      groups: user.groups,
      ...(user.uid === undefined ? {} : { uid: user.uid }),
      ...(user.extra === undefined ? {} : { extra: user.extra }),
    }
    const key = JSON.stringify(spec)
    const kept = this.decisions.get(key)
    if (kept !== undefined) return kept
    const status = await askReview<{ allowed?: boolean }>(this.parts, 'SubjectAccessReview', spec)
    const allowed = status.allowed === true
    const { cacheAuthorizedTTL, cacheUnauthorizedTTL } = config.authorization?.webhook ?? {}
    this.decisions.add(key, allowed, milliseconds(allowed ? cacheAuthorizedTTL : cacheUnauthorizedTTL))
    return allowed
  }
}

const userOf = ({ username = '', groups, uid, extra }: UserInfo = {}): User => ({
  name: username,
  groups: groups ?? [],
  uid: uid || undefined,
  extra: extra ?? undefined,
})

/** The certificate of a client in this process, as a handshake with the kubelet would leave it. @param clientCA PEM; undefined: the kubelet asks for none */
export function shownCertificate(
  clientCA: string | undefined,
  client: Pick<ClientTls, 'cert' | 'key'>,
  now: number,
): ShownCertificate | undefined {
  if (clientCA === undefined || client.cert === undefined) return undefined
  const trust = mutualTrust({ cert: '', ca: clientCA }, { host: '', insecure: true, ...client }, now)
  return trust?.peer === undefined ? 'unverified' : subjectOf(trust.peer.subject)
}

/** The common name and organizations of a subject that node:tls has read. */
export function subjectOf({ CN, O }: Certificate): Exclude<ShownCertificate, 'unverified'> {
  const several = (names: string | string[] | undefined): string[] =>
    names === undefined ? [] : [names].flat()
  return { commonName: several(CN).at(-1) ?? '', organizations: several(O) }
}

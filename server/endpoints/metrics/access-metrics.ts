// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/{filters/metrics.go,filterlatency/filterlatency.go},
// authentication/request/x509/x509.go (the age of certificates)
import type { MetricFamily, MetricSeries } from '../../../component-base/metrics/metric-registry.ts'
import type { RecordedRegistry } from '../../../component-base/metrics/recorded-metrics.ts'

/** The result of an authentication, as metrics label it. */
export type AuthenticationResult = 'success' | 'failure' | 'error'
/** The result of an authorization, as metrics label it. */
export type AuthorizationResult = 'allowed' | 'denied' | 'error' | 'no-opinion'

const knownUsers: ReadonlySet<string> = new Set([
  'admin',
  'client',
  'kube_proxy',
  'kubelet',
  'system:serviceaccount:kube-system:default',
])

/** The label of a user: known names stay, names with an @ are `email_id`, the rest `other`. */
const shortName = (user: string): string =>
  knownUsers.has(user) ? user : user.includes('@') ? 'email_id' : 'other'

/** The counter and the times of one result: made when it is first met, as a real server shows only those. */
class Attempts<R extends string> {
  private readonly attempts: MetricFamily
  private readonly durations: MetricFamily
  private readonly byResult = new Map<R, readonly [MetricSeries, MetricSeries]>()

  constructor(attempts: MetricFamily, durations: MetricFamily) {
    this.attempts = attempts
    this.durations = durations
  }
  count(result: R, seconds: number): void {
    let own = this.byResult.get(result)
    if (own === undefined) {
      own = [this.attempts.with({ result }), this.durations.with({ result })]
      this.byResult.set(result, own)
    }
    own[0].add()
    own[1].observe(seconds)
  }
}

/** Counts who asks and whether they may. Times are in milliseconds of a clock that only grows. */
export class AccessMetrics {
  private readonly authentication: Attempts<AuthenticationResult>
  private readonly authorization: Attempts<AuthorizationResult>
  private readonly filters: Readonly<Record<'authentication' | 'authorization', MetricSeries>>
  private readonly users: MetricFamily
  private readonly byUser = new Map<string, MetricSeries>()
  private readonly certificates: MetricSeries
  private readonly refused: MetricSeries

  constructor(registry: RecordedRegistry) {
    const family = (name: string) => registry.family(name)
    this.authentication = new Attempts(
      family('authentication_attempts'),
      family('authentication_duration_seconds'),
    )
    this.authorization = new Attempts(
      family('authorization_attempts_total'),
      family('authorization_duration_seconds'),
    )
    const filters = family('apiserver_request_filter_duration_seconds')
    this.filters = {
      authentication: filters.with({ filter: 'authentication' }),
      authorization: filters.with({ filter: 'authorization' }),
    }
    this.users = family('authenticated_user_requests')
    this.refused = family('apiserver_audit_requests_rejected_total').with({})
    this.certificates = family('apiserver_client_certificate_expiration_seconds').with({})
  }

  /** @param user the name of who was found; undefined: nobody was */
  authenticated(result: AuthenticationResult, user: string | undefined, started: number): void {
    const seconds = (performance.now() - started) / 1000
    this.authentication.count(result, seconds)
    this.filters.authentication.observe(seconds)
    if (user === undefined) return
    const name = shortName(user)
    let own = this.byUser.get(name)
    if (own === undefined) {
      own = this.users.with({ username: name })
      this.byUser.set(name, own)
    }
    own.add()
  }

  authorized(result: AuthorizationResult, started: number): void {
    const seconds = (performance.now() - started) / 1000
    this.authorization.count(result, seconds)
    this.filters.authorization.observe(seconds)
  }

  /** A request was refused because its audit event could not be kept. */
  auditRefused(): void {
    this.refused.add()
  }

  /** A client showed a certificate. @param seconds until it expires */
  certificate(seconds: number): void {
    this.certificates.observe(seconds)
  }
}

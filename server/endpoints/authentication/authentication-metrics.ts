// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/metrics.go
import type { Clock } from '../../../component-base/clock.ts'
import { metricFamilies } from '../../../component-base/metrics/metric-families.ts'
import {
  type MetricDefinition,
  type MetricFamily,
  MetricRegistry,
} from '../../../component-base/metrics/metric-registry.ts'
import type { Labels, Metric } from '../../../component-base/metrics/metrics-text.ts'
import { hashOf } from '../metrics/hash-of.ts'
import { ReloadMetrics } from '../metrics/reload-metrics.ts'
import { jwtDialect } from './jwt/dialect.ts'
import type { JWTObserver } from './jwt/jwt-authenticator.ts'

const definitions = {
  latency: {
    name: 'apiserver_authentication_jwt_authenticator_latency_seconds',
    help: '[ALPHA] Latency of jwt authentication operations in seconds. This is the time spent authenticating a token for cache miss only (i.e. when the token is not found in the cache).',
    type: 'histogram',
    labels: ['result', 'jwt_issuer_hash'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  fetched: {
    name: 'apiserver_authentication_jwt_authenticator_jwks_fetch_last_timestamp_seconds',
    help: '[ALPHA] Timestamp of the last successful or failed JWKS fetch split by result, api server identity and jwt issuer for the JWT authenticator.',
    type: 'gauge',
    labels: ['result', 'jwt_issuer_hash', 'apiserver_id_hash'],
  },
  keys: {
    name: 'apiserver_authentication_jwt_authenticator_jwks_fetch_last_key_set_info',
    help: '[ALPHA] Information about the last JWKS fetched by the JWT authenticator with hash as label, split by api server identity and jwt issuer.',
    type: 'gauge',
    labels: ['jwt_issuer_hash', 'apiserver_id_hash', 'hash'],
  },
} satisfies Record<string, MetricDefinition>

/** Counts what a server authenticates by configuration. */
export class AuthenticationMetrics implements JWTObserver {
  /** The metrics of reloading --authentication-config. */
  readonly file: ReloadMetrics
  private readonly registry = new MetricRegistry()
  private readonly families: Readonly<Record<keyof typeof definitions, MetricFamily>>
  private readonly clock: Clock
  private readonly tellsKeys: boolean

  /**
   * @param identity of the server: `apiserver-…`; empty: it has none
   * @param tellsKeys StructuredAuthenticationConfigurationJWKSMetrics
   */
  constructor(minor: number, identity: string, tellsKeys: boolean, clock: Clock) {
    const server = { minor, stage: jwtDialect(minor).reloadMetrics, identity, clock }
    this.file = new ReloadMetrics('authentication', server, this.registry)
    this.families = metricFamilies(definitions, minor, this.registry)
    this.clock = clock
    this.tellsKeys = tellsKeys
  }

  metrics(): Metric[] {
    return this.registry.metrics()
  }

  authenticated(issuer: string, result: 'success' | 'failure', seconds: number): void {
    this.families.latency.observe({ result, jwt_issuer_hash: hashOf(issuer) }, seconds)
  }

  fetchedKeys(issuer: string, keys: string | undefined): void {
    if (!this.tellsKeys) return
    const of = this.labelsOf(issuer)
    const result = keys === undefined ? 'failure' : 'success'
    this.families.fetched.set({ ...of, result }, this.clock.now() / 1000)
    if (keys === undefined) return
    this.families.keys.remove(of)
    this.families.keys.set({ ...of, hash: hashOf(keys) }, 1)
  }

  /** Issuers that the configuration does not have any more. */
  forget(issuers: readonly string[]): void {
    for (const issuer of issuers) {
      const of = this.labelsOf(issuer)
      this.families.fetched.remove(of)
      this.families.keys.remove(of)
    }
  }

  private labelsOf(issuer: string): Labels {
    return { jwt_issuer_hash: hashOf(issuer), apiserver_id_hash: this.file.server }
  }
}

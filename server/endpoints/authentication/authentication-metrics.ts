// Upstream: staging/src/k8s.io/apiserver/pkg/server/options/authenticationconfig/metrics/metrics.go,
// plugin/pkg/authenticator/token/oidc/metrics.go
import type { Clock } from '../../../component-base/clock.ts'
import { metricNames } from '../../../component-base/metric-names.ts'
import {
  type MetricDefinition,
  type MetricFamily,
  MetricRegistry,
} from '../../../component-base/metrics/metric-registry.ts'
import type { Metric } from '../../../component-base/metrics/metrics-text.ts'
import { hashOf } from '../metrics/hash-of.ts'
import { jwtDialect } from './jwt/dialect.ts'
import type { JWTObserver } from './jwt/jwt-authenticator.ts'

const definitions = (reloads: string) =>
  ({
    reloads: {
      name: 'apiserver_authentication_config_controller_automatic_reloads_total',
      help: `[${reloads}] Total number of automatic reloads of authentication configuration split by status and apiserver identity.`,
      type: 'counter',
      labels: ['status', 'apiserver_id_hash'],
    },
    reloaded: {
      name: 'apiserver_authentication_config_controller_automatic_reload_last_timestamp_seconds',
      help: `[${reloads}] Timestamp of the last automatic reload of authentication configuration split by status and apiserver identity.`,
      type: 'gauge',
      labels: ['status', 'apiserver_id_hash'],
    },
    config: {
      name: 'apiserver_authentication_config_controller_last_config_info',
      help: '[ALPHA] Information about the last applied authentication configuration with hash as label, split by apiserver identity.',
      type: 'gauge',
      labels: ['apiserver_id_hash', 'hash'],
    },
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
  }) satisfies Record<string, MetricDefinition>

type Counted = keyof ReturnType<typeof definitions>

/** Counts what a server authenticates by configuration. */
export class AuthenticationMetrics implements JWTObserver {
  private readonly registry = new MetricRegistry()
  private readonly families: Readonly<Record<Counted, MetricFamily>>
  private readonly clock: Clock
  private readonly server: string
  private readonly tellsKeys: boolean

  /**
   * @param identity of the server: `apiserver-…`; empty: it has none
   * @param tellsKeys StructuredAuthenticationConfigurationJWKSMetrics
   */
  constructor(minor: number, identity: string, tellsKeys: boolean, clock: Clock) {
    const known = new Set(metricNames(minor))
    const own = Object.entries(definitions(jwtDialect(minor).reloadMetrics))
    this.families = Object.fromEntries(
      own.map(([key, definition]) => [
        key,
        // What the release does not have is counted, and not shown.
        (known.has(definition.name) ? this.registry : new MetricRegistry()).register(definition),
      ]),
    ) as Record<Counted, MetricFamily>
    this.clock = clock
    this.server = hashOf(identity)
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
    const of = { jwt_issuer_hash: hashOf(issuer), apiserver_id_hash: this.server }
    const result = keys === undefined ? 'failure' : 'success'
    this.families.fetched.set({ ...of, result }, this.clock.now() / 1000)
    if (keys === undefined) return
    this.families.keys.remove(of)
    this.families.keys.set({ ...of, hash: hashOf(keys) }, 1)
  }

  /** Issuers that the configuration does not have any more. */
  forget(issuers: readonly string[]): void {
    for (const issuer of issuers) {
      const of = { jwt_issuer_hash: hashOf(issuer), apiserver_id_hash: this.server }
      this.families.fetched.remove(of)
      this.families.keys.remove(of)
    }
  }

  /** A text of the file is in use. */
  loaded(text: string): void {
    this.families.config.remove({})
    this.families.config.set({ apiserver_id_hash: this.server, hash: hashOf(text) }, 1)
  }

  reloaded(status: 'success' | 'failure'): void {
    const labels = { status, apiserver_id_hash: this.server }
    this.families.reloads.add(labels)
    this.families.reloaded.set(labels, this.clock.now() / 1000)
  }
}

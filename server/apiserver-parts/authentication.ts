// Upstream: pkg/kubeapiserver/authenticator/config.go
import { schemeFor } from '../../apimachinery/scheme/scheme.ts'
import type { Logger } from '../../component-base/klog.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { serverIdentity } from '../controlplane/server-identity.ts'
import { AuthenticationMetrics } from '../endpoints/authentication/authentication-metrics.ts'
import type { Authenticator, TokenAuthenticator } from '../endpoints/authentication/authenticator.ts'
import { BootstrapTokens } from '../endpoints/authentication/bootstrap-tokens.ts'
import { JWTAuthenticators } from '../endpoints/authentication/jwt/jwt-authenticators.ts'
import type { LegacyTokenOptions } from '../endpoints/authentication/legacy-tokens.ts'
import { createAuthenticator } from '../endpoints/authentication/request-authenticator.ts'
import { RequestHeaderAuthenticator } from '../endpoints/authentication/request-header.ts'
import {
  type ServiceAccountTokenOptions,
  ServiceAccountTokens,
} from '../endpoints/authentication/service-account-tokens.ts'
import { TokenCache } from '../endpoints/authentication/token-cache.ts'
import { readTokenFile } from '../endpoints/authentication/token-file.ts'
import { TokenWebhook } from '../endpoints/authentication/token-webhook.ts'
import { endpointsDialect } from '../endpoints/dialect.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'
import { StartupError } from '../options/startup-error.ts'
import { webhookConnection } from '../webhook/kubeconfig.ts'
import { ReviewTypes } from '../webhook/review-types.ts'
import type { WebhookClient } from '../webhook/webhook-client.ts'
import { AuthenticationFile } from './authentication-file.ts'
import { clientOfURLs } from './client-of-urls.ts'
import type { Foundation } from './foundation.ts'
import { serviceAccountTokenOptions } from './service-account-token-options.ts'

/** The authenticator of a server, and its service account tokens. */
export interface Authentication {
  readonly authenticator: Authenticator
  readonly tokens: ServiceAccountTokens
  readonly tokenOptions: ServiceAccountTokenOptions
  readonly metrics: AuthenticationMetrics
  /** Says how the server labels Secrets, once it can. */
  labelsSecrets(label: Required<LegacyTokenOptions>['label']): void
  /** No issuer and no webhook is asked any more, and no file is looked at. */
  close(): void
}

/** Throws a StartupError where a file of tokens or keys cannot be used. */
export function authentication(foundation: Foundation): Authentication {
  const { config, logger, clock } = foundation
  const { flags, authentication: settings } = config
  let label: LegacyTokenOptions['label']
  const tokenOptions: ServiceAccountTokenOptions = {
    ...serviceAccountTokenOptions(foundation),
    label: async (...labelled) => label?.(...labelled),
  }
  const tokens = new ServiceAccountTokens(tokenOptions)
  const metrics = metricsOf(foundation)
  const issuers = issuersOf(foundation, metrics)
  const webhook = webhookOf(foundation)
  const parts = { foundation, metrics, issuers: issuers.authenticators }
  const file = settings.file && new AuthenticationFile(settings.file, parts)
  file?.follow()
  const authenticator = createAuthenticator({
    ...believedProxies(foundation),
    tokens: [
      ...tokenFiles(config, logger),
      tokens,
      ...(flags.bool('enable-bootstrap-token-auth') ? [new BootstrapTokens(tokenOptions.read, clock)] : []),
      issuers.authenticators,
      ...(webhook === undefined ? [] : [webhook.authenticator]),
    ],
    audiences: config.audiences,
    anonymous: settings.anonymous,
    warnsOfExtraSpace: endpointsDialect(config.release.minor).warnsOfExtraSpace,
  })
  return {
    authenticator,
    tokens,
    tokenOptions,
    metrics,
    labelsSecrets: (by) => {
      label = by
    },
    close() {
      file?.stop()
      issuers.authenticators.stop()
      issuers.client.close()
      webhook?.client.close()
    },
  }
}

function metricsOf({ config, clock, random, hostname }: Foundation): AuthenticationMetrics {
  const { minor } = config.release
  const { file, issuers } = config.authentication
  const isUsed = file !== undefined || issuers.length > 0
  return new AuthenticationMetrics(
    minor,
    isUsed ? serverIdentity(hostname, minor, random) : '',
    gateEnabled(config.gates, 'StructuredAuthenticationConfigurationJWKSMetrics'),
    clock,
  )
}

/** Those of a configuration, which may be replaced, and the client that asks them. */
interface Issuers {
  readonly authenticators: JWTAuthenticators
  readonly client: WebhookClient
}

/** The most that an answer of an issuer may take, in milliseconds. */
const issuerTimeout = 30_000
/** The most that an answer of an issuer may have, in bytes; upstream has no bound. A document about keys has a few thousand. */
const maxIssuerAnswer = 1024 * 1024

const userAgent = 'Go-http-client/1.1'

function issuersOf(foundation: Foundation, metrics: AuthenticationMetrics): Issuers {
  const { config, clock, logger, webhookReach } = foundation
  const client = clientOfURLs(foundation, { userAgent })
  const { issuers, algorithms } = config.authentication
  const authenticators = new JWTAuthenticators(issuers, {
    fetchWith: (ca) => (url, headers) =>
      client.get(url, { ca, timeout: issuerTimeout, maxBytes: maxIssuerAnswer, ...(headers && { headers }) }),
    clock,
    minor: config.release.minor,
    algorithms,
    retries: webhookReach !== undefined,
    observer: metrics,
    log: (error) => logger.log('E', error),
  })
  return { authenticators, client }
}

/** --authentication-token-webhook-config-file; what it answers is kept for --authentication-token-webhook-cache-ttl. */
function webhookOf(
  foundation: Foundation,
): { authenticator: TokenAuthenticator; client: WebhookClient } | undefined {
  const { config, clock, random, logger } = foundation
  const { flags, release, audiences } = config
  const path = flags.string('authentication-token-webhook-config-file')
  if (path === '') return undefined
  const connection = webhookConnection(path, config.readFile, release.minor)
  const client = clientOfURLs(foundation, { credentialsFor: () => connection.credentials, userAgent })
  const kind = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview' }
  const { metadata } = schemeFor(release.facts).normalize({ ...kind, metadata: {} })
  const webhook = new TokenWebhook({
    client,
    connection,
    types: new ReviewTypes(release.facts),
    version: flags.string('authentication-token-webhook-version', 'v1beta1'),
    metadata: JSON.parse(JSON.stringify(metadata)),
    audiences,
    clock,
    random,
    log: (error) => logger.log('E', error),
  })
  const ttl = flags.duration('authentication-token-webhook-cache-ttl', 120_000)
  return { authenticator: new TokenCache(webhook, clock, ttl), client }
}

/** --requestheader-client-ca-file, and what belongs to it. */
function believedProxies({
  config,
  certificates,
}: Foundation): Pick<Parameters<typeof createAuthenticator>[0], 'proxies'> {
  const { flags, readFile } = config
  const file = flags.string('requestheader-client-ca-file')
  if (file === '') return {}
  const clientCAFile = flags.string('client-ca-file')
  const authenticator = new RequestHeaderAuthenticator({
    ca: readFile(file),
    allowedNames: flags.strings('requestheader-allowed-names'),
    usernameHeaders: flags.strings('requestheader-username-headers'),
    uidHeaders: flags.strings('requestheader-uid-headers'),
    groupHeaders: flags.strings('requestheader-group-headers'),
    extraPrefixes: flags.strings('requestheader-extra-headers-prefix'),
  })
  const clientCA = async (): Promise<string> =>
    clientCAFile === '' ? (await certificates.authority()).cert : readFile(clientCAFile)
  return { proxies: { authenticator, clientCA } }
}

function tokenFiles(config: ApiserverConfig, logger: Logger): TokenAuthenticator[] {
  const path = config.flags.string('token-auth-file')
  if (path === '') return []
  try {
    return [readTokenFile(path, (message) => logger.log('W', message), config.readFile)]
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}

// Upstream: pkg/kubeapiserver/authorizer/reload.go (newForConfig: webhooks)
import type { Authorizer } from '../endpoints/authorization/attributes.ts'
import type { AuthorizationMetrics } from '../endpoints/authorization/authorization-metrics.ts'
import { authorizationDialect } from '../endpoints/authorization/dialect.ts'
import { MatchConditions } from '../endpoints/authorization/webhook/match-conditions.ts'
import { reviewCall } from '../endpoints/authorization/webhook/review-call.ts'
import { WebhookAuthorizer } from '../endpoints/authorization/webhook/webhook-authorizer.ts'
import type { WebhookAuthorizerConfiguration } from '../options/authorizer-types.ts'
import { webhookOf } from '../options/check-authorizers.ts'
import type { Credentials } from '../webhook/auth-info.ts'
import { ReviewTypes } from '../webhook/review-types.ts'
import type { WebhookClient } from '../webhook/webhook-client.ts'
import { clientOfURLs } from './client-of-urls.ts'
import type { Foundation } from './foundation.ts'

/** Milliseconds. Upstream: apiserver/pkg/util/webhook/webhook.go (defaultRequestTimeout) */
const defaultTimeout = 30_000

/** The webhooks that a server asks whether requests are allowed. */
export class WebhookAuthorizers {
  private readonly foundation: Foundation
  private readonly metrics: AuthorizationMetrics
  private readonly types: ReviewTypes
  /** By the credentials that they show: a configuration that is read again goes on with the connections that are there. */
  private readonly clients = new Map<string, WebhookClient>()

  constructor(foundation: Foundation, metrics: AuthorizationMetrics) {
    this.foundation = foundation
    this.metrics = metrics
    this.types = new ReviewTypes(foundation.config.release.facts)
  }

  /** Throws an Error where the kubeconfig of the webhook cannot be used. @param selectors AuthorizeWithSelectors */
  make(name: string, webhook: WebhookAuthorizerConfiguration, selectors: boolean): Authorizer {
    const { config, clock, random } = this.foundation
    const { minor } = config.release
    const connection = webhookOf(name, webhook, config.readFile, minor)
    const client = this.clientWith(connection.credentials)
    const { subjectAccessReviewVersion: version, failurePolicy } = webhook
    const timeout = authorizationDialect(minor).heedsTimeouts ? webhook.timeout : defaultTimeout
    return new WebhookAuthorizer({
      ask: reviewCall(client, connection, this.types, { version, timeout }),
      clock,
      random,
      version,
      metadata: authorizationDialect(minor).writesCreationTimestamp ? { creationTimestamp: null } : {},
      ttl: {
        authorized: webhook.cacheAuthorizedRequests ? webhook.authorizedTTL : 0,
        unauthorized: webhook.cacheUnauthorizedRequests ? webhook.unauthorizedTTL : 0,
      },
      onError: failurePolicy === 'Deny' ? 'deny' : 'noOpinion',
      conditions: new MatchConditions(
        webhook.matchConditions.map(({ expression }) => expression),
        minor,
        selectors,
      ),
      events: this.metrics.webhook(name),
    })
  }

  private clientWith(credentials: Credentials): WebhookClient {
    const key = JSON.stringify(credentials)
    const known = this.clients.get(key)
    if (known !== undefined) return known
    const made = clientOfURLs(this.foundation, {
      credentialsFor: () => credentials,
      userAgent: `kube-apiserver/${this.foundation.config.release.text}`,
    })
    this.clients.set(key, made)
    return made
  }

  /** Ends all calls. */
  close(): void {
    for (const client of this.clients.values()) client.close()
  }
}

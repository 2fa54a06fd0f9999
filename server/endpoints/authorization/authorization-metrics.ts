// Upstream: staging/src/k8s.io/apiserver/pkg/authorization/{metrics,cel}/metrics.go, plugin/pkg/authorizer/webhook/metrics,
// pkg/server/options/authorizationconfig/metrics
import { metricNames } from '../../../component-base/metric-names.ts'
import {
  type MetricDefinition,
  type MetricFamily,
  MetricRegistry,
} from '../../../component-base/metrics/metric-registry.ts'
import type { Metric } from '../../../component-base/metrics/metrics-text.ts'
import { hashOf } from '../metrics/hash-of.ts'
import { type Attributes, type Authorizer, type AuthorizerAnswer, whenAnswered } from './attributes.ts'
import { authorizationDialect } from './dialect.ts'
import type { Matching } from './webhook/match-conditions.ts'

/** What one webhook authorizer tells of its work; times in seconds. */
export interface WebhookEvents {
  matched(seconds: number, matching: Matching): void
  asked(result: string, seconds: number): void
  /** The request went on to the next authorizer, because no answer came. */
  failedOpen(result: string): void
}

const defaultBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const conditionBuckets = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25]

const definitions = (reloads: string) =>
  ({
    decisions: {
      name: 'apiserver_authorization_decisions_total',
      help: '[ALPHA] Total number of terminal decisions made by an authorizer split by authorizer type, name, and decision.',
      type: 'counter',
      labels: ['type', 'name', 'decision'],
    },
    conditionErrors: {
      name: 'apiserver_authorization_match_condition_evaluation_errors_total',
      help: '[ALPHA] Total number of errors when an authorization webhook encounters a match condition error split by authorizer type and name.',
      type: 'counter',
      labels: ['type', 'name'],
    },
    conditionExclusions: {
      name: 'apiserver_authorization_match_condition_exclusions_total',
      help: '[ALPHA] Total number of exclusions when an authorization webhook is skipped because match conditions exclude it.',
      type: 'counter',
      labels: ['type', 'name'],
    },
    conditionSeconds: {
      name: 'apiserver_authorization_match_condition_evaluation_seconds',
      help: '[ALPHA] Authorization match condition evaluation time in seconds, split by authorizer type and name.',
      type: 'histogram',
      labels: ['type', 'name'],
      buckets: conditionBuckets,
    },
    asked: {
      name: 'apiserver_authorization_webhook_evaluations_total',
      help: '[ALPHA] Round-trips to authorization webhooks.',
      type: 'counter',
      labels: ['name', 'result'],
    },
    askedSeconds: {
      name: 'apiserver_authorization_webhook_duration_seconds',
      help: '[ALPHA] Request latency in seconds.',
      type: 'histogram',
      labels: ['name', 'result'],
      buckets: defaultBuckets,
    },
    failedOpen: {
      name: 'apiserver_authorization_webhook_evaluations_fail_open_total',
      help: '[ALPHA] NoOpinion results due to webhook timeout or error.',
      type: 'counter',
      labels: ['name', 'result'],
    },
    reloads: {
      name: 'apiserver_authorization_config_controller_automatic_reloads_total',
      help: `[${reloads}] Total number of automatic reloads of authorization configuration split by status and apiserver identity.`,
      type: 'counter',
      labels: ['status', 'apiserver_id_hash'],
    },
    reloaded: {
      name: 'apiserver_authorization_config_controller_automatic_reload_last_timestamp_seconds',
      help: `[${reloads}] Timestamp of the last automatic reload of authorization configuration split by status and apiserver identity.`,
      type: 'gauge',
      labels: ['status', 'apiserver_id_hash'],
    },
    loaded: {
      name: 'apiserver_authorization_config_controller_last_config_info',
      help: '[ALPHA] Information about the last applied authorization configuration with hash as label, split by apiserver identity.',
      type: 'gauge',
      labels: ['apiserver_id_hash', 'hash'],
    },
  }) satisfies Record<string, MetricDefinition>

/** Counts what the authorizers of one server do. */
export class AuthorizationMetrics {
  private readonly families: Readonly<Record<keyof ReturnType<typeof definitions>, MetricFamily>>
  private readonly shown: ReadonlySet<string>
  private readonly server: string
  private loadedHash: string | undefined

  /** @param serverID which the server shows its peers */
  constructor(minor: number, serverID: string) {
    const registry = new MetricRegistry()
    this.families = Object.fromEntries(
      Object.entries(definitions(authorizationDialect(minor).reloadMetrics)).map(([key, definition]) => [
        key,
        registry.register(definition),
      ]),
    ) as typeof this.families
    this.shown = new Set(metricNames(minor))
    this.server = hashOf(serverID)
  }

  /** Those that the release has and that have samples. */
  metrics(): Metric[] {
    const { loaded, ...others } = this.families
    const info = this.loadedHash === undefined ? [] : [loadedInfo(loaded, this.server, this.loadedHash)]
    return [...Object.values(others).flatMap((family) => family.metric() ?? []), ...info].filter(({ name }) =>
      this.shown.has(name),
    )
  }

  /** The authorizer, whose decisions are counted. */
  counting(type: string, name: string, authorizer: Authorizer): Authorizer {
    const { decisions } = this.families
    const [allowed, denied] = ['allowed', 'denied'].map((decision) => ({ type, name, decision }))
    const count = (answer: AuthorizerAnswer): AuthorizerAnswer => {
      if (answer.decision !== 'noOpinion') decisions.add(answer.decision === 'allow' ? allowed! : denied!)
      return answer
    }
    return {
      authorize: (attributes: Attributes) => whenAnswered(authorizer.authorize(attributes), count),
      rulesFor: (user, namespace) => authorizer.rulesFor(user, namespace),
    }
  }

  /** What the webhook of a name tells of its work. */
  webhook(name: string): WebhookEvents {
    const { conditionErrors, conditionExclusions, conditionSeconds, asked, askedSeconds, failedOpen } =
      this.families
    const own = { type: 'Webhook', name }
    return {
      matched(seconds, matching) {
        conditionSeconds.observe(own, seconds)
        if ('error' in matching) conditionErrors.add(own)
        else if (!matching.matches) conditionExclusions.add(own)
      },
      asked(result, seconds) {
        asked.add({ name, result })
        askedSeconds.observe({ name, result }, seconds)
      },
      failedOpen: (result) => failedOpen.add({ name, result }),
    }
  }

  /** The text of a configuration is in use. */
  loaded(text: string): void {
    this.loadedHash = hashOf(text)
  }

  /** A file was read again. @param now milliseconds */
  reloaded(status: 'success' | 'failure', now: number): void {
    const labels = { status, apiserver_id_hash: this.server }
    this.families.reloads.add(labels)
    this.families.reloaded.set(labels, now / 1000)
  }
}

/** Only the newest has a sample. */
const loadedInfo = ({ definition }: MetricFamily, server: string, hash: string): Metric => ({
  name: definition.name,
  help: definition.help,
  type: 'gauge',
  samples: [{ labels: { apiserver_id_hash: server, hash }, value: 1 }],
})

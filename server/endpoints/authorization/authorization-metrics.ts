// Upstream: staging/src/k8s.io/apiserver/pkg/authorization/{metrics,cel}/metrics.go, plugin/pkg/authorizer/webhook/metrics
import type { Clock } from '../../../component-base/clock.ts'
import { metricFamilies } from '../../../component-base/metrics/metric-families.ts'
import {
  type MetricDefinition,
  type MetricFamily,
  MetricRegistry,
} from '../../../component-base/metrics/metric-registry.ts'
import type { Metric } from '../../../component-base/metrics/metrics-text.ts'
import { ReloadMetrics } from '../metrics/reload-metrics.ts'
import { type Attributes, type Authorizer, type AuthorizerAnswer, whenAnswered } from './attributes.ts'
import { authorizationDialect } from './dialect.ts'
import type { Matching } from './webhook/match-conditions.ts'

/** The events of one webhook authorizer that metrics count; times in seconds. */
export interface WebhookEvents {
  matched(seconds: number, matching: Matching): void
  asked(result: string, seconds: number): void
  /** The request went on to the next authorizer, because no answer came. */
  failedOpen(result: string): void
}

const defaultBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const conditionBuckets = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25]

const definitions = {
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
} satisfies Record<string, MetricDefinition>

/** The metrics of the authorizers of one server. */
export class AuthorizationMetrics {
  /** The metrics of reloading --authorization-config. */
  readonly file: ReloadMetrics
  private readonly registry = new MetricRegistry()
  private readonly families: Readonly<Record<keyof typeof definitions, MetricFamily>>

  /** @param identity of the server: `apiserver-…`; empty: it has none */
  constructor(minor: number, identity: string, clock: Clock) {
    const server = { minor, stage: authorizationDialect(minor).reloadMetrics, identity, clock }
    this.file = new ReloadMetrics('authorization', server, this.registry)
    this.families = metricFamilies(definitions, minor, this.registry)
  }

  /** The metrics that the release has, without those that have no samples. */
  metrics(): Metric[] {
    return this.registry.metrics()
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

  /** The counters of the webhook authorizer of this name. */
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
}

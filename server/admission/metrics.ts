// Upstream: staging/src/k8s.io/apiserver/pkg/admission/metrics/metrics.go, plugin/policy/{validating,mutating}/metrics/metrics.go
import { metricFamilies } from '../../component-base/metrics/metric-families.ts'
import type {
  MetricDefinition,
  MetricFamily,
  MetricSeries,
} from '../../component-base/metrics/metric-registry.ts'
import type { Labels } from '../../component-base/metrics/metrics-text.ts'
import type { RecordedRegistry } from '../../component-base/metrics/recorded-metrics.ts'
import { admissionDialect } from './dialect.ts'

const stepBuckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5]
const policyBuckets = [0.0000005, 0.001, 0.01, 0.1, 1]
const ofWebhook = ['name', 'type', 'operation']
const ofCondition = ['name', 'kind', 'type', 'operation']
const each = 'identified by name and broken out for each'
const ofConditions =
  'identified by name of resource containing the match condition and broken out for each kind containing matchConditions (webhook or policy), operation and admission type (validate or admit).'
const truncated = 'Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.'

const definitions = (minor: number) => {
  const { policyMetricsStage: stage, tellsPolicyErrors, webhookBuckets } = admissionDialect(minor)
  const latencyHelp =
    'Validation admission latency for individual validation expressions in seconds, labeled by policy'
  const checkHelp =
    'Validation admission policy check total, labeled by policy and further identified by binding'
  const ofPolicy = tellsPolicyErrors
    ? ['policy', 'policy_binding', 'error_type', 'enforcement_action']
    : ['policy', 'policy_binding', 'enforcement_action', 'state']
  return {
    steps: {
      name: 'apiserver_admission_step_admission_duration_seconds',
      help: '[STABLE] Admission sub-step latency histogram in seconds, broken out for each operation and API resource and step type (validate or admit).',
      type: 'histogram',
      labels: ['type', 'operation', 'rejected'],
      buckets: stepBuckets,
    },
    webhooks: {
      name: 'apiserver_admission_webhook_admission_duration_seconds',
      help: `[STABLE] Admission webhook latency histogram in seconds, ${each} operation and API resource and type (validate or admit).`,
      type: 'histogram',
      labels: [...ofWebhook, 'rejected'],
      buckets: webhookBuckets,
    },
    rejections: {
      name: 'apiserver_admission_webhook_rejection_count',
      help: `[ALPHA] Admission webhook rejection count, ${each} admission type (validating or admit) and operation. Additional labels specify an error type (calling_webhook_error or apiserver_internal_error if an error occurred; no_error otherwise) and optionally a non-zero rejection code if the webhook rejects the request with an HTTP status code (honored by the apiserver when the code is greater or equal to 400). ${truncated}`,
      type: 'counter',
      labels: [...ofWebhook, 'error_type', 'rejection_code'],
    },
    openFailures: {
      name: 'apiserver_admission_webhook_fail_open_count',
      help: `[ALPHA] Admission webhook fail open count, ${each} admission type (validating or admit).`,
      type: 'counter',
      labels: ['name', 'type'],
    },
    requests: {
      name: 'apiserver_admission_webhook_request_total',
      help: `[ALPHA] Admission webhook request total, ${each} admission type (validating or admit) and operation. Additional labels specify whether the request was rejected or not and an HTTP status code. ${truncated}`,
      type: 'counter',
      labels: [...ofWebhook, 'code', 'rejected'],
    },
    conditionErrors: {
      name: 'apiserver_admission_match_condition_evaluation_errors_total',
      help: `[ALPHA] Admission match condition evaluation errors count, ${ofConditions}`,
      type: 'counter',
      labels: ofCondition,
    },
    exclusions: {
      name: 'apiserver_admission_match_condition_exclusions_total',
      help: `[ALPHA] Admission match condition evaluation exclusions count, ${ofConditions}`,
      type: 'counter',
      labels: ofCondition,
    },
    conditions: {
      name: 'apiserver_admission_match_condition_evaluation_seconds',
      help: `[ALPHA] Admission match condition evaluation time in seconds, ${each} kind containing matchConditions (webhook or policy), operation and type (validate or admit).`,
      type: 'histogram',
      labels: ofCondition,
      buckets: [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25],
    },
    checks: {
      name: 'apiserver_validating_admission_policy_check_total',
      help: `[${stage}] ${checkHelp}${tellsPolicyErrors ? ' and enforcement action taken.' : ', enforcement action taken, and state.'}`,
      type: 'counter',
      labels: ofPolicy,
    },
    checkSeconds: {
      name: 'apiserver_validating_admission_policy_check_duration_seconds',
      help: `[${stage}] ${latencyHelp} and further including binding${tellsPolicyErrors ? ' and' : ', state and'} enforcement action taken.`,
      type: 'histogram',
      labels: ofPolicy,
      buckets: policyBuckets,
    },
    mutations: {
      name: 'apiserver_mutating_admission_policy_check_total',
      help: '[ALPHA] Mutation admission policy check total, labeled by policy and further identified by binding.',
      type: 'counter',
      labels: ['policy', 'policy_binding', 'error_type'],
    },
    mutationSeconds: {
      name: 'apiserver_mutating_admission_policy_check_duration_seconds',
      help: '[ALPHA] Mutation admission latency for individual mutation expressions in seconds, labeled by policy and binding.',
      type: 'histogram',
      labels: ['policy', 'policy_binding', 'error_type'],
      buckets: policyBuckets,
    },
  } satisfies Record<string, MetricDefinition>
}

/** The outcome of a webhook's call: the `code` of its answer, and why the request is refused, if it is. */
export interface WebhookOutcome {
  readonly code: number
  readonly rejected?: 'calling_webhook_error' | 'apiserver_internal_error' | 'no_error'
}

/** The match conditions of what was evaluated. */
export interface ConditionLabels {
  readonly name: string
  readonly kind: 'webhook' | 'policy'
  readonly type: 'validating' | 'admit' | 'validate'
  readonly operation: string
}

/** A policy and a binding by their names. */
export interface CheckedPolicy {
  readonly policy: string
  readonly binding: string
}

/** The label error_type of an expression's error, by its message; undefined: there is no error. */
export function policyErrorType(message: string | undefined): string {
  if (message === undefined) return 'no_error'
  if (message.startsWith('compilation')) return 'compile_error'
  const outOfBudget = message.startsWith('validation failed due to running out of cost budget')
  return outOfBudget ? 'out_of_budget' : 'invalid_error'
}

/** Counts the work of one plugin, or of all together, at one operation: series are made when they are first needed. */
export class PluginWork {
  private readonly family: MetricFamily
  private readonly labels: Labels
  private passed: MetricSeries | undefined

  constructor(family: MetricFamily, labels: Labels) {
    this.family = family
    this.labels = labels
  }
  done(rejected: boolean, seconds: number): void {
    if (rejected) {
      this.family.observe({ ...this.labels, rejected: 'true' }, seconds)
      return
    }
    this.passed ??= this.family.with({ ...this.labels, rejected: 'false' })
    this.passed.observe(seconds)
  }
}

/** Counts what admission does; times are in seconds. */
export class AdmissionMetrics {
  private readonly families: Readonly<Record<keyof ReturnType<typeof definitions>, MetricFamily>>
  private readonly tellsPolicyErrors: boolean
  private readonly controllers: MetricFamily
  /** The work of all plugins together, by step and operation. */
  private readonly steps = new Map<string, PluginWork>()

  /** @param minor of the release, which may not have all of them */
  constructor(metrics: RecordedRegistry, minor: number) {
    this.families = metricFamilies(definitions(minor), minor, metrics)
    this.controllers = metrics.family('apiserver_admission_controller_admission_duration_seconds')
    this.tellsPolicyErrors = admissionDialect(minor).tellsPolicyErrors
  }

  plugin(name: string, type: 'admit' | 'validate', operation: string): PluginWork {
    return new PluginWork(this.controllers, { name, type, operation })
  }

  /** Counts and times a step of the chain, once all plugins were asked; seconds. */
  step(type: 'admit' | 'validate', operation: string, rejected: boolean, seconds: number): void {
    const key = `${type} ${operation}`
    let work = this.steps.get(key)
    if (work === undefined) {
      work = new PluginWork(this.families.steps, { type, operation })
      this.steps.set(key, work)
    }
    work.done(rejected, seconds)
  }

  webhook(
    name: string,
    type: 'admit' | 'validating',
    { operation }: { readonly operation: string },
    { code, rejected }: WebhookOutcome,
    seconds: number,
  ): void {
    const labels = { name, type, operation }
    const shown = String(Math.min(code, 600))
    const refused = String(rejected !== undefined)
    if (rejected !== undefined)
      this.families.rejections.add({ ...labels, error_type: rejected, rejection_code: shown })
    this.families.requests.add({ ...labels, code: shown, rejected: refused })
    this.families.webhooks.observe({ ...labels, rejected: refused }, seconds)
  }

  /** A webhook's failure let a request pass. */
  failedOpen(name: string, type: 'admit' | 'validating'): void {
    this.families.openFailures.add({ name, type })
  }

  /** Match conditions were evaluated. @param errors how many of them failed */
  conditions(labels: ConditionLabels, errors: number, seconds: number): void {
    if (errors > 0) this.families.conditionErrors.add({ ...labels }, errors)
    this.families.conditions.observe({ ...labels }, seconds)
  }

  /** A condition that is false kept a webhook from being asked. @note Upstream calls the type another name here. */
  excluded(labels: ConditionLabels): void {
    const type = labels.type === 'validating' ? 'validate' : labels.type
    this.families.exclusions.add({ ...labels, type })
  }

  /** What was done with what an expression of a ValidatingAdmissionPolicy said. @param errorType of {@link policyErrorType} */
  checked({ policy, binding }: CheckedPolicy, errorType: string, action: string, seconds: number): void {
    const own: Labels = this.tellsPolicyErrors ? { error_type: errorType } : { state: 'active' }
    const labels = { policy, policy_binding: binding, ...own, enforcement_action: action }
    this.families.checks.add(labels)
    this.families.checkSeconds.observe(labels, seconds)
  }

  /** A mutation of a MutatingAdmissionPolicy was tried. */
  mutated({ policy, binding }: CheckedPolicy, errorType: string, seconds: number): void {
    const labels = { policy, policy_binding: binding, error_type: errorType }
    this.families.mutations.add(labels)
    this.families.mutationSeconds.observe(labels, seconds)
  }
}

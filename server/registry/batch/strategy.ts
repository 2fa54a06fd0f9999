// Upstream: pkg/apis/batch/v1/defaults.go

import type { CronJob, CronJobSpec, Job, JobSpec } from '../../../api/batch-v1.ts'
import { type KubeObject, setOwn } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { hostnameWarnings, setTemplateDefaults } from '../apps/template.ts'
import { specChanged, workloadHooks, workloadOptions, workloadWarnings } from '../apps/workload.ts'
import { metaAgain } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import { extending, type RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, ServerContext, Strategy } from '../generic/strategy.ts'
import { templateOptions } from '../pod/options.ts'
import { validateCronJob, validateJob, validateJobChange } from './validation.ts'

/** Defaults of a job wherever its spec stands. */
function setTemplate(spec: JobSpec, server: ServerContext): void {
  spec.template ??= {}
  setTemplateDefaults(spec.template, server)
  for (const rule of spec.podFailurePolicy?.rules ?? []) {
    for (const pattern of rule.onPodConditions ?? []) pattern.status ||= 'True'
  }
}

function setJobDefaults(object: KubeObject, server: ServerContext): void {
  const spec = subObject<JobSpec>(object, 'spec')
  setTemplate(spec, server)
  if (spec.completions == null && spec.parallelism == null) spec.completions = 1
  spec.parallelism ??= 1
  spec.backoffLimit ??= spec.backoffLimitPerIndex == null ? 6 : 2147483647
  labelAsTemplate(object)
  spec.completionMode ??= 'NonIndexed'
  spec.suspend ??= false
  if (gateEnabled(server.gates, 'JobPodReplacementPolicy'))
    spec.podReplacementPolicy ??= spec.podFailurePolicy == null ? 'TerminatingOrFailed' : 'Failed'
  if (registryDialect(server.release.minor).defaultsManualSelector) spec.manualSelector ??= false
}

/** Upstream: pkg/registry/batch/job/strategy.go (generateSelector) */
function generateSelector(object: KubeObject, prefixesJobLabels: boolean): void {
  const { spec = {}, metadata } = object as unknown as Job
  if (spec.manualSelector) return
  const uid = metadata?.uid ?? ''
  const name = metadata?.name ?? ''
  spec.template ??= {}
  spec.template.metadata ??= {}
  const domain = prefixesJobLabels ? 'batch.kubernetes.io/' : ''
  spec.template.metadata.labels = {
    [`${domain}job-name`]: name,
    'job-name': name,
    [`${domain}controller-uid`]: uid,
    'controller-uid': uid,
    ...spec.template.metadata.labels,
  }
  spec.selector ??= {}
  spec.selector.matchLabels = { [`${domain}controller-uid`]: uid, ...spec.selector.matchLabels }
}

/** A job without labels has those of its template: what is stored is defaulted anew when it is read. */
function labelAsTemplate(object: KubeObject): void {
  const labels = (object['spec'] as JobSpec | undefined)?.template?.metadata?.labels
  if (labels !== undefined && Object.keys(object.metadata.labels ?? {}).length === 0)
    object.metadata.labels = { ...labels }
}

function setCronJobDefaults(object: KubeObject, server: ServerContext): void {
  const spec = subObject<CronJobSpec>(object, 'spec')
  spec.jobTemplate ??= {}
  spec.jobTemplate.spec ??= {}
  setTemplate(spec.jobTemplate.spec, server)
  spec.concurrencyPolicy ||= 'Allow'
  spec.suspend ??= false
  spec.successfulJobsHistoryLimit ??= 3
  spec.failedJobsHistoryLimit ??= 1
}

const hooks = workloadHooks(specChanged)
const cronTemplate = (object: KubeObject) => (object as unknown as CronJob).spec?.jobTemplate?.spec?.template
const cronOptions = (ctx: RequestContext, object: KubeObject, old?: KubeObject) =>
  templateOptions(ctx.server, cronTemplate(object), old === undefined ? undefined : cronTemplate(old))

const tracking = 'batch.kubernetes.io/job-tracking'

/** Marks a new Job as tracked with finalizers, or not where JobTrackingWithFinalizers is off. */
function trackByAnnotation(ctx: RequestContext, object: KubeObject): void {
  if (gateEnabled(ctx.server.gates, 'JobTrackingWithFinalizers')) {
    object.metadata.annotations ??= {}
    setOwn(object.metadata.annotations, tracking, '')
  } else if (object.metadata.annotations !== undefined) delete object.metadata.annotations[tracking]
}

/** The strategy of Jobs and their status. */
export const jobRules = extending({
  setDefaults: setJobDefaults,
  // For clients of the first version.
  defaultGarbageCollection: (ctx) => (ctx.version === 'v1' ? 'orphan' : 'background'),
  ...hooks,
  prepareForCreate(ctx, object) {
    hooks.prepareForCreate?.(ctx, object)
    const { prefixesJobLabels, tracksJobsByAnnotation } = registryDialect(ctx.server.release.minor)
    if (tracksJobsByAnnotation) trackByAnnotation(ctx, object)
    generateSelector(object, prefixesJobLabels)
    labelAsTemplate(object)
  },
  validate: (ctx, object) => validateJob(object, workloadOptions(ctx, object)),
  validateUpdate(ctx, object, old) {
    const options = workloadOptions(ctx, object, old)
    return [
      ...metaAgain(ctx, object),
      ...validateJob(object, options, old),
      ...validateJobChange(object, old, options),
    ]
  },
  warningsOnCreate: (ctx, object) => [
    ...hostnameWarnings(object.metadata.name ?? '', ctx.server.release.minor),
    ...workloadWarnings(ctx, object),
  ],
  warningsOnUpdate: workloadWarnings,
  selectableFields: (object) => ({
    'status.successful': String((object as unknown as Job).status?.succeeded ?? 0),
  }),
})

const cronSpecOf = (object: KubeObject) => (object as unknown as CronJob).spec ?? {}

/** Drops the time zone where its gate is off and the stored CronJob has none. */
function dropTimeZone({ gates }: ServerContext, object: KubeObject, old?: KubeObject): void {
  if (gateEnabled(gates, 'CronJobTimeZone') || (old !== undefined && cronSpecOf(old).timeZone != null)) return
  delete cronSpecOf(object).timeZone
}

const cronJobStrategy = (base: Strategy): Partial<Strategy> => ({
  setDefaults: setCronJobDefaults,
  // For clients of the first version.
  defaultGarbageCollection: (ctx) => (ctx.version === 'v1beta1' ? 'orphan' : 'background'),
  prepareForCreate(ctx, object) {
    dropTimeZone(ctx.server, object)
    base.prepareForCreate?.(ctx, object)
  },
  prepareForUpdate(ctx, object, old) {
    dropTimeZone(ctx.server, object, old)
    base.prepareForUpdate?.(ctx, object, old)
  },
  validate: (ctx, object) => validateCronJob(object, cronOptions(ctx, object)),
  validateUpdate: (ctx, object, old) => validateCronJob(object, cronOptions(ctx, object, old), old),
})

/** The strategy of CronJobs. */
export const cronJobRules: RulesFor = (traits) => ({
  strategy: extendedStrategy(traits, cronJobStrategy(defaultStrategy(traits))),
})

// Upstream: pkg/apis/batch/v1/defaults.go

import type { CronJob, CronJobSpec, Job, JobSpec } from '../../../api/batch-v1.ts'
import { FieldPath, goQuote } from '../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject, setOwn } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { hostnameWarnings, setTemplateDefaults } from '../apps/template.ts'
import { specChanged, workloadHooks, workloadOptions } from '../apps/workload.ts'
import { metaAgain } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, ServerContext, Strategy } from '../generic/strategy.ts'
import { dropDisabledTemplateFields } from '../pod/dropped-fields.ts'
import { templateOptions } from '../pod/options.ts'
import { dropCronJobFields, dropJobFields } from './dropped-fields.ts'
import { hasCondition, stateOf } from './job-state.ts'
import { validateJobStatus } from './job-status.ts'
import { type JobChangeOptions, validateCronJob, validateJob, validateJobChange } from './validation.ts'
import { changedCronJobWarnings, jobSpecWarnings, newCronJobWarnings } from './warnings.ts'

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

/** What stands before the names of a Job's labels on its pods. */
const labelDomain = (prefixesJobLabels: boolean): string => (prefixesJobLabels ? 'batch.kubernetes.io/' : '')

/** The labels that a Job's pods get, by which it finds them. */
const generatedLabels = (name: string, uid: string, domain: string): Record<string, string> => ({
  [`${domain}job-name`]: name,
  'job-name': name,
  [`${domain}controller-uid`]: uid,
  'controller-uid': uid,
})

/** Upstream: pkg/registry/batch/job/strategy.go (generateSelector). Adds to the template's own labels, which a Job without labels has too. */
function generateSelector(object: KubeObject, domain: string): void {
  const { spec = {}, metadata } = object as unknown as Job
  if (spec.manualSelector) return
  const uid = metadata?.uid ?? ''
  spec.template ??= {}
  spec.template.metadata ??= {}
  spec.template.metadata.labels ??= {}
  const { labels } = spec.template.metadata
  for (const [key, value] of Object.entries(generatedLabels(metadata?.name ?? '', uid, domain)))
    if (!Object.hasOwn(labels, key)) labels[key] = value
  spec.selector ??= {}
  spec.selector.matchLabels = { [`${domain}controller-uid`]: uid, ...spec.selector.matchLabels }
}

const behindLabels = new Set(['annotations', 'ownerReferences', 'finalizers', 'managedFields'])

/** A Job without labels has those of its template, the same map: what is added to one is in the other. Stored Jobs are defaulted too. */
function labelAsTemplate(object: KubeObject): void {
  const labels = (object['spec'] as JobSpec | undefined)?.template?.metadata?.labels
  if (labels === undefined || Object.keys(object.metadata.labels ?? {}).length > 0) return
  // In the order of Go's fields, which is that of the answer.
  const entries = Object.entries(object.metadata).filter(([name]) => name !== 'labels')
  object.metadata = Object.fromEntries([
    ...entries.filter(([name]) => !behindLabels.has(name)),
    ['labels', labels],
    ...entries.filter(([name]) => behindLabels.has(name)),
  ])
}

const generatedNames = new Set(
  [true, false].flatMap((prefixes) => Object.keys(generatedLabels('', '', labelDomain(prefixes)))),
)

/** A new Job whose template had no labels is stored without any: it gets the generated ones when it is read. */
function withoutGeneratedLabels(created: KubeObject): KubeObject | undefined {
  const { labels = {}, ...metadata } = created.metadata
  const names = Object.keys(labels)
  const generated = names.length > 0 && names.every((name) => generatedNames.has(name))
  return generated ? { ...created, metadata } : undefined
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

/** Whether a Job is tracked is told when it is made: a write does not add the annotation, or where the release says so remove it. */
function keepTracking(ctx: RequestContext, object: KubeObject, old: KubeObject): void {
  const wasTracked = getOwn(old.metadata.annotations, tracking) !== undefined
  if (wasTracked && registryDialect(ctx.server.release.minor).keepsJobAnnotation) {
    object.metadata.annotations ??= {}
    setOwn(object.metadata.annotations, tracking, '')
  } else if (!wasTracked && !gateEnabled(ctx.server.gates, 'JobTrackingWithFinalizers'))
    delete object.metadata.annotations?.[tracking]
}

/** What of a stored Job's template may change while it waits to be started. */
function changeOptions({ gates, release }: ServerContext, object: KubeObject): JobChangeOptions {
  const old = stateOf(object)
  const suspended = old.spec.suspend === true
  const started = old.status.startTime != null
  const isAtRest =
    hasCondition(old, 'Suspended') || (!started && registryDialect(release.minor).restsUnstarted)
  const isIdle = suspended && isAtRest && (old.status.active ?? 0) === 0
  return {
    directives: gateEnabled(gates, 'MutableSchedulingDirectivesForSuspendedJobs')
      ? isIdle
      : gateEnabled(gates, 'JobMutableNodeSchedulingDirectives') && suspended && !started,
    resources: gateEnabled(gates, 'MutablePodResourcesForSuspendedJobs') && isIdle,
  }
}

const jobWarnings = (ctx: RequestContext, object: KubeObject): string[] =>
  jobSpecWarnings(ctx, FieldPath.of('spec'), (object as unknown as Job).spec ?? {})

const jobHooks: Partial<Strategy> = {
  setDefaults: setJobDefaults,
  storedBare: withoutGeneratedLabels,
  // For clients of the first version.
  defaultGarbageCollection: (ctx) => (ctx.version === 'v1' ? 'orphan' : 'background'),
  ...hooks,
  prepareForCreate(ctx, object) {
    hooks.prepareForCreate?.(ctx, object)
    dropJobFields(object, undefined, ctx.server)
    const { prefixesJobLabels, tracksJobsByAnnotation } = registryDialect(ctx.server.release.minor)
    if (tracksJobsByAnnotation) trackByAnnotation(ctx, object)
    generateSelector(object, labelDomain(prefixesJobLabels))
    labelAsTemplate(object)
  },
  prepareForUpdate(ctx, object, old) {
    dropJobFields(object, old, ctx.server)
    if (registryDialect(ctx.server.release.minor).tracksJobsByAnnotation) keepTracking(ctx, object, old)
    hooks.prepareForUpdate?.(ctx, object, old)
  },
  validate: (ctx, object) => validateJob(object, workloadOptions(ctx, object)),
  validateUpdate(ctx, object, old) {
    const options = workloadOptions(ctx, object, old)
    return [
      ...metaAgain(ctx, object),
      ...validateJob(object, options, old),
      ...validateJobChange(object, old, options, changeOptions(ctx.server, old)),
    ]
  },
  warningsOnCreate: (ctx, object) => [
    ...hostnameWarnings(object.metadata.name ?? '', ctx.server.release.minor),
    ...jobWarnings(ctx, object),
  ],
  warningsOnUpdate: (ctx, object, old) =>
    object.metadata.generation === old.metadata.generation ? [] : jobWarnings(ctx, object),
  unknownFieldText: (label) => `field label ${goQuote(label)} not supported for Job`,
  selectableFields: (object) => ({
    'status.successful': String((object as unknown as Job).status?.succeeded ?? 0),
  }),
}

/** The strategy of Jobs and their status. */
export const jobRules: RulesFor = (traits) => {
  const strategy = extendedStrategy(traits, jobHooks)
  const status: Strategy = {
    ...defaultStatusStrategy(traits, strategy),
    validateUpdate: ({ server }, object, old) => validateJobStatus(stateOf(object), stateOf(old), server),
  }
  return { strategy, subresources: { status } }
}

const cronJobHooks: Partial<Strategy> = {
  setDefaults: setCronJobDefaults,
  // For clients of v1beta1.
  defaultGarbageCollection: (ctx) => (ctx.version === 'v1beta1' ? 'orphan' : 'background'),
  validate: (ctx, object) => validateCronJob(object, cronOptions(ctx, object)),
  validateUpdate: (ctx, object, old) => validateCronJob(object, cronOptions(ctx, object, old), old),
  warningsOnCreate: newCronJobWarnings,
  warningsOnUpdate: changedCronJobWarnings,
}

const withoutDisabledFields = (strategy: Strategy): Strategy => ({
  ...strategy,
  prepareForCreate(ctx, object) {
    dropCronJobFields(object, undefined, ctx.server.gates)
    dropDisabledTemplateFields(cronTemplate(object), undefined, ctx.server)
    strategy.prepareForCreate?.(ctx, object)
  },
  prepareForUpdate(ctx, object, old) {
    dropCronJobFields(object, old, ctx.server.gates)
    dropDisabledTemplateFields(cronTemplate(object), cronTemplate(old), ctx.server)
    strategy.prepareForUpdate?.(ctx, object, old)
  },
})

/** The strategy of CronJobs. */
export const cronJobRules: RulesFor = (traits) => ({
  strategy: withoutDisabledFields(extendedStrategy(traits, cronJobHooks)),
})

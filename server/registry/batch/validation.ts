// Upstream: pkg/apis/batch/validation/validation.go

import type { CronJob, CronJobSpec, Job, JobSpec } from '../../../api/batch-v1.ts'
import type { Container, PodSpec, PodTemplateSpec } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import {
  validateImmutableField,
  validateNonnegativeField,
} from '../../../apimachinery/validation/immutable.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { byteLength, tooLongMaxLength } from '../../../apimachinery/validation/messages.ts'
import { isDNS1123Label } from '../../../apimachinery/validation/names.ts'
import { parseSchedule } from '../../../component-base/cron/schedule.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { parsedSelector, shownLabels } from '../apps/template.ts'
import { validateDomainPrefixedPath } from '../core/names.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import { registryDialect } from '../dialect.ts'
import { validatePodTemplateSpec } from '../pod/validation.ts'
import type { PodValidationOptions } from '../pod/validation-options.ts'
import {
  validatePodFailurePolicy,
  validatePodReplacementPolicy,
  validateSuccessPolicy,
} from './job-policies.ts'

const specPath = FieldPath.of('spec')
const modes = ['NonIndexed', 'Indexed']

const counts = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const

/** What holds for the spec of a job and for that of a template of jobs. */
function validateSpec(spec: JobSpec, path: FieldPath, options: PodValidationOptions): FieldError[] {
  const errors = counts.flatMap((name) => validateNonnegativeField(spec[name] ?? 0, path.child(name)))
  if (spec.maxFailedIndexes != null && spec.backoffLimitPerIndex == null)
    errors.push(field.required(path.child('backoffLimitPerIndex'), 'when maxFailedIndexes is specified'))
  const { minor } = options
  return [
    ...errors,
    ...validateManagedBy(spec, path, minor),
    ...validateMode(spec, path, minor),
    ...validatePodFailurePolicy(spec, path, minor),
    ...validateSuccessPolicy(spec, path, minor),
    ...validatePodReplacementPolicy(spec, path),
    ...validatePodTemplateSpec(spec.template ?? {}, path.child('template'), options),
    ...validateRestart(spec, path.child('template', 'spec', 'restartPolicy')),
  ]
}

const mostManager = 63

function validateManagedBy({ managedBy }: JobSpec, path: FieldPath, minor: number): FieldError[] {
  if (managedBy == null) return []
  const at = path.child('managedBy')
  return [
    ...validateDomainPrefixedPath(managedBy, at),
    ...(byteLength(managedBy) > mostManager ? [tooLongMaxLength(at, mostManager, minor)] : []),
  ]
}

function validateMode(spec: JobSpec, path: FieldPath, minor: number): FieldError[] {
  const errors: FieldError[] = []
  const { completionMode: mode, completions, parallelism, maxFailedIndexes, backoffLimitPerIndex } = spec
  if (mode != null && !modes.includes(mode))
    errors.push(
      field.notSupported(path.child('completionMode'), badValue(mode, '*batch.CompletionMode', minor), modes),
    )
  const invalid = (name: string, value: unknown, why: string): void => {
    errors.push(field.invalid(path.child(name), value, why))
  }
  if (mode === 'Indexed') {
    if (completions == null)
      errors.push(field.required(path.child('completions'), 'when completion mode is Indexed'))
    if ((parallelism ?? 0) > 100000)
      invalid(
        'parallelism',
        parallelism,
        'must be less than or equal to 100000 when completion mode is Indexed',
      )
    if (completions != null && maxFailedIndexes != null && maxFailedIndexes > completions)
      invalid('maxFailedIndexes', maxFailedIndexes, 'must be less than or equal to completions')
    if ((maxFailedIndexes ?? 0) > 100000)
      invalid('maxFailedIndexes', maxFailedIndexes, 'must be less than or equal to 100000')
  } else if (mode == null || mode === 'NonIndexed') {
    const why = 'requires indexed completion mode'
    if (backoffLimitPerIndex != null) invalid('backoffLimitPerIndex', backoffLimitPerIndex, why)
    if (maxFailedIndexes != null) invalid('maxFailedIndexes', maxFailedIndexes, why)
  }
  return errors
}

function validateRestart(spec: JobSpec, path: FieldPath): FieldError[] {
  const policy = spec.template?.spec?.restartPolicy ?? ''
  if (policy === 'Always' || policy === '')
    return [field.required(path, 'valid values: "OnFailure", "Never"')]
  if (policy !== 'OnFailure' && policy !== 'Never')
    return [field.notSupported(path, policy, ['OnFailure', 'Never'])]
  return spec.podFailurePolicy != null && policy !== 'Never'
    ? [field.invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')]
    : []
}

function validateJobSpec(spec: JobSpec, options: PodValidationOptions): FieldError[] {
  const { minor } = options
  const path = specPath.child('selector')
  const labels = spec.template?.metadata?.labels
  const selector = parsedSelector(spec.selector, minor)
  return [
    ...validateSpec(spec, specPath, options),
    ...(spec.selector == null
      ? [field.required(path, '')]
      : validateLabelSelector(spec.selector, {}, path, minor)),
    ...(selector === undefined || selector.matches(labels)
      ? []
      : [
          field.invalid(
            specPath.child('template', 'metadata', 'labels'),
            shownLabels(spec.template ?? {}, minor),
            '`selector` does not match template `labels`',
          ),
        ]),
  ]
}

/** Labels that the job's pods must have, so that no other job takes them. @param prefixed also those with a domain */
function validateGeneratedSelector(job: Job, prefixed: boolean, minor: number): FieldError[] {
  const { spec = {}, metadata = {} } = job
  if (spec.manualSelector === true || spec.selector == null) return []
  const [uid, name] = [metadata.uid ?? '', metadata.name ?? '']
  const wanted: Record<string, string> = { 'controller-uid': uid, 'job-name': name }
  if (prefixed)
    Object.assign(wanted, { 'batch.kubernetes.io/controller-uid': uid, 'batch.kubernetes.io/job-name': name })
  const path = specPath.child('template', 'metadata', 'labels')
  const labels = spec.template?.metadata?.labels
  const errors = Object.entries(wanted).flatMap(([key, value]) => {
    const found = labels?.[key]
    if (found === undefined) return [field.required(path.key(key), `must be '${value}'`)]
    return found === value
      ? []
      : [field.invalid(path.key(key), shownLabels(spec.template ?? {}, minor), `must be '${value}'`)]
  })
  if (parsedSelector(spec.selector, minor)?.matches(wanted) !== false) return errors
  const value = badValue(spec.selector, 'v1.LabelSelector', minor)
  return [...errors, field.invalid(specPath.child('selector'), value, '`selector` not auto-generated')]
}

/** The errors of a Job; `old` is the stored Job of an update. */
export function validateJob(
  object: KubeObject,
  options: PodValidationOptions,
  old?: KubeObject,
): FieldError[] {
  const job = object as unknown as Job
  const { spec = {}, metadata = {} } = job
  const before = (old as unknown as Job | undefined)?.spec?.template?.metadata?.labels
  const prefixed =
    (old === undefined && registryDialect(options.minor).prefixesJobLabels) ||
    (before?.['batch.kubernetes.io/job-name'] !== undefined &&
      before['batch.kubernetes.io/controller-uid'] !== undefined)
  const errors = [
    ...validateGeneratedSelector(job, prefixed, options.minor),
    ...validateJobSpec(spec, options),
  ]
  if (spec.completionMode !== 'Indexed' || (spec.completions ?? 0) <= 0) return errors
  const { name = '' } = metadata
  const host = `${name}-${spec.completions! - 1}`
  if (isDNS1123Label(host, options.minor).length === 0) return errors
  const why = `will not able to create pod with invalid DNS label: ${host}`
  return [...errors, field.invalid(FieldPath.of('metadata', 'name'), name, why)]
}

/** What may not change: the template of a job that was started, its selector and how it counts. */
export function validateJobChange(
  object: KubeObject,
  old: KubeObject,
  options: PodValidationOptions,
  mutable: JobChangeOptions,
): FieldError[] {
  const [spec, before] = [(object as unknown as Job).spec ?? {}, (old as unknown as Job).spec ?? {}]
  const { minor } = options
  const at = (name: string): FieldPath => specPath.child(name)
  const number = { type: '*int32', minor }
  const text = { type: '*string', minor }
  return [
    ...validateJobSpec(spec, options),
    ...(spec.completionMode === 'Indexed' && gateEnabled(options.server.gates, 'ElasticIndexedJob')
      ? validateIndexedCompletions(spec, before, minor)
      : validateImmutableField(spec.completions, before.completions, at('completions'), number)),
    ...validateImmutableField(spec.selector, before.selector, at('selector'), {
      type: '*v1.LabelSelector',
      minor,
    }),
    ...validateTemplateChange(spec, before, mutable, minor),
    ...validateImmutableField(spec.completionMode, before.completionMode, at('completionMode'), text),
    ...validateImmutableField(spec.podFailurePolicy, before.podFailurePolicy, at('podFailurePolicy'), {
      type: '*batch.PodFailurePolicy',
      minor,
    }),
    ...validateImmutableField(
      spec.backoffLimitPerIndex,
      before.backoffLimitPerIndex,
      at('backoffLimitPerIndex'),
      number,
    ),
    ...validateImmutableField(spec.managedBy, before.managedBy, at('managedBy'), text),
    ...validateImmutableField(spec.successPolicy, before.successPolicy, at('successPolicy'), {
      type: '*batch.SuccessPolicy',
      minor,
    }),
  ]
}

/** What of its template a job lets change. Upstream: validationOptionsForJob of pkg/registry/batch/job/strategy.go */
export interface JobChangeOptions {
  /** Labels, annotations and where pods may run. */
  readonly directives: boolean
  /** Of the pods the resources of containers, and of the template anything else than the pods. */
  readonly resources: boolean
}

function validateTemplateChange(
  spec: JobSpec,
  before: JobSpec,
  { directives, resources }: JobChangeOptions,
  minor: number,
): FieldError[] {
  const fixed = (template: PodTemplateSpec): PodTemplateSpec =>
    directives ? withoutDirectives(template) : template
  const [now, old] = [spec.template ?? {}, before.template ?? {}]
  if (before.suspend === true && resources) {
    const pods = withResourcesOf(fixed(old).spec ?? {}, now.spec ?? {})
    if (semanticDeepEqual(fixed(now).spec, pods)) return []
    const value = badValue(now.spec, 'core.PodSpec', minor)
    return [field.invalid(specPath.child('template.spec'), value, 'field is immutable')]
  }
  if (semanticDeepEqual(fixed(now), fixed(old))) return []
  const value = badValue(spec.template, 'core.PodTemplateSpec', minor)
  return [field.invalid(specPath.child('template'), value, 'field is immutable')]
}

type Listed = Container[] | null | undefined

/** The old pods with the new resources of those containers that stand in the same places. */
function withResourcesOf(old: PodSpec, now: PodSpec): PodSpec {
  const merged = (before: Listed, after: Listed): Listed =>
    before == null || after == null || before.length !== after.length
      ? before
      : before.map((container, i) => {
          const { resources: _, ...rest } = container
          const { name, resources } = after[i]!
          if (container.name !== name) return container
          return resources === undefined ? rest : { ...rest, resources }
        })
  const { containers, initContainers, ...rest } = old
  const kept: PodSpec = { ...rest }
  const [main, init] = [merged(containers, now.containers), merged(initContainers, now.initContainers)]
  if (main != null) kept.containers = main
  if (init != null) kept.initContainers = init
  return kept
}

function withoutDirectives({ metadata, spec }: PodTemplateSpec): PodTemplateSpec {
  const { labels: _l, annotations: _a, ...meta } = metadata ?? {}
  const { nodeSelector: _n, tolerations: _t, schedulingGates: _s, affinity, ...pod } = spec ?? {}
  const { nodeAffinity: _f, ...rest } = affinity ?? {}
  return { metadata: meta, spec: { ...pod, ...(Object.keys(rest).length > 0 ? { affinity: rest } : {}) } }
}

function validateIndexedCompletions(spec: JobSpec, before: JobSpec, minor: number): FieldError[] {
  const { completions, parallelism } = spec
  if (semanticEqual(completions, before.completions) || completions == null || completions === parallelism)
    return []
  const value = badValue(completions, '*int32', minor)
  return [
    field.invalid(
      specPath.child('completions'),
      value,
      'can only be modified in tandem with spec.parallelism',
    ),
  ]
}

const cronSpecOf = (object: KubeObject): CronJobSpec => (object as unknown as CronJob).spec ?? {}

/** The errors of a CronJob; `old` is the stored CronJob of an update. */
export function validateCronJob(
  object: KubeObject,
  options: PodValidationOptions,
  old?: KubeObject,
): FieldError[] {
  const spec = cronSpecOf(object)
  const { schedule = '', jobTemplate = {}, concurrencyPolicy = '' } = spec
  const inner = jobTemplate.spec ?? {}
  const path = specPath.child('jobTemplate', 'spec')
  const policies = ['Allow', 'Forbid', 'Replace']
  const name = object.metadata.name ?? ''
  return [
    ...(schedule === ''
      ? [field.required(specPath.child('schedule'), '')]
      : [
          ...validateScheduleFormat(schedule),
          ...validateZoneOfSchedule(spec, old === undefined ? undefined : cronSpecOf(old), options.minor),
        ]),
    ...validateNonnegativeField(spec.startingDeadlineSeconds ?? 0, specPath.child('startingDeadlineSeconds')),
    ...validateTimeZone(spec, old && cronSpecOf(old)),
    ...(policies.includes(concurrencyPolicy)
      ? []
      : [field.notSupported(specPath.child('concurrencyPolicy'), concurrencyPolicy, policies)]),
    ...validateSpec(inner, path, options),
    ...(inner.selector == null
      ? []
      : [
          field.invalid(
            path.child('selector'),
            badValue(inner.selector, 'v1.LabelSelector', options.minor),
            '`selector` will be auto-generated',
          ),
        ]),
    ...(inner.manualSelector === true
      ? [field.notSupported(path.child('manualSelector'), true, ['nil', 'false'])]
      : []),
    ...validateNonnegativeField(
      spec.successfulJobsHistoryLimit ?? 0,
      specPath.child('successfulJobsHistoryLimit'),
    ),
    ...validateNonnegativeField(spec.failedJobsHistoryLimit ?? 0, specPath.child('failedJobsHistoryLimit')),
    ...(old === undefined && name.length > 52
      ? [field.invalid(FieldPath.of('metadata', 'name'), name, 'must be no more than 52 characters')]
      : []),
  ]
}

const zonePart = /^[A-Za-z._+0-9-]{1,14}$/

/** Whether the time zone data of this machine have a zone. */
function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The errors of a time zone; a stored one stays. */
function validateTimeZone({ timeZone }: CronJobSpec, old: CronJobSpec | undefined): FieldError[] {
  if (timeZone == null || timeZone === old?.timeZone) return []
  const wrong = (text: string): FieldError[] => [field.invalid(specPath.child('timeZone'), timeZone, text)]
  if (timeZone === '') return wrong('timeZone must be nil or non-empty string')
  const isPart = (part: string) => !part.startsWith('-') && !['.', '..'].includes(part) && zonePart.test(part)
  if (!timeZone.split('/').every(isPart)) return wrong(`unknown time zone ${timeZone}`)
  if (timeZone.toLowerCase() === 'local')
    return [
      ...wrong('timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'),
      ...(timeZone === 'Local' ? [] : wrong(`unknown time zone ${timeZone}`)),
    ]
  return isZone(timeZone) ? [] : wrong(`unknown time zone ${timeZone}`)
}

function validateScheduleFormat(schedule: string): FieldError[] {
  try {
    parseSchedule(schedule)
    return []
  } catch (error) {
    return [field.invalid(specPath.child('schedule'), schedule, (error as Error).message)]
  }
}

function validateZoneOfSchedule(
  spec: CronJobSpec,
  old: CronJobSpec | undefined,
  minor: number,
): FieldError[] {
  const { schedule = '', timeZone } = spec
  if (!schedule.includes('TZ')) return []
  const path = specPath.child('schedule')
  if (registryDialect(minor).refusesZonesInSchedules && !(old?.schedule ?? '').includes('TZ'))
    return [field.invalid(path, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')]
  return timeZone == null
    ? []
    : [field.invalid(path, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule')]
}

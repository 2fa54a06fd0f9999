// Upstream: pkg/registry/apps/daemonset/strategy.go, pkg/apis/apps/validation/validation.go (ValidateDaemonSet), pkg/apis/apps/v1/{defaults,conversion}.go

import type { DaemonSet, DaemonSetSpec, DaemonSetUpdateStrategy } from '../../../api/apps-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import {
  validateImmutableField,
  validateNonnegativeField,
} from '../../../apimachinery/validation/immutable.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import {
  intOrPercent,
  intOrPercentValue,
  validateAtMost100Percent,
  validatePositiveIntOrPercent,
} from '../apps/int-or-percent.ts'
import { validateCollisionCount, validateCounts } from '../apps/status.ts'
import { parsedSelector, setTemplateDefaults, shownLabels, validateRestart } from '../apps/template.ts'
import { restore, specChanged, workloadHooks, workloadOptions, workloadWarnings } from '../apps/workload.ts'
import { metaOnCreate, metaOnUpdate, metaOnUpdateAndAgain } from '../core/object-meta-validation.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import { validatePodTemplateSpec } from '../pod/validation.ts'
import type { PodValidationOptions } from '../pod/validation-options.ts'
import { hasTemplateGeneration, setTemplateGeneration, templateGeneration } from './template-generation.ts'

const specOf = (object: KubeObject): DaemonSetSpec => (object as unknown as DaemonSet).spec ?? {}
const specPath = FieldPath.of('spec')
function setDefaults(object: KubeObject, server: ServerContext): void {
  const spec = subObject<DaemonSetSpec>(object, 'spec')
  spec.template ??= {}
  setTemplateDefaults(spec.template, server)
  spec.updateStrategy ??= {}
  spec.updateStrategy.type ||= 'RollingUpdate'
  const rolls = spec.updateStrategy.type === 'RollingUpdate'
  if (rolls) spec.updateStrategy.rollingUpdate ??= {}
  const { rollingUpdate } = spec.updateStrategy
  if (rollingUpdate) {
    // Without rolling they have no defaults, but upstream's internal form has no pointers: nothing becomes 0.
    rollingUpdate.maxUnavailable ??= rolls ? 1 : 0
    rollingUpdate.maxSurge ??= 0
  }
  spec.revisionHistoryLimit ??= 10
  if (!hasTemplateGeneration(object)) setTemplateGeneration(object, 0)
}

function validateUpdateStrategy(strategy: DaemonSetUpdateStrategy, minor: number): FieldError[] {
  const path = specPath.child('updateStrategy')
  const { type, rollingUpdate } = strategy
  if (type === 'OnDelete') return []
  if (type !== 'RollingUpdate')
    return [
      field.notSupported(path, badValue(strategy, '*apps.DaemonSetUpdateStrategy', minor), [
        'RollingUpdate',
        'OnDelete',
      ]),
    ]
  const inner = path.child('rollingUpdate')
  if (rollingUpdate == null) return [field.required(inner, '')]
  const { maxUnavailable, maxSurge } = rollingUpdate
  const errors = [
    ...validatePositiveIntOrPercent(maxUnavailable, inner.child('maxUnavailable'), minor),
    ...validatePositiveIntOrPercent(maxSurge, inner.child('maxSurge'), minor),
    ...validateAtMost100Percent(maxUnavailable, inner.child('maxUnavailable'), minor),
    ...validateAtMost100Percent(maxSurge, inner.child('maxSurge'), minor),
  ]
  const [hasUnavailable, hasSurge] = [intOrPercent(maxUnavailable) !== 0, intOrPercent(maxSurge) !== 0]
  if (hasUnavailable && hasSurge) {
    const why = 'may not be set when maxUnavailable is non-zero'
    errors.push(field.invalid(inner.child('maxSurge'), intOrPercentValue(maxSurge, minor), why))
  }
  if (!hasUnavailable && !hasSurge)
    errors.push(field.required(inner.child('maxUnavailable'), 'cannot be 0 when maxSurge is 0'))
  return errors
}

function validateSpec(object: KubeObject, options: PodValidationOptions): FieldError[] {
  const { minor } = options
  const spec = specOf(object)
  const { template = {}, selector } = spec
  const path = specPath.child('template')
  const parsed = parsedSelector(selector, minor)
  const labels = template.metadata?.labels
  const isEmpty =
    selector != null &&
    Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions?.length ?? 0) === 0
  return [
    ...validateLabelSelector(selector, {}, specPath.child('selector'), minor),
    ...(parsed === undefined || parsed.matches(labels)
      ? []
      : [
          field.invalid(
            path.child('metadata', 'labels'),
            shownLabels(template, minor),
            '`selector` does not match template `labels`',
          ),
        ]),
    ...(isEmpty
      ? [
          field.invalid(
            specPath.child('selector'),
            badValue(selector, '*v1.LabelSelector', minor),
            'empty selector is invalid for daemonset',
          ),
        ]
      : []),
    ...validatePodTemplateSpec(template, path, options),
    ...validateRestart(template, path, 'DaemonSet'),
    ...validateNonnegativeField(spec.minReadySeconds ?? 0, specPath.child('minReadySeconds')),
    ...validateNonnegativeField(templateGeneration(object), specPath.child('templateGeneration')),
    ...validateUpdateStrategy(spec.updateStrategy ?? {}, minor),
    ...validateNonnegativeField(spec.revisionHistoryLimit ?? 0, specPath.child('revisionHistoryLimit')),
  ]
}

const hooks = workloadHooks(specChanged)

const strategy: Strategy = {
  allowUnconditionalUpdate: true,
  setDefaults,
  ...(hooks.resetFields === undefined ? {} : { resetFields: hooks.resetFields }),
  prepareForCreate(ctx, object) {
    hooks.prepareForCreate?.(ctx, object)
    if (templateGeneration(object) < 1) setTemplateGeneration(object, 1)
  },
  prepareForUpdate(ctx, object, old) {
    hooks.prepareForUpdate?.(ctx, object, old)
    const changed = !semanticDeepEqual(specOf(object).template, specOf(old).template)
    setTemplateGeneration(object, templateGeneration(old) + (changed ? 1 : 0))
  },
  validate: (ctx, object) => [...metaOnCreate(object), ...validateSpec(object, workloadOptions(ctx, object))],
  validateUpdate(ctx, object, old) {
    const print = { type: '*v1.LabelSelector', minor: ctx.server.release.minor }
    const path = specPath.child('selector')
    const errors = validateSpec(object, workloadOptions(ctx, object, old))
    const immutable = validateImmutableField(specOf(object).selector, specOf(old).selector, path, print)
    return registryDialect(ctx.server.release.minor).checksUpdatedWorkloadsAsNew
      ? [...metaOnUpdateAndAgain(ctx, object), ...errors, ...errors, ...immutable]
      : [...metaOnUpdate(object), ...immutable, ...errors]
  },
  warningsOnCreate: workloadWarnings,
  warningsOnUpdate: (ctx, object, old) =>
    templateGeneration(object) === templateGeneration(old) ? [] : workloadWarnings(ctx, object),
  defaultGarbageCollection: () => 'background',
}

const statusStrategy: Strategy = {
  setDefaults,
  resetFields: [['spec']],
  prepareForUpdate(_ctx, object, old) {
    restore(object, old, 'spec')
    setTemplateGeneration(object, templateGeneration(old))
  },
  validateUpdate(_ctx, object, old) {
    const { status = {} } = object as unknown as DaemonSet
    const path = FieldPath.of('status')
    return [
      ...metaOnUpdate(object),
      ...validateCounts(status, path, [
        'currentNumberScheduled',
        'numberMisscheduled',
        'desiredNumberScheduled',
        'numberReady',
        'observedGeneration',
        'updatedNumberScheduled',
        'numberAvailable',
        'numberUnavailable',
        'collisionCount',
      ]),
      ...validateCollisionCount(status, (old as unknown as DaemonSet).status ?? {}, path),
    ]
  },
}

/** The strategy of DaemonSets and their status. */
export const daemonSetRules: ResourceRules = {
  strategy,
  subresources: { status: statusStrategy },
}

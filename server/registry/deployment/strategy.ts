// Upstream: pkg/registry/apps/deployment/strategy.go, pkg/apis/apps/validation/validation.go, pkg/apis/apps/v1/defaults.go

import type {
  Deployment,
  DeploymentSpec,
  DeploymentStatus,
  DeploymentStrategy,
  RollingUpdateDeployment,
} from '../../../api/apps-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import {
  validateImmutableField,
  validateNonnegativeField,
} from '../../../apimachinery/validation/immutable.ts'
import {
  intOrPercent,
  intOrPercentValue,
  validateAtMost100Percent,
  validatePositiveIntOrPercent,
} from '../apps/int-or-percent.ts'
import {
  dropTerminatingReplicas,
  validateCollisionCount,
  validateCounts,
  validateReplicaCounts,
} from '../apps/status.ts'
import {
  hostnameWarnings,
  setTemplateDefaults,
  validateReplicaTemplate,
  validateSelector,
} from '../apps/template.ts'
import {
  restore,
  specOrAnnotationsChanged,
  warningsOfChange,
  workloadHooks,
  workloadOptions,
  workloadWarnings,
} from '../apps/workload.ts'
import { metaOnCreate, metaOnUpdate } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import type { PodValidationOptions } from '../pod/validation-options.ts'

const asDeployment = (object: KubeObject): Deployment => object as unknown as Deployment
const specPath = FieldPath.of('spec')
const statusPath = FieldPath.of('status')

/** Sets the defaults of a Deployment, in place. */
export function setDeploymentDefaults(object: KubeObject, server: ServerContext): void {
  const spec = subObject<DeploymentSpec>(object, 'spec')
  spec.template ??= {}
  setTemplateDefaults(spec.template, server)
  spec.replicas ??= 1
  spec.strategy ??= {}
  const { strategy } = spec
  strategy.type ||= 'RollingUpdate'
  if (strategy.type === 'RollingUpdate') {
    strategy.rollingUpdate ??= {}
    strategy.rollingUpdate.maxUnavailable ??= '25%'
    strategy.rollingUpdate.maxSurge ??= '25%'
  }
  spec.revisionHistoryLimit ??= 10
  spec.progressDeadlineSeconds ??= 600
}

function validateRollingUpdate(
  { maxUnavailable, maxSurge }: RollingUpdateDeployment,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const at = path.child('maxUnavailable')
  const errors = [
    ...validatePositiveIntOrPercent(maxUnavailable, at, minor),
    ...validatePositiveIntOrPercent(maxSurge, path.child('maxSurge'), minor),
  ]
  if (intOrPercent(maxUnavailable) === 0 && intOrPercent(maxSurge) === 0) {
    errors.push(
      field.invalid(at, intOrPercentValue(maxUnavailable, minor), 'may not be 0 when `maxSurge` is 0'),
    )
  }
  return [...errors, ...validateAtMost100Percent(maxUnavailable, at, minor)]
}

function validateStrategy(strategy: DeploymentStrategy, path: FieldPath, minor: number): FieldError[] {
  const at = path.child('rollingUpdate')
  if (strategy.type === 'Recreate')
    return strategy.rollingUpdate == null
      ? []
      : [field.forbidden(at, "may not be specified when strategy `type` is 'Recreate'")]
  if (strategy.type !== 'RollingUpdate')
    return [
      field.notSupported(path, badValue(strategy, 'apps.DeploymentStrategy', minor), [
        'Recreate',
        'RollingUpdate',
      ]),
    ]
  if (strategy.rollingUpdate == null) return [field.required(at, 'this should be defaulted and never be nil')]
  return validateRollingUpdate(strategy.rollingUpdate, at, minor)
}

function validateSpec(
  spec: DeploymentSpec,
  old: DeploymentSpec | undefined,
  options: PodValidationOptions,
): FieldError[] {
  const { minor } = options
  const errors = [
    ...validateNonnegativeField(spec.replicas ?? 0, specPath.child('replicas')),
    ...validateSelector(spec.selector, specPath.child('selector'), 'deployment', minor),
    ...validateReplicaTemplate(spec, old, specPath, options),
  ]
  errors.push(...validateStrategy(spec.strategy ?? {}, specPath.child('strategy'), minor))
  errors.push(...validateNonnegativeField(spec.minReadySeconds ?? 0, specPath.child('minReadySeconds')))
  if (spec.revisionHistoryLimit != null)
    errors.push(
      ...validateNonnegativeField(spec.revisionHistoryLimit, specPath.child('revisionHistoryLimit')),
    )
  const progress = spec.progressDeadlineSeconds
  if (progress == null) return errors
  errors.push(...validateNonnegativeField(progress, specPath.child('progressDeadlineSeconds')))
  if (progress <= (spec.minReadySeconds ?? 0))
    errors.push(
      field.invalid(
        specPath.child('progressDeadlineSeconds'),
        progress,
        'must be greater than minReadySeconds',
      ),
    )
  return errors
}

function validateStatus(status: DeploymentStatus): FieldError[] {
  return [
    ...validateCounts(status, statusPath, [
      'observedGeneration',
      'replicas',
      'updatedReplicas',
      'readyReplicas',
      'availableReplicas',
      'unavailableReplicas',
      'terminatingReplicas',
      'collisionCount',
    ]),
    ...validateReplicaCounts(status, statusPath, ['updatedReplicas', 'readyReplicas', 'availableReplicas']),
  ]
}

const strategy: Strategy = {
  allowUnconditionalUpdate: true,
  setDefaults: setDeploymentDefaults,
  ...workloadHooks(specOrAnnotationsChanged),
  validate: (ctx, object) => [
    ...metaOnCreate(object),
    ...validateSpec(asDeployment(object).spec ?? {}, undefined, workloadOptions(ctx, object)),
  ],
  validateUpdate(ctx, object, old) {
    const { spec = {} } = asDeployment(object)
    const { spec: before = {} } = asDeployment(old)
    const print = { type: '*v1.LabelSelector', minor: ctx.server.release.minor }
    return [
      ...metaOnUpdate(object),
      ...validateSpec(spec, before, workloadOptions(ctx, object, old)),
      ...validateImmutableField(spec.selector, before.selector, specPath.child('selector'), print),
    ]
  },
  warningsOnCreate: (ctx, object) => [
    ...hostnameWarnings(object.metadata.name ?? '', ctx.server.release.minor),
    ...workloadWarnings(ctx, object),
  ],
  warningsOnUpdate: warningsOfChange,
  defaultGarbageCollection: () => 'background',
}

const statusStrategy: Strategy = {
  setDefaults: setDeploymentDefaults,
  allowUnconditionalUpdate: true,
  resetFields: [['spec'], ['metadata', 'labels']],
  prepareForUpdate(ctx, object, old) {
    restore(object, old, 'spec')
    if (old.metadata.labels === undefined) delete object.metadata.labels
    else object.metadata.labels = deepCopy(old.metadata.labels)
    dropTerminatingReplicas(ctx, object, old)
  },
  validateUpdate(_ctx, object, old) {
    const { status = {} } = asDeployment(object)
    return [
      ...metaOnUpdate(object),
      ...validateStatus(status),
      ...validateCollisionCount(status, asDeployment(old).status ?? {}, statusPath),
    ]
  },
}

/** The strategy of Deployments and their status. */
export const deploymentRules: ResourceRules = {
  strategy,
  subresources: { status: statusStrategy },
}

// Upstream: pkg/registry/apps/replicaset/strategy.go, pkg/apis/apps/validation/validation.go (ValidateReplicaSet)

import type { ReplicaSet, ReplicaSetSpec } from '../../../api/apps-v1.ts'
import { type FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import {
  validateImmutableField,
  validateNonnegativeField,
} from '../../../apimachinery/validation/immutable.ts'
import { dropTerminatingReplicas, validateCounts, validateReplicaCounts } from '../apps/status.ts'
import {
  hostnameWarnings,
  setTemplateDefaults,
  validateReplicaTemplate,
  validateSelector,
} from '../apps/template.ts'
import {
  restore,
  specChanged,
  warningsOfChange,
  workloadHooks,
  workloadOptions,
  workloadWarnings,
} from '../apps/workload.ts'
import { metaOnCreate, metaOnUpdate, metaOnUpdateAndAgain } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import type { PodValidationOptions } from '../pod/validation-options.ts'

const asReplicaSet = (object: KubeObject): ReplicaSet => object as unknown as ReplicaSet
const specPath = FieldPath.of('spec')
const statusPath = FieldPath.of('status')

function setDefaults(object: KubeObject, server: ServerContext): void {
  const spec = subObject<ReplicaSetSpec>(object, 'spec')
  spec.template ??= {}
  setTemplateDefaults(spec.template, server)
  spec.replicas ??= 1
}

function validateSpec(
  spec: ReplicaSetSpec,
  old: ReplicaSetSpec | undefined,
  options: PodValidationOptions,
): FieldError[] {
  return [
    ...validateNonnegativeField(spec.replicas ?? 0, specPath.child('replicas')),
    ...validateNonnegativeField(spec.minReadySeconds ?? 0, specPath.child('minReadySeconds')),
    ...validateSelector(spec.selector, specPath.child('selector'), 'deployment', options.minor),
    ...validateReplicaTemplate(spec, old, specPath, options),
  ]
}

const strategy: Strategy = {
  allowUnconditionalUpdate: true,
  setDefaults,
  ...workloadHooks(specChanged),
  validate: (ctx, object) => [
    ...metaOnCreate(object),
    ...validateSpec(asReplicaSet(object).spec ?? {}, undefined, workloadOptions(ctx, object)),
  ],
  validateUpdate(ctx, object, old) {
    const { spec = {} } = asReplicaSet(object)
    const { spec: before = {} } = asReplicaSet(old)
    const print = { type: '*v1.LabelSelector', minor: ctx.server.release.minor }
    const errors = validateSpec(spec, before, workloadOptions(ctx, object, old))
    const { checksUpdatedWorkloadsAsNew } = registryDialect(ctx.server.release.minor)
    return [
      ...(checksUpdatedWorkloadsAsNew
        ? [...metaOnUpdateAndAgain(ctx, object), ...errors]
        : metaOnUpdate(object)),
      ...errors,
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
  setDefaults,
  resetFields: [['spec']],
  prepareForUpdate(ctx, object, old) {
    restore(object, old, 'spec')
    dropTerminatingReplicas(ctx, object, old)
  },
  validateUpdate(_ctx, object) {
    const { status = {} } = asReplicaSet(object)
    return [
      ...metaOnUpdate(object),
      ...validateCounts(status, statusPath, [
        'replicas',
        'fullyLabeledReplicas',
        'readyReplicas',
        'availableReplicas',
        'observedGeneration',
        'terminatingReplicas',
      ]),
      ...validateReplicaCounts(status, statusPath, [
        'fullyLabeledReplicas',
        'readyReplicas',
        'availableReplicas',
      ]),
    ]
  },
}

/** The strategy of ReplicaSets and their status. */
export const replicaSetRules: ResourceRules = {
  strategy,
  subresources: { status: statusStrategy },
}

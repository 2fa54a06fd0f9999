// Upstream: pkg/registry/core/replicationcontroller/strategy.go, pkg/apis/core/validation/validation.go (ValidateReplicationController)

import type { ReplicationController, ReplicationControllerSpec } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import { validateCounts, validateReplicaCounts } from '../apps/status.ts'
import {
  hostnameWarnings,
  setTemplateDefaults,
  shownLabels,
  validateReadOnlyDisks,
  validateRestart,
} from '../apps/template.ts'
import { restore, specChanged, workloadHooks, workloadOptions, workloadWarnings } from '../apps/workload.ts'
import {
  metaOnCreate,
  metaOnUpdate,
  metaOnUpdateAndAgain,
  subdomainName,
} from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import { validatePodTemplateSpec } from '../pod/validation.ts'
import type { PodValidationOptions } from '../pod/validation-options.ts'

const specOf = (object: KubeObject): ReplicationControllerSpec =>
  (object as unknown as ReplicationController).spec ?? {}
const specPath = FieldPath.of('spec')
const statusPath = FieldPath.of('status')

function setDefaults(object: KubeObject, server: ServerContext): void {
  const spec = subObject<ReplicationControllerSpec>(object, 'spec')
  if (spec.template) setTemplateDefaults(spec.template, server)
  spec.replicas ??= 1
  const labels = spec.template?.metadata?.labels
  if (labels === undefined) return
  if (Object.keys(spec.selector ?? {}).length === 0) spec.selector = { ...labels }
  if (Object.keys(object.metadata.labels ?? {}).length === 0) object.metadata.labels = { ...labels }
}

function validateSpec(
  spec: ReplicationControllerSpec,
  old: ReplicationControllerSpec | undefined,
  options: PodValidationOptions,
): FieldError[] {
  const hasSelector = Object.keys(spec.selector ?? {}).length > 0
  return [
    ...validateNonnegativeField(spec.minReadySeconds ?? 0, specPath.child('minReadySeconds')),
    ...(hasSelector ? [] : [field.required(specPath.child('selector'), '')]),
    ...validateNonnegativeField(spec.replicas ?? 0, specPath.child('replicas')),
    ...validateTemplate(spec, old, options),
  ]
}

function validateTemplate(
  spec: ReplicationControllerSpec,
  old: ReplicationControllerSpec | undefined,
  options: PodValidationOptions,
): FieldError[] {
  const path = specPath.child('template')
  const { template } = spec
  if (template == null) return [field.required(path, '')]
  const labels = template.metadata?.labels
  const selected = Object.entries(spec.selector ?? {}).every(([key, value]) => labels?.[key] === value)
  const volumes = [template.spec?.volumes ?? [], old?.template?.spec?.volumes ?? []] as const
  return [
    ...(selected
      ? []
      : [
          field.invalid(
            path.child('metadata', 'labels'),
            shownLabels(template, options.minor),
            '`selector` does not match template `labels`',
          ),
        ]),
    ...validatePodTemplateSpec(template, path, options),
    ...((spec.replicas ?? 0) > 1
      ? validateReadOnlyDisks(...volumes, path.child('spec', 'volumes'), options.server)
      : []),
    ...validateRestart(template, path, 'ReplicationController'),
  ]
}

const strategy: Strategy = {
  allowUnconditionalUpdate: true,
  setDefaults,
  ...workloadHooks(specChanged),
  validateName: subdomainName,
  validate: (ctx, object) => [
    ...metaOnCreate(object),
    ...validateSpec(specOf(object), undefined, workloadOptions(ctx, object)),
  ],
  validateUpdate(ctx, object, old) {
    const options = workloadOptions(ctx, object, old)
    const errors = validateSpec(specOf(object), specOf(old), options)
    return registryDialect(ctx.server.release.minor).checksUpdatedControllersAsNew
      ? [...metaOnUpdateAndAgain(ctx, object), ...validateSpec(specOf(object), undefined, options), ...errors]
      : [...metaOnUpdate(object), ...errors]
  },
  warningsOnCreate: (ctx, object) => [
    ...hostnameWarnings(object.metadata.name ?? '', ctx.server.release.minor),
    ...workloadWarnings(ctx, object),
  ],
  // Upstream hands the two templates over in the wrong order: the warnings are about the stored one.
  warningsOnUpdate: (ctx, object, old) =>
    object.metadata.generation === old.metadata.generation ? [] : workloadWarnings(ctx, old),
  defaultGarbageCollection: () => 'orphan',
  selectableFields: (object) => ({
    'status.replicas': String((object as unknown as ReplicationController).status?.replicas ?? 0),
  }),
}

const statusStrategy: Strategy = {
  setDefaults,
  resetFields: [['spec']],
  prepareForUpdate: (_ctx, object, old) => restore(object, old, 'spec'),
  validateUpdate(_ctx, object) {
    const { status = {} } = object as unknown as ReplicationController
    const parts = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'] as const
    return [
      ...metaOnUpdate(object),
      ...validateCounts(status, statusPath, ['replicas', ...parts, 'observedGeneration']),
      ...validateReplicaCounts(status, statusPath, parts),
    ]
  },
}

/** The strategy of ReplicationControllers and their status. */
export const replicationControllerRules: ResourceRules = {
  strategy,
  subresources: { status: statusStrategy },
}

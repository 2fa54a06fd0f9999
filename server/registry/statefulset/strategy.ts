// Upstream: pkg/registry/apps/statefulset/strategy.go, pkg/apis/apps/v1/defaults.go

import type { StatefulSet, StatefulSetSpec } from '../../../api/apps-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import { nameIsDNSLabel } from '../../../apimachinery/validation/names.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateCollisionCount, validateCounts } from '../apps/status.ts'
import { setTemplateDefaults } from '../apps/template.ts'
import {
  restore,
  specChanged,
  warningsOfChange,
  workloadHooks,
  workloadOptions,
  workloadWarnings,
} from '../apps/workload.ts'
import { metaAgain, metaOnCreate, metaOnUpdate, subdomainName } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import { setClaimDefaults } from '../persistentvolumeclaim/defaults.ts'
import { claimWarnings } from '../persistentvolumeclaim/warnings.ts'
import { statefulSetDialect } from './dialect.ts'
import { validateStatefulSetChange, validateStatefulSetSpec } from './validation.ts'

const specOf = (object: KubeObject): StatefulSetSpec => (object as unknown as StatefulSet).spec ?? {}
const specPath = FieldPath.of('spec')

function setDefaults(object: KubeObject, server: ServerContext): void {
  const spec = subObject<StatefulSetSpec>(object, 'spec')
  spec.template ??= {}
  setTemplateDefaults(spec.template, server)
  for (const claim of spec.volumeClaimTemplates ?? []) {
    setClaimDefaults(claim as unknown as KubeObject)
    // Whatever was sent.
    claim.apiVersion = 'v1'
    claim.kind = 'PersistentVolumeClaim'
  }
  spec.podManagementPolicy ||= 'OrderedReady'
  spec.updateStrategy ??= {}
  if (!spec.updateStrategy.type) {
    spec.updateStrategy.type = 'RollingUpdate'
    spec.updateStrategy.rollingUpdate ??= {}
  }
  const rolling = spec.updateStrategy.type === 'RollingUpdate' ? spec.updateStrategy.rollingUpdate : undefined
  if (rolling != null) {
    rolling.partition ??= 0
    if (gateEnabled(server.gates, 'MaxUnavailableStatefulSet')) rolling.maxUnavailable ??= 1
  }
  if (gateEnabled(server.gates, 'StatefulSetAutoDeletePVC')) {
    spec.persistentVolumeClaimRetentionPolicy ??= {}
    spec.persistentVolumeClaimRetentionPolicy.whenDeleted ||= 'Retain'
    spec.persistentVolumeClaimRetentionPolicy.whenScaled ||= 'Retain'
  }
  spec.replicas ??= 1
  spec.revisionHistoryLimit ??= 10
}

/** Fields of gates that are off go, unless the stored object has them. Upstream: dropStatefulSetDisabledFields */
function dropDisabledFields(object: KubeObject, old: KubeObject | undefined, { gates }: ServerContext): void {
  const [spec, before] = [specOf(object), old === undefined ? undefined : specOf(old)]
  const off = (gate: string, used: unknown): boolean => !gateEnabled(gates, gate) && used == null
  if (off('StatefulSetAutoDeletePVC', before?.persistentVolumeClaimRetentionPolicy))
    delete spec.persistentVolumeClaimRetentionPolicy
  if (off('StatefulSetStartOrdinal', before?.ordinals)) delete spec.ordinals
  if (off('StatefulSetMinReadySeconds', before?.minReadySeconds || undefined)) delete spec.minReadySeconds
  if (off('MaxUnavailableStatefulSet', before?.updateStrategy?.rollingUpdate?.maxUnavailable))
    delete spec.updateStrategy?.rollingUpdate?.maxUnavailable
}

const validateName: Strategy['validateName'] = (name, prefix, server) =>
  statefulSetDialect(server.release.minor).namesAreLabels
    ? nameIsDNSLabel(name, prefix, server.release.minor)
    : subdomainName(name, prefix, server)

/** @param part upstream names the claims of an update otherwise */
function moreWarnings(object: KubeObject, minor: number, part?: string): string[] {
  const spec = specOf(object)
  const claims = (spec.volumeClaimTemplates ?? []).flatMap((claim, i) => {
    const path = specPath.child('volumeClaimTemplates').index(i)
    return claimWarnings(claim.spec ?? {}, part === undefined ? path : path.child(part))
  })
  return statefulSetDialect(minor).warnsOfHistoryLimit && (spec.revisionHistoryLimit ?? 0) < 0
    ? [
        ...claims,
        'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
      ]
    : claims
}

const hooks = workloadHooks(specChanged)

const strategy: Strategy = {
  allowUnconditionalUpdate: true,
  validateName,
  setDefaults,
  ...(hooks.resetFields === undefined ? {} : { resetFields: hooks.resetFields }),
  prepareForCreate(ctx, object) {
    hooks.prepareForCreate?.(ctx, object)
    dropDisabledFields(object, undefined, ctx.server)
  },
  prepareForUpdate(ctx, object, old) {
    dropDisabledFields(object, old, ctx.server)
    hooks.prepareForUpdate?.(ctx, object, old)
  },
  validate: (ctx, object) => [
    ...metaOnCreate(object),
    ...validateStatefulSetSpec(specOf(object), workloadOptions(ctx, object), {
      allowInvalidServiceName: false,
      skipTemplate: false,
      skipClaimTemplates: false,
    }),
  ],
  validateUpdate(ctx, object, old) {
    const options = workloadOptions(ctx, object, old)
    const lenient = { allowInvalidServiceName: true, skipTemplate: false, skipClaimTemplates: true }
    const wasInvalid = validateStatefulSetSpec(specOf(old), options, lenient).length > 0
    return [
      ...(statefulSetDialect(options.minor).checksUpdatesAsNew ? metaAgain(ctx, object) : []),
      ...metaOnUpdate(object),
      ...validateStatefulSetSpec(specOf(object), options, { ...lenient, skipTemplate: wasInvalid }),
      ...validateStatefulSetChange(specOf(object), specOf(old), ctx.server.release.minor),
    ]
  },
  warningsOnCreate: (ctx, object) => [
    ...workloadWarnings(ctx, object),
    ...moreWarnings(object, ctx.server.release.minor),
  ],
  warningsOnUpdate: (ctx, object, old) => [
    ...warningsOfChange(ctx, object, old),
    ...moreWarnings(object, ctx.server.release.minor, 'Spec'),
  ],
  defaultGarbageCollection: () => 'background',
}

function validateStatus(object: KubeObject, old: KubeObject, minor: number): FieldError[] {
  const { status = {} } = object as unknown as StatefulSet
  const path = FieldPath.of('status')
  const parts = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'] as const
  const errors = [
    ...validateCounts(status, path, ['replicas', ...parts, 'observedGeneration']),
    ...(status.collisionCount == null
      ? []
      : validateNonnegativeField(status.collisionCount, path.child('collisionCount'))),
    ...parts
      .filter((name) => (status[name] ?? 0) > (status.replicas ?? 0))
      .map((name) =>
        field.invalid(path.child(name), status[name] ?? 0, 'cannot be greater than status.replicas'),
      ),
  ]
  if ((status.availableReplicas ?? 0) > (status.readyReplicas ?? 0)) {
    const why = `cannot be greater than ${registryDialect(minor).readyReplicasText}`
    errors.push(field.invalid(path.child('availableReplicas'), status.availableReplicas ?? 0, why))
  }
  return [
    ...errors,
    ...metaOnUpdate(object),
    ...validateCollisionCount(status, (old as unknown as StatefulSet).status ?? {}, path),
  ]
}

const statusStrategy: Strategy = {
  validateName,
  setDefaults,
  resetFields: [['spec']],
  prepareForUpdate: (_ctx, object, old) => restore(object, old, 'spec'),
  validateUpdate: (ctx, object, old) => validateStatus(object, old, ctx.server.release.minor),
}

/** The strategy of StatefulSets and their status. */
export const statefulSetRules: ResourceRules = {
  strategy,
  subresources: { status: statusStrategy },
}

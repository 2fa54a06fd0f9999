// Upstream: pkg/apis/apps/v1/defaults.go, pkg/apis/core/v1/defaults.go (workloads whose other rules are the common ones)
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { DaemonSetSpec, StatefulSetSpec } from '../api-types/apps-v1.ts'
import type { PodTemplate, ReplicationController, ReplicationControllerSpec } from '../api-types/core-v1.ts'
import { subObject } from '../core/sub-object.ts'
import { extended } from '../generic/extended-strategy.ts'
import type { ResourceRegistration, ServerContext, Strategy } from '../generic/strategy.ts'
import { setClaimDefaults } from '../persistentvolumeclaim/defaults.ts'
import { setTemplateDefaults } from './template.ts'
import { specChanged, workloadHooks } from './workload.ts'

function setDaemonSetDefaults(object: KubeObject, server: ServerContext): void {
  const spec = subObject<DaemonSetSpec>(object, 'spec')
  spec.template ??= {}
  setTemplateDefaults(spec.template, server)
  spec.updateStrategy ??= {}
  spec.updateStrategy.type ||= 'RollingUpdate'
  if (spec.updateStrategy.type === 'RollingUpdate') {
    spec.updateStrategy.rollingUpdate ??= {}
    spec.updateStrategy.rollingUpdate.maxUnavailable ??= 1
    spec.updateStrategy.rollingUpdate.maxSurge ??= 0
  }
  spec.revisionHistoryLimit ??= 10
}

function setStatefulSetDefaults(object: KubeObject, server: ServerContext): void {
  const spec = subObject<StatefulSetSpec>(object, 'spec')
  spec.template ??= {}
  setTemplateDefaults(spec.template, server)
  for (const claim of spec.volumeClaimTemplates ?? []) {
    setClaimDefaults(claim as unknown as KubeObject)
    claim.apiVersion ??= 'v1'
    claim.kind ??= 'PersistentVolumeClaim'
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
  if (server.minor >= 32 || gateEnabled(server.gates, 'StatefulSetAutoDeletePVC')) {
    spec.persistentVolumeClaimRetentionPolicy ??= {}
    spec.persistentVolumeClaimRetentionPolicy.whenDeleted ||= 'Retain'
    spec.persistentVolumeClaimRetentionPolicy.whenScaled ||= 'Retain'
  }
  spec.replicas ??= 1
  spec.revisionHistoryLimit ??= 10
}

function setReplicationControllerDefaults(object: KubeObject, server: ServerContext): void {
  const controller = object as unknown as ReplicationController
  const spec = subObject<ReplicationControllerSpec>(object, 'spec')
  if (spec.template) setTemplateDefaults(spec.template, server)
  spec.replicas ??= 1
  const labels = spec.template?.metadata?.labels
  if (labels === undefined) return
  if (Object.keys(spec.selector ?? {}).length === 0) spec.selector = { ...labels }
  if (Object.keys(controller.metadata?.labels ?? {}).length === 0) object.metadata.labels = { ...labels }
}

function setPodTemplateDefaults(object: KubeObject, server: ServerContext): void {
  const own = object as unknown as PodTemplate
  own.template ??= {}
  setTemplateDefaults(own.template, server)
}

/** Before the gate the field is not there, unless the stored object has it. */
function dropMaxUnavailable(object: KubeObject, old: KubeObject | undefined, server: ServerContext): void {
  const rolling = (o: KubeObject | undefined) =>
    (o?.['spec'] as StatefulSetSpec | undefined)?.updateStrategy?.rollingUpdate
  if (gateEnabled(server.gates, 'MaxUnavailableStatefulSet') || rolling(old)?.maxUnavailable != null) return
  delete rolling(object)?.maxUnavailable
}

/** Hooks of the frame with the template's disabled fields dropped. */
const frame = workloadHooks(specChanged)
const statefulSetHooks: Partial<Strategy> = {
  prepareForCreate(ctx, object) {
    frame.prepareForCreate?.(ctx, object)
    dropMaxUnavailable(object, undefined, ctx.server)
  },
  prepareForUpdate(ctx, object, old) {
    frame.prepareForUpdate?.(ctx, object, old)
    dropMaxUnavailable(object, old, ctx.server)
  },
}

const workload = { namespaced: true, hasStatus: true }
const background = { defaultGarbageCollection: () => 'background' as const }

export const appsRegistrations: readonly ResourceRegistration[] = [
  extended('apps', 'daemonsets', workload, {
    setDefaults: setDaemonSetDefaults,
    ...frame,
    ...background,
  }),
  extended('apps', 'statefulsets', workload, {
    setDefaults: setStatefulSetDefaults,
    ...statefulSetHooks,
    ...background,
  }),
  extended('', 'replicationcontrollers', workload, {
    setDefaults: setReplicationControllerDefaults,
    defaultGarbageCollection: () => 'orphan',
    selectableFields: (object) => ({
      'status.replicas': String((object as unknown as ReplicationController).status?.replicas ?? 0),
    }),
  }),
  extended('', 'podtemplates', { namespaced: true }, { setDefaults: setPodTemplateDefaults }),
]

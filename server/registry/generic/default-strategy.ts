// Resources without a strategy of their own. Upstream: what the strategies of pkg/registry/*/*/strategy.go have in common.

import type { FieldError } from '../../../apimachinery/field-error.ts'
import { deepCopy, type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { nameIsPathSegment } from '../../../apimachinery/validation/names.ts'
import { validateKubeFinalizers } from '../core/kube-finalizers.ts'
import { resetObjectMetaForStatus } from '../core/reset-status-meta.ts'
import type { Strategy } from './strategy.ts'

/** How a resource differs from the common rules. */
interface Traits {
  /** `metadata.generation` counts changes of the spec (or of `fields`). */
  generation?: boolean
  /** The top-level fields that the generation counts; default spec. Empty: only the first generation is set. */
  fields?: readonly string[]
  createOnUpdate?: boolean
  conditionalUpdate?: boolean
  /** Dependents stay when the request does not say otherwise. */
  orphans?: boolean
  pathSegmentNames?: boolean
  /** A write of the status keeps labels, annotations, owners and finalizers as they are. */
  statusKeepsMeta?: boolean
}

const policies: Traits = { generation: true, conditionalUpdate: true, statusKeepsMeta: true }
const claims: Traits = { statusKeepsMeta: true }
const roles: Traits = { createOnUpdate: true, pathSegmentNames: true }

/** `group/resource` → traits. */
const traits: Readonly<Record<string, Traits>> = {
  '/limitranges': { createOnUpdate: true },
  '/podtemplates': { generation: true, fields: ['template'] },
  '/replicationcontrollers': { generation: true, orphans: true },
  'apps/daemonsets': { generation: true },
  'apps/statefulsets': { generation: true },
  'apps/deployments': { generation: true },
  'apps/replicasets': { generation: true },
  'batch/jobs': { generation: true, orphans: true },
  'batch/cronjobs': { generation: true },
  'certificates.k8s.io/clustertrustbundles': { conditionalUpdate: true },
  'certificates.k8s.io/podcertificaterequests': { conditionalUpdate: true },
  'coordination.k8s.io/leases': { createOnUpdate: true, conditionalUpdate: true },
  'coordination.k8s.io/leasecandidates': { createOnUpdate: true, conditionalUpdate: true },
  'discovery.k8s.io/endpointslices': { generation: true, fields: ['endpoints', 'ports', 'addressType'] },
  'flowcontrol.apiserver.k8s.io/flowschemas': { generation: true, statusKeepsMeta: true },
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': { generation: true, statusKeepsMeta: true },
  'networking.k8s.io/ingresses': { generation: true },
  'networking.k8s.io/ingressclasses': { generation: true },
  'networking.k8s.io/networkpolicies': { generation: true },
  'node.k8s.io/runtimeclasses': { createOnUpdate: true, conditionalUpdate: true },
  'policy/poddisruptionbudgets': { generation: true, conditionalUpdate: true },
  'rbac.authorization.k8s.io/roles': roles,
  'rbac.authorization.k8s.io/rolebindings': roles,
  'rbac.authorization.k8s.io/clusterroles': roles,
  'rbac.authorization.k8s.io/clusterrolebindings': roles,
  'resource.k8s.io/deviceclasses': { generation: true },
  'resource.k8s.io/devicetaintrules': { generation: true },
  'resource.k8s.io/resourceslices': { generation: true },
  'resource.k8s.io/resourceclaims': claims,
  'scheduling.k8s.io/priorityclasses': { generation: true, fields: [] },
  'storage.k8s.io/csidrivers': { conditionalUpdate: true },
  'storage.k8s.io/csinodes': { conditionalUpdate: true },
  'storage.k8s.io/csistoragecapacities': { conditionalUpdate: true },
  'storage.k8s.io/volumeattachments': { conditionalUpdate: true, statusKeepsMeta: true },
  'storagemigration.k8s.io/storageversionmigrations': { conditionalUpdate: true, statusKeepsMeta: true },
  'internal.apiserver.k8s.io/storageversions': { conditionalUpdate: true },
  'apiextensions.k8s.io/customresourcedefinitions': {
    generation: true,
    conditionalUpdate: true,
    statusKeepsMeta: true,
  },
  'apiregistration.k8s.io/apiservices': { conditionalUpdate: true, statusKeepsMeta: true },
  'admissionregistration.k8s.io/validatingadmissionpolicies': policies,
  'admissionregistration.k8s.io/mutatingadmissionpolicies': policies,
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': policies,
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': policies,
  'admissionregistration.k8s.io/validatingwebhookconfigurations': { ...policies, fields: ['webhooks'] },
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': { ...policies, fields: ['webhooks'] },
}

export interface DefaultFacts {
  group: string
  resource: string
  namespaced: boolean
  /** The resource has a status subresource. */
  hasStatus: boolean
}

const traitsOf = (facts: DefaultFacts): Traits => traits[`${facts.group}/${facts.resource}`] ?? {}

/** The strategy of the resource itself: the status is not the writer's business, the generation counts. */
export function defaultStrategy(facts: DefaultFacts): Strategy {
  const t = traitsOf(facts)
  const fields = t.fields ?? ['spec']
  return {
    namespaced: facts.namespaced,
    allowCreateOnUpdate: t.createOnUpdate ?? false,
    allowUnconditionalUpdate: !(t.conditionalUpdate ?? false),
    ...(t.pathSegmentNames === true ? { validateName: nameIsPathSegment } : {}),
    ...(facts.hasStatus ? { resetFields: [['status']] } : {}),
    ...(t.orphans === true ? { defaultGarbageCollection: () => 'orphan' as const } : {}),
    validate: (_ctx, object) => finalizerErrors(facts, object),
    validateUpdate: (_ctx, object) => finalizerErrors(facts, object),
    prepareForCreate(_ctx, object) {
      if (facts.hasStatus) resetStatus(object, undefined)
      if (t.generation === true) object.metadata.generation = 1
    },
    prepareForUpdate(_ctx, object, old) {
      if (facts.hasStatus) resetStatus(object, old)
      if (t.generation === true && fields.some((f) => !semanticEqual(object[f], old[f])))
        object.metadata.generation = (old.metadata.generation ?? 0) + 1
    },
  }
}

/** Kinds of other API servers do not check finalizers as the core's do. */
const finalizerErrors = (facts: DefaultFacts, object: KubeObject): FieldError[] =>
  facts.group === 'apiextensions.k8s.io' || facts.group === 'apiregistration.k8s.io'
    ? []
    : validateKubeFinalizers(object.metadata)

function resetStatus(object: KubeObject, old: KubeObject | undefined): void {
  if (old === undefined) {
    if (object['status'] !== undefined) object['status'] = {}
  } else if (old['status'] === undefined) delete object['status']
  else object['status'] = deepCopy(old['status'])
}

/** The strategy of the status subresource: nothing but the status changes (and metadata, where upstream allows it). */
export function defaultStatusStrategy(facts: DefaultFacts, main: Strategy): Strategy {
  const t = traitsOf(facts)
  return {
    namespaced: facts.namespaced,
    allowUnconditionalUpdate: main.allowUnconditionalUpdate ?? true,
    ...(main.validateName === undefined ? {} : { validateName: main.validateName.bind(main) }),
    ...(main.selectableFields === undefined ? {} : { selectableFields: main.selectableFields.bind(main) }),
    resetFields: t.statusKeepsMeta === true ? [['spec'], ['metadata']] : [['spec']],
    prepareForUpdate(_ctx, object, old) {
      for (const key of new Set([...Object.keys(object), ...Object.keys(old)])) {
        if (['status', 'metadata', 'kind', 'apiVersion'].includes(key)) continue
        if (old[key] === undefined) delete object[key]
        else object[key] = deepCopy(old[key])
      }
      if (t.statusKeepsMeta === true) resetObjectMetaForStatus(object, old)
    },
  }
}

// Upstream: pkg/kubeapiserver/options/plugins.go
import type { Authorizer } from '../endpoints/authorization/attributes.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import type { AdmissionConfiguration } from '../options/admission-configuration.ts'
import type { ManifestPlugin } from '../options/static-manifests.ts'
import { alwaysAdmit, alwaysDeny } from './always.ts'
import { alwaysPullImages } from './always-pull-images.ts'
import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  clusterTrustBundleAttest,
} from './certificates.ts'
import type { AdmissionPlugin } from './chain.ts'
import { defaultIngressClass, defaultStorageClass } from './default-class.ts'
import { denyServiceExternalIPs } from './deny-service-external-ips.ts'
import { eventRateLimit } from './event-rate-limit.ts'
import { extendedResourceToleration } from './extended-resource-toleration.ts'
import { limitPodHardAntiAffinityTopology } from './limit-pod-hard-anti-affinity.ts'
import { limitRanger } from './limit-ranger/admission.ts'
import type { ManifestFolder } from './manifest/manifest-folder.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'
import { namespaceAutoProvision, namespaceExists } from './namespaces.ts'
import { nodeRestriction } from './node-restriction/admission.ts'
import { ownerReferencesPermissionEnforcement } from './owner-references.ts'
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.ts'
import { jobValidation, podGroupProtection, podGroupWorkloadExists } from './pod-groups.ts'
import { podNodeSelector } from './pod-node-selector.ts'
import { nodeDeclaredFeatureValidator, podResizeValidator } from './pod-resize.ts'
import { podSecurity } from './pod-security/admission.ts'
import { podTolerationRestriction } from './pod-toleration-restriction.ts'
import { podTopologyLabels } from './pod-topology-labels.ts'
import { podPlugins } from './pods.ts'
import { mutatingAdmissionPolicy } from './policy/mutating.ts'
import { validatingAdmissionPolicy } from './policy/validating.ts'
import { resourceQuotaPlugin } from './resource-quota/admission.ts'
import { taintNodesByCondition } from './taint-nodes-by-condition.ts'
import { mutatingAdmissionWebhook } from './webhook/mutating.ts'
import { validatingAdmissionWebhook } from './webhook/validating.ts'

/** The server, authorizer, configuration and manifest folders that admission plugins are built with. */
export interface PluginParts {
  readonly apiserver: GenericAPIServer
  readonly authorizer: Authorizer
  readonly configuration: AdmissionConfiguration
  readonly manifests: Readonly<Partial<Record<ManifestPlugin, ManifestFolder>>>
}

/** The plugins of these names, in this order. Names that are not simulated are left out. */
export function admissionPluginsOf(names: readonly string[], parts: PluginParts): AdmissionPlugin[] {
  const byName = new Map(allPlugins(parts).map((plugin) => [plugin.name, plugin]))
  return names.flatMap((name) => byName.get(name) ?? [])
}

function allPlugins({ apiserver, authorizer, configuration, manifests }: PluginParts): AdmissionPlugin[] {
  const { context } = apiserver
  const { MutatingAdmissionWebhook: mutating, ValidatingAdmissionWebhook: validating } =
    configuration.webhookKubeconfigs
  return [
    alwaysAdmit,
    alwaysDeny,
    alwaysPullImages,
    certificateApproval(authorizer),
    certificateSigning(authorizer),
    certificateSubjectRestriction,
    clusterTrustBundleAttest(authorizer),
    defaultIngressClass(context),
    defaultStorageClass(context),
    denyServiceExternalIPs,
    eventRateLimit(context.clock, configuration.eventLimits),
    extendedResourceToleration,
    jobValidation(context),
    limitPodHardAntiAffinityTopology,
    limitRanger(context),
    mutatingAdmissionPolicy(apiserver, authorizer, manifests.MutatingAdmissionPolicy),
    mutatingAdmissionWebhook(apiserver, authorizer, mutating ?? '', manifests.MutatingAdmissionWebhook),
    namespaceAutoProvision(apiserver),
    namespaceExists(apiserver),
    namespaceLifecycle(context.storage),
    nodeDeclaredFeatureValidator(context),
    nodeRestriction(context, authorizer),
    ownerReferencesPermissionEnforcement(apiserver, authorizer),
    persistentVolumeClaimResize(context),
    podGroupProtection(context),
    podGroupWorkloadExists(context),
    podNodeSelector(context, configuration.nodeSelectors),
    ...podPlugins(context, configuration.tolerationSeconds),
    podResizeValidator(context),
    podSecurity(context, configuration.podSecurity),
    podTolerationRestriction(context, configuration.tolerations),
    podTopologyLabels(context),
    resourceQuotaPlugin(apiserver, configuration.limitedResources),
    taintNodesByCondition,
    validatingAdmissionPolicy(apiserver, authorizer, manifests.ValidatingAdmissionPolicy),
    validatingAdmissionWebhook(apiserver, authorizer, validating ?? '', manifests.ValidatingAdmissionWebhook),
  ]
}

/** The lines that kube-apiserver logs when it has built its admission plugins: the mutating ones, then the validating ones. */
export function loadedTexts(plugins: readonly AdmissionPlugin[]): string[] {
  const told = (kind: string, names: readonly string[]): string[] =>
    names.length === 0
      ? []
      : [
          `Loaded ${names.length} ${kind} admission controller(s) successfully in the following order: ${names.join(',')}.`,
        ]
  const named = (own: readonly AdmissionPlugin[]): string[] => own.map(({ name }) => name)
  return [
    ...told('mutating', named(plugins.filter(({ admit }) => admit !== undefined))),
    ...told('validating', named(plugins.filter(({ validate }) => validate !== undefined))),
  ]
}

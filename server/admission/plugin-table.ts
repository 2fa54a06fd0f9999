// Upstream: pkg/kubeapiserver/options/plugins.go
import type { Authorizer } from '../endpoints/authorization/attributes.ts'
import type { Machinery } from '../endpoints/scope.ts'
import type { AdmissionConfiguration } from '../options/admission-configuration.ts'
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
import { resourceQuotaPlugin } from './resource-quota/admission.ts'
import { taintNodesByCondition } from './taint-nodes-by-condition.ts'

/** What plugins are made of. */
export interface PluginParts {
  readonly machinery: Machinery
  readonly authorizer: Authorizer
  readonly configuration: AdmissionConfiguration
}

/** The plugins of these names, in this order. Names that are not simulated are left out. */
export function admissionPluginsOf(names: readonly string[], parts: PluginParts): AdmissionPlugin[] {
  const byName = new Map(allPlugins(parts).map((plugin) => [plugin.name, plugin]))
  return names.flatMap((name) => byName.get(name) ?? [])
}

function allPlugins({ machinery, authorizer, configuration }: PluginParts): AdmissionPlugin[] {
  const { server } = machinery
  return [
    alwaysAdmit,
    alwaysDeny,
    alwaysPullImages,
    certificateApproval(authorizer),
    certificateSigning(authorizer),
    certificateSubjectRestriction,
    clusterTrustBundleAttest(authorizer),
    defaultIngressClass(server),
    defaultStorageClass(server),
    denyServiceExternalIPs,
    eventRateLimit(server.clock, configuration.eventLimits),
    extendedResourceToleration,
    jobValidation(server),
    limitPodHardAntiAffinityTopology,
    limitRanger(server),
    namespaceAutoProvision(machinery),
    namespaceExists(machinery),
    namespaceLifecycle(server.storage),
    nodeDeclaredFeatureValidator(server),
    nodeRestriction(server, authorizer),
    ownerReferencesPermissionEnforcement(machinery, authorizer),
    persistentVolumeClaimResize(server),
    podGroupProtection(server),
    podGroupWorkloadExists(server),
    podNodeSelector(server, configuration.nodeSelectors),
    ...podPlugins(server, configuration.tolerationSeconds),
    podResizeValidator(server),
    podSecurity(server, configuration.podSecurity),
    podTolerationRestriction(server, configuration.tolerations),
    podTopologyLabels(server),
    resourceQuotaPlugin(machinery, configuration.limitedResources),
    taintNodesByCondition,
  ]
}

/** What the real one logs when its plugins are made. */
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

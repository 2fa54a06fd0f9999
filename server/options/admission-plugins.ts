// Upstream: pkg/kubeapiserver/options/plugins.go
import { admissionPluginDialect } from './dialect.ts'

interface PluginFacts {
  readonly name: string
  readonly on?: boolean
  /** The plugin may be named on the command line, but does nothing here. */
  readonly notSimulated?: boolean
}

/** All admission plugins in the order in which they run. */
const plugins: readonly PluginFacts[] = [
  { name: 'AlwaysAdmit' },
  { name: 'NamespaceAutoProvision' },
  { name: 'NamespaceLifecycle', on: true },
  { name: 'NamespaceExists' },
  { name: 'SecurityContextDeny', notSimulated: true },
  { name: 'LimitPodHardAntiAffinityTopology' },
  { name: 'LimitRanger', on: true },
  { name: 'ServiceAccount', on: true },
  { name: 'NodeRestriction' },
  { name: 'TaintNodesByCondition', on: true },
  { name: 'AlwaysPullImages' },
  { name: 'ImagePolicyWebhook', notSimulated: true },
  { name: 'PodSecurity', on: true },
  { name: 'PodSecurityPolicy', notSimulated: true },
  { name: 'PodNodeSelector' },
  { name: 'Priority', on: true },
  { name: 'DefaultTolerationSeconds', on: true },
  { name: 'PodTolerationRestriction' },
  { name: 'EventRateLimit' },
  { name: 'ExtendedResourceToleration' },
  { name: 'PersistentVolumeLabel', notSimulated: true },
  { name: 'DefaultStorageClass', on: true },
  { name: 'StorageObjectInUseProtection', on: true },
  { name: 'PodGroupProtection', on: true },
  { name: 'OwnerReferencesPermissionEnforcement' },
  { name: 'PersistentVolumeClaimResize', on: true },
  { name: 'RuntimeClass', on: true },
  { name: 'CertificateApproval', on: true },
  { name: 'CertificateSigning', on: true },
  { name: 'ClusterTrustBundleAttest', on: true },
  { name: 'CertificateSubjectRestriction', on: true },
  { name: 'DefaultIngressClass', on: true },
  { name: 'DenyServiceExternalIPs' },
  { name: 'PodTopologyLabels', on: true },
  { name: 'PodGroupWorkloadExists', on: true },
  { name: 'NodeDeclaredFeatureValidator', on: true },
  { name: 'JobValidation', on: true },
  { name: 'PodResizeValidator', on: true },
  { name: 'MutatingAdmissionPolicy', on: true },
  { name: 'MutatingAdmissionWebhook', on: true },
  { name: 'ValidatingAdmissionPolicy', on: true },
  { name: 'ValidatingAdmissionWebhook', on: true },
  { name: 'ResourceQuota', on: true },
  { name: 'AlwaysDeny' },
]

/** Most plugins are there in every release. */
const inRelease =
  (minor: number) =>
  ({ name }: PluginFacts): boolean =>
    admissionPluginDialect(minor)[name] ?? true

/** Names of all plugins of a release, in the order in which they run. @param removed not there any more, as a plan says */
export const registeredPlugins = (minor: number, removed: readonly string[] = []): string[] =>
  plugins.filter(inRelease(minor)).flatMap((p) => (removed.includes(p.name) ? [] : [p.name]))

/** The flags that choose admission plugins. `removed`: plugins that a plan has removed. */
export interface PluginFlags {
  readonly enable: readonly string[]
  readonly disable: readonly string[]
  /** --admission-control: replaces the defaults */
  readonly legacy?: readonly string[]
  readonly removed?: readonly string[]
}

/** Names of the plugins that are to run, in order, also of those that are not simulated. */
export function enabledPlugins(minor: number, flags: PluginFlags): string[] {
  const { enable, disable, legacy = [], removed = [] } = flags
  return plugins
    .filter(inRelease(minor))
    .filter((p) => !removed.includes(p.name))
    .filter((p) =>
      legacy.length > 0
        ? legacy.includes(p.name)
        : enable.includes(p.name) || (p.on === true && !disable.includes(p.name)),
    )
    .map((p) => p.name)
}

const notSimulated = new Set(plugins.filter((p) => p.notSimulated).map((p) => p.name))

/** Whether a plugin does here what it does upstream. */
export const isSimulatedPlugin = (name: string): boolean => !notSimulated.has(name)

// Upstream: pkg/controlplane/{instance,apiserver/server}.go, kube-aggregator/pkg/apiserver/apiserver.go: hooks that only a gate adds
import { releaseFacts } from '../../../component-base/release-facts.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'

/** The gates without which a kube-apiserver has no such page. */
const gatesOfPages: Readonly<Record<string, readonly string[]>> = {
  '/flagz': ['ComponentFlagz'],
  '/statusz': ['ComponentStatusz'],
  '/metrics/slis': ['ComponentSLIs'],
}

/** The gates without which a kube-apiserver does not start a hook, and so has no check of it. */
const gatesOfHooks: Readonly<Record<string, readonly string[]>> = {
  'apiservice-discovery-controller': ['AggregatedDiscoveryEndpoint'],
  'built-in-resources-storage-version-updater': ['StorageVersionAPI', 'APIServerIdentity'],
  'peer-endpoint-reconciler-controller': ['UnknownVersionInteroperabilityProxy'],
  'start-kube-apiserver-coordinated-leader-election-controller': ['CoordinatedLeaderElection'],
  'start-kube-apiserver-identity-lease-controller': ['APIServerIdentity'],
  'start-kube-apiserver-identity-lease-garbage-collector': ['APIServerIdentity'],
  'start-kubernetes-service-cidr-controller': ['MultiCIDRServiceAllocator'],
  'storage-readiness': ['WatchCacheInitializationPostStartHook'],
}

const gatesOf = (path: string): readonly string[] =>
  gatesOfPages[path] ?? gatesOfHooks[path.split('/poststarthook/')[1] ?? ''] ?? []

/** The paths of a kube-apiserver beside those of groups, in no order: all that a release has, without those whose gates are off. */
export const pathsBesideGroups = (release: string, gates: FeatureGateReader): string[] => {
  const recorded = (['discovery', 'discovery-all'] as const).flatMap((f) => releaseFacts(release, f).paths)
  return [...new Set(recorded)].filter(
    (path) => !/^\/apis?(\/|$)/.test(path) && gatesOf(path).every((gate) => gateEnabled(gates, gate)),
  )
}

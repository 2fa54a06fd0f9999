// What differs between releases in the controllers, and in the kube-controller-manager that runs them.
import { changing, dialect, since, until } from '../featuregates/release-changes.ts'

const watchListFallback =
  'The watchlist request ended with an error, falling back to the standard LIST/WATCH semantics because making progress is better than deadlocking'

/** The text of a Deployment's Event about a ReplicaSet; `from` is 0 where it is new. */
type ScaledText = (set: string, from: number, to: number, isNew: boolean) => string
const scaledTo: ScaledText = (set, from, to) =>
  `Scaled ${from < to ? 'up' : 'down'} replica set ${set} to ${to}`
const scaledFromTo: ScaledText = (set, from, to) =>
  `Scaled ${from < to ? 'up' : 'down'} replica set ${set} from ${from} to ${to}`

/** The line that client-go logs when a server does not send collections by a watch. */
export interface WatchListLine {
  /** A warning has the error in its message, the others as a value beside it. */
  severity: 'I' | 'W' | 'E'
  message: string
  /** The klog verbosity from which on the line is logged. */
  verbosity: number
}

/** Differences between releases in the controllers, and in the kube-controller-manager that runs them. */
export const controllersDialect = dialect('controllers', {
  scaledText: changing<ScaledText>(
    scaledTo,
    [
      25,
      (set, from, to, isNew) => `${scaledTo(set, from, to, isNew)}${isNew ? '' : ` from ${from}`}`,
      "a Deployment's ScalingReplicaSet events tell from how many replicas a ReplicaSet was scaled",
    ],
    [
      32,
      scaledFromTo,
      'a Deployment\'s ScalingReplicaSet events read "Scaled up replica set … from 0 to 3", for a new ReplicaSet too',
    ],
  ),
  checksPolicies: changing<string | undefined>(
    undefined,
    [
      28,
      'v1beta1',
      'kube-controller-manager tells in the status of ValidatingAdmissionPolicies which expressions do not fit the types',
    ],
    [30, 'v1', 'kube-controller-manager asks for ValidatingAdmissionPolicies in their version v1'],
  ),
  protectsVolumeAttributes: since(
    33,
    'volumeattributesclass-protection-controller keeps VolumeAttributesClasses that claims and volumes use (KEP-3751)',
  ),
  volumeAttributesVersion: changing('v1beta1', [
    34,
    'v1',
    'VolumeAttributesClasses are read in storage.k8s.io/v1 (KEP-3751)',
  ]),
  readsTopologyMode: since(
    27,
    'the annotation service.kubernetes.io/topology-mode asks for hints by zone, as topology-aware-hints did (KEP-2433)',
  ),
  taintManager: changing('taint-controller', [
    29,
    'taint-eviction-controller',
    'events about pods that taints evict come from taint-eviction-controller (KEP-3902)',
  ]),
  delaysJobEnd: since(
    31,
    'a Job is Complete or Failed only when its pods have ended (with JobManagedBy or JobPodReplacementPolicy); SuccessCriteriaMet or FailureTarget says so before (KEP-4368)',
  ),
  saysWhyJobIsComplete: since(
    31,
    "a Job's condition Complete has the reason CompletionsReached or SuccessPolicy (KEP-3998)",
  ),
  emulationFlags: since(
    31,
    "kube-controller-manager takes --emulated-version and --min-compatibility-version, and a component's name before gates (KEP-4330)",
  ),
  /** Where client-go's own default is off, the program's is on. Upstream: cmd/kube-controller-manager/app/options/options.go */
  gateDefaults: changing<Readonly<Record<string, boolean>>>(
    {},
    [32, { WatchListClient: true }, 'kube-controller-manager turns WatchListClient on by default'],
    [33, {}, 'kube-controller-manager leaves WatchListClient off by default'],
    [34, { WatchListClient: true }, 'kube-controller-manager turns WatchListClient on by default again'],
    [35, {}, "WatchListClient is on by client-go's own default"],
  ),
  watchListLine: changing<WatchListLine>(
    { severity: 'W', message: watchListFallback, verbosity: 0 },
    [
      33,
      { severity: 'E', message: watchListFallback, verbosity: 0 },
      'client-go logs a refused watch list as an error with structured values',
    ],
    [
      34,
      {
        severity: 'I',
        message:
          "Data couldn't be fetched in watchlist mode. Falling back to regular list. This is expected if watchlist is not supported or disabled in kube-apiserver.",
        verbosity: 4,
      },
      'client-go logs a refused watch list from verbosity 4 on only',
    ],
  ),
  findsSidecarPorts: since(
    32,
    'a Service finds ports of sidecars (init containers with restartPolicy Always) by their name',
  ),
  marksEndpoints: since(
    33,
    'Endpoints have the label endpoints.kubernetes.io/managed-by: endpoint-controller (KEP-4974)',
  ),
  volumeAffinityReason: changing('node(s) had volume node affinity conflict', [
    33,
    "node(s) didn't match PersistentVolume's node affinity",
    'kube-scheduler says "node(s) didn\'t match PersistentVolume\'s node affinity" where a bound volume is elsewhere',
  ]),
  /** `Create` or `Delete`, of a stateful set's pod or of its claim. */
  eventVerb: changing<(verb: string) => string>(
    (verb) => verb.toLowerCase(),
    [
      35,
      (verb) => verb,
      'a StatefulSet\'s events begin with a capital letter: "Create Pod …", not "create Pod …"',
    ],
  ),
  identityLeaseLabel: changing('k8s.io/component', [
    27,
    'apiserver.kubernetes.io/identity',
    'StorageVersions keep servers whose lease has the label apiserver.kubernetes.io/identity',
  ]),
  migrationVersion: changing('v1alpha1', [
    35,
    'v1beta1',
    'StorageVersionMigrations are read in storagemigration.k8s.io/v1beta1, and name no version (KEP-4192)',
  ]),
  tellsMigratedVersion: since(
    35,
    'a migration writes an object as it was when it began, and says why it fails (KEP-4192)',
  ),
  /** The version of the API in which kube-scheduler reads ResourceClaims; undefined: it is not simulated how it does. */
  claimsVersion: changing<string | undefined>(
    undefined,
    [31, 'v1alpha3', 'pods wait for their ResourceClaims, read as resource.k8s.io/v1alpha3 (KEP-4381)'],
    [32, 'v1beta1', 'ResourceClaims are read as resource.k8s.io/v1beta1 (KEP-4381)'],
    [34, 'v1', 'ResourceClaims are read as resource.k8s.io/v1 (KEP-4381)'],
  ),
  waitsForResource: since(35, 'a migration waits a minute for its resource to be served (KEP-4192)'),
  tellsWhatPreemptionCannotGive: since(
    34,
    'kube-scheduler says "Preemption is not helpful for scheduling" where a pod asks for more than a node has at all',
  ),
  tellsOfNoClaims: changing<boolean>(
    true,
    [33, false, 'kube-scheduler looks for idle ResourceClaims only where a pod has claims'],
    [
      34,
      true,
      'kube-scheduler says "no new claims to deallocate" of every pod that fits no node, with DynamicResourceAllocation',
    ],
  ),
  keepsUnissued: until(
    35,
    'CertificateSigningRequests that are approved and get no certificate in a day are deleted',
  ),
  marksLegacyTokens: since(
    29,
    'generated tokens of ServiceAccounts that nobody uses are marked invalid first, and deleted when they were for as long (KEP-2799)',
  ),
  /** The versions of the API in which ClusterTrustBundles are looked for, the first one first. */
  trustBundleVersions: changing<readonly string[]>(
    [],
    [
      32,
      ['v1alpha1'],
      "kube-controller-manager publishes the ClusterTrustBundle of kube-apiserver's signers (KEP-3257)",
    ],
    [33, ['v1beta1', 'v1alpha1'], 'ClusterTrustBundles are looked for in v1beta1 first (KEP-3257)'],
  ),
  serviceCIDRVersion: changing(
    'v1alpha1',
    [31, 'v1beta1', 'kube-controller-manager reads ServiceCIDRs in networking.k8s.io/v1beta1 (KEP-1880)'],
    [33, 'v1', 'kube-controller-manager reads ServiceCIDRs in networking.k8s.io/v1 (KEP-1880)'],
  ),
  podCertificateVersion: changing('v1alpha1', [
    35,
    'v1beta1',
    'kube-controller-manager reads PodCertificateRequests in certificates.k8s.io/v1beta1 (KEP-4317)',
  ]),
  marksMigrations: since(36, 'one migration of a resource runs at a time (KEP-4192)'),
})

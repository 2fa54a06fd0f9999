// How releases differ in what servers that share a store tell each other.
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

/** The label of identity leases before 1.27. */
const component = 'k8s.io/component'
const identity = 'apiserver.kubernetes.io/identity'

/** Group → its versions in the order of their registration, where that is not the usual one. */
type VersionPriority = Readonly<Record<string, readonly string[]>>

const flowcontrol = 'flowcontrol.apiserver.k8s.io'
const resource = 'resource.k8s.io'
const autoscaling = ['v1', 'v2', 'v2beta1', 'v2beta2']
const newerAutoscaling = ['v2', 'v1', 'v2beta1', 'v2beta2']
const betaFirst = ['v1beta1', 'v1']
const betasFirst = { 'discovery.k8s.io': betaFirst, policy: betaFirst }
const betaSlices = { 'discovery.k8s.io': betaFirst, autoscaling: newerAutoscaling }

/** Differences between releases in what servers that share a store tell each other. */
export const controlplaneDialect = dialect('control planes', {
  /** The parts of the name of a server's identity Lease. */
  identityOf: changing<'random' | 'hostname' | 'hostname and component'>(
    'random',
    [26, 'hostname', 'the identity of a kube-apiserver is kube-apiserver-<hash of its hostname> (KEP-1965)'],
    [
      27,
      'hostname and component',
      'the identity of a kube-apiserver is apiserver-<hash of its hostname and component> (KEP-1965)',
    ],
  ),
  identityLeaseLabel: changing(component, [
    27,
    identity,
    'identity leases of kube-apiservers have the label apiserver.kubernetes.io/identity, where it was k8s.io/component (KEP-1965)',
  ]),
  labelsHostname: since(
    26,
    'identity leases of kube-apiservers have the label kubernetes.io/hostname, and name a holder of their own (KEP-1965)',
  ),
  /** Labels whose expired leases are removed. */
  collectedLeases: changing<readonly string[]>(
    [component],
    [27, [component, identity], 'expired identity leases of both labels are removed'],
    [29, [identity], 'expired identity leases with the label k8s.io/component stay'],
  ),
  /** Otherwise StorageVersions say what peers serve. */
  asksPeers: since(33, 'what peers serve is asked of them, where StorageVersion objects told it (KEP-4020)'),
  onePeerIsEnough: since(
    32,
    'a request goes to a peer also where another one that could answer does not say its address (KEP-4020)',
  ),
  leavesExtensionsHere: since(
    35,
    'requests for custom resources and aggregated APIs do not go to peers (KEP-4020)',
  ),
  tellsPeersUID: since(32, 'a peer is told the UID of the user whose request it gets (KEP-4020)'),
  showsPeers: since(
    36,
    'aggregated discovery tells what peers serve too, but with profile=nopeer (KEP-4020)',
  ),
  countsPeerErrors: since(
    36,
    'apiserver_rerouted_request_total tells the resource, and errors of peers are counted (KEP-4020)',
  ),
  tellsServedVersions: since(28, 'StorageVersions tell the versions that a server serves (KEP-4020)'),
  /** Upstream: pkg/apis/<group>/install/install.go (SetVersionPriority) */
  versionPriority: changing<VersionPriority>(
    { ...betasFirst, autoscaling, [flowcontrol]: ['v1beta1', 'v1beta2', 'v1alpha1'] },
    [
      26,
      { ...betasFirst, autoscaling, [flowcontrol]: ['v1beta2', 'v1beta3', 'v1beta1', 'v1alpha1'] },
      'StorageVersions tell flowcontrol.apiserver.k8s.io/v1beta2 before v1beta1',
    ],
    [27, betaSlices, 'StorageVersions tell autoscaling/v2 before v1, and policy/v1 before v1beta1'],
    [
      29,
      { ...betaSlices, [flowcontrol]: ['v1beta3', 'v1', 'v1beta2', 'v1beta1'] },
      'StorageVersions tell flowcontrol.apiserver.k8s.io/v1 behind v1beta3',
    ],
    [30, betaSlices, 'StorageVersions tell flowcontrol.apiserver.k8s.io/v1 first'],
    [31, { autoscaling: newerAutoscaling }, 'StorageVersions tell discovery.k8s.io/v1 before v1beta1'],
    [
      33,
      { autoscaling: newerAutoscaling, [resource]: ['v1beta1', 'v1beta2', 'v1alpha3'] },
      'StorageVersions tell resource.k8s.io/v1beta2 behind v1beta1',
    ],
    [
      34,
      { autoscaling: newerAutoscaling, [resource]: ['v1beta2', 'v1', 'v1beta1', 'v1alpha3'] },
      'StorageVersions tell resource.k8s.io/v1 behind v1beta2',
    ],
    [35, { autoscaling: newerAutoscaling }, 'StorageVersions tell resource.k8s.io/v1 first'],
  ),
  keepsIdentityLease: until(
    35,
    'a kube-apiserver removes its identity lease when it ends, and an old one of its own when it starts',
  ),
})

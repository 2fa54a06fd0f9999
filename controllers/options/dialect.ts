// What differs between releases in the command lines of kube-controller-manager and kube-scheduler.

import { goQuote } from '../../component-base/go/quote.ts'
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

const words = (text: string): string[] => text.split(/\s+/)

const shortNames =
  words(`attachdetach bootstrapsigner cloud-node-lifecycle clusterrole-aggregation cronjob csrapproving csrcleaner
  csrsigning daemonset deployment disruption endpoint endpointslice endpointslicemirroring ephemeral-volume garbagecollector
  horizontalpodautoscaling job namespace nodeipam nodelifecycle persistentvolume-binder persistentvolume-expander podgc
  pv-protection pvc-protection replicaset replicationcontroller resourcequota root-ca-cert-publisher route service serviceaccount
  serviceaccount-token statefulset tokencleaner ttl ttl-after-finished`)

/** What each of these releases has more, beside the short names. Upstream: cmd/kube-controller-manager/names/controller_names.go */
const longNames = (upTo: number): string[] =>
  [
    {
      minor: 28,
      names: `bootstrap-signer certificatesigningrequest-approving certificatesigningrequest-cleaner
      certificatesigningrequest-signing cloud-node-lifecycle clusterrole-aggregation cronjob daemonset deployment disruption
      endpoints endpointslice endpointslice-mirroring ephemeral-volume garbage-collector horizontal-pod-autoscaler job namespace
      node-ipam node-lifecycle node-route persistentvolume-attach-detach persistentvolume-binder persistentvolume-expander
      persistentvolume-protection persistentvolumeclaim-protection pod-garbage-collector replicaset replicationcontroller
      resourcequota root-ca-certificate-publisher service-lb serviceaccount serviceaccount-token statefulset token-cleaner
      ttl-after-finished ttl`,
    },
    {
      minor: 29,
      names: `legacy-serviceaccount-token-cleaner resourceclaim service-cidr storageversion-garbage-collector taint-eviction
      validatingadmissionpolicy-status`,
      aliases: 'legacy-service-account-token-cleaner resource-claim-controller storage-version-gc',
    },
    { minor: 30, names: 'storage-version-migrator', aliases: 'svm' },
    {
      minor: 32,
      names:
        'kube-apiserver-serving-clustertrustbundle-publisher selinux-warning volumeattributesclass-protection',
    },
    { minor: 33, names: 'device-taint-eviction' },
    { minor: 34, names: 'podcertificaterequest-cleaner' },
    { minor: 36, names: 'podgroup-protection resourcepoolstatusrequest' },
  ]
    .filter(({ minor }) => minor <= upTo)
    .flatMap(({ names, aliases = '' }) => [
      ...words(names).map((name) => `${name}-controller`),
      ...words(aliases),
    ])

const namesOf = (minor: number): string[] => [...shortNames, ...longNames(minor)]
const came = (minor: number, what: string) =>
  [minor, namesOf(minor), `kube-controller-manager --controllers takes ${what}`] as const

const removedLocks = {
  endpoints: 'endpoints lock is removed, migrate to leases',
  configmaps: 'configmaps lock is removed, migrate to leases',
  endpointsleases: 'endpointsleases lock is removed, migrate to leases',
  configmapsleases: 'configmapsleases lock is removed, migrated to leases',
}

/** Differences between releases in what kube-controller-manager and kube-scheduler take and say when they start. */
export const controllerOptionsDialect = dialect('starts of controllers', {
  /** The controllers that --controllers may name. */
  controllers: changing<readonly string[]>(
    shortNames,
    came(28, 'long names, as replicaset-controller, beside the short ones'),
    came(29, 'taint-eviction-controller and other controllers that are behind gates'),
    came(30, 'storage-version-migrator-controller'),
    came(
      32,
      'selinux-warning-controller, volumeattributesclass-protection-controller and the publisher of trust bundles',
    ),
    came(33, 'device-taint-eviction-controller'),
    came(34, 'podcertificaterequest-cleaner-controller'),
    came(36, 'podgroup-protection-controller and resourcepoolstatusrequest-controller'),
  ),
  /** The error of kube-controller-manager stands alone, not in a line of its log. */
  tellsErrorAlone: until(
    25,
    'kube-controller-manager logs why it does not start: "command failed" err="…", where it printed the error alone',
  ),
  /** kube-scheduler reads what it authenticates and authorizes by before it looks for its server. */
  authenticatesFirst: until(
    26,
    'kube-scheduler looks for its server before it makes its authentication and listens, and warns of none',
  ),
  judgesDaemonSetSyncs: since(32, 'kube-controller-manager refuses --concurrent-daemonset-syncs below 1'),
  cloudsAreExternal: since(
    32,
    '--cloud-provider of kube-controller-manager may be external only, and --cidr-allocator-type RangeAllocator (KEP-2395)',
  ),
  judgesReconcilePeriod: since(
    26,
    'kube-controller-manager refuses an --attach-detach-reconcile-sync-period below a second',
  ),
  /** What is wrong with the first bad block of --volume-host-cidr-denylist. Undefined: it is not read. */
  denylistError: changing<((cidr: string, index: number) => string) | undefined>(
    (cidr) => `failed to parse cidr value:${goQuote(cidr)} with error:invalid CIDR address: ${cidr}`,
    [
      27,
      (cidr, index) => `invalid CIDR[${index}]: <nil> (invalid CIDR address: ${cidr})`,
      'kube-controller-manager numbers the bad block of --volume-host-cidr-denylist',
    ],
    [28, undefined, '--volume-host-cidr-denylist of kube-controller-manager does nothing'],
  ),
  /** The error of each --leader-elect-resource-lock, by its kind; empty: it can be used. */
  locks: changing<
    Readonly<Record<'endpoints' | 'configmaps' | 'endpointsleases' | 'configmapsleases', string>>
  >(
    {
      endpoints: 'endpoints lock is removed, migrate to endpointsleases',
      configmaps: 'configmaps lock is removed, migrate to configmapsleases',
      endpointsleases: '',
      configmapsleases: '',
    },
    [
      28,
      {
        ...removedLocks,
        endpoints: 'endpoints lock is removed, migrate to endpointsleases (using version v0.27.x)',
        configmaps: 'configmaps lock is removed, migrate to configmapsleases (using version v0.27.x)',
      },
      'leases are the only locks of leader election: endpointsleases and configmapsleases are refused',
    ],
    [32, removedLocks, 'an endpoints or configmaps lock is refused with "migrate to leases"'],
  ),
  /** The line that ends kube-controller-manager with a lock that cannot be. */
  fatalLock: until(
    27,
    'kube-controller-manager logs an error and exits with 1 where it cannot make its lock',
  ),
  sameLeaseAndRenewal: until(
    26,
    "a scheduler configuration's leaseDuration must be greater than its renewDeadline, not equal",
  ),
  leaseTooShort: changing('LeaseDuration must be greater than RenewDeadline', [
    34,
    'must be greater than `RenewDeadline`',
    'a leaseDuration that is too short is refused with "must be greater than `RenewDeadline`"',
  ]),
  requiresNames: since(
    34,
    'an empty name in the leaderElection of a scheduler configuration is a required value, not an invalid one',
  ),
  /** Plugins that a KubeSchedulerConfiguration of v1 may not name. */
  goneSchedulerPlugins: changing<readonly string[]>(
    ['SelectorSpread'],
    [
      29,
      [],
      'a scheduler configuration may name plugins that are not there, as SelectorSpread, and fails later',
    ],
    [
      31,
      ['AzureDiskLimits', 'CinderLimits', 'EBSLimits', 'GCEPDLimits'],
      'a scheduler configuration is refused where it names AzureDiskLimits, CinderLimits, EBSLimits or GCEPDLimits',
    ],
  ),
  schedulingGatesFirst: since(30, 'SchedulingGates is the first of the default plugins of kube-scheduler'),
  limitsByCloud: until(
    31,
    'EBSLimits, GCEPDLimits and AzureDiskLimits are no default plugins of kube-scheduler',
  ),
  dynamicResourcesWeight: changing(0, [35, 2, 'DynamicResources scores nodes, with a weight of 2']),
  /** The version of the file that --write-config-to writes. */
  writtenVersion: changing('v1beta3', [25, 'v1', 'kube-scheduler writes its configuration as v1']),
  lostText: changing('leaderelection lost', [
    36,
    'leaderelection lost/stopped',
    'kube-controller-manager says "leaderelection lost/stopped" where it leads no more',
  ]),
  onlyLeases: since(27, 'kube-controller-manager refuses --leader-elect-resource-lock but for leases'),
})

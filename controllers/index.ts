// What kube-controller-manager and kube-scheduler do for a cluster. They reach the server by URL only.

import type { RestClient } from '../client/rest-client.ts'
import type { Clock } from '../component-base/clock.ts'
import type { Logger } from '../component-base/klog.ts'
import type { Random } from '../component-base/random.ts'
import { type FeatureGateReader, gateEnabled } from '../featuregates/reader.ts'
import { startBootstrapSigner } from './bootstrap/signer.ts'
import { startTokenCleaner } from './bootstrap/token-cleaner.ts'
import { startCertificateApproving } from './certificates/approving.ts'
import { startCertificateCleaner, startPodCertificateCleaner } from './certificates/cleaner.ts'
import { startRootCAPublisher } from './certificates/root-ca-publisher.ts'
import { startCertificateSigning } from './certificates/signing.ts'
import { startTrustBundlePublisher } from './certificates/trust-bundle-publisher.ts'
import { startClusterRoleAggregation } from './cluster-role-aggregation.ts'
import { type Controller, type ControllerContext, SharedInformers } from './controller.ts'
import { startCronJobs } from './cronjob/controller.ts'
import { startDaemonSets } from './daemon/controller.ts'
import { startDeployments } from './deployment/controller.ts'
import { controllersDialect } from './dialect.ts'
import { startDisruption } from './disruption/controller.ts'
import { startEndpointSliceMirroring } from './endpoint-slice-mirroring.ts'
import { startEndpointSlices } from './endpoint-slices.ts'
import { startEndpoints } from './endpoints.ts'
import { EventRecorders } from './event-recorder.ts'
import { startGarbageCollector } from './garbage-collector/controller.ts'
import type { IssuingOptions } from './issuing.ts'
import { startJobs } from './job/controller.ts'
import { startTTLAfterFinished } from './job/ttl-after-finished.ts'
import { startNamespaces } from './namespace/controller.ts'
import { startNodeIPAM } from './node-ipam.ts'
import { startNodeLifecycle } from './node-lifecycle.ts'
import type { NodeNetworks } from './options/node-networks.ts'
import { startPodGarbageCollector } from './pod-garbage-collector.ts'
import { startHorizontalPodAutoscalers } from './podautoscaler/controller.ts'
import { startReplicaSets, startReplicationControllers } from './replica-sets.ts'
import { startResourceQuotas } from './resource-quota/controller.ts'
import { startScheduler } from './scheduler.ts'
import { startServiceCIDRs } from './service-cidrs.ts'
import { startLegacyTokenCleaner } from './serviceaccount/legacy-token-cleaner.ts'
import { startServiceAccounts } from './serviceaccount/service-accounts.ts'
import { startServiceAccountTokens } from './serviceaccount/tokens.ts'
import { startStatefulSets } from './statefulset/controller.ts'
import { startStorageVersionGC } from './storageversion/gc.ts'
import { startStorageVersionMigrator } from './storageversion/migrator.ts'
import { startTaintEviction } from './taint-eviction.ts'
import { startTTL } from './ttl.ts'
import { startValidatingAdmissionPolicyStatus } from './validatingadmissionpolicystatus/controller.ts'
import { startVolumeBinder } from './volume/binder.ts'
import { startEphemeralVolumes } from './volume/ephemeral.ts'
import {
  startAttributesClassProtection,
  startClaimProtection,
  startVolumeProtection,
} from './volume/protection.ts'
import { startProvisioners } from './volume/provisioner.ts'
import { startResizers } from './volume/resizer.ts'

/** The server, release and flags of the controllers of a cluster. */
export interface ControllersOptions {
  client: RestClient
  clock: Clock
  random: Random
  logger: Logger
  issuing: IssuingOptions
  gates: FeatureGateReader
  /** The minor release of the components. */
  minor: number
  /** Whether --controllers lets a controller of these names run. */
  runs: (...names: string[]) => boolean
  /** The value of --v. */
  verbosity: number
  /** Whether volumes of `kubernetes.io/host-path` are made. Default: false. */
  hostPathProvisioning?: boolean
  /** Only the controllers of this program run. Default: those of both. */
  program?: 'kube-controller-manager' | 'kube-scheduler'
  /** Node networks are cut from these. */
  nodeNetworks: NodeNetworks
  /** More pods that have ended are too many; 0: none are. */
  terminatedPodThreshold: number
  /** Milliseconds after which a generated token that nobody uses is taken away. */
  legacyTokenPeriod: number
}

interface NamedController {
  /** The name that --controllers takes, too. */
  alias: string
  start: (context: ControllerContext, options: ControllersOptions) => Controller
}

/** Whether taints evict pods as a part of the node lifecycle controller, as before 1.29. Upstream: KEP-3902 */
const evictsByItself = (gates: FeatureGateReader): boolean =>
  !gateEnabled(gates, 'SeparateTaintEvictionController')

const together = (...controllers: Controller[]): Controller => ({
  stop: async () => void (await Promise.all(controllers.map((one) => one.stop()))),
})

const none: Controller = { stop: () => Promise.resolve() }

/** The controllers of kube-controller-manager, by their names in --controllers. */
const controllersByName: Readonly<Record<string, NamedController>> = {
  'serviceaccount-controller': { alias: 'serviceaccount', start: startServiceAccounts },
  'serviceaccount-token-controller': {
    alias: 'serviceaccount-token',
    start: (context, { issuing: { accountKey, rootCA } }) =>
      accountKey === undefined ? none : startServiceAccountTokens(context, accountKey, rootCA),
  },
  'legacy-serviceaccount-token-cleaner-controller': {
    alias: 'legacy-service-account-token-cleaner',
    start: (context, { gates, legacyTokenPeriod }) =>
      gateEnabled(gates, 'LegacyServiceAccountTokenCleanUp')
        ? startLegacyTokenCleaner(context, legacyTokenPeriod)
        : none,
  },
  'root-ca-certificate-publisher-controller': {
    alias: 'root-ca-cert-publisher',
    start: (context, { issuing: { rootCA } }) => startRootCAPublisher(context, rootCA),
  },
  'kube-apiserver-serving-clustertrustbundle-publisher-controller': {
    alias: 'kube-apiserver-serving-clustertrustbundle-publisher-controller',
    start: (context, { issuing: { rootCA }, gates, minor }) =>
      rootCA !== '' && gateEnabled(gates, 'ClusterTrustBundle')
        ? startTrustBundlePublisher(context, controllersDialect(minor).trustBundleVersions, rootCA)
        : none,
  },
  'certificatesigningrequest-signing-controller': {
    alias: 'csrsigning',
    start: (context, { issuing }) =>
      issuing.signers.size === 0 ? none : startCertificateSigning(context, issuing),
  },
  'certificatesigningrequest-approving-controller': {
    alias: 'csrapproving',
    start: startCertificateApproving,
  },
  'certificatesigningrequest-cleaner-controller': {
    alias: 'csrcleaner',
    start: (context, { issuing }) => startCertificateCleaner(context, issuing.certificateTime),
  },
  'podcertificaterequest-cleaner-controller': {
    alias: 'podcertificaterequest-cleaner-controller',
    start: (context, { gates, minor }) =>
      gateEnabled(gates, 'PodCertificateRequest')
        ? startPodCertificateCleaner(context, controllersDialect(minor).podCertificateVersion)
        : none,
  },
  'bootstrap-signer-controller': { alias: 'bootstrapsigner', start: startBootstrapSigner },
  'token-cleaner-controller': { alias: 'tokencleaner', start: startTokenCleaner },
  'ttl-controller': { alias: 'ttl', start: startTTL },
  'pod-garbage-collector-controller': {
    alias: 'podgc',
    start: (context, { terminatedPodThreshold }) => startPodGarbageCollector(context, terminatedPodThreshold),
  },
  'clusterrole-aggregation-controller': {
    alias: 'clusterrole-aggregation',
    start: startClusterRoleAggregation,
  },
  'namespace-controller': { alias: 'namespace', start: startNamespaces },
  'node-lifecycle-controller': {
    alias: 'nodelifecycle',
    start: (context, { gates }) =>
      evictsByItself(gates)
        ? together(startNodeLifecycle(context), startTaintEviction(context))
        : startNodeLifecycle(context),
  },
  'node-ipam-controller': {
    alias: 'nodeipam',
    start: (context, { nodeNetworks }) =>
      nodeNetworks.clusterNetworks.length === 0 ? none : startNodeIPAM(context, nodeNetworks),
  },
  'taint-eviction-controller': {
    alias: 'taint-eviction-controller',
    start: (context, { gates }) => (evictsByItself(gates) ? none : startTaintEviction(context)),
  },
  'replicaset-controller': { alias: 'replicaset', start: startReplicaSets },
  'replicationcontroller-controller': { alias: 'replicationcontroller', start: startReplicationControllers },
  'deployment-controller': { alias: 'deployment', start: startDeployments },
  'daemonset-controller': { alias: 'daemonset', start: startDaemonSets },
  'statefulset-controller': { alias: 'statefulset', start: startStatefulSets },
  'job-controller': { alias: 'job', start: startJobs },
  'ttl-after-finished-controller': { alias: 'ttl-after-finished', start: startTTLAfterFinished },
  'cronjob-controller': { alias: 'cronjob', start: startCronJobs },
  'disruption-controller': { alias: 'disruption', start: startDisruption },
  'horizontal-pod-autoscaler-controller': {
    alias: 'horizontalpodautoscaling',
    start: startHorizontalPodAutoscalers,
  },
  'resourcequota-controller': { alias: 'resourcequota', start: startResourceQuotas },
  'persistentvolumeclaim-protection-controller': { alias: 'pvc-protection', start: startClaimProtection },
  'volumeattributesclass-protection-controller': {
    alias: 'volumeattributesclass-protection-controller',
    start: (context, { gates, minor }) =>
      controllersDialect(minor).protectsVolumeAttributes && gateEnabled(gates, 'VolumeAttributesClass')
        ? startAttributesClassProtection(context, controllersDialect(minor).volumeAttributesVersion)
        : none,
  },
  'persistentvolume-protection-controller': { alias: 'pv-protection', start: startVolumeProtection },
  'persistentvolume-binder-controller': { alias: 'persistentvolume-binder', start: startVolumeBinder },
  'ephemeral-volume-controller': { alias: 'ephemeral-volume', start: startEphemeralVolumes },
  'endpointslice-controller': { alias: 'endpointslice', start: startEndpointSlices },
  'endpointslice-mirroring-controller': {
    alias: 'endpointslicemirroring',
    start: startEndpointSliceMirroring,
  },
  'service-cidr-controller': {
    alias: 'service-cidr-controller',
    start: (context, { gates, minor }) =>
      gateEnabled(gates, 'MultiCIDRServiceAllocator')
        ? startServiceCIDRs(context, controllersDialect(minor).serviceCIDRVersion)
        : none,
  },
  'endpoints-controller': { alias: 'endpoint', start: startEndpoints },
  'storageversion-garbage-collector-controller': {
    alias: 'storage-version-gc',
    start: (context, { gates }) =>
      gateEnabled(gates, 'StorageVersionAPI') && gateEnabled(gates, 'APIServerIdentity')
        ? startStorageVersionGC(context)
        : none,
  },
  'validatingadmissionpolicy-status-controller': {
    alias: 'validatingadmissionpolicy-status',
    start: (context, { gates, minor }) => {
      const version = controllersDialect(minor).checksPolicies
      return version !== undefined && gateEnabled(gates, 'ValidatingAdmissionPolicy')
        ? startValidatingAdmissionPolicyStatus(context, version)
        : none
    },
  },
  'storage-version-migrator-controller': {
    alias: 'svm',
    start: (context, { gates }) =>
      gateEnabled(gates, 'StorageVersionMigrator') && gateEnabled(gates, 'InformerResourceVersion')
        ? startStorageVersionMigrator(context)
        : none,
  },
  'garbage-collector-controller': { alias: 'garbagecollector', start: startGarbageCollector },
}

/** Starts all controllers; they run until `stop`. */
export function startControllers(options: ControllersOptions): Controller {
  const watchList = gateEnabled(options.gates, 'WatchListClient') ? watchListFailure(options) : undefined
  const informers = new SharedInformers(options.client, options.clock, watchList)
  const events = new EventRecorders(options)
  const contextOfOne = (): ControllerContext => ({ ...options, informers: informers.forController(), events })
  const controllers = [
    ...(options.program === 'kube-controller-manager' ? [] : [startScheduler(contextOfOne())]),
    ...(options.program === 'kube-scheduler' ? [] : managed(contextOfOne, options)),
  ]
  informers.start()
  return {
    async stop() {
      await informers.stop()
      await Promise.all(controllers.map((c) => c.stop()))
      await events.stop()
    },
  }
}

/** The controllers of kube-controller-manager, and what programs of storage drivers do. */
const managed = (contextOfOne: () => ControllerContext, options: ControllersOptions): Controller[] => [
  startProvisioners(contextOfOne()),
  startResizers(contextOfOne()),
  ...Object.entries(controllersByName)
    .filter(([name, { alias }]) => options.runs(name, alias))
    .map(([name, { start }]) => {
      const started = start(contextOfOne(), options)
      options.logger.logS('I', 'Started controller', { controller: name })
      return started
    }),
]

/** What client-go of the release logs when a server does not send collections by a watch. */
function watchListFailure({ logger, minor, verbosity }: ControllersOptions): (error: Error) => void {
  const { severity, message, verbosity: least } = controllersDialect(minor).watchListLine
  return ({ message: err }) => {
    if (verbosity < least) return
    if (severity === 'W') logger.log(severity, `${message}, err = ${err}`)
    else logger.logS(severity, message, { err })
  }
}

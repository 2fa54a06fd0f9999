// What kube-controller-manager and kube-scheduler do for a cluster. They reach the server by URL only.
import type { RestClient } from '../client/rest-client.ts'
import type { Clock } from '../component-base/clock.ts'
import type { Logger } from '../component-base/klog.ts'
import type { Random } from '../component-base/random.ts'
import type { FeatureGateReader } from '../featuregates/reader.ts'
import { startClusterRoleAggregation } from './cluster-role-aggregation.ts'
import { type Controller, type ControllerContext, SharedInformers } from './controller.ts'
import { startCronJobs } from './cronjob/controller.ts'
import { startDaemonSets } from './daemon-sets.ts'
import { startDeployments } from './deployments.ts'
import { startDisruption } from './disruption/controller.ts'
import { startEndpointSlices } from './endpoint-slices.ts'
import { startGarbageCollector } from './garbage-collector.ts'
import { startJobs } from './job/controller.ts'
import { startTTLAfterFinished } from './job/ttl-after-finished.ts'
import { startNamespaces } from './namespaces.ts'
import { startNodeLifecycle } from './node-lifecycle.ts'
import { startReplicaSets, startReplicationControllers } from './replica-sets.ts'
import { startScheduler } from './scheduler.ts'
import { startServiceAccounts } from './service-accounts.ts'
import { startStatefulSets } from './statefulset/controller.ts'
import { startVolumeBinder } from './volume/binder.ts'
import { startEphemeralVolumes } from './volume/ephemeral.ts'
import { startClaimProtection, startVolumeProtection } from './volume/protection.ts'
import { startProvisioners } from './volume/provisioner.ts'

export interface ControllersOptions {
  client: RestClient
  clock: Clock
  random: Random
  logger: Logger
  /** PEM, published to every namespace. */
  rootCA: string
  gates: FeatureGateReader
  /** The minor release of the components. */
  minor: number
  /** Of --controllers. */
  runs: (controller: string) => boolean
  /** Node networks are cut from these; none: nodes get none. */
  clusterCIDRs: readonly string[]
}

/** Starts all controllers; they run until `stop`. */
export function startControllers(options: ControllersOptions): Controller {
  const informers = new SharedInformers(options.client, options.clock)
  const context: ControllerContext = { ...options, informers }
  const controllers = [
    startServiceAccounts(context, options.rootCA),
    startClusterRoleAggregation(context),
    startNamespaces(context),
    startNodeLifecycle(context),
    startScheduler(context),
    startReplicaSets(context),
    startReplicationControllers(context),
    startDeployments(context),
    startDaemonSets(context),
    startStatefulSets(context),
    startJobs(context),
    startCronJobs(context),
    startDisruption(context),
    startTTLAfterFinished(context),
    startClaimProtection(context),
    startVolumeProtection(context),
    startVolumeBinder(context),
    startProvisioners(context),
    startEphemeralVolumes(context),
    startEndpointSlices(context),
    startGarbageCollector(context),
  ]
  informers.start()
  return {
    async stop() {
      await informers.stop()
      await Promise.all(controllers.map((c) => c.stop()))
    },
  }
}

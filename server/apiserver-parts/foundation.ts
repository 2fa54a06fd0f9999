import { type Clock, realClock } from '../../component-base/clock.ts'
import type { Logger } from '../../component-base/klog.ts'
import { RecordedRegistry } from '../../component-base/metrics/recorded-metrics.ts'
import { type Random, realRandom } from '../../component-base/random.ts'
import { CertificateStore } from '../endpoints/authentication/certificate-store.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'
import type { Storage } from '../storage/interface.ts'
import { openStorage } from '../storage/open-storage.ts'
import { writerOf } from '../storage/writer-of.ts'
import type { WebhookReach } from '../webhook/reach.ts'
import { namesEtcd, openEtcdStore } from './etcd-store.ts'
import type { StartOptions } from './start-options.ts'

/** What every other part is made from. */
export interface Foundation {
  readonly config: ApiserverConfig
  readonly logger: Logger
  readonly clock: Clock
  readonly random: Random
  readonly storage: Storage
  /** What /metrics shows of this server. */
  readonly metrics: RecordedRegistry
  readonly certificates: CertificateStore
  /** Where a peer listens that says in the store where it is; undefined: requests may go to no other server. */
  readonly reachPeer: StartOptions['reachPeer']
  /** What webhooks may reach; undefined: nothing. */
  readonly webhookReach: WebhookReach | undefined
  /** Of the machine that the server runs on. */
  readonly hostname: string
}

/** Takes what the caller brings, opens the rest. Throws where the data directory cannot be opened. */
export async function openFoundation(config: ApiserverConfig, options: StartOptions): Promise<Foundation> {
  const { logger, clock = realClock, random = realRandom, hostname = 'localhost' } = options
  const certificates = options.certificates ?? new CertificateStore(config.certDir, () => clock.now())
  const { dataDir, release, watchCacheMegabytes } = config
  const history = { bytes: watchCacheMegabytes * 1024 * 1024 }
  const { connectEtcd } = options
  const open = async (): Promise<Storage> =>
    connectEtcd !== undefined || (options.mayReachEtcd === true && namesEtcd(config))
      ? openEtcdStore(config, { clock, history, logger, connectEtcd })
      : openStorage({ dataDir, writtenBy: writerOf(config), logger, history })
  const storage = options.storage ?? (await open())
  const reachPeer: StartOptions['reachPeer'] =
    options.reachPeer ?? (options.mayReachEtcd === true ? (told) => told : undefined)
  const webhookReach = options.mayReachWebhooks === true ? config.webhooks : undefined
  const metrics = new RecordedRegistry(release.minor)
  return {
    config,
    logger,
    metrics,
    clock,
    random,
    storage,
    certificates,
    hostname,
    reachPeer,
    webhookReach,
  }
}

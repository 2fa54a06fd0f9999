// Upstream: pkg/kubeapiserver/default_storage_factory_builder.go, apiserver/pkg/server/options/etcd.go

import { schemeOf } from '../../apimachinery/scheme/planned-scheme.ts'
import { StoredCodec, type StoredMediaType } from '../../apimachinery/scheme/stored-codec.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Logger } from '../../component-base/klog.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { olderStoredVersions } from '../endpoints/discovery/storage-version.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'
import { StartupError } from '../options/startup-error.ts'
import type { HistoryLimits } from '../storage/history.ts'
import { type Storage, StoreTimeoutError } from '../storage/interface.ts'
import { encryptionOf } from './encryption.ts'
import type { ConnectEtcd } from './start-options.ts'

/** Objects that share a lease, at most. Upstream: defaultLeaseMaxObjectCount */
const maxObjects = 1000

/** Whether --etcd-servers names an etcd. */
export const namesEtcd = ({ flags }: Pick<ApiserverConfig, 'flags'>): boolean =>
  flags.strings('etcd-servers').some((server) => server !== '')

const connectByFlags =
  ({ flags }: Pick<ApiserverConfig, 'flags'>): ConnectEtcd =>
  async () => {
    const { EtcdClient } = await import('../storage/etcd/etcd-client.ts')
    return EtcdClient.open({
      endpoints: flags.strings('etcd-servers').filter((server) => server !== ''),
      caFile: flags.string('etcd-cafile'),
      certFile: flags.string('etcd-certfile'),
      keyFile: flags.string('etcd-keyfile'),
    })
  }

/** The surroundings of a store in an etcd. */
interface EtcdSurroundings {
  clock: Clock
  history: Partial<HistoryLimits>
  logger: Logger
  /** Undefined: the etcd that --etcd-servers names. */
  connectEtcd: ConnectEtcd | undefined
}

/** The store in an etcd. Throws a {@link StartupError} where that does not answer. */
export async function openEtcdStore(
  config: ApiserverConfig,
  { clock, history, logger, connectEtcd = connectByFlags(config) }: EtcdSurroundings,
): Promise<Storage> {
  const { flags, release, dataDir } = config
  if (dataDir !== undefined)
    throw new StartupError('--data-dir and --etcd-servers both say where the data is: leave one out')
  const { openEtcdStorage } = await import('../storage/etcd/etcd-storage.ts')
  const mediaType = (flags.string('storage-media-type') ||
    'application/vnd.kubernetes.protobuf') as StoredMediaType
  const prefix = flags.string('etcd-prefix') || '/registry'
  const cbor = gateEnabled(config.gates, 'CBORServingAndStorage')
  const plain = new StoredCodec(schemeOf(release), mediaType, olderStoredVersions(release), cbor)
  const { codec, stop } = encryptionOf(plain, { config, clock, logger, prefix })
  try {
    return await openEtcdStorage({
      connect: () => connectEtcd({ prefix, codec }),
      prefix,
      writtenBy: schemeOf(release).name,
      codec,
      clock,
      history,
      leases: { reuseSeconds: flags.number('lease-reuse-duration-seconds', 60), maxObjects },
      onUnreadable: ({ record, revision }, error) =>
        logger.logS('E', 'Failed to watch', {
          err: `failed to prepare current and previous objects: ${error.message}`,
          key: record.key,
          revision,
        }),
      onClose: stop,
    })
  } catch (error) {
    stop()
    if (error instanceof StoreTimeoutError)
      throw new StartupError(`error creating storage factory: ${error.message}`, { cause: error })
    throw error
  }
}

import type { Clock } from '../../component-base/clock.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Random } from '../../component-base/random.ts'
import type { AdmissionPlugin } from '../admission/chain.ts'
import type { PeerAddress } from '../controlplane/peer-endpoint-leases.ts'
import type { CertificateStore } from '../endpoints/authentication/certificate-store.ts'
import type { NodeBackend } from '../endpoints/special/node-backend.ts'
import type { Turns } from '../http-listeners.ts'
import type { EtcdCalls } from '../storage/etcd/etcd-calls.ts'
import type { EtcdStorageOptions } from '../storage/etcd/etcd-storage.ts'
import type { Storage } from '../storage/interface.ts'

/** Connects a server to an etcd. @param keeping how the server keeps its objects there */
export type ConnectEtcd = (keeping: Pick<EtcdStorageOptions, 'codec' | 'prefix'>) => Promise<EtcdCalls>

/** The surroundings of a server beside its configuration: clock, store, certificates. */
export interface StartOptions {
  readonly logger: Logger
  readonly clock?: Clock
  readonly random?: Random
  /** A store that outlives the server (a cluster whose release changes); otherwise the configuration says which. */
  readonly storage?: Storage
  /** The etcd that the server keeps its data in, whatever --etcd-servers says. */
  readonly connectEtcd?: ConnectEtcd
  /** --etcd-servers may be followed, and peers that the store names may be asked: the command line is the reader's own, and no document's. */
  readonly mayReachEtcd?: boolean
  /** Where a peer listens that says in the store where it is, undefined: nowhere; peers may be asked then. Default: at that address */
  readonly reachPeer?: (told: PeerAddress) => PeerAddress | undefined
  /** Webhooks may be asked, as far as the configuration says: the command line is the reader's own, and no document's. */
  readonly mayReachWebhooks?: boolean
  /** Audit logs may be written and audit webhooks called: the command line is the reader's own, and no document's. */
  readonly mayAudit?: boolean
  /** Certificates that outlive the server. */
  readonly certificates?: CertificateStore
  /** Of the machine; servers that share a store are told apart by it. Default: localhost */
  readonly hostname?: string
  /** Allows everything, to anonymous users too: over plain HTTP nobody can show a certificate. */
  readonly trusting?: boolean
  /** Milliseconds that requests may still take when the server ends. Default: they end with it */
  readonly grace?: number
  /** Holds requests back until it is their turn. */
  readonly turns?: Turns
  /** The kubelets that the server reaches. Default: none */
  readonly nodes?: NodeBackend
  /** Admission plugins beside those of the configuration; they run last. */
  readonly plugins?: readonly AdmissionPlugin[]
}

// Upstream: pkg/controlplane/apiserver/server.go (New: post start hooks)

import type { JsonObject } from '../../apimachinery/json.ts'
import { joinHostPort } from '../../component-base/go/net.ts'
import type { RecordedRegistry } from '../../component-base/metrics/recorded-metrics.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { Foundation } from '../apiserver-parts/foundation.ts'
import type { AppExtension } from '../endpoints/app.ts'
import type { DiscoveryOptions } from '../endpoints/discovery/discovery-paths.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import { handleError } from '../handle-error.ts'
import { controlplaneDialect } from './dialect.ts'
import { DiscoveryDirectory } from './discovery-directory.ts'
import { IdentityLease, type IdentityLeaseOptions } from './identity-lease.ts'
import { collectIdentityLeases } from './identity-lease-gc.ts'
import { type GroupDiscovery, mergeGroups } from './merged-discovery.ts'
import { OwnObjects } from './own-objects.ts'
import { PeerClient, type PeerTls } from './peer-client.ts'
import { type PeerAddress, PeerEndpointLease } from './peer-endpoint-leases.ts'
import { PeerMetrics } from './peer-metrics.ts'
import { PeerProxy } from './peer-proxy.ts'
import { type Periodic, periodically } from './periodically.ts'
import { serverIdentity } from './server-identity.ts'
import { StorageVersionDirectory } from './storage-version-directory.ts'
import { StorageVersions } from './storage-versions.ts'

/** Work that runs while a server serves. */
interface Part {
  start(): Promise<void>
  stop(): Promise<void>
}

/** What a server tells the others of its control plane, and hears of them. */
export class ControlPlane {
  /** Answers what a peer has to answer. */
  readonly extensions: readonly AppExtension[]
  /** The groups of this server with those of its peers, as discovery shows them; undefined where it does not. */
  readonly withPeers: DiscoveryOptions['withPeers']
  private readonly parts: readonly Part[]
  /** The number of parts that have started. */
  private started = 0

  constructor(apiserver: GenericAPIServer, foundation: Foundation, metrics: RecordedRegistry) {
    const { config, random, hostname } = foundation
    const id = gateEnabled(config.gates, 'APIServerIdentity')
      ? serverIdentity(hostname, config.release.minor, random)
      : ''
    const versions =
      id !== '' && gateEnabled(config.gates, 'StorageVersionAPI')
        ? new StorageVersions(
            apiserver,
            id,
            handleError(foundation.logger, 'StorageVersions could not be written'),
          )
        : undefined
    const proxy = id === '' ? undefined : peerProxy(apiserver, foundation, id, { metrics, versions })
    this.extensions = [
      ...(versions === undefined ? [] : [versions.precondition]),
      ...(proxy === undefined ? [] : [proxy.extension]),
    ]
    this.withPeers = withPeers(proxy, id, config.release.minor)
    this.parts =
      id === ''
        ? []
        : [
            ...identityParts(apiserver, foundation, id),
            ...(versions === undefined ? [] : [versions]),
            ...peerEndpointParts(foundation, id),
            ...(proxy === undefined ? [] : [proxy]),
          ]
  }

  /** Rejects where a part does not start; called again, it goes on with that part. */
  async start(): Promise<void> {
    for (; this.started < this.parts.length; this.started++) await this.parts[this.started]!.start()
  }

  /** Takes back what is of this server alone; a store that is gone already keeps it. */
  async stop(): Promise<void> {
    for (const part of this.parts.toReversed()) await part.stop().catch(() => {})
  }
}

function identityParts(apiserver: GenericAPIServer, foundation: Foundation, id: string): Part[] {
  const leases = OwnObjects.of(apiserver, 'coordination.k8s.io/v1', 'leases')
  if (leases === undefined) return []
  return [identityLease(leases, foundation, id), identityLeaseGC(leases, foundation)]
}

function identityLease(
  leases: OwnObjects,
  { config, random, clock, hostname, logger }: Foundation,
  id: string,
): Part {
  const { identityLeaseLabel, labelsHostname, keepsIdentityLease } = controlplaneDialect(config.release.minor)
  const options: IdentityLeaseOptions = {
    name: id,
    holder: labelsHostname ? `${id}_${random.uuid()}` : id,
    labels: {
      [identityLeaseLabel]: 'kube-apiserver',
      ...(labelsHostname ? { 'kubernetes.io/hostname': hostname } : {}),
    },
    annotations: proxiesPeers(config)
      ? {
          'kubernetes.io/peer-advertise-address': joinHostPort(config.advertiseAddress, config.advertisePort),
        }
      : {},
    durationSeconds: durationSeconds(config),
    renewMs: config.flags.number('identity-lease-renew-interval-seconds', 10) * 1000,
    stays: keepsIdentityLease,
  }
  return new IdentityLease(leases, clock, options, handleError(logger, 'Failed to update lease'))
}

function identityLeaseGC(leases: OwnObjects, { config, clock, logger }: Foundation): Part {
  const { collectedLeases } = controlplaneDialect(config.release.minor)
  const collect = (): Promise<void> => collectIdentityLeases(leases, collectedLeases, clock.now())
  const failed = handleError(logger, 'Error syncing leases')
  let rounds: Periodic | undefined
  return {
    async start() {
      rounds = periodically(clock, durationSeconds(config) * 1000, collect, failed)
      await rounds.first
    },
    stop: async () => rounds?.stop(),
  }
}

const proxiesPeers = ({ gates }: Foundation['config']): boolean =>
  gateEnabled(gates, 'UnknownVersionInteroperabilityProxy')

/**
 * Where peers reach this server. @note Real servers take --peer-advertise-ip and --peer-advertise-port and do not use them (1.28 to 1.36).
 */
const advertisedTo = ({ advertiseAddress: ip, advertisePort: port }: Foundation['config']): PeerAddress => ({
  ip,
  port,
})

/** The certificates for peers; undefined without --peer-ca-file. */
function peerTls({ flags, readFile }: Foundation['config']): PeerTls | undefined {
  const [ca, cert, key] = ['peer-ca-file', 'proxy-client-cert-file', 'proxy-client-key-file'].map((flag) =>
    flags.string(flag),
  )
  return ca === '' ? undefined : { ca: readFile(ca!), cert: readFile(cert!), key: readFile(key!) }
}

/** A server that is alone has no peers to tell. */
function peerEndpointParts({ config, storage, clock, logger }: Foundation, id: string): Part[] {
  if (!proxiesPeers(config) || !storage.shared) return []
  const failed = handleError(logger, 'Error refreshing peer endpoint lease')
  return [new PeerEndpointLease({ storage, clock }, id, advertisedTo(config), failed)]
}

function peerProxy(
  apiserver: GenericAPIServer,
  { config, reachPeer, logger }: Foundation,
  id: string,
  { metrics: requests, versions }: { metrics: RecordedRegistry; versions: StorageVersions | undefined },
): PeerProxy | undefined {
  const { context: server, registry } = apiserver
  const tls = proxiesPeers(config) ? peerTls(config) : undefined
  if (reachPeer === undefined || tls === undefined || !server.storage.shared) return undefined
  const { asksPeers, tellsPeersUID } = controlplaneDialect(config.release.minor)
  const client = new PeerClient(tls, tellsPeersUID, reachPeer)
  const metrics = new PeerMetrics(requests, config.release.minor)
  // Before peers could be asked, the gate needed the StorageVersions.
  const directory =
    asksPeers || versions === undefined
      ? new DiscoveryDirectory({ server, logger, registry, own: id }, client, metrics)
      : new StorageVersionDirectory(apiserver, id, versions)
  return new PeerProxy(server, directory, client, metrics)
}

function withPeers(proxy: PeerProxy | undefined, own: string, minor: number): DiscoveryOptions['withPeers'] {
  const directory = proxy?.directory
  if (!(directory instanceof DiscoveryDirectory) || !controlplaneDialect(minor).showsPeers) return undefined
  let last: { of: unknown; groups: readonly JsonObject[] } | undefined
  return (groups) => {
    const peers = directory.groups()
    if (peers.size === 0) return groups
    if (last?.of !== peers) {
      const lists = [...peers].map(([id, served]) => [id, served.groups] as const)
      const merged = mergeGroups(new Map([[own, groups as readonly GroupDiscovery[]], ...lists]))
      last = { of: peers, groups: merged as JsonObject[] }
    }
    return last.groups
  }
}

/** The duration of the identity lease in seconds; a flag up to 1.25, later always 3600. */
const durationSeconds = ({ flags }: Foundation['config']): number =>
  flags.number('identity-lease-duration-seconds', 3600)

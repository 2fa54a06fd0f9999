// Upstream: staging/src/k8s.io/apiserver/pkg/util/peerproxy/peerproxy_handler.go (WrapHandler)
import { StatusError } from '../../apimachinery/status-error.ts'
import type { ApiCall } from '../endpoints/api-call.ts'
import type { AppExtension } from '../endpoints/app.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import { controlplaneDialect } from './dialect.ts'
import { type PeerClient, proxiedHeader } from './peer-client.ts'
import type { PeerDirectory } from './peer-directory.ts'
import { type PeerAddress, peerAddress } from './peer-endpoint-leases.ts'
import type { PeerMetrics } from './peer-metrics.ts'

/** Sends requests for what this server does not serve to a server that does. */
export class PeerProxy {
  private readonly server: ServerContext
  readonly directory: PeerDirectory
  private readonly client: PeerClient
  private readonly metrics: PeerMetrics

  constructor(server: ServerContext, directory: PeerDirectory, client: PeerClient, metrics: PeerMetrics) {
    this.server = server
    this.directory = directory
    this.client = client
    this.metrics = metrics
  }

  start(): Promise<void> {
    return this.directory.start()
  }

  async stop(): Promise<void> {
    await this.directory.stop()
    this.client.close()
  }

  /** Answers what a peer has to answer. Throws 503 where no peer says how it can be reached. */
  readonly extension: AppExtension = async (call) => {
    const { info, req } = call
    if (!info.isResourceRequest || req.headers[proxiedHeader] === 'true') return false
    if (!this.directory.isReady()) return false
    const servers = await this.directory.serversOf(info)
    if (servers.length === 0) return false
    await this.forward(call, await this.addressOf(call, servers))
    return true
  }

  private async forward(call: ApiCall, address: PeerAddress): Promise<void> {
    const code = await this.client.forward(call, address)
    this.metrics.rerouted(code, call.info)
  }

  private async addressOf({ info }: ApiCall, servers: readonly string[]): Promise<PeerAddress> {
    const found = await Promise.all(servers.map((id) => peerAddress(this.server.storage, id)))
    const known = found.filter((one) => one !== undefined)
    const { onePeerIsEnough } = controlplaneDialect(this.server.release.minor)
    if (known.length > 0 && (onePeerIsEnough || known.length === found.length))
      return known[this.server.random.int(known.length)]!
    this.metrics.failed('endpoint_resolution', info)
    throw new StatusError(
      503,
      'ServiceUnavailable',
      'Error getting ip and port info of the remote server while proxying',
    )
  }
}

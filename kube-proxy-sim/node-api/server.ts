// The node-local API of one node: what watches a kube-apiserver, the state, and the gRPC server over it. Upstream: KEP-2104
import type { RestClient } from '../../client/rest-client.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Random } from '../../component-base/random.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { bind } from './bind.ts'
import { parseBindSpec } from './bind-spec.ts'
import { loadNodeApi } from './grpc.ts'
import { nodeApiServer } from './grpc-server.ts'
import { NodeSource } from './node-source.ts'
import { NodeState, newInstanceID } from './node-state.ts'

export interface NodeApiOptions {
  client: RestClient
  clock: Clock
  random: Random
  /** Release and gates of the kube-proxy whose choices these are. */
  minor: number
  gates: FeatureGateReader
  nodeName: string
  /** `tcp://127.0.0.1:12345` or `unix:///path`; port 0 takes a free one. */
  listen: string
  /** Takes addresses that other machines reach. */
  allowRemote?: boolean
  onError?: (error: Error) => void
}

export interface RunningNodeApi {
  /** As clients take it: `127.0.0.1:12345` or `unix:/path`. */
  target: string
  state: NodeState
  /** Resolves when the first state is there. */
  synced: Promise<void>
  close(): Promise<void>
}

/** Serves the API at once; calls wait until everything is listed. Throws BindSpecError, or an Error where it cannot listen. */
export async function startNodeApi(options: NodeApiOptions): Promise<RunningNodeApi> {
  const address = parseBindSpec(options.listen, options.allowRemote)
  const api = await loadNodeApi()
  const state = new NodeState(newInstanceID(options.random))
  const server = await nodeApiServer(api, state, options.nodeName)
  const target = await bind(api, server.grpc, address)
  const source = new NodeSource({ ...options, state, codec: api })
  return {
    target,
    state,
    synced: source.start(),
    async close() {
      await Promise.all([server.close(options.clock), source.stop()])
    },
  }
}

// The node-local API of one node: what watches a kube-apiserver, the state, and the gRPC server over it. Upstream: KEP-2104
import type { RestClient } from '../../client/rest-client.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Random } from '../../component-base/random.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { bindAll } from './bind.ts'
import { parseBindSpec } from './bind-spec.ts'
import { loadNodeApi } from './grpc.ts'
import { nodeApiServer } from './grpc-server.ts'
import { NodeSource } from './node-source.ts'
import { NodeState, newInstanceID } from './node-state.ts'

/** The kube-apiserver and node of a node-local API, and the addresses that it listens at. */
export interface NodeApiOptions {
  client: RestClient
  clock: Clock
  random: Random
  /** Release and gates of the kube-proxy whose choices these are. */
  minor: number
  gates: FeatureGateReader
  nodeName: string
  /** `tcp://127.0.0.1:12345`, `unix:///path`, or several of them; port 0 takes a free one. */
  listen: string | readonly string[]
  /** Takes addresses that other machines reach. */
  allowRemote?: boolean
  onError?: (error: Error) => void
}

/** A node-local API that listens. */
export interface RunningNodeApi {
  /** The address in the form that clients take: `127.0.0.1:12345` or `unix:/path`; the first where there are several. */
  target: string
  targets: readonly string[]
  state: NodeState
  /** Resolves when the first state is there. */
  synced: Promise<void>
  close(): Promise<void>
}

/** Serves the API at once; calls wait until everything is listed. Throws BindSpecError, or an Error where it cannot listen. */
export async function startNodeApi(options: NodeApiOptions): Promise<RunningNodeApi> {
  const addresses = [options.listen].flat().map((spec) => parseBindSpec(spec, options.allowRemote))
  const api = await loadNodeApi()
  const state = new NodeState(newInstanceID(options.random))
  const server = await nodeApiServer(api, state, options.nodeName)
  const targets = await bindAll(api, server.grpc, addresses)
  const source = new NodeSource({ ...options, state, codec: api })
  return {
    target: targets[0]!,
    targets,
    state,
    synced: source.start(),
    async close() {
      await Promise.all([server.close(options.clock), source.stop()])
    },
  }
}

import type { RestClient } from '../client/rest-client.ts'
import type { Clock } from '../component-base/clock.ts'
import type { FeatureGateReader } from '../featuregates/reader.ts'
import type { ContainerNetwork } from './container-network.ts'
import type { EnvFileForm } from './env-file.ts'
import type { Pod, PodContainer } from './pod.ts'

/** A pod as its node has it. */
export interface PodOnNode {
  /** As the server has it. */
  readonly pod: Pod
  readonly containers: readonly PodContainer[]
  /** Its addresses; the node's for host network; empty while it has none. */
  readonly addresses: readonly string[]
  /** Whether its sandbox is up. */
  readonly connected: boolean
}

/** The node that containers run on. */
export interface NodeOfContainers {
  readonly clock: Clock
  readonly client: Pick<RestClient, 'get' | 'create'>
  readonly gates: FeatureGateReader
  readonly nodeName: string
  readonly envFiles: EnvFileForm
  readonly nodeIP: string
  readonly clusterDNS: readonly string[]
  readonly clusterDomain: string
  /** What a container without a limit has: `{cpu: '2', memory: '8145276Ki'}`. */
  readonly capacity: Readonly<Record<string, string>>
  /** Undefined: containers reach their own pod only. */
  readonly network: ContainerNetwork | undefined
}

/** A container's program has ended by itself, or cannot be run: then without an exit code. */
export type EndListener = (uid: string, container: string, run: number, exitCode: number | undefined) => void

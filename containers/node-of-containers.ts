import type { RestClient } from '../client/rest-client.ts'
import type { Clock } from '../component-base/clock.ts'
import type { ContainerNetwork } from './container-network.ts'
import type { ContainerCreator, SandboxOrigin } from './created-by.ts'
import type { Pod, PodContainer } from './pod.ts'

/** A pod on its node, with its containers and addresses. */
export interface PodOnNode {
  /** The Pod, as the server has it. */
  readonly pod: Pod
  readonly containers: readonly PodContainer[]
  /** The pod's addresses; with host network the node's; empty while it has none. */
  readonly addresses: readonly string[]
  /** Whether the pod's sandbox is up. */
  readonly connected: boolean
  /** The facts of the kubelet that made the sandbox; undefined: those of the kubelet that runs. */
  readonly origin?: SandboxOrigin | undefined
}

/** The node that containers run on. */
export interface NodeOfContainers extends SandboxOrigin, ContainerCreator {
  readonly clock: Clock
  readonly client: Pick<RestClient, 'get' | 'create'>
  readonly nodeName: string
  /** The network of containers; undefined: they reach their own pod only. */
  readonly network: ContainerNetwork | undefined
}

/** A container's program has ended by itself, or cannot be run: then without an exit code. */
export type EndListener = (uid: string, container: string, run: number, exitCode: number | undefined) => void

import type { ContainerNetwork } from './container-network.ts'
import type { PodVolumes } from './files/pod-volumes.ts'
import type { NodeOfContainers, PodOnNode } from './node-of-containers.ts'
import type { PodPorts } from './pod-network.ts'
import type { PodTime } from './pod-time.ts'
import type { ProcessTable, StartedProcesses } from './process-table.ts'

/** The time, network, volumes and processes that the containers of a pod share. */
export interface PodPlace {
  readonly node: NodeOfContainers
  readonly view: PodOnNode
  readonly time: PodTime
  readonly ports: PodPorts
  readonly volumes: PodVolumes
  readonly network: ContainerNetwork
  /** The processes of all containers, where they share them; undefined: each container has its own. */
  readonly processes: ProcessTable | undefined
  /** Counts the processes that the pod's shells have started beside themselves. */
  readonly started: StartedProcesses
  /** Runs something of the present as a process of the pod. */
  beside<T>(work: () => Promise<T>): Promise<T>
}

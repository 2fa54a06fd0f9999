import type { ContainersOfNode } from '../../containers/containers-of-node.ts'
import type { ContainerCreator, SandboxOrigin } from '../../containers/created-by.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Pause } from '../pause.ts'
import type { Pull } from './image-puller.ts'
import type { Allocatable } from './node-room.ts'
import type { NodeRuntime } from './node-runtime.ts'
import type { Pod } from './pod.ts'
import type { PodEvents } from './pod-events.ts'
import type { VolumeFiles } from './volume-files.ts'

/** The parts of a node that all its pod workers share. */
export interface PodSurroundings {
  options: KubeletOptions
  pause: Pause
  events: PodEvents
  nodeLabels: Readonly<Record<string, string>>
  /** The amounts that the node offers to pods. */
  allocatable(): Allocatable
  /** The pods that the node has taken and that have not ended, with what is allocated to them. */
  running(): Pod[]
  /** A pod has left room, or taken some: resizes that wait are tried again. */
  roomChanged(): void
  /** Brings an image to the node. @returns whether it was there; a promise where that takes time */
  pull(image: string): boolean | Promise<Pull>
  /** Whether an image is on the node. */
  hasImage(image: string): boolean
  files: VolumeFiles
  runtime: NodeRuntime
  /** The facts of this kubelet that sandboxes and containers keep. */
  origin: { sandbox: SandboxOrigin; by: ContainerCreator }
  /** The containers of the node, whose programs run where something asks for them. */
  containers: ContainersOfNode
}

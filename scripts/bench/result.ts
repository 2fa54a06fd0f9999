// What a run of the bench has measured, as --json writes it.
import type { PodsFigure, ScaleFigure } from './clusters.ts'
import type { GrowthFigure } from './growth.ts'
import type { PacketsFigure } from './packets.ts'
import type { Figure } from './server-load.ts'
import type { MemoryFigure } from './server-memory.ts'
import type { ServerKind } from './servers.ts'

/** The figures of each kind of server that ran. */
export type Figures = Partial<Record<ServerKind, Figure>>

/** The load of servers with so many more objects in their stores. */
export interface LoadResult {
  objects: number
  requests: Record<string, Figures>
  /** Resident after it. */
  memoryMiB: Partial<Record<ServerKind, number>>
}

/** A run of the bench. */
export interface BenchResult {
  machine: { node: string; processor: string; cores: number; memoryMiB: number }
  release: string
  /** Seconds of processor time of the fixed load. */
  calibration: number
  /** Milliseconds. */
  start: Record<string, number>
  /** By the number of nodes. */
  nodes: Record<string, ScaleFigure>
  loads: LoadResult[]
  // The rest is measured once, and left out where it is not asked for.
  /** Milliseconds that a second cluster of a process takes. */
  secondCluster?: number
  /** 5,000 pods on 100 nodes. */
  pods?: PodsFigure
  /** Milliseconds until one change of 10,000 Services is in the rules of all nodes. */
  services?: number
  /** By the number of Services. */
  packets?: Record<string, PacketsFigure>
  memory?: MemoryFigure
  /** So many nodes played for a real kube-apiserver, by the program that plays them. */
  played?: { count: number; programs: Record<string, ScaleFigure> }
  growth?: GrowthFigure
}

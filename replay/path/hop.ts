// What modules for paths see.
import type { Cluster } from '../../cluster/cluster.ts'
import type { ScenarioContext } from '../skew/scenario-context.ts'

/** From one release to the next, as `kepsim path` goes. */
export interface Hop {
  from: string
  to: string
}

export interface HopContext extends ScenarioContext {
  hop: Hop
}

/** The default export of a module for paths. Its answer, if any, is the outcome shown for the hop. */
export type HopFunction = (cluster: Cluster, context: HopContext) => Promise<unknown>
export type SetupFunction = (cluster: Cluster, context: ScenarioContext) => Promise<unknown>

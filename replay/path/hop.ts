// What modules for paths see.
import type { Cluster } from '../../cluster/cluster.ts'
import type { ScenarioContext } from '../skew/scenario-context.ts'

/** A hop from one release to the next, as `kepsim path` goes. */
export interface Hop {
  from: string
  to: string
}

/** What a module's function for a hop is given besides the cluster. */
export interface HopContext extends ScenarioContext {
  hop: Hop
}

/** The default export of a module for paths. Its answer, if any, is the outcome shown for the hop. */
export type HopFunction = (cluster: Cluster, context: HopContext) => Promise<unknown>
/** A module's function that makes the objects of a path; it runs at the first release only. */
export type SetupFunction = (cluster: Cluster, context: ScenarioContext) => Promise<unknown>

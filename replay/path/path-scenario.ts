// What a path is walked with, and what runs it on a cluster.
import type { Cluster } from '../../cluster/cluster.ts'
import type { KubectlRunner } from '../machine/machine.ts'
import type { Outcome, StepResult } from '../outcome.ts'
import type { ScenarioLog } from '../skew/scenario-log.ts'
import type { ReplayFacts } from '../skew/scenario-run.ts'
import type { Containment } from './contained.ts'
import type { Hop } from './hop.ts'

/** What came of a scenario at a release. */
export interface Checked {
  status: Outcome
  /** One line: what the scenario answered, or why it did not pass. */
  outcome: string
  /** Where it has some. */
  steps: StepResult[]
}

/** A scenario on one cluster. */
export interface Walk {
  /** Makes the objects to follow, at the first release, and answers what became of that where it is not all. Throws InputError for what cannot be made. */
  setup(): Promise<Checked | undefined>
  /** Runs after each hop; throws only when it is told to end. */
  check(hop: Hop): Promise<Checked>
  close(): Promise<void>
}

/** The cluster of a walk, and the facts and limits of its scenario. */
export interface WalkParts {
  cluster: Cluster
  node: string
  log: ScenarioLog
  /** Gates to tell the state of in reports. */
  gates: readonly string[]
  facts: ReplayFacts
  kubectl: KubectlRunner
  /** Of a module's functions. */
  containment: Containment
}

/** A scenario that is asked after each hop of a path. */
export interface PathScenario {
  file: string
  /** Fields to follow in reports, as `Node node-1 status.nodeInfo.kubeProxyVersion`. */
  watch: readonly string[]
  /** May be asked for several clusters, one after the other. */
  on(parts: WalkParts): Walk
}

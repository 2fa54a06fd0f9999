// `import { defineScenario } from 'kepsim/scenario'`: types for the modules that `kepsim skew` and `kepsim path` run.
import type { HopFunction, SetupFunction } from '../path/hop.ts'
import type { ScenarioFunction } from './scenario-context.ts'

export type { Hop, HopContext, HopFunction, SetupFunction } from '../path/hop.ts'
export type { Matrix } from './axes.ts'
export type { Cell, GateComponent, GateSetting } from './cell.ts'
export type { CellContext, ScenarioContext, ScenarioFunction } from './scenario-context.ts'

/** What `kepsim skew` runs in each cell: `export default defineScenario(async (cluster, { assert }) => …)`. */
export const defineScenario = (run: ScenarioFunction): ScenarioFunction => run

/** What `kepsim path` runs after each hop; the default export. */
export const defineHop = (check: HopFunction): HopFunction => check

/** What `kepsim path` runs at the first release; the export `setup`. */
export const defineSetup = (setup: SetupFunction): SetupFunction => setup

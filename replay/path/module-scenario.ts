// A module: `setup` makes the objects to follow, the default export asserts after each hop.
import type { Cluster } from '../../cluster/cluster.ts'
import { InputError } from '../input-error.ts'
import { importScenario, lineIn, lineOfExport } from '../skew/import-scenario.ts'
import { checkedWatch } from '../skew/scenario.ts'
import type { ScenarioContext } from '../skew/scenario-context.ts'
import { ScenarioRun } from '../skew/scenario-run.ts'
import type { Checked, Hop, PathScenario, WalkParts } from './path-scenario.ts'

export interface HopContext extends ScenarioContext {
  hop: Hop
}

/** The default export of a module for paths. Its answer, if any, is the outcome shown for the hop. */
export type HopFunction = (cluster: Cluster, context: HopContext) => Promise<unknown>
export type SetupFunction = (cluster: Cluster, context: ScenarioContext) => Promise<unknown>

interface PathModule {
  file: string
  watch: readonly string[]
  check: HopFunction
  setup: SetupFunction | undefined
}

/** Throws InputError with file and line for a module that cannot be used. */
export async function moduleScenario(file: string): Promise<PathScenario> {
  const { default: check, setup, watch } = await importScenario(file)
  if (typeof check !== 'function')
    throw new InputError(
      file,
      1,
      'export what is to hold after each hop as `export default async (cluster, { assert, hop }) => …`',
    )
  if (setup !== undefined && typeof setup !== 'function')
    throw new InputError(file, lineOfExport(file, 'setup'), '`setup` is a function of the cluster')
  const module: PathModule = {
    file,
    watch: checkedWatch(file, watch),
    check: check as HopFunction,
    setup: setup as SetupFunction | undefined,
  }
  return {
    file,
    watch: module.watch,
    on: (parts) => ({
      setup: () => runSetup(module, parts),
      check: (hop) => runCheck(module, parts, hop),
      close: async () => {},
    }),
  }
}

const runOf = ({ file, watch }: PathModule, { cluster, ...parts }: WalkParts, title: string): ScenarioRun =>
  new ScenarioRun(cluster, { file, title, watch, ...parts })

async function runSetup(module: PathModule, parts: WalkParts): Promise<void> {
  if (module.setup === undefined) return
  const run = runOf(module, parts, 'setup')
  try {
    await module.setup(parts.cluster, run.context)
  } catch (error) {
    throw new InputError(module.file, lineOf(module.file, error), `setup: ${messageOf(error)}`)
  } finally {
    await run.finish()
  }
}

async function runCheck(module: PathModule, parts: WalkParts, hop: Hop): Promise<Checked> {
  const run = runOf(module, parts, `${hop.from} → ${hop.to}`)
  try {
    const answer = await module.check(parts.cluster, { ...run.context, hop })
    const outcome = answer === undefined ? 'holds' : String(answer)
    return { holds: true, outcome, steps: await run.finish() }
  } catch (error) {
    const line = lineOf(module.file, error)
    const place = line === undefined ? module.file : `${module.file}:${line}`
    return { holds: false, outcome: `${place}: ${messageOf(error)}`, steps: await run.finish(error) }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const lineOf = (file: string, error: unknown): number | undefined =>
  error instanceof Error ? lineIn(file, error.stack ?? '') : undefined

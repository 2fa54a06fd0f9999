// A module: `setup` makes the objects to follow, the default export asserts after each hop.
import { messageOf } from '../../component-base/thrown.ts'
import { InputError } from '../input-error.ts'
import { importScenario } from '../skew/import-scenario.ts'
import { lineOfExport } from '../skew/module-lines.ts'
import { checkedWatch } from '../skew/scenario.ts'
import { ScenarioRun } from '../skew/scenario-run.ts'
import { contained } from './contained.ts'
import type { Hop, HopFunction, SetupFunction } from './hop.ts'
import type { Checked, PathScenario, WalkParts } from './path-scenario.ts'

interface PathModule {
  file: string
  lineOf(error: unknown): number | undefined
  watch: readonly string[]
  check: HopFunction
  setup: SetupFunction | undefined
}

/** The scenario of a module. Throws InputError with file and line for a module that cannot be used. */
export async function moduleScenario(file: string): Promise<PathScenario> {
  const { exports, lineOf } = await importScenario(file)
  const { default: check, setup, watch } = exports
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
    lineOf,
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

const runOf = ({ lineOf, watch }: PathModule, { cluster, ...parts }: WalkParts, title: string): ScenarioRun =>
  new ScenarioRun(cluster, { lineOf, title, watch, ...parts })

async function runSetup(module: PathModule, parts: WalkParts): Promise<undefined> {
  const { setup } = module
  if (setup === undefined) return undefined
  const run = runOf(module, parts, 'setup')
  try {
    await contained(() => setup(parts.cluster, run.context), parts.containment)
  } catch (error) {
    parts.containment.signal?.throwIfAborted()
    throw new InputError(module.file, module.lineOf(error), `setup: ${messageOf(error)}`)
  } finally {
    await run.finish()
  }
  return undefined
}

async function runCheck(module: PathModule, parts: WalkParts, hop: Hop): Promise<Checked> {
  const run = runOf(module, parts, `${hop.from} → ${hop.to}`)
  try {
    const answer = await contained(
      () => module.check(parts.cluster, { ...run.context, hop }),
      parts.containment,
    )
    const outcome = answer === undefined ? 'holds' : String(answer)
    return { status: 'passed', outcome, steps: await run.finish() }
  } catch (error) {
    parts.containment.signal?.throwIfAborted()
    const line = module.lineOf(error)
    const place = line === undefined ? module.file : `${module.file}:${line}`
    return { status: 'differs', outcome: `${place}: ${messageOf(error)}`, steps: await run.finish(error) }
  }
}

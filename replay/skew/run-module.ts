// Runs a scenario's function on a cluster of one cell.
import { inspect } from 'node:util'
import { type Cluster, startCluster } from '../../cluster/cluster.ts'
import { ComponentFailedError } from '../../cluster/cluster-errors.ts'
import type { SectionResult } from '../outcome.ts'
import { type Cell, gatesFor } from './cell.ts'
import type { ModuleScenario } from './scenario.ts'
import { ScenarioLog } from './scenario-log.ts'
import { type ReplayFacts, ScenarioRun } from './scenario-run.ts'
import { versionFlags } from './server-refusal.ts'
import { type Verdict, verdictOfError } from './verdict.ts'

const node = 'node-1'

/** What goes wrong in the cell is its verdict. */
export async function runModule(scenario: ModuleScenario, cell: Cell, facts: ReplayFacts): Promise<Verdict> {
  const refusal = scenario.refusal?.(cell)
  const log = new ScenarioLog()
  let cluster: Cluster
  try {
    cluster = await startCell(cell, log, facts)
  } catch (error) {
    return startFailed(error, refusal)
  }
  try {
    if (refusal !== undefined)
      return {
        status: 'differs',
        outcome: `starts, but should refuse: ${refusal}`,
        details: undefined,
        line: undefined,
      }
    return await runOn(cluster, scenario, cell, log, facts)
  } finally {
    await cluster.stop()
  }
}

const startCell = (cell: Cell, { log, warn }: ScenarioLog, { plan }: ReplayFacts): Promise<Cluster> =>
  startCluster({
    ...(plan === undefined ? {} : { plan }),
    ...(cell.apiservers === undefined ? { release: cell.apiserver } : { apiservers: cell.apiservers }),
    featureGates: gatesFor(cell, 'kube-apiserver'),
    apiserverFlags: versionFlags(cell),
    nodes: [
      {
        name: node,
        kubeletRelease: cell.kubelet,
        featureGates: gatesFor(cell, 'kubelet'),
        kubeProxyRelease: cell.kubeProxy ?? cell.kubelet,
        kubeProxyFeatureGates: gatesFor(cell, 'kube-proxy'),
      },
    ],
    log,
    warn,
  })

async function runOn(
  cluster: Cluster,
  scenario: ModuleScenario,
  cell: Cell,
  log: ScenarioLog,
  facts: ReplayFacts,
): Promise<Verdict> {
  const { lineOf, watch } = scenario
  const gates = [...new Set(cell.gates.map(({ gate }) => gate))]
  const run = new ScenarioRun(cluster, {
    lineOf,
    title: 'scenario',
    node,
    log,
    watch,
    gates,
    apiserverFlags: versionFlags(cell),
    facts,
  })
  try {
    const answer = await scenario.run(cluster, { ...run.context, cell })
    const sections = sectionOf(await run.finish())
    const outcome = answer === undefined ? 'holds' : oneLine(answer)
    return { status: 'passed', outcome, details: undefined, line: undefined, sections }
  } catch (error) {
    return { ...verdictOfError(scenario, error), sections: sectionOf(await run.finish(error)) }
  }
}

const sectionOf = (steps: SectionResult['steps']): SectionResult[] => [{ title: '', line: 1, steps }]

function startFailed(error: unknown, refusal: string | RegExp | undefined): Verdict {
  const printed = error instanceof ComponentFailedError ? error.stderr : String(error)
  const component = error instanceof ComponentFailedError ? error.component : 'the cluster'
  const wanted = refusal !== undefined && hasSaid(printed, refusal)
  const says = error instanceof ComponentFailedError ? error.says : printed
  const outcome = `${component} refuses: ${says}`
  return {
    status: wanted ? 'passed' : 'differs',
    outcome,
    ...(wanted ? { details: undefined } : { details: printed.trim(), reason: outcome }),
    line: undefined,
    refused: printed,
  }
}

/** Whether a text has what a scenario expects in it. */
export const hasSaid = (text: string, wanted: string | RegExp): boolean =>
  wanted instanceof RegExp ? text.search(wanted) >= 0 : text.includes(wanted)

const oneLine = (answer: unknown): string =>
  (typeof answer === 'string' ? answer : inspect(answer, { breakLength: Number.POSITIVE_INFINITY })).split(
    '\n',
  )[0]!

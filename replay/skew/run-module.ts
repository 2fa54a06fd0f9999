// Runs a scenario's function on a cluster of one cell.
import { inspect } from 'node:util'
import { type Cluster, startCluster } from '../../cluster/cluster.ts'
import { ComponentFailedError } from '../../cluster/cluster-options.ts'
import { type Cell, gatesFor } from './cell.ts'
import { lineIn } from './import-scenario.ts'
import type { ModuleScenario } from './scenario.ts'
import { assert, eventually, type ScenarioContext } from './scenario-context.ts'
import type { Verdict } from './verdict.ts'

const node = 'node-1'

/** Never throws: what goes wrong in the cell is its verdict. */
export async function runModule(scenario: ModuleScenario, cell: Cell): Promise<Verdict> {
  const refusal = scenario.refusal?.(cell)
  const parts = new CellParts(cell)
  try {
    await parts.start()
  } catch (error) {
    await parts.stop()
    return startFailed(error, refusal)
  }
  try {
    if (refusal !== undefined)
      return {
        holds: false,
        outcome: `starts, but should refuse: ${refusal}`,
        details: undefined,
        line: undefined,
      }
    const answer = await scenario.run(parts.cluster!, parts.context())
    return {
      holds: true,
      outcome: answer === undefined ? 'holds' : oneLine(answer),
      details: undefined,
      line: undefined,
    }
  } catch (error) {
    return failed(scenario.file, error)
  } finally {
    await parts.stop()
  }
}

function startFailed(error: unknown, refusal: string | RegExp | undefined): Verdict {
  const printed = error instanceof ComponentFailedError ? error.stderr : String(error)
  const component = error instanceof ComponentFailedError ? error.component : 'the cluster'
  const wanted =
    refusal instanceof RegExp ? refusal.test(printed) : refusal !== undefined && printed.includes(refusal)
  const outcome = `${component} refuses: ${reasonIn(printed)}`
  return { holds: wanted, outcome, details: wanted ? undefined : printed.trim(), line: undefined }
}

/** The last reason of a chain of them: what the user can act on. */
function reasonIn(printed: string): string {
  const last = printed.trim().split('\n').at(-1) ?? ''
  const text =
    /err="((?:[^"\\]|\\.)*)"/.exec(last)?.[1]?.replace(/\\(.)/g, '$1') ?? last.replace(/^Error: /, '')
  return text.replace(/^.*?: (?=cannot set feature gate|unrecognized feature gate)/, '')
}

function failed(file: string, error: unknown): Verdict {
  const message = error instanceof Error ? error.message : String(error)
  const stack = error instanceof Error ? (error.stack ?? message) : message
  return { holds: false, outcome: firstLines(message), details: message, line: lineIn(file, stack) }
}

/** An assertion's first line and, where it shows one, the difference below it. */
function firstLines(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(0, 3).join(' ').slice(0, 200)
}

const oneLine = (answer: unknown): string =>
  (typeof answer === 'string' ? answer : inspect(answer, { breakLength: Number.POSITIVE_INFINITY })).split(
    '\n',
  )[0]!

/** What runs for one cell. */
class CellParts {
  cluster: Cluster | undefined
  private readonly cell: Cell
  private readonly lines = new Map<string, string[]>()

  constructor(cell: Cell) {
    this.cell = cell
  }

  async start(): Promise<void> {
    const { cell } = this
    this.cluster = await startCluster({
      release: cell.apiserver,
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
      log: (component, line) => this.log(component, line),
    })
  }

  context(): ScenarioContext {
    const client = this.cluster!.client('scenario')
    return {
      assert,
      cell: this.cell,
      client,
      node,
      eventually,
      logs: (component) => (this.lines.get(component) ?? []).join(''),
      metrics: () => client.text('/metrics'),
    }
  }

  async stop(): Promise<void> {
    await this.cluster?.stop()
  }

  private log(component: string, line: string): void {
    const lines = this.lines.get(component) ?? []
    lines.push(line)
    this.lines.set(component, lines)
  }
}

/** @note the flags take a version with the component's name in front. */
export function versionFlags(cell: Cell): string[] {
  const minor = (release: string): string => release.split('.').slice(0, 2).join('.')
  const flags: string[] = []
  if (cell.emulated !== undefined) flags.push(`--emulated-version=kube=${minor(cell.emulated)}`)
  if (cell.minCompatibility !== undefined)
    flags.push(`--min-compatibility-version=kube=${minor(cell.minCompatibility)}`)
  return flags
}

// One live store taken through releases, the components of each hop in an order.
import { type Cluster, startCluster } from '../../cluster/cluster.ts'
import { ComponentFailedError } from '../../cluster/cluster-options.ts'
import { skewProblems } from '../../featuregates/skew-policy.ts'
import { changesBetween, type FieldChange } from './changes.ts'
import type { PathScenario } from './path-scenario.ts'
import { type Mover, prescribed } from './path-spec.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

export interface HopResult {
  from: string
  to: string
  order: readonly Mover[]
  /** States on the way that the version skew policy does not support. */
  unsupported: string[]
  changes: FieldChange[]
  /** Warnings of the components and of the API, each once. */
  warnings: string[]
  /** What the scenario answered, or why it does not hold. */
  outcome: string
  holds: boolean
}

export interface PathOptions {
  releases: readonly string[]
  scenario: PathScenario
  /** Undefined: the prescribed one of each hop. */
  order?: readonly Mover[] | undefined
  gates?: Readonly<Record<string, boolean>>
  onHop?(hop: HopResult): void
}

const node = 'node-1'

/** Ends at the first hop where a component does not start. Throws what setting up throws. */
export async function runPath(options: PathOptions): Promise<HopResult[]> {
  const run = new PathRun(options)
  try {
    return await run.run()
  } finally {
    await run.stop()
  }
}

class PathRun {
  private readonly options: PathOptions
  private readonly gone = new Map<string, unknown>()
  private readonly warnings = new Set<string>()
  private cluster: Cluster | undefined
  private releases: Record<Mover, string>
  private last: Snapshot = new Map()

  constructor(options: PathOptions) {
    this.options = options
    const first = options.releases[0]!
    this.releases = { apiserver: first, kubelet: first, 'kube-proxy': first }
  }

  async run(): Promise<HopResult[]> {
    const { releases, scenario, gates = {} } = this.options
    this.cluster = await startCluster({
      release: releases[0]!,
      featureGates: gates,
      nodes: [{ name: node }],
      log: (component, line) => this.log(component, line),
    })
    await scenario.setup(this.cluster, (warning) => this.warnings.add(`API: ${warning}`))
    this.last = await this.rested()
    const hops: HopResult[] = []
    for (const [i, to] of releases.slice(1).entries()) {
      const hop = await this.hop(releases[i]!, to)
      hops.push(hop)
      this.options.onHop?.(hop)
      if (hop.outcome.startsWith(didNotStart)) break
    }
    return hops
  }

  async stop(): Promise<void> {
    await this.cluster?.stop()
  }

  private async hop(from: string, to: string): Promise<HopResult> {
    this.warnings.clear()
    const order = this.options.order ?? prescribed(from, to)
    const unsupported: string[] = []
    const failed = await this.move(order, to, unsupported)
    const hop = { from, to, order, unsupported: [...new Set(unsupported)] }
    if (failed !== undefined)
      return { ...hop, changes: [], warnings: [...this.warnings], outcome: failed, holds: false }
    const now = await this.rested()
    const changes = changesBetween(this.last, now, this.gone)
    this.last = now
    const { holds, outcome } = await this.options.scenario.check(this.cluster!, { from, to })
    return { ...hop, changes, warnings: [...this.warnings], outcome, holds }
  }

  /** Why a component did not start, if one did not. */
  private async move(
    order: readonly Mover[],
    to: string,
    unsupported: string[],
  ): Promise<string | undefined> {
    const cluster = this.cluster!
    try {
      for (const mover of order) {
        this.releases[mover] = to
        unsupported.push(...skewProblems(minors(this.releases)))
        if (mover === 'apiserver') await cluster.upgrade({ apiserver: to })
        else if (mover === 'kubelet') await cluster.upgrade({ kubelet: to })
        else await cluster.upgrade({ kubeProxy: to })
      }
      return undefined
    } catch (error) {
      if (error instanceof ComponentFailedError) return `${didNotStart}: ${error.message}`
      throw error
    }
  }

  /** The objects once controllers and kubelet have left them alone for a while. */
  private async rested(): Promise<Snapshot> {
    const client = this.cluster!.client()
    let before = await snapshotOf(client)
    for (let i = 0; i < 20; i++) {
      await new Promise((resolve) => setTimeout(resolve, 150))
      const now = await snapshotOf(client)
      if (changesBetween(before, now, new Map()).length === 0) return now
      before = now
    }
    return before
  }

  private log(component: string, line: string): void {
    const warning = /^W\d{4} \S+\s+\d+ \S+\] (.*)/.exec(line)?.[1] ?? /"(Warning: .*)/.exec(line)?.[1]
    if (warning !== undefined) this.warnings.add(`${component}: ${warning.trim()}`)
  }
}

const didNotStart = 'does not start'
const minorOf = (release: string): number => Number(release.split('.')[1])
const minors = (releases: Record<Mover, string>) => ({
  apiserver: minorOf(releases.apiserver),
  kubelet: minorOf(releases.kubelet),
  kubeProxy: minorOf(releases['kube-proxy']),
})

// One live store taken through releases, the components of each hop in an order.

import type { KubeObject } from '../../apimachinery/json.ts'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import { type Cluster, startCluster } from '../../cluster/cluster.ts'
import { ComponentFailedError } from '../../cluster/cluster-errors.ts'
import { minorOf } from '../../component-base/minor.ts'
import { messageOf } from '../../component-base/thrown.ts'
import { skewProblems } from '../../featuregates/skew-policy.ts'
import { InputError } from '../input-error.ts'
import type { KubectlRunner } from '../machine/machine.ts'
import { gateStates } from '../observe.ts'
import type { ComponentState, FieldValue } from '../outcome.ts'
import { ScenarioLog } from '../skew/scenario-log.ts'
import type { ReplayFacts } from '../skew/scenario-run.ts'
import { watchedValue } from '../skew/watched-field.ts'
import { changesBetween } from './changes.ts'
import { componentWarnings } from './component-warnings.ts'
import { rewrite } from './dry-rewrite.ts'
import { type HopEnd, reasonOf, refusalReasons } from './field-reason.ts'
import { withGuards } from './guard-states.ts'
import type { Hop } from './hop.ts'
import type { HopResult, Moment, PathResult } from './path-result.ts'
import type { Checked, PathScenario, Walk } from './path-scenario.ts'
import { isUpgrade, type Mover, prescribed } from './path-spec.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'
import { startFailureText } from './start-failure.ts'

/** The releases, scenario and limits of a walk. */
export interface PathOptions {
  releases: readonly string[]
  /** Undefined: nothing but what a cluster has by itself is followed. */
  scenario?: PathScenario | undefined
  /** Undefined: the prescribed one of each hop. */
  order?: readonly Mover[] | undefined
  gates?: Readonly<Record<string, boolean>>
  facts: ReplayFacts
  kubectl: KubectlRunner
  /** How long a function of the scenario may take. */
  timeoutMs: number
  /** Ends the walk: the hops that were made are its result. While the first release is being set up, its reason is thrown. */
  signal?: AbortSignal
  /** Told where the scenario did not pass at the first release. */
  onSetup?(setup: Checked): void
  onHop?(hop: HopResult): void
}

const node = 'node-1'

type MadeHop = Omit<HopResult, 'milliseconds'>
type HopOutcome = Omit<HopResult, 'from' | 'to' | 'order' | 'unsupported' | 'milliseconds'>

/**
 * Walks a path. Ends at the first hop where a component does not start, or the cluster does not answer. Throws what setting
 * up throws.
 */
export async function runPath(options: PathOptions): Promise<PathResult> {
  const run = await PathRun.start(options)
  try {
    return await run.walk()
  } finally {
    await run.stop()
  }
}

class PathRun {
  private readonly options: PathOptions
  private readonly cluster: Cluster
  /** Of its own: what it is warned of, nobody has asked for. */
  private readonly client: RestClient
  private readonly log: ScenarioLog
  private readonly scenario: Walk | undefined
  private readonly gone = new Map<string, unknown>()
  private readonly followed = new Set<string>()
  private readonly releases: Record<Mover, string>
  private last: Snapshot = new Map()
  /** Nothing is left to walk on with. */
  private over = false

  private constructor(options: PathOptions, cluster: Cluster, log: ScenarioLog) {
    this.options = options
    this.cluster = cluster
    this.client = new RestClient(parseKubeconfig(cluster.kubeconfig), 'kepsim')
    this.log = log
    const { facts, gates = {}, kubectl, releases, scenario, signal, timeoutMs } = options
    const containment = { signal, timeoutMs }
    const first = releases[0]!
    this.releases = { apiserver: first, kubelet: first, 'kube-proxy': first }
    this.scenario = scenario?.on({
      cluster,
      node,
      log,
      gates: Object.keys(gates),
      facts,
      kubectl,
      containment,
    })
  }

  static async start(options: PathOptions): Promise<PathRun> {
    const log = new ScenarioLog()
    const release = options.releases[0]!
    const cluster = await startCluster({
      release,
      ...(options.facts.plan === undefined ? {} : { plan: options.facts.plan }),
      featureGates: options.gates ?? {},
      nodes: [{ name: node }],
      // What is replayed on it may be a stranger's.
      webhooks: false,
      log: log.log,
      warn: log.warn,
    }).catch((error) => {
      if (!(error instanceof ComponentFailedError)) throw error
      throw new InputError('', undefined, startFailureText(error, release, options.facts))
    })
    return new PathRun(options, cluster, log)
  }

  async walk(): Promise<PathResult> {
    const { releases } = this.options
    const setup = await this.setUp()
    if (setup !== undefined) this.options.onSetup?.(setup)
    const start = await this.moment()
    const hops: HopResult[] = []
    let ended = false
    for (const [i, to] of releases.slice(1).entries()) {
      const begun = performance.now()
      const made = await this.hopUnlessEnded(releases[i]!, to)
      if (made === undefined) {
        ended = true
        break
      }
      const hop = { ...made, milliseconds: performance.now() - begun }
      hops.push(hop)
      this.options.onHop?.(hop)
      if (this.over) break
    }
    return withGuards({ start, setup, hops, ...(ended ? { ended } : {}) }, this.options.facts)
  }

  async stop(): Promise<void> {
    await this.scenario?.close()
    this.client.close()
    await this.cluster.stop()
  }

  private async setUp(): Promise<Checked | undefined> {
    const before = await this.rested()
    const setup = await this.scenario?.setup()
    this.last = await this.rested()
    for (const [name, { object }] of this.last)
      if (!before.has(name) && !isOfControllers(object)) this.followed.add(name)
    return setup
  }

  /** Undefined where the walk was ended before the hop was. */
  private async hopUnlessEnded(from: string, to: string): Promise<MadeHop | undefined> {
    const { signal } = this.options
    try {
      const hop = await this.hop(from, to)
      return signal?.aborted ? undefined : hop
    } catch (error) {
      if (signal?.aborted) return undefined
      throw error
    }
  }

  private async hop(from: string, to: string): Promise<MadeHop> {
    this.log.forget()
    const order = this.options.order ?? prescribed(from, to)
    const before: HopEnd = { snapshot: this.last, running: this.running() }
    const moved = await this.move(order, to)
    const hop = { from, to, order, unsupported: moved.unsupported }
    if (moved.failed !== undefined) return { ...hop, ...this.ended(moved.failed) }
    try {
      return { ...hop, ...(await this.arrived(before, { from, to })) }
    } catch (error) {
      this.options.signal?.throwIfAborted()
      // A scenario may have stopped the cluster.
      return { ...hop, ...this.ended(`cannot go on: ${messageOf(error)}`) }
    }
  }

  /** What the hop did, once all components have moved. */
  private async arrived(before: HopEnd, between: Hop): Promise<HopOutcome> {
    this.last = await this.rested()
    const after: HopEnd = { snapshot: this.last, running: this.running() }
    const changes = changesBetween(before.snapshot, this.last, this.gone).map((change) => {
      const reason = reasonOf(change, before, after, this.options.facts)
      return reason === undefined ? change : { ...change, reason }
    })
    const checked = await this.check(between)
    const told = this.log.warnings
    const { refused, warnings } = await rewrite(this.client, this.last, this.followed)
    return {
      ...(await this.moment()),
      ...checked,
      changes,
      refused: refused.map(({ object, seen, status }) => ({
        object,
        message: status.message ?? String(status.code),
        reasons: refusalReasons(seen, status, after.running, this.options.facts),
      })),
      warnings: this.warnings(told, warnings),
    }
  }

  private async check(hop: Hop): Promise<Checked> {
    return (await this.scenario?.check(hop)) ?? { status: 'passed', outcome: '', steps: [] }
  }

  /** The hop is the last one. */
  private ended(outcome: string): HopOutcome {
    this.over = true
    const { components } = this.states()
    return {
      components,
      fields: [],
      changes: [],
      refused: [],
      warnings: this.warnings(this.log.warnings, []),
      status: 'differs',
      outcome,
      steps: [],
    }
  }

  private warnings(told: readonly string[], written: readonly string[]): string[] {
    const api = told.map((text) => `API: ${text}`)
    return [...new Set([...componentWarnings(this.log), ...api, ...written])]
  }

  private async move(
    order: readonly Mover[],
    to: string,
  ): Promise<{ unsupported: string[]; failed: string | undefined }> {
    const unsupported = new Set<string>()
    try {
      for (const mover of order) {
        this.options.signal?.throwIfAborted()
        const change = isUpgrade(this.releases[mover], to) ? 'upgrade' : 'downgrade'
        this.releases[mover] = to
        for (const problem of skewProblems(minors(this.releases))) unsupported.add(problem)
        await this.cluster[change]({ [mover === 'kube-proxy' ? 'kubeProxy' : mover]: to })
      }
      return { unsupported: [...unsupported], failed: undefined }
    } catch (error) {
      this.options.signal?.throwIfAborted()
      const failed =
        error instanceof ComponentFailedError
          ? `does not start: ${startFailureText(error, to, this.options.facts)}`
          : `cannot go on: ${messageOf(error)}`
      return { unsupported: [...unsupported], failed }
    }
  }

  private running(): HopEnd['running'] {
    const { apiserver, kubelet } = this.releases
    return { apiserver, kubelet, gates: this.options.gates ?? {} }
  }

  private states(): { components: ComponentState[] } {
    const { facts, gates = {} } = this.options
    const components = this.cluster.states().map(({ name, release, featureGates }) => ({
      name,
      release: facts.full(release),
      gates: gateStates(featureGates, Object.keys(gates), (gate) => facts.at(gate, release)?.default),
    }))
    return { components }
  }

  private async moment(): Promise<Moment> {
    const fields: FieldValue[] = []
    for (const field of this.options.scenario?.watch ?? []) {
      const value = await watchedValue(this.client, field)
      if (value !== undefined) fields.push({ field, value })
    }
    return { ...this.states(), fields }
  }

  /** The objects once controllers and kubelet have left them alone for a while. */
  private async rested(): Promise<Snapshot> {
    let before = await snapshotOf(this.client)
    for (let i = 0; i < 20; i++) {
      await new Promise((resolve) => setTimeout(resolve, 150))
      const now = await snapshotOf(this.client)
      if (changesBetween(before, now, new Map()).length === 0) return now
      before = now
    }
    return before
  }
}

const controllers = ['kube-controller-manager', 'kubelet']

/** What controllers made of the scenario's objects they keep in shape by themselves: nobody else writes it. */
const isOfControllers = ({ metadata: { managedFields = [] } }: KubeObject): boolean =>
  managedFields.length > 0 && managedFields.every(({ manager }) => controllers.includes(manager ?? ''))

const minors = (releases: Record<Mover, string>) => ({
  apiserver: minorOf(releases.apiserver),
  kubelet: minorOf(releases.kubelet),
  kubeProxy: minorOf(releases['kube-proxy']),
})

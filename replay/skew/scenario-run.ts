// A module's function on a cluster: its context, and what is recorded of it.
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import { gateStates, versionFlagsIn } from '../observe.ts'
import type { StepResult } from '../outcome.ts'
import type { GateFacts } from '../runtime.ts'
import { RecordingClient } from './recording-client.ts'
import { assert, eventually, type ScenarioContext } from './scenario-context.ts'
import type { ScenarioLog } from './scenario-log.ts'
import { type Observed, StepRecorder } from './step-recorder.ts'
import { watchedValue } from './watched-field.ts'

/** Facts about gates, and full releases: `1.34` becomes `1.34.4`. */
export type ReplayFacts = GateFacts & { full(release: string): string }

/** The node, log and followed fields of a module's run. */
export interface ScenarioRunOptions {
  /** The line of the scenario that an error comes from. */
  lineOf(error: unknown): number | undefined
  /** Of what is done outside of steps. */
  title: string
  node: string
  log: ScenarioLog
  /** Fields to follow; see isWatchedField. */
  watch: readonly string[]
  /** Gates to tell the state of, also where nothing sets them. */
  gates: readonly string[]
  /** What kube-apiserver was started with. */
  apiserverFlags?: readonly string[]
  facts: ReplayFacts
}

/** Runs a module's function, and records its requests as steps. */
export class ScenarioRun {
  readonly context: ScenarioContext
  private readonly cluster: Cluster
  private readonly options: ScenarioRunOptions
  private readonly client: RecordingClient
  /** What it asks is not the scenario's. */
  private readonly observer: RestClient
  private readonly recorder: StepRecorder

  constructor(cluster: Cluster, options: ScenarioRunOptions) {
    this.cluster = cluster
    this.observer = new RestClient(parseKubeconfig(cluster.kubeconfig), 'kepsim')
    this.options = options
    const { lineOf, log, node, title } = options
    this.recorder = new StepRecorder({
      title,
      observe: () => this.observe(),
      lineOf,
    })
    const inTurn = cluster
      .states()
      .filter(({ name }) => name.startsWith('kube-apiserver-'))
      .map(({ name }) => cluster.client('scenario', { server: name }))
    const told = { exchange: this.recorder.exchanged, warning: log.warn }
    this.client = new RecordingClient(parseKubeconfig(cluster.kubeconfig), told, inTurn)
    this.context = {
      assert,
      client: this.client,
      node,
      eventually,
      logs: (component) => log.of(component),
      metrics: () => this.client.text('/metrics'),
      warnings: () => log.warnings,
      rules: () => cluster.rules(node),
      step: this.recorder.step,
    }
  }

  /** The steps of the run; ends its client. @param error what the scenario threw, if it did */
  async finish(error?: unknown): Promise<StepResult[]> {
    const steps = await this.recorder.finish(error)
    this.client.close()
    this.observer.close()
    return steps
  }

  private async observe(): Promise<Observed> {
    const { apiserverFlags = [], facts, gates, watch } = this.options
    const values = await Promise.all(watch.map((field) => watchedValue(this.observer, field)))
    return {
      components: this.cluster.states().map(({ name, release, featureGates }) => ({
        name,
        release: facts.full(release),
        gates: gateStates(featureGates, gates, (gate) => facts.at(gate, release)?.default),
        versionFlags: name === 'kube-apiserver' ? versionFlagsIn(apiserverFlags) : [],
      })),
      fields: watch.flatMap((field, i) => (values[i] === undefined ? [] : [{ field, value: values[i] }])),
    }
  }
}

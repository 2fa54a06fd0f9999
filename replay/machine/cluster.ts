// The components that run on the machine, and what they were started with.
import type {
  ApiserverStart,
  ComponentGates,
  ComponentStart,
  ControllersStart,
  NodeStart,
  RunningComponent,
  RunningServer,
  Started,
} from '../../cluster/component-start.ts'
import type { Adjusted, ComponentRuntime, GateFacts } from '../runtime.ts'

/** A running component's release, flags and gates. */
export interface ComponentRecord {
  release: string
  args: string[]
  /** The gates that its flags and its configuration file set. */
  gates: Readonly<Record<string, boolean>>
  /** All gates, as the component tells of them. */
  told?: ComponentGates | undefined
}

/** A gate as it is in a component; where that does not tell, as it was set, or by its default. Undefined where there is no such gate. */
export function gateIn(
  { gates, told, release }: ComponentRecord,
  gate: string,
  facts: Pick<GateFacts, 'at'>,
): boolean | undefined {
  if (told?.effective.known(gate) === true) return told.effective.enabled(gate)
  return gates[gate] ?? facts.at(gate, release)?.default
}

interface Adopted {
  record?: ComponentRecord
  component?: RunningComponent
}

/** The gates that a cluster was started with (`FEATURE_GATES`), and the release it was of. */
export interface ClusterStart {
  release: string
  gates: Readonly<Record<string, boolean>>
}

/** The cluster of the machine: at most one, the components replaced one by one. */
export class MachineCluster {
  readonly runtime: ComponentRuntime
  private server: RunningServer | undefined
  private readonly alive = new Map<string, RunningComponent>()
  private readonly dead = new Map<string, RunningComponent>()
  private readonly started = new Map<string, ComponentRecord>()
  private readonly numbers = new Map<string, number>()
  private readonly standIns = new Map<string, string>()
  private readonly served: string[] = []
  private port: number | undefined
  private lastPid = 4000
  private made = 0
  private begun = 0
  private readonly begunAt = new Map<string, number>()
  private last: ClusterStart | undefined

  constructor(runtime: ComponentRuntime) {
    this.runtime = runtime
  }

  get apiserver(): RunningServer | undefined {
    return this.server
  }

  /** What runs, by component and node (`kubelet/127.0.0.1`). */
  get running(): ReadonlyMap<string, RunningComponent> {
    return this.alive
  }

  /** What ended: the rules of a kube-proxy outlive it. */
  get ended(): ReadonlyMap<string, RunningComponent> {
    return this.dead
  }

  /** How each was started last, whether or not it runs. */
  get records(): ReadonlyMap<string, ComponentRecord> {
    return this.started
  }

  get pids(): ReadonlyMap<string, number> {
    return this.numbers
  }

  /** The document's release of a component, by the names of `running`, where another one stands in for it. */
  get meant(): ReadonlyMap<string, string> {
    return this.standIns
  }

  /** Of the servers that ran, in their order; the one before and the one after differ. */
  get releases(): readonly string[] {
    return this.served
  }

  /** Undefined before the first. */
  get lastStart(): ClusterStart | undefined {
    return this.last
  }

  startedAs(start: ClusterStart): void {
    this.last = start
  }

  /** Takes in a server that was started elsewhere. */
  adoptServer(server: RunningServer): void {
    this.server = server
  }

  /** Takes in a component that was started elsewhere, as far as it is known. */
  adopt(name: string, { record, component }: Adopted): void {
    if (record !== undefined) this.started.set(name, record)
    if (component !== undefined) this.alive.set(name, component)
  }

  /** What a kube-proxy left behind is gone. */
  forgetEnded(name: string): void {
    this.dead.delete(name)
  }

  /** How many starts of components there were before those of the cluster as it is. */
  get startsBefore(): number {
    const all = [...this.started.keys()].flatMap((name) => this.begunAt.get(name) ?? [])
    return Math.min(this.begun, ...all)
  }

  /** How often another cluster was made in place of one. */
  get generation(): number {
    return this.made
  }

  /** Another cluster is made. */
  forgetRecords(): void {
    this.made++
    this.started.clear()
  }

  async startApiserver(start: ApiserverStart): Promise<Started<RunningServer>> {
    await this.stopOne('kube-apiserver')
    const own = this.adjusted('kube-apiserver', 'kube-apiserver', start)
    const started = await this.onSamePort(own)
    if (started.ok) {
      this.port = Number(new URL(started.component.url).port)
      this.server = started.component
      if (this.served.at(-1) !== own.release) this.served.push(own.release)
      this.keep('kube-apiserver', started.component, own)
    }
    return started
  }

  /** A server that comes again is where its clients look for it, unless something else took the port. */
  private async onSamePort(start: ApiserverStart): Promise<Started<RunningServer>> {
    const started = await this.runtime.startApiserver({ ...start, port: this.port })
    const taken = !started.ok && this.port !== undefined && started.reason?.code === 'address in use'
    return taken ? this.runtime.startApiserver(start) : started
  }

  async startControllers(
    start: NodeStart & Pick<ControllersStart, 'leaderElection'>,
  ): Promise<Started<RunningComponent>> {
    await this.stopOne('kube-controller-manager')
    const own = this.adjusted('kube-controller-manager', 'kube-controller-manager', start)
    const started = await this.runtime.startControllers(own)
    if (started.ok) this.keep('kube-controller-manager', started.component, own)
    return started
  }

  startKubelet(node: string, start: NodeStart): Promise<Started<RunningComponent>> {
    return this.startOnNode('kubelet', node, start)
  }

  startKubeProxy(node: string, start: NodeStart): Promise<Started<RunningComponent>> {
    return this.startOnNode('kube-proxy', node, start)
  }

  private async startOnNode(
    component: 'kubelet' | 'kube-proxy',
    node: string,
    start: NodeStart,
  ): Promise<Started<RunningComponent>> {
    const name = `${component}/${node}`
    await this.stopOne(name)
    const own = this.adjusted(name, component, start)
    const started =
      component === 'kubelet' ? await this.runtime.startKubelet(own) : await this.runtime.startKubeProxy(own)
    if (started.ok) this.keep(name, started.component, own)
    return started
  }

  private adjusted<T extends ComponentStart>(name: string, component: Adjusted, start: T): T {
    this.begunAt.set(name, this.begun++)
    return this.runtime.adjust?.(component, start) ?? start
  }

  private keep(name: string, component: RunningComponent, { release, args }: ComponentStart): void {
    this.alive.set(name, component)
    this.dead.delete(name)
    this.started.set(name, {
      release,
      args: [...args],
      gates: component.gates?.set ?? {},
      told: component.gates,
    })
    this.numbers.set(name, ++this.lastPid)
  }

  /** To be told before it starts. @param release undefined where it is what runs */
  means(name: string, release: string | undefined): void {
    if (release === undefined) this.standIns.delete(name)
    else this.standIns.set(name, release)
  }

  /** Ends one component; its record stays, to start it again. */
  async stopOne(name: string): Promise<boolean> {
    const component = this.alive.get(name)
    if (component === undefined) return false
    this.alive.delete(name)
    this.dead.set(name, component)
    if (name === 'kube-apiserver') this.server = undefined
    await component.stop()
    return true
  }

  /** Ends everything, the server last. */
  async stop(): Promise<void> {
    const names = [...this.alive.keys()].filter((n) => n !== 'kube-apiserver')
    await Promise.all(names.map((n) => this.stopOne(n)))
    await this.stopOne('kube-apiserver')
    for (const component of this.dead.values()) component.powerOff?.()
    this.dead.clear()
  }
}

// The processes of a pod. Loaded when something asks for the first time: the shell's library comes with it.
import type { Duplex, Readable } from 'node:stream'
import type { LifecycleHandler } from '../api/core-v1.ts'
import type { ContainerLog } from './container-log.ts'
import type { ContainerNetwork } from './container-network.ts'
import { ContainerRun } from './container-run.ts'
import { type NodeFiles, PodVolumes } from './files/pod-volumes.ts'
import { runHook } from './hook.ts'
import type { StandardStreams } from './node-containers.ts'
import type { NodeOfContainers, PodOnNode } from './node-of-containers.ts'
import type { PodContainer } from './pod.ts'
import { networkOfPod, PodPorts } from './pod-network.ts'
import type { PodPlace } from './pod-place.ts'
import { PodTime } from './pod-time.ts'
import { type Handler, type ProbeResult, runProbe } from './probe.ts'
import type { Peer } from './process.ts'
import { ProcessTable, StartedProcesses } from './process-table.ts'

/** A status tells the second in which a container ended: milliseconds of it that may have passed. */
const withinSecond = 999

/** The parts of a node that a pod's processes use. */
export interface RuntimeSources {
  node: NodeOfContainers
  files: NodeFiles
  /** The ports of the node's own network, for pods with host network. */
  hostPorts: PodPorts
  view: () => PodOnNode
  log: (container: string, run: number) => ContainerLog
  onEnd: (container: string, run: number, exitCode: number | undefined) => void
}

/** Runs the containers of a pod from the moment that something asks for them. */
export class PodRuntime implements PodPlace {
  readonly node: NodeOfContainers
  readonly time: PodTime
  readonly ports: PodPorts
  readonly volumes: PodVolumes
  readonly network: ContainerNetwork
  readonly processes: ProcessTable | undefined
  readonly started = new StartedProcesses()
  private readonly sources: RuntimeSources
  private readonly runs = new Map<string, ContainerRun>()
  /** Runs whose end is known. */
  private readonly stops = new WeakSet<ContainerRun>()

  constructor(sources: RuntimeSources) {
    this.sources = sources
    this.node = sources.node
    this.time = new PodTime(sources.node.clock)
    const { hostNetwork, shareProcessNamespace, hostPID } = sources.view().pod.spec
    this.ports = hostNetwork === true ? sources.hostPorts : new PodPorts()
    this.processes =
      shareProcessNamespace === true || hostPID === true ? new ProcessTable('/pause') : undefined
    this.volumes = new PodVolumes(sources.node, sources.files, () => this.view.pod)
    this.network = networkOfPod(this.ports, () => this.view.addresses, sources.node.network)
  }

  get view(): PodOnNode {
    return this.sources.view()
  }

  /** Starts what runs, ends what has ended, and resolves when all have reached the present. */
  async settled(): Promise<void> {
    await this.volumes.fresh()
    for (const container of this.view.containers) this.follow(container)
    await this.time.settled()
  }

  /** The present run and the one before it, as the node knows them. */
  private follow(container: PodContainer): void {
    const { state, lastState, restarts } = container
    const last = lastState.terminated
    if (last !== undefined) {
      const run = state.waiting === undefined ? restarts - 1 : restarts
      this.begin(container, run, last.startedAt, last.finishedAt)
    }
    const { terminated, running } = state
    if (terminated !== undefined) this.begin(container, restarts, terminated.startedAt, terminated.finishedAt)
    if (running !== undefined) this.begin(container, restarts, running.startedAt, undefined)
  }

  private begin(container: PodContainer, run: number, from: string, to: string | undefined): void {
    const startedAt = Date.parse(from)
    const until = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to) + withinSecond
    const one =
      this.runs.get(`${container.spec.name}/${run}`) ?? this.beginRun(container, run, { startedAt, until })
    this.time.reach(startedAt)
    if (to === undefined || !one.running || this.stops.has(one)) return
    this.stops.add(one)
    this.time.start(until, async () => one.stop())
    this.time.reach(until)
  }

  private beginRun(
    container: PodContainer,
    run: number,
    life: { startedAt: number; until: number },
  ): ContainerRun {
    const { name } = container.spec
    const before = this.runs.get(`${name}/${run - 1}`)
    const one = new ContainerRun(this, container, this.sources.log(name, run), life, (exitCode) => {
      if (life.until === Number.POSITIVE_INFINITY) this.sources.onEnd(name, run, exitCode)
    })
    this.runs.set(`${name}/${run}`, one)
    this.time.start(life.startedAt, () => {
      before?.stop()
      return one.main()
    })
    this.forget(name, run)
    return one
  }

  /** Forgets the run before the previous one, which nothing asks for. */
  private forget(name: string, run: number): void {
    const key = `${name}/${run - 2}`
    this.runs.get(key)?.stop()
    this.runs.delete(key)
  }

  /** Runs something of the present. */
  beside<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.time.start(this.node.clock.now(), () => work().then(resolve, reject))
    })
  }

  /** The run of a container that is under way; undefined where it has ended. */
  private runOf(container: string): ContainerRun | undefined {
    const found = this.view.containers.find(({ spec }) => spec.name === container)
    const run = this.runs.get(`${container}/${found?.restarts ?? 0}`)
    return run?.running === true ? run : undefined
  }

  async exec(
    container: string,
    command: readonly string[],
    streams: StandardStreams,
    signal: AbortSignal,
  ): Promise<number> {
    await this.settled()
    const run = this.runOf(container)
    if (run === undefined) throw new Error('container not running')
    return run.exec(command, streams, signal)
  }

  async dial(port: number, from: Peer | undefined): Promise<Duplex> {
    await this.settled()
    return this.known(() => this.ports.dial(port, from, this.view.addresses[0] ?? '127.0.0.1'))
  }

  async datagram(port: number, data: Uint8Array, from: Peer | undefined): Promise<Uint8Array | undefined> {
    await this.settled()
    return this.known(() => this.ports.datagram(port, data, from, this.view.addresses[0] ?? '127.0.0.1'))
  }

  /** Where a program is not known, what it listens at is not either. @throws CannotRun in place of ECONNREFUSED then */
  private async known<T>(reach: () => T | Promise<T>): Promise<T> {
    try {
      return await reach()
    } catch (error) {
      for (const { cannotRun } of this.runs.values()) if (cannotRun !== undefined) throw cannotRun
      throw error
    }
  }

  /** Evaluates a handler of a probe or hook once. @param version the kubelet's, as `1.36` */
  async probe(container: string, handler: Handler, version: string): Promise<ProbeResult> {
    await this.settled()
    const found = this.view.containers.find(({ spec }) => spec.name === container)
    const run = this.runOf(container)
    if (found === undefined || run === undefined)
      return { result: 'unknown', output: 'container not running' }
    if (run.cannotRun !== undefined && handler.exec === undefined)
      return { result: 'unknown', output: run.cannotRun.message }
    const address = this.view.addresses[0] ?? '127.0.0.1'
    return runProbe(
      {
        container: found.spec,
        address,
        clock: this.node.clock,
        version,
        dial: async (port, from) =>
          this.ports.dial(port, from ?? { address: this.node.nodeIPs[0]!, port: 40_002 }, address),
        exec: (...asked) => run.exec(...asked),
      },
      handler,
    )
  }

  /** Runs a hook of a container's life. @returns as `runHook` */
  async hook(
    container: string,
    handler: LifecycleHandler,
    version: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    await this.settled()
    const { pod, containers, addresses } = this.view
    const found = containers.find(({ spec }) => spec.name === container)
    const run = this.runOf(container)
    if (found === undefined || run === undefined) return undefined
    const hooked = {
      pod,
      container: found.spec,
      address: addresses[0] ?? '127.0.0.1',
      version,
      dial: (address: string, port: number) => this.network.dial(pod, address, port),
      exec: (...asked: Parameters<ContainerRun['exec']>) => run.exec(...asked),
    }
    return runHook(hooked, handler, signal)
  }

  /** Sends a signal to a container's own program. @returns false where that is not simulated */
  async signal(container: string, signal: number): Promise<boolean> {
    await this.settled()
    const run = this.runOf(container)
    if (run?.cannotRun !== undefined) return false
    await this.beside(async () => run?.signal(signal))
    await this.time.settled()
    return run?.cannotRun === undefined
  }

  /** Gives what is typed to a container's own program. */
  type(container: string, stdin: Readable): void {
    this.runOf(container)?.type(stdin)
  }

  /** A container's termination message. @param fromLog whether the end of its log stands for none */
  async lastWords(container: string, fromLog: boolean): Promise<string> {
    await this.settled()
    const found = this.view.containers.find(({ spec }) => spec.name === container)
    return (await this.runs.get(`${container}/${found?.restarts ?? 0}`)?.lastWords(fromLog)) ?? ''
  }

  /** Kills what runs. */
  stop(): void {
    for (const run of this.runs.values()) run.stop()
  }
}

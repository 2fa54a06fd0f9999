// The containers of a node as its API and its network ask for them. This part is light: what runs programs is loaded with the first
// question.
import type { LifecycleHandler } from '../api/core-v1.ts'
import { ContainerLog } from './container-log.ts'
import type { NodeFiles } from './files/pod-volumes.ts'
import type { ContainerOutput, NodeContainers, PodSandbox, RunningContainer } from './node-containers.ts'
import type { EndListener, NodeOfContainers, PodOnNode } from './node-of-containers.ts'
import type { PodPorts } from './pod-network.ts'
import type { PodRuntime } from './pod-runtime.ts'
import type { Handler, ProbeResult } from './probe.ts'

interface Asked {
  /** The logs by container and run. */
  logs: Map<string, ContainerLog>
  runtime: Promise<PodRuntime> | undefined
}

/** The containers of one node, for its API and its network. */
export class ContainersOfNode implements NodeContainers {
  private readonly node: NodeOfContainers
  private readonly find: (namespace: string, pod: string) => PodOnNode | undefined
  private readonly onEnd: EndListener
  /** The pods that something has asked for, by uid. */
  private readonly asked = new Map<string, Asked>()
  private files: Promise<NodeFiles> | undefined
  private hostPorts: PodPorts | undefined

  /** @param onEnd hears of programs that end by themselves */
  constructor(
    node: NodeOfContainers,
    find: (namespace: string, pod: string) => PodOnNode | undefined,
    onEnd: EndListener,
  ) {
    this.node = node
    this.find = find
    this.onEnd = onEnd
  }

  container(namespace: string, pod: string, container: string): RunningContainer | undefined {
    const view = this.find(namespace, pod)
    const found = view?.containers.find(({ spec }) => spec.name === container)
    if (view === undefined || found?.state.running === undefined) return undefined
    return {
      exec: async (command, streams, signal = new AbortController().signal) =>
        (await this.runtimeOf(view)).exec(container, command, streams, signal),
      attach: async (streams, signal) => {
        const log = this.logOf(view, container, found.restarts)
        await log.settled()
        if (streams.stdin !== undefined) (await this.runtimeOf(view)).type(container, streams.stdin)
        await follow(log, streams, signal)
      },
    }
  }

  output(namespace: string, pod: string, container: string, previous: boolean): ContainerOutput | undefined {
    const view = this.find(namespace, pod)
    const found = view?.containers.find(({ spec }) => spec.name === container)
    if (view === undefined || found === undefined) return undefined
    const { state, lastState, restarts } = found
    const waits = state.running === undefined && state.terminated === undefined
    if ((previous || waits) && lastState.terminated === undefined) return undefined
    return this.logOf(view, container, previous && !waits ? restarts - 1 : restarts)
  }

  sandbox(namespace: string, pod: string): PodSandbox | undefined {
    const view = this.find(namespace, pod)
    if (view === undefined || !view.connected) return undefined
    return {
      addresses: view.addresses,
      dial: async (port, from) => (await this.runtimeOf(view)).dial(port, from),
      datagram: async (port, data, from) => (await this.runtimeOf(view)).datagram(port, data, from),
    }
  }

  /** Evaluates a probe, or a hook of a container's life, once. @param version the kubelet's, as `1.36` */
  async probe(
    namespace: string,
    pod: string,
    container: string,
    handler: Handler,
    version: string,
  ): Promise<ProbeResult> {
    const view = this.find(namespace, pod)
    if (view === undefined) return { result: 'unknown', output: 'pod not found' }
    return (await this.runtimeOf(view)).probe(container, handler, version)
  }

  /** Runs a hook of a container's life. @returns why it failed; undefined: it did not. Throws CannotRun */
  async hook(
    namespace: string,
    pod: string,
    container: string,
    handler: LifecycleHandler,
    { version, signal }: { version: string; signal: AbortSignal },
  ): Promise<string | undefined> {
    const view = this.find(namespace, pod)
    return view === undefined
      ? undefined
      : (await this.runtimeOf(view)).hook(container, handler, version, signal)
  }

  /** Sends a signal to a container's own program. @returns false where that is not simulated */
  async signal(namespace: string, pod: string, container: string, signal: number): Promise<boolean> {
    const view = this.find(namespace, pod)
    return view === undefined ? false : (await this.runtimeOf(view)).signal(container, signal)
  }

  /** Whether programs of the pod are running. */
  isAsked(uid: string): boolean {
    return this.asked.get(uid)?.runtime !== undefined
  }

  /** A container's termination message. @param fromLog whether the end of its log stands for none */
  async lastWords(namespace: string, pod: string, container: string, fromLog: boolean): Promise<string> {
    const view = this.find(namespace, pod)
    return view === undefined ? '' : (await this.runtimeOf(view)).lastWords(container, fromLog)
  }

  /** Begins to run a pod's programs, so that their ends are known. */
  async begin(namespace: string, pod: string): Promise<void> {
    const view = this.find(namespace, pod)
    if (view !== undefined) await (await this.runtimeOf(view)).settled()
  }

  /** States of a pod's containers have changed; nothing happens where nothing has asked for them. */
  changed(uid: string): void {
    const runtime = this.asked.get(uid)?.runtime
    if (runtime !== undefined) void runtime.then((one) => one.settled())
  }

  /** A pod is gone from the node. */
  forget(uid: string): void {
    const asked = this.asked.get(uid)
    this.asked.delete(uid)
    void asked?.runtime?.then((one) => one.stop())
    for (const log of asked?.logs.values() ?? []) log.end()
  }

  /** Ends all programs, as the machine goes down. */
  stop(): void {
    for (const uid of [...this.asked.keys()]) this.forget(uid)
  }

  private askedOf({ pod }: PodOnNode): Asked {
    const uid = pod.metadata.uid!
    const asked = this.asked.get(uid) ?? { logs: new Map(), runtime: undefined }
    this.asked.set(uid, asked)
    return asked
  }

  private logOf(view: PodOnNode, container: string, run: number): ContainerLog {
    const { logs } = this.askedOf(view)
    const key = `${container}/${run}`
    const known = logs.get(key)
    if (known !== undefined) return known
    const made = new ContainerLog(async () => (await this.runtimeOf(view)).settled())
    logs.set(key, made)
    logs.delete(`${container}/${run - 2}`)
    return made
  }

  private runtimeOf(view: PodOnNode): Promise<PodRuntime> {
    const asked = this.askedOf(view)
    asked.runtime ??= this.load(view)
    return asked.runtime
  }

  private async load(first: PodOnNode): Promise<PodRuntime> {
    const [{ PodRuntime: Runtime }, { PodPorts: Ports }, files] = await Promise.all([
      import('./pod-runtime.ts'),
      import('./pod-network.ts'),
      this.nodeFiles(),
    ])
    this.hostPorts ??= new Ports()
    const { namespace = '', name = '', uid } = first.pod.metadata
    return new Runtime({
      node: this.node,
      files,
      hostPorts: this.hostPorts,
      view: () => this.find(namespace, name) ?? first,
      log: (container, run) => this.logOf(first, container, run),
      onEnd: (container, run, exitCode) => this.onEnd(uid!, container, run, exitCode),
    })
  }

  private nodeFiles(): Promise<NodeFiles> {
    this.files ??= import('./files/pod-volumes.ts').then(({ NodeFiles: Files }) => new Files(this.node))
    return this.files
  }
}

/** Shows what is written from now on, until the container or the caller has ended. */
function follow(
  log: ContainerLog,
  { stdout, stderr }: { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream },
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const stopReading = log.onWrite(
      (stream, text) => void (stream === 'stdout' ? stdout : stderr).write(text),
    )
    const stopListening = log.onChange(() => {
      if (log.ended) end()
    })
    const end = (): void => {
      stopReading()
      stopListening()
      resolve()
    }
    signal?.addEventListener('abort', end)
    if (log.ended || signal?.aborted) end()
  })
}

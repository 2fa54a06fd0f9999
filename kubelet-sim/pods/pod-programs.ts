// What a pod's worker learns from the programs of its containers: their ends, and what their probes say.
import type { LifecycleHandler } from '../../api/core-v1.ts'
import type { ContainersOfNode } from '../../containers/containers-of-node.ts'
import { showsPartOfObject } from '../../containers/files/part-of-object.ts'
import { goesOn, isSimulated, mayEnd, mayListen, trapsSignals } from '../../containers/may-end.ts'
import { CannotRun } from '../../containers/node-containers.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Pause } from '../pause.ts'
import { commandOutcome, wordsOf } from './command-outcome.ts'
import { awaitProbes, hasProbes, type ProbeKind, probeContainer } from './container-probes.ts'
import { type Pod, type PodContainer, usualMessagePath } from './pod.ts'
import type { PodEvents } from './pod-events.ts'

interface Surroundings {
  options: KubeletOptions
  pause: Pause
  events: PodEvents
  containers: ContainersOfNode
}

/** Called with the decisions of a container's probes. */
export interface ProbeListener {
  changed(): void
  /** @param graceSeconds what the probe leaves the container for its end; undefined: as the pod */
  failed(kind: ProbeKind, graceSeconds: number | undefined): void
}

/** The programs of a pod's containers, as its worker follows them. */
export class PodPrograms {
  private readonly node: Surroundings
  private readonly pod: () => Pod
  private readonly ending: AbortSignal
  private initEnd: ((exitCode: number) => void) | undefined
  private readonly stopping = new Map<PodContainer, (exitCode: number) => void>()

  /** @param ending aborts when the pod is to end */
  constructor(node: Surroundings, pod: () => Pod, ending: AbortSignal) {
    this.node = node
    this.pod = pod
    this.ending = ending
  }

  /** A container has started: it is not ready before its probes say so, and keeps the parts of volumes that it has found. */
  started(container: PodContainer): void {
    if (probed(container)) awaitProbes(container)
    const { metadata, spec } = this.pod()
    if (showsPartOfObject(container.spec, spec.volumes))
      void this.node.containers.begin(metadata.namespace ?? '', metadata.name ?? '')
  }

  /** Runs a container's program where only that tells when it ends. */
  begin({ spec }: PodContainer): void {
    const { namespace = '', name = '' } = this.pod().metadata
    if (mayEnd(spec) || this.sharesPorts(spec)) void this.node.containers.begin(namespace, name)
  }

  /** Whether a container's program may find its port taken: by a pod of the node's network, or by another container of its own. */
  private sharesPorts(container: PodContainer['spec']): boolean {
    const { hostNetwork, containers } = this.pod().spec
    return (hostNetwork === true || containers.filter(mayListen).length > 1) && mayListen(container)
  }

  /** Whether only running a container's program tells what it does when it is told to end. */
  hears({ spec }: PodContainer): boolean {
    return trapsSignals(spec)
  }

  /** Sends a signal to a container's own program. @returns false where that is not simulated */
  signal({ spec }: PodContainer, signal: number): Promise<boolean> {
    const { namespace = '', name = '' } = this.pod().metadata
    return this.node.containers.signal(namespace, name, spec.name, signal)
  }

  /** Calls back when a container that is being stopped ends by itself. @returns what stops that */
  awaitEnd(container: PodContainer, listener: (exitCode: number) => void): () => void {
    this.stopping.set(container, listener)
    return () => {
      if (this.stopping.get(container) === listener) this.stopping.delete(container)
    }
  }

  /** A program has ended by itself. @returns whether its container is being stopped, and who stops it hears of it */
  endedInStop(container: PodContainer, exitCode: number): boolean {
    const listener = this.stopping.get(container)
    listener?.(exitCode)
    return listener !== undefined
  }

  /** Whether an init container has to be waited for: its program has to be run, or surely goes on. */
  lasts({ spec }: PodContainer): boolean {
    return mayEnd(spec) || goesOn(spec)
  }

  /** The exit code of an init container whose program has to be run, or goes on; 0 at once of one of which nobody knows. */
  async exitCodeOf(container: PodContainer): Promise<number> {
    if (!this.lasts(container)) return 0
    const exitCode = await new Promise<number>((resolve) => {
      this.initEnd = resolve
      this.ending.addEventListener('abort', () => resolve(0), { once: true })
      this.begin(container)
    })
    this.initEnd = undefined
    return exitCode
  }

  /** The init container's program has ended. */
  initEnded(exitCode: number): void {
    this.initEnd?.(exitCode)
  }

  /** Runs a hook but `sleep`. @returns why it failed; undefined: it did not */
  async hook(
    { spec }: PodContainer,
    handler: LifecycleHandler,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { containers, options, pause } = this.node
    const { namespace = '', name = '' } = this.pod().metadata
    const asked = { version: `1.${options.release.minor}`, signal }
    try {
      return await containers.hook(namespace, name, spec.name, handler, asked)
    } catch (error) {
      if (!(error instanceof CannotRun)) throw error
      const { command = [] } = handler.exec ?? {}
      const { afterMs, exitCode } = commandOutcome({ name: '', command }) ?? { afterMs: 0, exitCode: 0 }
      if (afterMs > 0) await pause.for(afterMs, signal)
      return exitCode === 0 ? undefined : `command '${command.join(' ')}' exited with ${exitCode}: `
    }
  }

  /** The termination message of a container that ends. Its program runs only where it may have left one. */
  async lastWords({ spec }: PodContainer, exitCode: number): Promise<string> {
    const { terminationMessagePath = usualMessagePath, terminationMessagePolicy } = spec
    const { namespace = '', name = '', uid } = this.pod().metadata
    const fromLog = terminationMessagePolicy === 'FallbackToLogsOnError' && exitCode !== 0
    const may = fromLog || wordsOf(spec).some((word) => word.includes(terminationMessagePath))
    if (!may && !this.node.containers.isAsked(uid!)) return ''
    return this.node.containers.lastWords(namespace, name, spec.name, fromLog)
  }

  /** Probes a container that runs. */
  probe(container: PodContainer, { changed, failed }: ProbeListener): void {
    if (!probed(container)) return
    const { containers, options, pause, events } = this.node
    const { namespace = '', name = '' } = this.pod().metadata
    const { running } = container.state
    void probeContainer({
      container,
      pause,
      signal: this.ending,
      current: () => container.state.running === running,
      ask: (probe) =>
        containers.probe(namespace, name, container.spec.name, probe, `1.${options.release.minor}`),
      tell: (message) => events.unhealthy(this.pod(), container, message),
      changed,
      failed: (kind, probe) => failed(kind, probe.terminationGracePeriodSeconds),
    })
  }
}

const probed = (container: PodContainer): boolean =>
  container.kind !== 'init' && hasProbes(container) && isSimulated(container.spec)

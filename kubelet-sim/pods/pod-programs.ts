// What a pod's worker learns from the programs of its containers: their ends, and what their probes say.
import type { ContainersOfNode } from '../../containers/containers-of-node.ts'
import { isSimulated, mayEnd } from '../../containers/may-end.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Pause } from '../pause.ts'
import { awaitProbes, hasProbes, type ProbeKind, probeContainer } from './container-probes.ts'
import type { Pod, PodContainer } from './pod.ts'
import type { PodEvents } from './pod-events.ts'

interface Surroundings {
  options: KubeletOptions
  pause: Pause
  events: PodEvents
  containers: ContainersOfNode
}

/** Who hears what the probes of a container decide. */
export interface ProbeListener {
  changed(): void
  /** @param graceSeconds what the probe leaves the container for its end; undefined: as the pod */
  failed(kind: ProbeKind, graceSeconds: number | undefined): void
}

/** The programs of one pod. */
export class PodPrograms {
  private readonly node: Surroundings
  private readonly pod: () => Pod
  private readonly ending: AbortSignal
  private initEnd: ((exitCode: number) => void) | undefined

  /** @param ending aborts when the pod is to end */
  constructor(node: Surroundings, pod: () => Pod, ending: AbortSignal) {
    this.node = node
    this.pod = pod
    this.ending = ending
  }

  /** A container has started: it is not ready before its probes say so. */
  started(container: PodContainer): void {
    if (probed(container)) awaitProbes(container)
  }

  /** Runs a container's program where only that tells when it ends. */
  begin({ spec }: PodContainer): void {
    const { namespace = '', name = '' } = this.pod().metadata
    if (mayEnd(spec)) void this.node.containers.begin(namespace, name)
  }

  /** Whether only running a container's program tells when it ends. */
  mustRun({ spec }: PodContainer): boolean {
    return mayEnd(spec)
  }

  /** The exit code of an init container whose program has to be run; 0 at once of one that cannot be. */
  async exitCodeOf(container: PodContainer): Promise<number> {
    if (!mayEnd(container.spec)) return 0
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

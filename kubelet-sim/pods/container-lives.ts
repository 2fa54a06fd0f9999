// What becomes of a container after its start: its end, and the starts that follow.
// Upstream: pkg/kubelet/kuberuntime/kuberuntime_manager.go (computePodActions, doBackOff)
import { toTime } from '../../component-base/clock.ts'
import { commandOutcome } from './command-outcome.ts'
import { containerEnvironment } from './container-environment.ts'
import type { ProbeKind } from './container-probes.ts'
import {
  type ContainerStarts,
  notStarted,
  relistMs,
  type StartEnd,
  type StartingPod,
} from './container-start.ts'
import { ContainerStop } from './container-stop.ts'
import type { Outcome } from './outcome.ts'
import type { Pod } from './pod.ts'
import { markEnded, type PodContainer } from './pod-containers.ts'
import type { PodSurroundings } from './pod-surroundings.ts'
import { backoffMessage, RestartBackoffs } from './restart-backoff.ts'

/** The terminationGracePeriodSeconds of pods that set none. */
const defaultGraceSeconds = 30

/** The seconds that a pod's containers have to end (terminationGracePeriodSeconds). */
export const podGraceSeconds = ({ spec }: Pod): number =>
  spec.terminationGracePeriodSeconds ?? defaultGraceSeconds

/** The pod whose containers live. */
export interface LivingPod extends StartingPod {
  /** A container has ended for good. */
  finishIfDone(): Promise<void>
}

/** Statuses tell whole seconds: what follows an end that lies ahead is not to begin before it. */
const nextSecond = (ms: number): number => Math.ceil(ms / 1000) * 1000

/** Sees containers of a pod to their ends, again and again as its restart policy says. */
export class ContainerLives {
  private readonly node: PodSurroundings
  private readonly starts: ContainerStarts
  private readonly place: LivingPod
  private readonly backoffs: RestartBackoffs
  private onProbed: () => void = () => {}
  private readonly stopping = new Set<PodContainer>()

  constructor(node: PodSurroundings, starts: ContainerStarts, place: LivingPod) {
    this.node = node
    this.starts = starts
    this.place = place
    this.backoffs = new RestartBackoffs(node.options)
  }

  private get pod(): Pod {
    return this.place.pod()
  }

  /** Resolves when a probe has decided something, or the signal aborts. */
  probed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        signal.removeEventListener('abort', end)
        resolve()
      }
      this.onProbed = end
      signal.addEventListener('abort', end)
    })
  }

  endAndGoOn(container: PodContainer, afterMs: number, exitCode: number): Promise<boolean> {
    return this.end(container, afterMs, exitCode, () => this.run(container))
  }

  outcome({ spec }: PodContainer): Outcome | undefined {
    const env = containerEnvironment(spec, this.pod)
    return commandOutcome(spec, env, this.node.files.seenBy(spec, this.pod, env))
  }

  /** Sees a container to its end where its command has one, again and again as the pod's restart policy says. */
  async run(container: PodContainer): Promise<boolean> {
    const outcome = this.outcome(container)
    if (container.state.running === undefined) return false
    this.place.programs.probe(container, {
      changed: () => {
        this.onProbed()
        void this.place.report()
      },
      failed: (...why) => void this.killUnhealthy(container, ...why),
    })
    if (outcome === undefined) this.place.programs.begin(container)
    else await this.endAndGoOn(container, outcome.afterMs, outcome.exitCode)
    return false
  }

  /** Ends a container that a probe has given up, and starts it again as the pod's restart policy says. */
  async killUnhealthy(container: PodContainer, kind: ProbeKind, seconds: number | undefined): Promise<void> {
    if (container.state.running === undefined) return
    this.node.events.killingUnhealthy(this.pod, container, kind, this.restarts(container, 1))
    const exitCode = await this.stopOne(container, (seconds ?? podGraceSeconds(this.pod)) * 1000)
    if (exitCode !== undefined) await this.afterEnd(container, exitCode, () => this.run(container))
  }

  /**
   * A container whose image changed starts again, whatever the pod's restart policy says: it is killed and started in one sync, so that
   * nobody is told of the time between. Upstream: computePodActions, SyncPod.
   */
  async replace(container: PodContainer, why?: string): Promise<void> {
    this.node.events.killingChanged(this.pod, container, why)
    if ((await this.stopOne(container, podGraceSeconds(this.pod) * 1000)) === undefined) return
    container.lastState = container.state
    await this.goOn(container, await this.startAgain(container), () => this.run(container))
  }

  /** @returns its exit code; undefined where it ended otherwise, somebody stops it already, or the whole pod ends */
  private async stopOne(container: PodContainer, graceMs: number): Promise<number | undefined> {
    if (this.stopping.has(container)) return undefined
    const containers = [container]
    const stop = new ContainerStop(this.node, this.pod, this.place.programs, { containers, graceMs })
    this.stopping.add(container)
    await stop.run()
    this.stopping.delete(container)
    return this.place.stopped() || !stop.ended.has(container)
      ? undefined
      : container.state.terminated?.exitCode
  }

  /**
   * Waits for the end of a container, and starts it again where that is to be.
   * @returns whether it has ended well, or what `again` says of its next run
   */
  async end(
    container: PodContainer,
    afterMs: number,
    exitCode: number,
    again: () => Promise<boolean>,
  ): Promise<boolean> {
    const { clock } = this.node.options
    const { running } = container.state
    const startedAt = Date.parse(running!.startedAt)
    const ranMs = Math.max(0, clock.now() - startedAt)
    if (afterMs > 0) await this.place.wait(Math.max(0, afterMs - ranMs))
    const words = this.place.stopped() ? '' : await this.place.programs.lastWords(container, exitCode)
    // The container may have ended otherwise meanwhile.
    if (this.place.stopped() || container.state.running !== running) return false
    // It may have ended while no kubelet ran, or by a clock whose short waits take no time.
    const endedAt = afterMs > 0 ? startedAt + afterMs : clock.now()
    markEnded(
      this.pod,
      container,
      exitCode,
      toTime(endedAt > clock.now() ? nextSecond(endedAt) : endedAt),
      words,
    )
    return this.afterEnd(container, exitCode, again)
  }

  /** @returns as `end` */
  async afterEnd(container: PodContainer, exitCode: number, again: () => Promise<boolean>): Promise<boolean> {
    if (container.kind === 'init' && exitCode === 0) return true
    if (!this.restarts(container, exitCode)) {
      await this.place.finishIfDone()
      return false
    }
    if (container.failedStart === undefined) await this.place.report()
    return this.goOn(container, await this.restart(container), again)
  }

  /** Goes on after a container's start: runs it, or handles the start that failed. @returns as `end` */
  async goOn(container: PodContainer, how: StartEnd, again: () => Promise<boolean>): Promise<boolean> {
    if (how === 'stopped' || this.place.stopped()) return false
    if (how === 'started') return again()
    if (how === 'failed') {
      container.failedStart = notStarted(container)
      return this.afterEnd(container, 128, again)
    }
    const exitCode = await this.stopOne(container, podGraceSeconds(this.pod) * 1000)
    return exitCode === undefined ? false : this.afterEnd(container, exitCode, again)
  }

  private restarts({ kind }: PodContainer, exitCode: number): boolean {
    const { restartPolicy = 'Always' } = this.pod.spec
    if (kind === 'ephemeral') return false
    return (
      kind === 'sidecar' || restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && exitCode !== 0)
    )
  }

  async restart(container: PodContainer): Promise<StartEnd> {
    const { options, events } = this.node
    const { name } = container.spec
    const { failedStart } = container
    container.failedStart = undefined
    if (failedStart !== undefined) {
      container.lastState = container.state
      container.state = { waiting: failedStart }
      await this.place.report()
    }
    await this.place.wait(relistMs)
    if (this.place.stopped()) return 'stopped'
    const ms = this.backoffs.wait(name, options.clock.now())
    if (failedStart === undefined) container.lastState = container.state
    if (ms > 0) {
      const message = backoffMessage(ms, name, this.pod)
      container.state = { waiting: { reason: 'CrashLoopBackOff', message } }
      events.backOff(this.pod, container)
      await this.place.report()
      await this.place.wait(ms)
      if (this.place.stopped()) return 'stopped'
    }
    return this.startAgain(container)
  }

  private async startAgain(container: PodContainer): Promise<StartEnd> {
    const how = await this.starts.start(container)
    if (how === 'started') await this.place.report()
    return how
  }
}

// Upstream: pkg/kubelet/kuberuntime/kuberuntime_container.go (killContainersWithSyncResult, killContainer, executePreStopHook)
import { toTime } from '../../component-base/clock.ts'
import { signalNumber } from '../../containers/signals.ts'
import { lifecycleSleep } from './container-hooks.ts'
import type { Pod } from './pod.ts'
import { markEnded, type PodContainer, stopSignalOf } from './pod-containers.ts'
import type { PodPrograms } from './pod-programs.ts'
import type { PodSurroundings } from './pod-surroundings.ts'
import { type ContainerEnd, type HookEnds, terminationPlan } from './termination.ts'

/** Ends containers of a pod in its grace period: their hooks, their stop signals, and at last SIGKILL. */
export class ContainerStop {
  private readonly node: PodSurroundings
  private readonly pod: Pod
  private readonly programs: PodPrograms
  private readonly containers: readonly PodContainer[]
  /** The runs that are ended, by container: a container that ends by itself may meanwhile run again. */
  private readonly runs: ReadonlyMap<PodContainer, unknown>
  /** The containers that it has ended. */
  readonly ended = new Set<PodContainer>()
  private readonly begun: number
  private readonly hooks: HookEnds = new Map()
  /** Containers whose programs are told to end, as only running them tells what they do; `told` has those that were. */
  private readonly hearing: Set<PodContainer>
  private readonly told = new Set<PodContainer>()
  /** The containers whose programs ended by themselves meanwhile. */
  private readonly left = new Map<PodContainer, { afterMs: number; exitCode: number }>()
  /** Milliseconds after the begin. */
  private lastEnd = 0
  private graceMs: number
  /** The time from which the grace period counts, where it was shortened; milliseconds since the epoch. */
  private hurriedAt: number | undefined
  private replan = new AbortController()
  /** Ends what a hook does when the grace period is over. */
  private readonly over = new AbortController()

  constructor(
    node: PodSurroundings,
    pod: Pod,
    programs: PodPrograms,
    { containers, graceMs }: { containers: readonly PodContainer[]; graceMs: number },
  ) {
    this.node = node
    this.pod = pod
    this.programs = programs
    this.containers = containers.filter(({ state }) => state.running !== undefined)
    this.runs = new Map(this.containers.map((container) => [container, container.state.running]))
    this.hearing = new Set(this.containers.filter((container) => programs.hears(container)))
    this.graceMs = graceMs
    this.begun = node.options.clock.now()
  }

  /** Shortens the grace period, which then counts from now. @param graceMs milliseconds */
  hurry(graceMs: number): void {
    this.graceMs = graceMs
    this.hurriedAt = this.node.options.clock.now()
    this.wake()
  }

  /** Ends the grace period and the hooks at once: nothing is waited for any more. */
  abandon(): void {
    this.over.abort()
    this.hurry(0)
  }

  private wake(): void {
    this.replan.abort()
  }

  private get sinceBegin(): number {
    return this.node.options.clock.now() - this.begun
  }

  /** Resolves when all have ended. */
  async run(): Promise<void> {
    const heard = this.containers.map((container) =>
      this.programs.awaitEnd(container, (exitCode) => {
        this.left.set(container, { afterMs: this.sinceBegin, exitCode })
        this.wake()
      }),
    )
    if (this.graceMs > 0) for (const container of this.containers) this.runHook(container)
    try {
      await this.untilEnded()
    } finally {
      for (const stopHearing of heard) stopHearing()
      this.over.abort()
    }
  }

  private async untilEnded(): Promise<void> {
    const { pause } = this.node
    let planned: readonly ContainerEnd[] = []
    for (;;) {
      this.replan = new AbortController()
      planned = this.plan(planned)
      const open = planned.filter(({ container }) => container.state.running === this.runs.get(container))
      const due = open.filter(({ afterMs }) => afterMs <= this.sinceBegin)
      for (const end of due) await this.end(end)
      if (due.length > 0) continue
      if (open.length === 0 || pause.stopped) return
      const untold = open.filter(({ container }) => this.hearing.has(container) && !this.told.has(container))
      const telling = untold.filter(({ beginsMs }) => beginsMs <= this.sinceBegin)
      for (const { container } of telling) await this.tell(container)
      if (telling.length > 0) continue
      const next = Math.min(...open.map(({ afterMs }) => afterMs), ...untold.map(({ beginsMs }) => beginsMs))
      await pause.for(next - this.sinceBegin, this.replan.signal)
    }
  }

  /** Sends the stop signal to a program; one that is not simulated ends as its words tell. */
  private async tell(container: PodContainer): Promise<void> {
    this.told.add(container)
    const simulated = await this.programs.signal(container, signalNumber(stopSignalOf(container))!)
    if (!simulated) this.hearing.delete(container)
  }

  private runHook(container: PodContainer): void {
    const handler = container.spec.lifecycle?.preStop
    if (handler === undefined) return
    const slept = lifecycleSleep(handler, this.node.options.gates)
    if (slept !== undefined) {
      this.hooks.set(container, slept)
      return
    }
    this.hooks.set(container, Number.POSITIVE_INFINITY)
    void this.programs.hook(container, handler, this.over.signal).then((why) => {
      if (this.over.signal.aborted) return
      if (why !== undefined) this.node.events.preStopFailed(this.pod, container, why)
      this.hooks.set(container, this.sinceBegin)
      this.wake()
    })
  }

  /** No container ends later than it would have before the grace period became shorter. */
  private plan(before: readonly ContainerEnd[]): ContainerEnd[] {
    const plan = terminationPlan(this.pod, this.containers, this.graceMs, {
      now: this.hurriedAt ?? this.begun,
      hooks: this.hooks,
      heard: (container) => this.hearing.has(container),
      turnMs: Math.max(0, this.lastEnd - (this.hurriedAt ?? this.begun) + this.begun),
    }).map((end) => ({ ...end, ...this.left.get(end.container) }))
    if (this.hurriedAt === undefined) return plan
    const since = this.hurriedAt - this.begun
    return plan.map((end) => {
      if (this.left.has(end.container)) return end
      const known = before.find(({ container }) => container === end.container)
      const afterMs = since + end.afterMs
      return known !== undefined && known.afterMs <= afterMs
        ? known
        : { ...end, afterMs, beginsMs: since + end.beginsMs }
    })
  }

  private async end({ container, afterMs, exitCode }: ContainerEnd): Promise<void> {
    const words = await this.programs.lastWords(container, exitCode)
    if (container.state.running !== this.runs.get(container)) return
    this.ended.add(container)
    this.lastEnd = Math.max(this.lastEnd, afterMs)
    markEnded(this.pod, container, exitCode, toTime(this.begun + afterMs), words)
    this.node.containers.changed(this.pod.metadata.uid!)
  }
}

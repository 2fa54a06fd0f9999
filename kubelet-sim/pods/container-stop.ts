// Upstream: pkg/kubelet/kuberuntime/kuberuntime_container.go (killContainersWithSyncResult, killContainer, executePreStopHook)
import { toTime } from '../../component-base/clock.ts'
import { lifecycleSleep } from './container-hooks.ts'
import type { Pod } from './pod.ts'
import { markEnded, type PodContainer } from './pod-containers.ts'
import type { PodPrograms } from './pod-programs.ts'
import type { PodSurroundings } from './pod-surroundings.ts'
import { type ContainerEnd, type HookEnds, terminationPlan } from './termination.ts'

/** Ends containers of a pod in its grace period: their hooks, SIGTERM, and at last SIGKILL. */
export class ContainerStop {
  private readonly node: PodSurroundings
  private readonly pod: Pod
  private readonly programs: PodPrograms
  private readonly containers: readonly PodContainer[]
  /** One that ends by itself may run again meanwhile. */
  private readonly runs: ReadonlyMap<PodContainer, unknown>
  /** Those that it ended. */
  readonly ended = new Set<PodContainer>()
  private readonly begun: number
  private readonly hooks: HookEnds = new Map()
  private graceMs: number
  /** From when the grace period counts, where it became shorter. */
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
    this.graceMs = graceMs
    this.begun = node.options.clock.now()
  }

  /** The grace period became shorter: it counts from now. */
  hurry(graceMs: number): void {
    this.graceMs = graceMs
    this.hurriedAt = this.node.options.clock.now()
    this.wake()
  }

  /** Nothing is left to wait for. */
  abandon(): void {
    this.over.abort()
    this.hurry(0)
  }

  private wake(): void {
    this.replan.abort()
  }

  /** Resolves when all have ended. */
  async run(): Promise<void> {
    const { clock } = this.node.options
    const { pause } = this.node
    if (this.graceMs > 0) for (const container of this.containers) this.runHook(container)
    let first: readonly ContainerEnd[] = []
    for (;;) {
      this.replan = new AbortController()
      first = this.plan(first)
      const now = clock.now()
      const left = first.filter(({ container }) => container.state.running === this.runs.get(container))
      const due = left.filter(({ afterMs }) => this.begun + afterMs <= now)
      for (const end of due) await this.end(end)
      if (due.length > 0) continue
      if (left.length === 0 || pause.stopped) break
      const next = Math.min(...left.map(({ afterMs }) => afterMs))
      await pause.for(this.begun + next - now, this.replan.signal)
    }
    this.over.abort()
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
      this.hooks.set(container, this.node.options.clock.now() - this.begun)
      this.wake()
    })
  }

  /** No container ends later than it would have before the grace period became shorter. */
  private plan(before: readonly ContainerEnd[]): ContainerEnd[] {
    const plan = terminationPlan(this.pod, this.containers, this.graceMs, {
      now: this.hurriedAt ?? this.begun,
      hooks: this.hooks,
    })
    if (this.hurriedAt === undefined) return plan
    const since = this.hurriedAt - this.begun
    return plan.map((end) => {
      const known = before.find(({ container }) => container === end.container)
      const afterMs = since + end.afterMs
      return known !== undefined && known.afterMs <= afterMs ? known : { ...end, afterMs }
    })
  }

  private async end({ container, afterMs, exitCode }: ContainerEnd): Promise<void> {
    const words = await this.programs.lastWords(container, exitCode)
    if (container.state.running !== this.runs.get(container)) return
    this.ended.add(container)
    markEnded(this.pod, container, exitCode, toTime(this.begun + afterMs), words)
    this.node.containers.changed(this.pod.metadata.uid!)
  }
}

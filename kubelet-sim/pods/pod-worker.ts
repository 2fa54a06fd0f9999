// Upstream: pkg/kubelet/pod_workers.go, pkg/kubelet/kuberuntime/kuberuntime_manager.go (SyncPod)
import { toTime } from '../../component-base/clock.ts'
import type { ContainersOfNode } from '../../containers/containers-of-node.ts'
import { mayEnd } from '../../containers/may-end.ts'
import type { PodOnNode } from '../../containers/node-of-containers.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Pause } from '../pause.ts'
import { refusalOf } from './admission.ts'
import { commandOutcome } from './command-outcome.ts'
import { containerEnvironment } from './container-environment.ts'
import type { Pull } from './image-puller.ts'
import { missingVolumes, mountRetryMs } from './mounts.ts'
import type { Outcome } from './outcome.ts'
import { type Pod, podText } from './pod.ts'
import { markEnded, type PodContainer, podContainers } from './pod-containers.ts'
import type { PodEvents } from './pod-events.ts'
import { PodReports } from './pod-reports.ts'
import { podPhase, podStatus, rejectedStatus, tellsGeneration } from './pod-status.ts'
import { RestartBackoff } from './restart-backoff.ts'
import { type ContainerEnd, terminationPlan } from './termination.ts'
import type { VolumeFiles } from './volume-files.ts'

const startMs = 50
/** A kubelet looks at its containers once a second. */
const relistMs = 1000
const defaultGraceSeconds = 30

/** The parts of a node that its pod workers share. */
export interface PodSurroundings {
  options: KubeletOptions
  pause: Pause
  events: PodEvents
  nodeLabels: Readonly<Record<string, string>>
  /** The pods that the node has taken and that have not ended. */
  running(): Pod[]
  /** Brings an image to the node. @returns whether it was there; a promise where that takes time */
  pull(image: string): boolean | Promise<Pull>
  files: VolumeFiles
  /** Runs programs where something asks for them. */
  containers: ContainersOfNode
}

const ended = ({ status }: Pod): boolean => status.phase === 'Succeeded' || status.phase === 'Failed'

/** Runs the containers of a pod from its arrival to its end, and reports their states. */
export class PodWorker {
  private readonly node: PodSurroundings
  private readonly reports: PodReports
  /** Taken when the pod is given its network. */
  private readonly newAddress: () => string
  private address: string | undefined
  private readonly containers: PodContainer[]
  private pod: Pod
  private sandbox: boolean
  /** Whether it ever had its network. */
  private connected: boolean
  private terminal = false
  /** Aborted when the pod is to end: nothing starts any more. */
  private readonly ending = new AbortController()
  /** Ends the wait for the containers' ends, where the grace period becomes shorter. */
  private cutShort = new AbortController()
  private graceSeconds = Number.POSITIVE_INFINITY
  /** Milliseconds since the epoch. */
  private readonly startedAt: number
  /** Aborted where the deadline of the pod is another. */
  private deadlineChange = new AbortController()
  private eviction: { reason: string; message: string } | undefined
  /** Resolves when a pod whose deadline is over has ended. */
  private evicting: Promise<void> | undefined
  private deleting = false
  private accepted = false

  constructor(node: PodSurroundings, pod: Pod, newAddress: () => string) {
    const { options, pause } = node
    this.node = node
    this.reports = new PodReports(options, pause)
    this.pod = pod
    this.newAddress = newAddress
    this.address = pod.spec.hostNetwork === true ? options.settings.nodeIP : pod.status.podIP
    this.containers = podContainers(pod)
    this.connected = pod.status.podIP !== undefined
    this.sandbox = this.connected && !ended(pod)
    this.startedAt = Date.parse(pod.status.startTime ?? '') || options.clock.now()
    if (pod.metadata.deletionTimestamp !== undefined || ended(pod)) return
    void this.begin()
    void this.watchDeadline()
  }

  /** The pod, while it may have its ports. */
  get holding(): Pod | undefined {
    return this.accepted && !this.terminal ? this.pod : undefined
  }

  /** The pod as programs see it that run in it. */
  get onNode(): PodOnNode {
    const { pod, containers, sandbox, address } = this
    return {
      pod,
      containers,
      connected: sandbox,
      addresses: sandbox && address !== undefined ? [address] : [],
    }
  }

  /** The pod as the server has it now. */
  update(pod: Pod): void {
    const { deletionTimestamp, deletionGracePeriodSeconds, generation } = pod.metadata
    const isNew = (generation ?? 0) > (this.pod.metadata.generation ?? 0)
    const deadline = this.pod.spec.activeDeadlineSeconds
    this.pod = pod
    if (pod.spec.activeDeadlineSeconds !== deadline) void this.watchDeadline()
    if (!ended(pod) && ((isNew && tellsGeneration(this.node.options, pod)) || this.contradicted()))
      void this.report()
    if (deletionTimestamp === undefined) return
    const seconds =
      deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? defaultGraceSeconds
    if (seconds >= this.graceSeconds) return
    this.graceSeconds = seconds
    if (this.ending.signal.aborted) this.cutShort.abort()
    if (!this.deleting) void this.terminate()
  }

  /** Ends the pod when it has been active for as long as it may. Upstream: pkg/kubelet/active_deadline.go */
  private async watchDeadline(): Promise<void> {
    this.deadlineChange.abort()
    const { activeDeadlineSeconds } = this.pod.spec
    if (activeDeadlineSeconds === undefined || this.stopped) return
    this.deadlineChange = new AbortController()
    const { signal } = this.deadlineChange
    const { clock } = this.node.options
    for (;;) {
      const left = this.startedAt + activeDeadlineSeconds * 1000 - clock.now()
      if (left <= 0) break
      await this.node.pause.for(left, signal)
      if (signal.aborted || this.stopped) return
    }
    if (!ended(this.pod)) this.evicting = this.evict()
  }

  private async evict(): Promise<void> {
    this.ending.abort()
    const message = 'Pod was active on the node longer than the specified deadline'
    this.node.events.deadlineExceeded(this.pod, message)
    this.eviction = { reason: 'DeadlineExceeded', message }
    this.tellKilling()
    await this.report()
    const { terminationGracePeriodSeconds = defaultGraceSeconds } = this.pod.spec
    await this.stopContainers(terminationGracePeriodSeconds * 1000)
    if (!this.node.pause.stopped) await this.reportEnd()
  }

  /** The pod is gone from the server, whether its containers have ended or not. */
  gone(): void {
    this.deadlineChange.abort()
    if (!this.ending.signal.aborted) this.tellKilling()
    this.ending.abort()
    this.cutShort.abort()
  }

  /** Whether others say that the pod is not ready, as of all pods of a node that has not been heard of. */
  private contradicted(): boolean {
    const told = this.pod.status.conditions?.find(({ type }) => type === 'Ready')
    return (
      told?.status === 'False' && told.reason === undefined && this.sandbox && !this.ending.signal.aborted
    )
  }

  private get podIP(): string {
    this.address ??= this.newAddress()
    return this.address
  }

  private get stopped(): boolean {
    return this.node.pause.stopped || this.ending.signal.aborted
  }

  private wait(ms: number): Promise<void> {
    return this.node.pause.for(ms, this.ending.signal)
  }

  private report(): Promise<void> {
    this.node.containers.changed(this.pod.metadata.uid!)
    const { containers, sandbox, terminal, connected, eviction } = this
    const copies = containers.map((container) => ({ ...container }))
    const known = connected || this.pod.spec.hostNetwork === true ? this.podIP : undefined
    return this.reports.report(this.pod, (current) =>
      podStatus(this.node.options, current, copies, { sandbox, terminal, podIP: known, eviction }),
    )
  }

  private async begin(): Promise<void> {
    const { options, nodeLabels, running } = this.node
    const refusal = refusalOf(this.pod, nodeLabels, running(), options.release.minor)
    if (refusal !== undefined)
      return this.reports.report(this.pod, (current) => rejectedStatus(options, current, refusal))
    this.accepted = true
    const fresh = this.containers.every(({ state }) => state.waiting !== undefined)
    if (fresh) {
      await this.report()
      await this.wait(startMs)
    }
    if (this.stopped || !(await this.mounted())) return
    this.sandbox = true
    this.connected = true
    for (const container of this.containers.filter(({ kind }) => kind !== 'main'))
      if (!(await this.initialize(container))) return
    const mains = this.containers.filter(({ kind }) => kind === 'main')
    for (const container of mains)
      if (container.state.waiting !== undefined && (await this.start(container)) === 'stopped') return
    await this.report()
    for (const container of this.containers.filter(({ kind }) => kind !== 'init')) void this.run(container)
  }

  /** Resolves when the pod has its volumes: false where it ended before. */
  private async mounted(): Promise<boolean> {
    for (let times = 1; !this.sandbox; times++) {
      const missing = await missingVolumes(this.node.options.client, this.pod)
      if (missing.length === 0 || this.stopped) break
      for (const { volume, reason } of missing) this.node.events.mountFailed(this.pod, volume, reason)
      await this.wait(mountRetryMs(times))
    }
    return !this.stopped
  }

  /** @returns whether the next container may start */
  private async initialize(container: PodContainer): Promise<boolean> {
    if (container.state.terminated?.exitCode === 0) return true
    if (container.state.running === undefined && (await this.start(container)) === 'stopped') return false
    if (container.kind === 'sidecar') return true
    const { afterMs, exitCode } = this.outcome(container) ?? (await this.initOutcome(container))
    if (this.stopped) return false
    if (afterMs > 0) await this.report()
    return this.end(container, afterMs, exitCode, () => this.initialize(container))
  }

  /** The end of an init container whose program has to be run; one that cannot be is done at once. */
  private async initOutcome(container: PodContainer): Promise<Outcome> {
    if (!mayEnd(container.spec)) return { afterMs: 0, exitCode: 0 }
    await this.report()
    const { namespace = '', name = '' } = this.pod.metadata
    const exitCode = await new Promise<number>((resolve) => {
      this.initEnd = resolve
      this.ending.signal.addEventListener('abort', () => resolve(0))
      void this.node.containers.begin(namespace, name)
    })
    this.initEnd = undefined
    return { afterMs: 0, exitCode }
  }

  private initEnd: ((exitCode: number) => void) | undefined

  /** A program has ended by itself. @param exitCode undefined: it cannot be run @param run how often the container was restarted before */
  programEnded(name: string, run: number, exitCode: number | undefined): void {
    const container = this.containers.find(({ spec }) => spec.name === name)
    if (container?.state.running === undefined || container.restarts !== run || this.stopped) return
    if (container.kind === 'init') this.initEnd?.(exitCode ?? 0)
    else if (exitCode !== undefined && this.outcome(container) === undefined) this.seeEnd(container, exitCode)
  }

  private seeEnd(container: PodContainer, exitCode: number): void {
    void this.end(container, 0, exitCode, async () => {
      await this.run(container)
      return false
    })
  }

  private outcome({ spec }: PodContainer): Outcome | undefined {
    const env = containerEnvironment(spec, this.pod)
    return commandOutcome(spec, env, this.node.files.seenBy(spec, this.pod, env))
  }

  /** Once its image is there. */
  private async start(container: PodContainer): Promise<'started' | 'stopped'> {
    const { events, pull, options } = this.node
    const there = pull(container.spec.image ?? '')
    if (typeof there === 'boolean') events.pulled(this.pod, container, there)
    else {
      events.pulling(this.pod, container)
      const took = await there
      if (this.stopped) return 'stopped'
      events.pulledIn(this.pod, container, took)
    }
    events.started(this.pod, container)
    if (container.lastState.terminated !== undefined) container.restarts++
    container.state = { running: { startedAt: toTime(options.clock.now()) } }
    return 'started'
  }

  /** Sees a container to its end where its command has one, again and again as the pod's restart policy says. */
  private async run(container: PodContainer): Promise<void> {
    const outcome = this.outcome(container)
    if (container.state.running === undefined) return
    if (outcome === undefined) {
      const { namespace = '', name = '' } = this.pod.metadata
      if (mayEnd(container.spec)) void this.node.containers.begin(namespace, name)
      return
    }
    await this.end(container, outcome.afterMs, outcome.exitCode, async () => {
      await this.run(container)
      return false
    })
  }

  private readonly backoffs = new Map<string, RestartBackoff>()

  /**
   * Waits for the end of a container, and starts it again where that is to be.
   * @returns whether it has ended well, or what `again` says of its next run
   */
  private async end(
    container: PodContainer,
    afterMs: number,
    exitCode: number,
    again: () => Promise<boolean>,
  ): Promise<boolean> {
    const { clock } = this.node.options
    const ranMs = clock.now() - Date.parse(container.state.running!.startedAt)
    if (afterMs > 0) await this.wait(Math.max(0, afterMs - ranMs))
    if (this.stopped) return false
    markEnded(this.pod, container, exitCode, toTime(clock.now()))
    if (container.kind === 'init' && exitCode === 0) return true
    if (!this.restarts(container, exitCode)) {
      await this.finishIfDone()
      return false
    }
    await this.report()
    await this.restart(container)
    return this.stopped ? false : again()
  }

  private restarts({ kind }: PodContainer, exitCode: number): boolean {
    const { restartPolicy = 'Always' } = this.pod.spec
    return (
      kind === 'sidecar' || restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && exitCode !== 0)
    )
  }

  private async restart(container: PodContainer): Promise<void> {
    const { options, events } = this.node
    const { name } = container.spec
    await this.wait(relistMs)
    if (this.stopped) return
    const backoff = this.backoffs.get(name) ?? new RestartBackoff(options)
    this.backoffs.set(name, backoff)
    const ms = backoff.wait(options.clock.now())
    container.lastState = container.state
    if (ms > 0) {
      const message = `back-off ${goSeconds(ms)} restarting failed container=${name} pod=${podText(this.pod)}`
      container.state = { waiting: { reason: 'CrashLoopBackOff', message } }
      events.backOff(this.pod, container)
      await this.report()
      await this.wait(ms)
      if (this.stopped) return
    }
    if ((await this.start(container)) === 'stopped') return
    await this.report()
  }

  /** A container has ended for good: so has the pod, when it was the last. */
  private async finishIfDone(): Promise<void> {
    const over = ['Succeeded', 'Failed'].includes(
      podPhase(
        this.node.options,
        this.pod,
        this.containers.filter(({ kind }) => kind !== 'sidecar'),
        false,
      ),
    )
    if (!over) return this.report()
    const { terminationGracePeriodSeconds = defaultGraceSeconds } = this.pod.spec
    await this.stopContainers(terminationGracePeriodSeconds * 1000)
    if (!this.stopped) await this.reportEnd()
  }

  private async terminate(): Promise<void> {
    this.deleting = true
    this.ending.abort()
    this.deadlineChange.abort()
    await this.evicting
    if (!ended(this.pod) && this.eviction === undefined) {
      this.tellKilling()
      await this.stopContainers(this.graceSeconds * 1000)
      if (this.node.pause.stopped) return
      await this.reportEnd()
    }
    await this.reports.remove(this.pod)
  }

  private reportEnd(): Promise<void> {
    this.terminal = true
    this.sandbox = false
    return this.report()
  }

  private tellKilling(): void {
    for (const container of this.containers)
      if (container.state.running !== undefined) this.node.events.killing(this.pod, container)
  }

  /** Resolves when the containers that run have ended; a grace period that becomes shorter counts from then. */
  private async stopContainers(graceMs: number): Promise<void> {
    const { events, options, pause } = this.node
    const begun = options.clock.now()
    let plan = terminationPlan(this.pod, this.containers, graceMs, begun)
    for (const { container, preStopFails } of plan)
      if (preStopFails) events.preStopFailed(this.pod, container)
    for (;;) {
      const last = Math.max(0, ...plan.map(({ afterMs }) => afterMs))
      const { signal } = this.cutShort
      if (last > 0) await pause.for(begun + last - options.clock.now(), signal)
      if (!signal.aborted || pause.stopped) break
      this.cutShort = new AbortController()
      plan = this.hurried(plan, begun)
    }
    for (const { container, afterMs, exitCode } of plan)
      markEnded(this.pod, container, exitCode, toTime(begun + afterMs))
  }

  private hurried(plan: readonly ContainerEnd[], begun: number): ContainerEnd[] {
    const now = this.node.options.clock.now()
    const sooner = terminationPlan(this.pod, this.containers, this.graceSeconds * 1000, now)
    return plan.map((end, i) => {
      const afterMs = now - begun + sooner[i]!.afterMs
      return afterMs < end.afterMs ? { ...sooner[i]!, afterMs } : end
    })
  }
}

/** `10s`, `1m20s`, as Go prints durations. */
const goSeconds = (ms: number): string => {
  const seconds = ms / 1000
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
}

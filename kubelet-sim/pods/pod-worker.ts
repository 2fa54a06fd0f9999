import { gateEnabled } from '../../featuregates/reader.ts'
import { ActiveDeadline } from './active-deadline.ts'
import { refusalOf } from './admission.ts'
import { definitionChanged } from './container-hash.ts'
import { ContainerLives, podGraceSeconds } from './container-lives.ts'
import { ContainerStarts, type StartEnd } from './container-start.ts'
import { ContainerStop } from './container-stop.ts'
import { missingVolumes, mountRetryMs } from './mounts.ts'
import type { Pod } from './pod.ts'
import { type PodContainer, podContainers } from './pod-containers.ts'
import { PodPrograms } from './pod-programs.ts'
import { PodReports } from './pod-reports.ts'
import { PodResize } from './pod-resize.ts'
import { podPhase, podStatus, rejectedStatus, tellsGeneration } from './pod-status.ts'
import type { PodSurroundings } from './pod-surroundings.ts'
import type { RuntimePod } from './runtime-pod.ts'
import { unawaited } from './unawaited.ts'

const startMs = 50

const ended = ({ status }: Pod): boolean => status.phase === 'Succeeded' || status.phase === 'Failed'

/** Runs the containers of a pod from its arrival to its end, and reports their states. */
export class PodWorker {
  private readonly node: PodSurroundings
  private readonly reports: PodReports
  /** Allocates the pod's addresses, when it gets its network. */
  private readonly newAddresses: () => readonly string[]
  private readonly programs: PodPrograms
  private readonly lives: ContainerLives
  private readonly starts: ContainerStarts
  private readonly unawaited = (work: Promise<unknown>): void => unawaited(this.node, this.pod, work)
  private readonly resize: PodResize
  /** The pod in the machine's container runtime. */
  private readonly there: RuntimePod
  /** Whether the pod has ever had its network. */
  private connected: boolean
  private terminal = false
  /** Aborted when the pod is to end: nothing starts any more. */
  private readonly ending = new AbortController()
  /** The ending of all containers, while it is under way. */
  private stopping: ContainerStop | undefined
  private graceSeconds = Number.POSITIVE_INFINITY
  private readonly deadline: ActiveDeadline
  private eviction: { reason: string; message: string } | undefined
  /** Resolves when a pod whose deadline is over has ended. */
  private evicting: Promise<void> | undefined
  private deleting = false
  private accepted = false

  constructor(node: PodSurroundings, pod: Pod, newAddresses: () => readonly string[]) {
    const { options, pause } = node
    this.node = node
    this.reports = new PodReports(options, pause)
    this.programs = new PodPrograms(node, () => this.pod, this.ending.signal)
    const place = {
      pod: () => this.pod,
      containers: () => this.containers,
      programs: this.programs,
      stopped: () => this.stopped,
      ending: this.ending.signal,
      wait: (ms: number) => this.wait(ms),
      report: () => this.report(),
      finishIfDone: () => this.finishIfDone(),
    }
    this.starts = new ContainerStarts(node, place)
    this.lives = new ContainerLives(node, this.starts, place)
    const known = node.runtime.has(pod.metadata.uid!)
    this.there = node.runtime.take(pod)
    const restart = (container: PodContainer): Promise<void> =>
      this.lives.replace(container, 'resize requires restart')
    this.resize = new PodResize(node, { ...place, restart }, pod)
    this.newAddresses = newAddresses
    this.connected = this.there.connected || pod.status.podIP !== undefined
    this.sandbox = this.connected && !ended(pod)
    if (known) this.probeAnew()
    const startedAt = Date.parse(pod.status.startTime ?? '') || options.clock.now()
    this.deadline = new ActiveDeadline(options.clock, pause, startedAt)
    if (pod.metadata.deletionTimestamp !== undefined || ended(pod)) return
    this.unawaited(this.begin())
    this.unawaited(this.watchDeadline())
  }

  /** The pod with what is allocated to it, from its acceptance until it has ended; otherwise undefined. */
  get holding(): Pod | undefined {
    return this.accepted && !this.terminal ? this.resize.allocated : undefined
  }

  /** The resize that waits for room; undefined where none does. */
  get deferredResize(): { pod: Pod; resize: PodResize } | undefined {
    return this.resize.isDeferred && !this.stopped ? { pod: this.pod, resize: this.resize } : undefined
  }

  private get pod(): Pod {
    return this.there.pod
  }

  private get containers(): PodContainer[] {
    return this.there.containers
  }

  /** Whether the pod has its network. */
  private get sandbox(): boolean {
    return this.there.connected
  }

  private set sandbox(up: boolean) {
    this.there.connected = up
    if (up) this.there.origin ??= this.node.origin.sandbox
  }

  /** A kubelet knows nothing of what another one has asked: releases differ in what they tell of it until they know more. */
  private probeAnew(): void {
    if (!gateEnabled(this.node.options.gates, 'ChangeContainerStatusOnKubeletRestart')) return
    for (const container of this.containers)
      if (container.state.running !== undefined) this.programs.started(container)
  }

  /** Takes over the pod as the server has it now. */
  update(pod: Pod): void {
    const { deletionTimestamp, deletionGracePeriodSeconds, generation } = pod.metadata
    const isNew = (generation ?? 0) > (this.pod.metadata.generation ?? 0)
    const deadline = this.pod.spec.activeDeadlineSeconds
    this.there.pod = pod
    this.there.adoptRestarts()
    if (pod.spec.activeDeadlineSeconds !== deadline) this.unawaited(this.watchDeadline())
    // What has seen a generation that resizes has begun with it: its status tells both.
    this.takeSpecs()
    if (!ended(pod) && ((isNew && tellsGeneration(this.node.options, pod)) || this.contradicted()))
      this.unawaited(this.report())
    if (deletionTimestamp === undefined) return
    const seconds = deletionGracePeriodSeconds ?? podGraceSeconds(pod)
    if (seconds >= this.graceSeconds) return
    this.graceSeconds = seconds
    if (this.ending.signal.aborted) this.stopping?.hurry(seconds * 1000)
    if (!this.deleting) this.unawaited(this.terminate())
  }

  /** Ephemeral containers come while the pod lives, images change, and resources. */
  private takeSpecs(): void {
    if (this.stopped || !this.accepted) return
    const wanted = podContainers(this.pod)
    for (const fresh of wanted) {
      const known = this.containers.find(({ spec }) => spec.name === fresh.spec.name)
      if (known === undefined) {
        this.containers.push(fresh)
        if (this.sandbox) this.unawaited(this.runEphemeral(fresh))
      } else if (known.spec.image !== fresh.spec.image) {
        known.spec = { ...known.spec, image: fresh.spec.image }
        if (known.kind !== 'init' && known.state.running !== undefined)
          this.unawaited(this.lives.replace(known))
      }
    }
    this.unawaited(this.resize.settle(wanted))
  }

  private async runEphemeral(container: PodContainer): Promise<void> {
    await this.report()
    const how = await this.starts.start(container)
    if (how === 'stopped') return
    await this.report()
    await this.lives.goOn(container, how, () => this.lives.run(container))
  }

  private watchDeadline(): Promise<void> {
    return this.deadline.watch(
      this.pod.spec.activeDeadlineSeconds,
      () => this.stopped,
      () => {
        if (!ended(this.pod)) this.evicting = this.evict()
      },
    )
  }

  private async evict(): Promise<void> {
    this.ending.abort()
    const message = 'Pod was active on the node longer than the specified deadline'
    this.node.events.deadlineExceeded(this.pod, message)
    this.eviction = { reason: 'DeadlineExceeded', message }
    this.tellKilling()
    await this.report()
    await this.stopContainers(podGraceSeconds(this.pod) * 1000)
    if (!this.node.pause.stopped) await this.reportEnd()
  }

  /** The pod is gone from the server, whether its containers have ended or not. */
  gone(): void {
    this.deadline.cancel()
    if (!this.ending.signal.aborted) this.tellKilling()
    this.ending.abort()
    this.stopping?.abandon()
  }

  /** Whether others say that the pod is not ready, as of all pods of a node that has not been heard of. */
  private contradicted(): boolean {
    const told = this.pod.status.conditions?.find(({ type }) => type === 'Ready')
    return (
      told?.status === 'False' && told.reason === undefined && this.sandbox && !this.ending.signal.aborted
    )
  }

  private get podIPs(): readonly string[] {
    if (this.there.given.length === 0) this.there.given = this.newAddresses()
    return this.there.given
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
    const known = connected || this.pod.spec.hostNetwork === true ? this.podIPs : []
    const resize = this.resize.told
    return this.reports.report(this.pod, (current) =>
      podStatus(this.node.options, current, copies, {
        ...{ sandbox, terminal, podIPs: known, eviction, resize },
      }),
    )
  }

  private async begin(): Promise<void> {
    const { options, nodeLabels, running } = this.node
    const allocatable = this.node.allocatable()
    const refusal = refusalOf(this.resize.allocated, nodeLabels, running(), { ...options, allocatable })
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
    for (const container of this.containers)
      if (container.kind === 'ephemeral') this.unawaited(this.takeUp(container))
    for (const container of this.containers.filter(({ kind }) => kind === 'init' || kind === 'sidecar'))
      if (!(await this.initialize(container))) return
    const mains = this.containers.filter(({ kind }) => kind === 'main')
    const ends = new Map<PodContainer, StartEnd | 'waits'>()
    for (const container of mains) {
      if (container.state.running !== undefined) continue
      if (container.state.terminated !== undefined) {
        this.unawaited(this.goOnAfter(container))
        ends.set(container, 'waits')
        continue
      }
      const how = await this.firstTry(container)
      if (how === 'stopped') return
      ends.set(container, how)
    }
    await this.report()
    for (const container of mains) {
      const how = ends.get(container) ?? 'started'
      if (how !== 'waits') this.unawaited(this.lives.goOn(container, how, () => this.lives.run(container)))
    }
    this.replaceChanged()
    await this.resize.settle()
  }

  /** Goes on with a container that ended while no kubelet ran. */
  private async goOnAfter(container: PodContainer): Promise<void> {
    const { exitCode } = container.state.terminated!
    await this.lives.afterEnd(container, exitCode, () => this.lives.run(container))
  }

  /** Containers that a kubelet of another release started, or that changed while none ran. */
  private replaceChanged(): void {
    for (const container of this.containers) {
      const { kind, origin, spec, state } = container
      if (kind === 'init' || kind === 'ephemeral' || state.running === undefined || origin === undefined)
        continue
      if (definitionChanged(origin, spec, this.node.options)) this.unawaited(this.lives.replace(container))
    }
  }

  private takeUp(container: PodContainer): Promise<unknown> {
    return container.state.waiting === undefined ? this.lives.run(container) : this.runEphemeral(container)
  }

  /** A container that cannot be started yet goes on trying, and does not keep the next one from its start. */
  private firstTry(container: PodContainer): Promise<StartEnd | 'waits'> {
    return new Promise((resolve) => {
      let waits = false
      const tried = this.starts.start(container, () => {
        waits = true
        resolve('waits')
      })
      void tried.then(async (how) => {
        if (!waits || how === 'stopped') return resolve(how)
        await this.report()
        await this.lives.goOn(container, how, () => this.lives.run(container))
      })
    })
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
    const { terminated } = container.state
    if (terminated !== undefined)
      return this.lives.afterEnd(container, terminated.exitCode, () => this.initialize(container))
    if (container.state.running === undefined) {
      const how = await this.starts.start(container)
      if (how !== 'started') return this.lives.goOn(container, how, () => this.initialize(container))
    }
    if (container.kind === 'sidecar') return this.sidecarStarted(container)
    const known = this.lives.outcome(container)
    if (known === undefined ? this.programs.lasts(container) : known.afterMs > 0) await this.report()
    const { afterMs, exitCode } = known ?? { afterMs: 0, exitCode: await this.programs.exitCodeOf(container) }
    if (this.stopped) return false
    return this.lives.end(container, afterMs, exitCode, () => this.initialize(container))
  }

  /** The next container starts when the startup probe of a sidecar says so. */
  private async sidecarStarted(container: PodContainer): Promise<boolean> {
    this.unawaited(this.lives.run(container))
    if (container.started === false) await this.report()
    while (container.started === false && !this.stopped) await this.lives.probed(this.ending.signal)
    return !this.stopped
  }

  /** A program has ended by itself. @param exitCode undefined: it cannot be run @param run how often the container was restarted before */
  programEnded(name: string, run: number, exitCode: number | undefined): void {
    const container = this.containers.find(({ spec }) => spec.name === name)
    if (container?.state.running === undefined || container.restarts !== run) return
    if (exitCode !== undefined && this.programs.endedInStop(container, exitCode)) return
    if (this.stopped) return
    if (container.kind === 'init') this.programs.initEnded(exitCode ?? 0)
    else if (exitCode !== undefined && this.lives.outcome(container) === undefined)
      this.unawaited(this.lives.endAndGoOn(container, 0, exitCode))
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
    await this.stopContainers(podGraceSeconds(this.pod) * 1000)
    if (!this.stopped) await this.reportEnd()
  }

  private async terminate(): Promise<void> {
    this.deleting = true
    this.ending.abort()
    this.deadline.cancel()
    await this.evicting
    if (!ended(this.pod) && this.eviction === undefined) {
      this.tellKilling()
      await this.stopContainers(this.graceSeconds * 1000)
      if (this.node.pause.stopped) return
      await this.reportEnd()
    }
    await this.reports.remove(this.pod)
  }

  private async reportEnd(): Promise<void> {
    this.terminal = true
    this.sandbox = false
    await this.report()
    this.node.roomChanged()
  }

  private tellKilling(): void {
    for (const container of this.containers)
      if (container.state.running !== undefined) this.node.events.killing(this.pod, container)
  }

  /** Resolves when the containers that run have ended; a grace period that becomes shorter counts from then. */
  private async stopContainers(graceMs: number): Promise<void> {
    const { containers } = this
    this.stopping = new ContainerStop(this.node, this.pod, this.programs, { containers, graceMs })
    await this.stopping.run()
  }
}

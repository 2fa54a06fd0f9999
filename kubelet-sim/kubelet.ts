// Upstream: pkg/kubelet/kubelet.go (Run) and the wire sequence recorded from it

import { EventRecorder } from '../client/events/event-recorder.ts'
import { Informer } from '../client/informer.ts'
import type { NodeContainers } from '../containers/node-containers.ts'
import { ensureCSINode } from './csi-node.ts'
import { kubeletDialect } from './dialect.ts'
import type { KubeletOptions } from './kubelet-options.ts'
import { LeaseController } from './lease-controller.ts'
import { nodeReference } from './node-events.ts'
import type { Node } from './node-status/node.ts'
import { Pause } from './pause.ts'
import type { Pod } from './pods/pod.ts'
import { PodManager } from './pods/pod-manager.ts'
import { registerNode } from './registration.ts'
import { StatusReporter } from './status-loop.ts'

/** A kubelet looks at its machine before it registers: at most so long is waited for the first answer about its lease. */
const hostSetupMs = 100

/** The milliseconds between a kubelet's looks for its node's pod CIDR, after which it reports the first status. */
const fastStatusMs = 100

/** eventRecordQPS and eventBurst of the configuration, by default. */
const eventRate = { perSecond: 50, burst: 100 }

const isReady = (node: Node): boolean =>
  (node.status.conditions ?? []).some((c) => c.type === 'Ready' && c.status === 'True')

/** A simulated kubelet. Many fit into one process; each has its own name, release and gates. */
export class Kubelet {
  private readonly options: KubeletOptions
  private readonly pause: Pause
  private readonly recorder: EventRecorder
  private readonly pods: PodManager
  private readonly nodeInformer: Informer
  private readonly reporter: StatusReporter
  private csiNodeReady = false
  /** A report has said that the node is ready. */
  private ready = false
  private reporting: Promise<boolean> = Promise.resolve(false)
  private readonly loops: Promise<unknown>[] = []
  private markReported: () => void = () => {}
  /** Resolves when the node's first full status has been reported (or after stop). */
  readonly reported: Promise<void>

  constructor(options: KubeletOptions) {
    this.options = options
    this.pause = new Pause(options.clock)
    this.recorder = new EventRecorder(options, { component: 'kubelet', host: options.nodeName }, eventRate)
    this.reported = new Promise((resolve) => {
      this.markReported = resolve
    })
    this.nodeInformer = new Informer({
      client: options.client,
      clock: options.clock,
      path: `/api/v1/nodes?fieldSelector=metadata.name%3D${encodeURIComponent(options.nodeName)}`,
    })
    this.pods = new PodManager(options, this.pause, this.recorder, () =>
      this.nodeInformer.items.get(options.nodeName),
    )
    const state = () => ({ csiNodeReady: this.csiNodeReady, images: this.pods.images })
    const { readsNodeFromWatch } = kubeletDialect(options.release.minor)
    const informer = readsNodeFromWatch ? this.nodeInformer : undefined
    this.reporter = new StatusReporter(options, state, informer, (reason) => this.tellStatus(reason))
  }

  start(): this {
    this.options.logger.logS('I', 'Attempting to sync node with API server')
    this.loops.push(this.run())
    return this
  }

  /** The Pods of the node, as the server has them. */
  podObjects(): Pod[] {
    return this.pods.objects()
  }

  /** The containers of the node, as its API and its network ask for them. */
  get containers(): NodeContainers {
    return this.pods.containers
  }

  /** Stops the kubelet as SIGTERM does; the Node object stays as it is. */
  async stop(): Promise<void> {
    this.pause.stop()
    this.markReported()
    await Promise.all([this.recorder.stop(), this.nodeInformer.stop(), this.pods.stop(), ...this.loops])
  }

  /**
   * The lease is looked for before the node is registered, so that a new node gets its lease one interval later; the first
   * status is reported while the CSINode is being made, and the node is ready with the report after that.
   */
  private async run(): Promise<void> {
    this.nodeInformer.start()
    const leases = new LeaseController(this.options, this.pause)
    this.loops.push(leases.run())
    await Promise.race([leases.firstTry, this.pause.for(hostSetupMs)])
    const wasReady = await this.registered()
    if (this.pause.stopped) return
    this.startEvents()
    this.pods.start()
    // A node that was Ready before the restart stays so: its CSINode is there, and is looked at before the first report.
    if (wasReady) await this.initializeCSINode()
    const loop = this.statusLoop()
    // In these releases the first report does not know of the CSINode yet.
    if (!kubeletDialect(this.options.release.minor).reportsReadyAtOnce) await this.reporting
    if (!this.csiNodeReady) await this.initializeCSINode()
    await this.untilReadyIsReported()
    await loop
  }

  /** Whether the node was Ready before; its object is not kept. */
  private async registered(): Promise<boolean> {
    if (!this.options.settings.registerNode) return false
    const node = await registerNode(this.options, this.pause)
    return node !== undefined && isReady(node)
  }

  /** The report with which the node becomes ready; where releases leave it to the next tick, that of the loop may come before. */
  private async untilReadyIsReported(): Promise<void> {
    if (!kubeletDialect(this.options.release.minor).reportsReadyAtOnce) {
      this.markReported()
      while (!this.pause.stopped && !this.ready && !this.hasPodCIDR()) await this.pause.for(fastStatusMs)
    }
    if (!this.ready && (await this.report())) this.nodeReady()
  }

  private hasPodCIDR(): boolean {
    const node = this.nodeInformer.items.get(this.options.nodeName) as Node | undefined
    return node?.spec?.podCIDR !== undefined
  }

  private startEvents(): void {
    this.tell('Starting', 'Starting kubelet.')
    const reasons = ['NodeHasSufficientMemory', 'NodeHasNoDiskPressure', 'NodeHasSufficientPID']
    // The node's first statuses are made so often before it is registered.
    for (let times = 0; times < 3; times++) for (const reason of reasons) this.tellStatus(reason)
    this.tell('NodeAllocatableEnforced', 'Updated Node Allocatable limit across pods')
  }

  private nodeReady(): void {
    this.markReported()
    if (this.ready) return
    this.ready = true
    if (!this.pause.stopped) this.tellStatus('NodeReady')
  }

  private tell(reason: string, message: string): void {
    this.recorder.record(nodeReference(this.options), { type: 'Normal', reason, message })
  }

  private tellStatus(reason: string): void {
    this.tell(reason, `Node ${this.options.nodeName} status is now: ${reason}`)
  }

  private async initializeCSINode(): Promise<void> {
    const { client, nodeName, logger } = this.options
    for (let ms = 100; !this.pause.stopped; ms = Math.min(2 * ms, 7000)) {
      try {
        const node = await client.get<Node>(`/api/v1/nodes/${nodeName}`, undefined, { shared: true })
        await ensureCSINode(this.options, node)
        this.csiNodeReady = true
        return
      } catch (error) {
        if (this.pause.stopped) return
        logger.logS('E', 'Failed to initialize CSINode', { err: (error as Error).message })
        await this.pause.for(ms)
      }
    }
  }

  /** Reports the Node's status after the report before; resolves when it is done. */
  private report(): Promise<boolean> {
    this.reporting = this.reporting.then(() => !this.pause.stopped && this.reporter.sync())
    return this.reporting
  }

  private async statusLoop(): Promise<void> {
    while (!this.pause.stopped) {
      const couldBeReady = this.csiNodeReady
      if ((await this.report()) && couldBeReady) this.nodeReady()
      const { nodeStatusUpdateFrequency } = this.options.settings
      await this.pause.about(nodeStatusUpdateFrequency * (1 + (0.04 * this.options.random.int(1000)) / 1000))
    }
  }
}

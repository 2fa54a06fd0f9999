// Upstream: pkg/kubelet/kubelet.go (Run) and the wire sequence recorded from it
import { Informer } from '../client/informer.ts'
import { ensureCSINode } from './csi-node.ts'
import type { KubeletOptions } from './kubelet-options.ts'
import { LeaseController } from './lease-controller.ts'
import { recordNodeEvent } from './node-events.ts'
import type { Node } from './node-status/node.ts'
import { Pause } from './pause.ts'
import { PodManager } from './pods/pod-manager.ts'
import { registerNode } from './registration.ts'
import { StatusReporter } from './status-loop.ts'

/** A kubelet looks at its machine before it registers: at most so long is waited for the first answer about its lease. */
const hostSetupMs = 100

const isReady = (node: Node): boolean =>
  (node.status.conditions ?? []).some((c) => c.type === 'Ready' && c.status === 'True')

/** One simulated kubelet. Many fit into one process; each has its own name, release and gates. */
export class Kubelet {
  private readonly options: KubeletOptions
  private readonly pause: Pause
  private readonly pods: PodManager
  private readonly nodeInformer: Informer
  private readonly reporter: StatusReporter
  private csiNodeReady = false
  private reporting: Promise<boolean> = Promise.resolve(false)
  private readonly loops: Promise<unknown>[] = []
  private markReported: () => void = () => {}
  /** Resolves when the node's first full status has been reported (or after stop). */
  readonly reported: Promise<void>

  constructor(options: KubeletOptions) {
    this.options = options
    this.pause = new Pause(options.clock)
    this.reported = new Promise((resolve) => {
      this.markReported = resolve
    })
    this.nodeInformer = new Informer({
      client: options.client,
      clock: options.clock,
      path: `/api/v1/nodes?fieldSelector=metadata.name%3D${encodeURIComponent(options.nodeName)}`,
    })
    this.pods = new PodManager(
      options,
      this.pause,
      () => this.nodeInformer.items.get(options.nodeName)?.metadata.labels ?? {},
    )
    const state = () => ({ csiNodeReady: this.csiNodeReady, images: this.pods.images })
    this.reporter = new StatusReporter(options, state, options.minor >= 31 ? this.nodeInformer : undefined)
  }

  start(): this {
    this.options.logger.logS('I', 'Attempting to sync node with API server')
    this.loops.push(this.run())
    return this
  }

  /** Pods of the node as the server has them. */
  podObjects(): object[] {
    return this.pods.objects()
  }

  /** The Node stays as it is, as after SIGTERM. */
  async stop(): Promise<void> {
    this.pause.stop()
    this.markReported()
    await Promise.all([this.nodeInformer.stop(), this.pods.stop(), ...this.loops])
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
    const node = this.options.settings.registerNode ? await registerNode(this.options, this.pause) : undefined
    if (this.pause.stopped) return
    this.loops.push(this.startEvents())
    this.pods.start()
    // A node that was Ready before the restart stays so: its CSINode is there, and is looked at before the first report.
    if (node !== undefined && isReady(node)) await this.initializeCSINode()
    const loop = this.statusLoop()
    if (!this.csiNodeReady) await this.initializeCSINode()
    if (await this.report()) await this.nodeReady()
    await loop
  }

  private async startEvents(): Promise<void> {
    const { nodeName } = this.options
    await recordNodeEvent(this.options, 'Starting', 'Starting kubelet.')
    for (const reason of ['NodeHasSufficientMemory', 'NodeHasNoDiskPressure', 'NodeHasSufficientPID']) {
      if (!this.pause.stopped)
        await recordNodeEvent(this.options, reason, `Node ${nodeName} status is now: ${reason}`, 3)
    }
  }

  private async nodeReady(): Promise<void> {
    this.markReported()
    const { nodeName } = this.options
    if (!this.pause.stopped)
      await recordNodeEvent(this.options, 'NodeReady', `Node ${nodeName} status is now: NodeReady`)
  }

  private async initializeCSINode(): Promise<void> {
    const { client, nodeName, logger } = this.options
    for (let ms = 100; !this.pause.stopped; ms = Math.min(2 * ms, 7000)) {
      try {
        await ensureCSINode(this.options, await client.get<Node>(`/api/v1/nodes/${nodeName}`))
        this.csiNodeReady = true
        return
      } catch (error) {
        if (this.pause.stopped) return
        logger.logS('E', 'Failed to initialize CSINode', { err: (error as Error).message })
        await this.pause.for(ms)
      }
    }
  }

  /** One report after the other. */
  private report(): Promise<boolean> {
    this.reporting = this.reporting.then(() => !this.pause.stopped && this.reporter.sync())
    return this.reporting
  }

  private async statusLoop(): Promise<void> {
    while (!this.pause.stopped) {
      await this.report()
      const { nodeStatusUpdateFrequency } = this.options.settings
      await this.pause.for(nodeStatusUpdateFrequency * (1 + (0.04 * this.options.random.int(1000)) / 1000))
    }
  }
}

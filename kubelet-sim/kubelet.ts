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

/** One simulated kubelet. Many fit into one process; each has its own name, release and gates. */
export class Kubelet {
  private readonly options: KubeletOptions
  private readonly pause: Pause
  private readonly pods: PodManager
  private readonly nodeInformer: Informer
  private readonly reporter: StatusReporter
  private csiNodeReady = false
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

  private async run(): Promise<void> {
    if (this.options.settings.registerNode) await registerNode(this.options, this.pause)
    if (this.pause.stopped) return
    this.nodeInformer.start()
    this.loops.push(new LeaseController(this.options, this.pause).run(), this.events())
    await this.initializeCSINode()
    this.pods.start()
    await this.statusLoop()
  }

  private async events(): Promise<void> {
    const { nodeName } = this.options
    await recordNodeEvent(this.options, 'Starting', 'Starting kubelet.')
    for (const reason of ['NodeHasSufficientMemory', 'NodeHasNoDiskPressure', 'NodeHasSufficientPID']) {
      if (!this.pause.stopped)
        await recordNodeEvent(this.options, reason, `Node ${nodeName} status is now: ${reason}`)
    }
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

  private async statusLoop(): Promise<void> {
    while (!this.pause.stopped) {
      if (await this.reporter.sync()) this.markReported()
      const { nodeStatusUpdateFrequency } = this.options.settings
      await this.pause.for(nodeStatusUpdateFrequency * (1 + (0.04 * this.options.random.int(1000)) / 1000))
    }
  }
}

import { Informer } from '../../client/informer.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Pause } from '../pause.ts'
import type { Pod } from './pod.ts'
import { PodAddresses } from './pod-addresses.ts'
import { PodWorker } from './pod-worker.ts'

/** Runs the pods that are bound to the node. */
export class PodManager {
  private readonly options: KubeletOptions
  private readonly pause: Pause
  private readonly workers = new Map<string, PodWorker>()
  private readonly informer: Informer
  private readonly nodeLabels: () => Readonly<Record<string, string>>
  private readonly addresses: PodAddresses
  /** Images that pods brought to the node, newest first. */
  readonly images: string[] = []

  constructor(options: KubeletOptions, pause: Pause, nodeLabels: () => Readonly<Record<string, string>>) {
    this.options = options
    this.pause = pause
    this.nodeLabels = nodeLabels
    this.addresses = new PodAddresses(options.settings.podCIDR)
    this.informer = new Informer({
      client: options.client,
      clock: options.clock,
      path: `/api/v1/pods?fieldSelector=spec.nodeName%3D${encodeURIComponent(options.nodeName)}`,
      handlers: {
        onChange: (pod) => {
          this.take(pod as unknown as Pod)
          this.tellManagers()
        },
        onDelete: (pod) => {
          this.workers.delete(pod.metadata.uid!)
          this.tellManagers()
        },
      },
    })
  }

  start(): void {
    this.informer.start()
  }

  stop(): Promise<void> {
    return this.informer.stop()
  }

  objects(): object[] {
    return [...this.informer.items.values()]
  }

  private tellManagers(): void {
    void this.options.managers?.sync([...this.informer.items.values()] as unknown as Pod[])
  }

  private take(pod: Pod): void {
    const uid = pod.metadata.uid!
    const worker = this.workers.get(uid)
    if (worker !== undefined) {
      worker.update(pod)
      return
    }
    for (const { image } of pod.spec.containers)
      if (image !== undefined && !this.images.includes(image)) this.images.unshift(image)
    const created = new PodWorker(this.options, this.pause, pod, this.nextAddress(), this.nodeLabels())
    this.workers.set(uid, created)
    if (pod.metadata.deletionTimestamp !== undefined) created.update(pod)
  }

  /** Running pods keep theirs when the kubelet restarts. */
  private nextAddress(): string {
    const pods = [...this.informer.items.values()] as unknown as Pod[]
    return this.addresses.next(new Set(pods.flatMap(({ status }) => status?.podIP ?? [])))
  }
}

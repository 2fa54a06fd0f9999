import type { EventRecorder } from '../../client/events/event-recorder.ts'
import { Informer } from '../../client/informer.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Pause } from '../pause.ts'
import type { Pod } from './pod.ts'
import { PodAddresses } from './pod-addresses.ts'
import { PodEvents } from './pod-events.ts'
import { type PodSurroundings, PodWorker } from './pod-worker.ts'

/** Runs the pods that are bound to the node. */
export class PodManager {
  private readonly surroundings: () => PodSurroundings
  private readonly workers = new Map<string, PodWorker>()
  private readonly informer: Informer
  private readonly addresses: PodAddresses
  /** Images that pods brought to the node, newest first. */
  readonly images: string[] = []

  constructor(
    options: KubeletOptions,
    pause: Pause,
    recorder: EventRecorder,
    nodeLabels: () => Readonly<Record<string, string>>,
  ) {
    const events = new PodEvents(options, recorder)
    this.surroundings = () => ({ options, pause, events, nodeLabels: nodeLabels(), pull: this.pull })
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
          this.workers.get(pod.metadata.uid!)?.gone()
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
    void this.surroundings().options.managers?.sync([...this.informer.items.values()] as unknown as Pod[])
  }

  private take(pod: Pod): void {
    const uid = pod.metadata.uid!
    const worker = this.workers.get(uid)
    if (worker !== undefined) {
      worker.update(pod)
      return
    }
    const created = new PodWorker(this.surroundings(), pod, this.nextAddress())
    this.workers.set(uid, created)
    if (pod.metadata.deletionTimestamp !== undefined) created.update(pod)
  }

  private readonly pull = (image: string): boolean => {
    const there = this.images.includes(image)
    if (!there && image !== '') this.images.unshift(image)
    return there
  }

  /** Running pods keep theirs when the kubelet restarts. */
  private nextAddress(): string {
    const pods = [...this.informer.items.values()] as unknown as Pod[]
    return this.addresses.next(new Set(pods.flatMap(({ status }) => status?.podIP ?? [])))
  }
}

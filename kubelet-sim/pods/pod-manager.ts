import type { NodeSpec, NodeStatus } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { EventRecorder } from '../../client/events/event-recorder.ts'
import { Informer } from '../../client/informer.ts'
import { familyOf, otherFamily } from '../../component-base/ip-family.ts'
import type { ContainersOfNode } from '../../containers/containers-of-node.ts'
import type { NodeOfContainers } from '../../containers/node-of-containers.ts'
import type { KubeletOptions, KubeletSettings } from '../kubelet-options.ts'
import type { Pause } from '../pause.ts'
import { cgroupRules } from './cgroup-rules.ts'
import { kubeletPodDialect } from './dialect.ts'
import { ImagePuller } from './image-puller.ts'
import type { Allocatable } from './node-room.ts'
import { NodeRuntime } from './node-runtime.ts'
import type { Pod } from './pod.ts'
import { PodEvents } from './pod-events.ts'
import { resizesBefore } from './pod-resize.ts'
import type { PodSurroundings } from './pod-surroundings.ts'
import { PodWorker } from './pod-worker.ts'

/** Runs the pods that are bound to the node. */
export class PodManager {
  private readonly surroundings: () => PodSurroundings
  private readonly workers = new Map<string, PodWorker>()
  private readonly informer: Informer
  private readonly podNetworks: () => readonly string[]
  private readonly puller: ImagePuller
  private readonly runtime: NodeRuntime
  /** Whether the runtime is this kubelet's alone, and ends with it. */
  private readonly ownRuntime: boolean

  constructor(
    options: KubeletOptions,
    pause: Pause,
    recorder: EventRecorder,
    node: () => KubeObject | undefined,
  ) {
    const events = new PodEvents(options, recorder)
    const { clock, settings } = options
    const { parallelImagePulls = Number.POSITIVE_INFINITY } = settings
    this.ownRuntime = options.runtime === undefined
    this.runtime = options.runtime ?? new NodeRuntime()
    this.puller = new ImagePuller(clock, pause, parallelImagePulls, this.runtime.images)
    const pull = (image: string): ReturnType<ImagePuller['pull']> => this.puller.pull(image)
    const allocatable = (): Allocatable => (node()?.['status'] as NodeStatus | undefined)?.allocatable ?? {}
    const own = nodeOfContainers(options, allocatable)
    const { gates, clusterDNS, clusterDomain, envFiles, nodeIPs, capacity, cgroups } = own
    const origin = {
      sandbox: { gates, clusterDNS, clusterDomain },
      by: { envFiles, nodeIPs, capacity, cgroups },
    }
    this.runtime.attach(own, (uid, ...end) => {
      const worker = this.workers.get(uid)
      if (worker === undefined) this.runtime.ended(uid, ...end)
      else worker.programEnded(...end)
    })
    const running = (): Pod[] => [...this.workers.values()].flatMap(({ holding }) => holding ?? [])
    this.surroundings = () => ({
      options,
      pause,
      events,
      nodeLabels: node()?.metadata.labels ?? {},
      allocatable,
      running,
      roomChanged: () => this.retryResizes(),
      pull,
      hasImage: (image) => this.puller.images.includes(image),
      files: this.runtime.files,
      runtime: this.runtime,
      origin,
      containers: this.containers,
    })
    // As a network add-on does that takes what the node was given.
    this.podNetworks = () => networksOf(node(), settings)
    this.informer = new Informer({
      client: options.client,
      clock: options.clock,
      path: `/api/v1/pods?fieldSelector=spec.nodeName%3D${encodeURIComponent(options.nodeName)}`,
      handlers: {
        onChange: (pod) => {
          this.take(pod as Pod)
          this.tellManagers()
        },
        onDelete: (pod) => {
          this.workers.get(pod.metadata.uid!)?.gone()
          this.workers.delete(pod.metadata.uid!)
          this.runtime.forget(pod.metadata.uid!)
          this.retryResizes()
          this.tellManagers()
        },
      },
    })
  }

  start(): void {
    this.informer.start()
    void this.informer.hasSynced().then(() => this.dropOthers())
  }

  /** The machine keeps the containers, for the kubelet that comes next. */
  async stop(): Promise<void> {
    this.runtime.detach()
    if (this.ownRuntime) this.runtime.stop()
    await this.informer.stop()
  }

  /** Containers that the machine has of pods which were deleted while no kubelet ran. Upstream: pkg/kubelet/kubelet_pods.go (HandlePodCleanups) */
  private dropOthers(): void {
    if (!this.surroundings().pause.stopped) this.runtime.keep(new Set(this.workers.keys()))
  }

  /** Resizes wait in the order of upstream's queue. Deviates: until 1.33 they are tried again by the minute, in any order. */
  private retryResizes(): void {
    const waiting = [...this.workers.values()].flatMap(({ deferredResize }) => deferredResize ?? [])
    void waiting
      .sort(resizesBefore)
      .reduce((before, { resize }) => before.then(() => resize.settle()), Promise.resolve())
  }

  /** The programs of the node's containers. */
  get containers(): ContainersOfNode {
    return this.runtime.containers
  }

  objects(): Pod[] {
    return [...this.informer.items.values()] as Pod[]
  }

  private tellManagers(): void {
    void this.surroundings().options.managers?.sync(this.objects())
  }

  private take(pod: Pod): void {
    const uid = pod.metadata.uid!
    const worker = this.workers.get(uid)
    if (worker !== undefined) {
      worker.update(pod)
      return
    }
    const created = new PodWorker(this.surroundings(), pod, () => this.nextAddresses())
    this.workers.set(uid, created)
    if (pod.metadata.deletionTimestamp !== undefined) created.update(pod)
  }

  /** Images that pods brought to the node, newest first. */
  get images(): readonly string[] {
    return this.puller.images
  }

  /** Running pods keep theirs when the kubelet restarts. */
  private nextAddresses(): string[] {
    return this.podNetworks().map((network) => this.runtime.nextAddress(network))
  }
}

/** The networks that a node has for its pods: one of each family at most, that of the node's primary address first. */
function networksOf(
  node: KubeObject | undefined,
  { nodeIPs: [primary = ''], podCIDR }: KubeletSettings,
): readonly string[] {
  const { podCIDRs = [] } = (node?.['spec'] ?? {}) as NodeSpec
  const family = familyOf(primary)
  const networks = [family, otherFamily(family)].flatMap(
    (one) => podCIDRs.find((cidr) => familyOf(cidr) === one) ?? [],
  )
  return networks.length > 0 ? networks : [podCIDR]
}

/** The description of the node that its containers get. */
function nodeOfContainers(options: KubeletOptions, allocatable: () => Allocatable): NodeOfContainers {
  const { clock, client, gates, nodeName, settings, machine, network, release } = options
  return {
    clock,
    client,
    gates,
    nodeName,
    envFiles: kubeletPodDialect(release.minor).envFiles,
    nodeIPs: settings.nodeIPs,
    clusterDNS: settings.clusterDNS ?? usualDNS,
    clusterDomain: settings.clusterDomain ?? 'cluster.local',
    capacity: machine.capacity,
    cgroups: cgroupRules(options, allocatable),
    network,
  }
}
const usualDNS = ['10.96.0.10']

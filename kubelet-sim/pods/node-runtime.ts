// What a machine has beside its kubelet: the container runtime with its images, and the network plugin. It goes on when the kubelet
// stops, and the next kubelet finds it. Nothing of it runs before something asks for a container.
import { toTime } from '../../component-base/clock.ts'
import { ContainersOfNode } from '../../containers/containers-of-node.ts'
import type { EndListener, NodeOfContainers } from '../../containers/node-of-containers.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { Pod } from './pod.ts'
import { PodAddresses } from './pod-addresses.ts'
import { markEnded, type PodContainer } from './pod-containers.ts'
import { RuntimePod } from './runtime-pod.ts'
import { VolumeFiles } from './volume-files.ts'

const listsServices = /^\/api\/v1\/namespaces\/[^/]+\/services$/
const nobody = (): Promise<never> => Promise.reject(new Error('no kubelet runs'))

/** The containers, images and addresses of a machine. */
export class NodeRuntime {
  /** The images on the machine, newest first. */
  readonly images: string[] = []
  readonly files = new VolumeFiles()
  readonly containers: ContainersOfNode
  private readonly pods = new Map<string, RuntimePod>()
  private readonly byName = new Map<string, RuntimePod>()
  /** The addresses of pods, by the node's network, which may change. */
  private readonly addresses = new Map<string, PodAddresses>()
  /** The node, as the last kubelet has described it. */
  private readonly node = {} as { -readonly [Field in keyof NodeOfContainers]: NodeOfContainers[Field] }
  private listener: EndListener | undefined

  constructor() {
    this.containers = new ContainersOfNode(
      this.node,
      (namespace, name) => this.byName.get(`${namespace}/${name}`),
      (...end) => (this.listener ?? this.ended)(...end),
    )
  }

  /** A kubelet begins. @param listener hears of programs that end by themselves */
  attach(node: NodeOfContainers, listener: EndListener): void {
    Object.assign(this.node, node)
    this.listener = listener
  }

  /** The kubelet is gone: nobody reads objects for containers, and what ends waits for the next one. */
  detach(): void {
    this.listener = undefined
    const { client } = this.node
    // Containers were given the variables of Services at their starts, and are asked only now.
    this.node.client = {
      get: (path) => (listsServices.test(path) ? client.get(path) : nobody()),
      create: nobody,
    }
  }

  /** The pod, as it was left, or as its status tells where the machine has nothing of it. */
  take(pod: Pod): RuntimePod {
    const uid = pod.metadata.uid!
    const known = this.pods.get(uid)
    if (known !== undefined) {
      known.update(pod, gateEnabled(this.node.gates, 'InPlacePodVerticalScaling'))
      return known
    }
    const made = new RuntimePod(pod, this.node.nodeIPs)
    this.pods.set(uid, made)
    this.byName.set(nameOf(pod), made)
    return made
  }

  /** Whether the machine has something of a pod. */
  has(uid: string): boolean {
    return this.pods.has(uid)
  }

  /** The pod is gone, with its containers and what was in its volumes. */
  forget(uid: string): void {
    const known = this.pods.get(uid)
    if (known === undefined) return
    this.pods.delete(uid)
    if (this.byName.get(nameOf(known.pod)) === known) this.byName.delete(nameOf(known.pod))
    this.files.forget(uid)
    this.containers.forget(uid)
  }

  /** Pods that are no longer the node's are ended. */
  keep(uids: ReadonlySet<string>): void {
    for (const uid of [...this.pods.keys()]) if (!uids.has(uid)) this.forget(uid)
  }

  /** The next free address of a network. */
  nextAddress(network: string): string {
    const addresses = this.addresses.get(network) ?? new PodAddresses(network)
    this.addresses.set(network, addresses)
    return addresses.next(new Set([...this.pods.values()].flatMap(({ given }) => given)))
  }

  /** The machine goes down. */
  stop(): void {
    this.containers.stop()
    this.pods.clear()
    this.byName.clear()
  }

  /** A program ended while no kubelet ran, or before the kubelet had taken its pod over. */
  readonly ended: EndListener = (uid, name, run, exitCode) => {
    const known = this.pods.get(uid)
    const container = known?.containers.find(({ spec }) => spec.name === name)
    if (container?.state.running === undefined || container.restarts !== run) return
    // What cannot be run is taken to go on, but others wait for an init container.
    const code = exitCode ?? (container.kind === 'init' ? 0 : undefined)
    if (code === undefined) return
    markEnded(known!.pod, container, code, toTime(this.node.clock.now()))
    void this.tellLastWords(known!, container)
  }

  /** Sets the termination message of a container that has ended, which its run has left. */
  private async tellLastWords({ pod }: RuntimePod, { spec, state }: PodContainer): Promise<void> {
    const { terminated } = state
    const fromLog = spec.terminationMessagePolicy === 'FallbackToLogsOnError' && terminated!.exitCode !== 0
    const { namespace = '', name = '' } = pod.metadata
    const words = await this.containers.lastWords(namespace, name, spec.name, fromLog).catch(() => '')
    if (words !== '') terminated!.message = words
  }
}

const nameOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`

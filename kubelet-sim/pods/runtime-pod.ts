import type { SandboxOrigin } from '../../containers/created-by.ts'
import type { PodOnNode } from '../../containers/node-of-containers.ts'
import type { Container, Pod } from './pod.ts'
import { type PodContainer, podContainers } from './pod-containers.ts'

/** A pod in the machine's container runtime, whether a kubelet runs or not. */
export class RuntimePod implements PodOnNode {
  /** The Pod, as a kubelet last knew it. */
  pod: Pod
  readonly containers: PodContainer[]
  /** The pod's addresses: with host network the node's; empty until it has had any. */
  given: readonly string[]
  connected = false
  origin: SandboxOrigin | undefined

  /** In the state that the pod's status tells. @param nodeIPs of pods that have the node's network */
  constructor(pod: Pod, nodeIPs: readonly string[]) {
    this.pod = pod
    this.containers = podContainers(pod)
    this.given = pod.spec.hostNetwork === true ? nodeIPs : addressesOf(pod)
  }

  /**
   * The pod as another kubelet finds it: its definition may have changed.
   * @param keepsResources what is allocated to containers stays until the kubelet has looked at what they ask for
   */
  update(pod: Pod, keepsResources: boolean): void {
    this.pod = pod
    for (const fresh of podContainers(pod)) {
      const known = this.containers.find(({ spec }) => spec.name === fresh.spec.name)
      if (known === undefined) this.containers.push(fresh)
      else known.spec = keepsResources ? withResources(fresh.spec, known.spec.resources) : fresh.spec
    }
    this.adoptRestarts()
  }

  /** The processes of static pods are run by others than containers: whoever runs them tells in the status that they began anew. */
  adoptRestarts(): void {
    for (const { spec, restarts, state, lastState } of podContainers(this.pod)) {
      const known = this.containers.find((one) => one.spec.name === spec.name)
      if (known !== undefined && known.restarts < restarts)
        Object.assign(known, { restarts, state, lastState })
    }
  }

  get addresses(): readonly string[] {
    return this.connected ? this.given : []
  }
}

const withResources = ({ resources: _, ...spec }: Container, resources: Container['resources']): Container =>
  resources === undefined ? spec : { ...spec, resources }

/** The addresses in the pod's status. */
const addressesOf = ({ status: { podIP, podIPs } }: Pod): string[] =>
  (podIPs ?? [{ ip: podIP }]).flatMap(({ ip }) => ip ?? [])

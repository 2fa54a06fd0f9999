// Upstream: pkg/controller/daemon/daemon_controller.go (manage, updateDaemonSetStatus)

import { type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import type { ControllerContext } from '../controller.ts'
import { recordEvent } from '../event-recorder.ts'
import { PodControl } from '../pod-control.ts'
import { podFromTemplate } from '../pod-template.ts'
import { podAvailable, podPhase, podReady } from '../pods.ts'
import type { FailedPodsBackoff } from './failed-pods.ts'
import {
  byAge,
  type DaemonSet,
  type Fit,
  fitOf,
  generationLabel,
  hashLabel,
  nextUpdate,
  podsByNode,
  surgeOf,
  tolerationsOf,
} from './nodes.ts'

/** A DaemonSet with its pods, and what its controller learns from a sync. */
export interface DaemonSetSyncParts {
  context: ControllerContext
  ds: DaemonSet
  nodes: readonly KubeObject[]
  pods: readonly KubeObject[]
  /** The hash of the newest pod template. */
  hash: string
  failures: FailedPodsBackoff
  /** Called with each pod that was written, as the server answered it. */
  wrote: (pod: KubeObject) => void
  requeueAfter: (ms: number) => void
}

/** A sync of a DaemonSet and its pods. */
export class DaemonSetSync {
  private readonly parts: DaemonSetSyncParts
  private readonly control: PodControl
  private readonly byNode: Map<string, KubeObject[]>
  private readonly fits: ReadonlyMap<string, Fit>
  private readonly now: number

  constructor(parts: DaemonSetSyncParts) {
    const { context, ds, nodes, pods } = parts
    this.parts = parts
    this.control = new PodControl(context, {
      component: 'daemonset-controller',
      owner: ds,
      wrote: parts.wrote,
    })
    this.byNode = podsByNode(pods)
    this.fits = new Map(nodes.map((node) => [node.metadata.name!, fitOf(ds, node)]))
    this.now = context.clock.now()
  }

  private get desired(): number {
    return [...this.fits.values()].filter(({ wanted }) => wanted).length
  }

  private readonly isUpdated = ({ metadata }: KubeObject): boolean => {
    const { ds, hash } = this.parts
    const generation = ds.metadata.annotations?.['deprecated.daemonset.template.generation']
    const { [hashLabel]: own, [generationLabel]: ownGeneration } = metadata.labels ?? {}
    return own === hash || (generation !== undefined && ownGeneration === generation)
  }

  private isAvailable(pod: KubeObject): boolean {
    return podAvailable(pod, this.parts.ds.spec.minReadySeconds ?? 0, this.now)
  }

  async run(): Promise<void> {
    const { ds } = this.parts
    const changed = await this.managePods()
    if (!changed && ds.spec.updateStrategy?.type !== 'OnDelete') await this.rollingUpdate()
  }

  /** @returns whether pods were created or deleted */
  private async managePods(): Promise<boolean> {
    const create: string[] = []
    const remove: KubeObject[] = []
    for (const [node, { wanted, mayStay }] of this.fits) {
      const pods = this.byNode.get(node) ?? []
      if (wanted && pods.length === 0) create.push(node)
      else if (!mayStay) remove.push(...pods)
      else remove.push(...this.surplusOn(node, pods, wanted, create))
    }
    // Pods of nodes that are gone have nowhere to run.
    for (const [node, pods] of this.byNode) if (node !== '' && !this.fits.has(node)) remove.push(...pods)
    const living = remove.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    await this.apply(create, living)
    return create.length + living.length > 0
  }

  /** @param create gets the node where a pod more is wanted */
  private surplusOn(
    node: string,
    pods: readonly KubeObject[],
    wanted: boolean,
    create: string[],
  ): KubeObject[] {
    const living = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    const ended = living.filter((pod) => this.isToGo(node, pod))
    const running = byAge(living.filter((pod) => !['Failed', 'Succeeded'].includes(podPhase(pod))))
    if (surgeOf(this.parts.ds, this.desired) === 0) return [...ended, ...running.slice(1)]
    if (running.length === 0 && wanted) create.push(node)
    return running.length <= 1 ? ended : [...ended, ...this.surplusOfSurge(running)]
  }

  /** One pod of the newest template may be beside one of another. */
  private surplusOfSurge(running: readonly KubeObject[]): KubeObject[] {
    const updated = running.find(this.isUpdated)
    const old = running.find((pod) => !this.isUpdated(pod))
    const surplus = running.filter((pod) => pod !== updated && pod !== old)
    if (updated === undefined || old === undefined) return surplus
    return !podReady(old) || this.isAvailable(updated) ? [...surplus, old] : surplus
  }

  /** Whether a pod has ended and makes room for another; failed ones stay a while. */
  private isToGo(node: string, pod: KubeObject): boolean {
    const { ds, failures, requeueAfter } = this.parts
    const phase = podPhase(pod)
    const { namespace, name } = pod.metadata
    if (phase === 'Succeeded') {
      const message = `Found succeeded daemon pod ${namespace}/${name} on node ${node}, will try to delete it`
      this.record('Normal', 'SucceededDaemonPod', message)
      return true
    }
    if (phase !== 'Failed') return false
    const ms = failures.wait(`${ds.metadata.uid}/${ds.status.observedGeneration ?? 0}/${node}`, this.now)
    if (ms > 0) requeueAfter(ms)
    else {
      const message = `Found failed daemon pod ${namespace}/${name} on node ${node}, will try to kill it`
      this.record('Warning', 'FailedDaemonPod', message)
    }
    return ms === 0
  }

  private record(type: 'Normal' | 'Warning', reason: string, message: string): void {
    const { context, ds } = this.parts
    recordEvent(context, 'daemonset-controller', ds, { type, reason, message })
  }

  private async rollingUpdate(): Promise<void> {
    const { ds } = this.parts
    const { remove, create } = nextUpdate({
      ds,
      byNode: this.byNode,
      desired: this.desired,
      isUpdated: this.isUpdated,
      isWanted: (node) => this.fits.get(node)?.wanted === true,
      now: this.now,
    })
    await this.apply(create, remove)
  }

  private async apply(create: readonly string[], remove: readonly KubeObject[]): Promise<void> {
    for (const node of create) await this.control.create(this.newPod(node))
    for (const pod of remove) await this.control.delete(pod)
  }

  private newPod(node: string): object {
    const { ds, hash } = this.parts
    const { metadata, spec, ...pod } = podFromTemplate(ds, ds.spec.template)
    const generation = ds.metadata.annotations?.['deprecated.daemonset.template.generation']
    return {
      ...pod,
      metadata: {
        ...metadata,
        labels: {
          ...metadata.labels,
          [hashLabel]: hash,
          [generationLabel]: generation ?? String(ds.metadata.generation),
        },
      },
      spec: { ...spec, affinity: onNode(spec.affinity, node), tolerations: tolerationsOf(ds) },
    }
  }

  async updateStatus(): Promise<void> {
    const { ds, requeueAfter, context } = this.parts
    const scheduled = [...this.fits].filter(([node]) => this.byNode.has(node))
    const first = scheduled
      .filter(([, { wanted }]) => wanted)
      .map(([node]) => byAge(this.byNode.get(node)!)[0]!)
    const ready = first.filter(podReady).length
    const available = first.filter((pod) => this.isAvailable(pod)).length
    const updated = first.filter(this.isUpdated).length
    const { desired } = this
    const { collisionCount } = ds.status
    const status = {
      currentNumberScheduled: first.length,
      desiredNumberScheduled: desired,
      ...(available > 0 ? { numberAvailable: available } : {}),
      numberMisscheduled: scheduled.length - first.length,
      numberReady: ready,
      ...(desired > available ? { numberUnavailable: desired - available } : {}),
      observedGeneration: ds.metadata.generation,
      ...(updated > 0 ? { updatedNumberScheduled: updated } : {}),
      ...(collisionCount === undefined ? {} : { collisionCount }),
      ...(ds.status.conditions === undefined ? {} : { conditions: ds.status.conditions }),
    }
    const { minReadySeconds = 0 } = ds.spec
    if (minReadySeconds > 0 && ready !== available) requeueAfter(minReadySeconds * 1000)
    if (semanticEqual(ds.status, status)) return
    const path = `/apis/apps/v1/namespaces/${ds.metadata.namespace}/daemonsets/${ds.metadata.name}/status`
    await context.client.update(path, { ...ds, status })
  }
}

/** The pod's affinity, restricted to one node. */
function onNode(affinity: object | undefined, node: string): object {
  const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }]
  const before = (affinity as { nodeAffinity?: object } | undefined)?.nodeAffinity
  return {
    ...affinity,
    nodeAffinity: { ...before, requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
  }
}

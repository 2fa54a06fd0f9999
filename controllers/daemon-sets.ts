// Upstream: pkg/controller/daemon/daemon_controller.go, update.go

import { createHash } from 'node:crypto'
import type { DaemonSetSpec as APISpec } from '../api/apps-v1.ts'
import type { PodSpec, PodTemplateSpec, Toleration } from '../api/core-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { semanticEqual } from '../apimachinery/json.ts'
import type { With } from '../apimachinery/with.ts'
import type { Controller, ControllerContext } from './controller.ts'
import { misfit } from './node-fit.ts'
import { controllerReference } from './owner-references.ts'
import { OwningController } from './owning-controller.ts'
import { PodControl } from './pod-control.ts'
import { podActive, podReady } from './pods.ts'

type DaemonSetSpec = APISpec & { template: With<PodTemplateSpec, 'spec'> }

const hashLabel = 'controller-revision-hash'
const ownTolerations = (hostNetwork: boolean): Toleration[] =>
  [
    ['not-ready', 'NoExecute'],
    ['unreachable', 'NoExecute'],
    ['disk-pressure', 'NoSchedule'],
    ['memory-pressure', 'NoSchedule'],
    ['pid-pressure', 'NoSchedule'],
    ['unschedulable', 'NoSchedule'],
    ...(hostNetwork ? [['network-unavailable', 'NoSchedule'] as const] : []),
  ].map(([taint, effect]) => ({ effect: effect!, key: `node.kubernetes.io/${taint}`, operator: 'Exists' }))

/** Keeps a pod of each DaemonSet on each node that it fits, and its status. */
export function startDaemonSets(context: ControllerContext): Controller {
  const sets: OwningController = new OwningController(context, {
    kind: 'DaemonSet',
    path: '/apis/apps/v1/daemonsets',
    ownedPath: '/api/v1/pods',
    sync: async (ds) => {
      if (ds.metadata.deletionTimestamp !== undefined) return
      const sync = new DaemonSetSync(context, ds, [...nodes.items.values()], sets.ownedBy(ds))
      await sync.managePods()
      await sync.updateStatus()
    },
  })
  const all = (): void => sets.addAll()
  const nodes = context.informers.on('/api/v1/nodes', { onChange: all, onDelete: all })
  return sets
}

class DaemonSetSync {
  private readonly context: ControllerContext
  private readonly control: PodControl
  private readonly ds: KubeObject
  private readonly spec: DaemonSetSpec
  private readonly hash: string
  /** Node name → its pods that are not on their way out. */
  private readonly active = new Map<string, KubeObject[]>()
  private readonly leaving: KubeObject[] = []
  private readonly wanted: string[]

  constructor(
    context: ControllerContext,
    ds: KubeObject,
    nodes: readonly KubeObject[],
    owned: readonly KubeObject[],
  ) {
    this.context = context
    this.control = new PodControl(context, 'daemonset-controller', ds)
    this.ds = ds
    this.spec = ds['spec'] as unknown as DaemonSetSpec
    this.hash = createHash('sha256').update(JSON.stringify(this.spec.template)).digest('hex').slice(0, 10)
    for (const pod of owned) {
      if (!podActive(pod)) this.leaving.push(pod)
      else this.active.set(nodeOf(pod), [...(this.active.get(nodeOf(pod)) ?? []), pod])
    }
    const template = { ...this.spec.template.spec, tolerations: this.tolerations() }
    this.wanted = nodes
      .filter((node) => misfit(template, node) === undefined)
      .map((node) => node.metadata.name!)
  }

  private tolerations(): Toleration[] {
    const { hostNetwork, tolerations } = this.spec.template.spec
    return [...(tolerations ?? []), ...ownTolerations(hostNetwork === true)]
  }

  async managePods(): Promise<void> {
    for (const node of this.wanted) {
      // A pod on its way out makes room first: two of them would fight over the node's ports.
      if (!this.active.has(node) && !this.leaving.some((pod) => nodeOf(pod) === node)) await this.create(node)
    }
    for (const [node, pods] of this.active)
      for (const pod of this.wanted.includes(node) ? pods.slice(1) : pods) await this.delete(pod)
    await this.rollingUpdate()
  }

  /** One node at a time, as `maxUnavailable: 1` has it. */
  private async rollingUpdate(): Promise<void> {
    if (this.spec.updateStrategy?.type === 'OnDelete' || this.leaving.length > 0) return
    const pods = [...this.active.values()].flat()
    const old = pods.filter((pod) => pod.metadata.labels?.[hashLabel] !== this.hash)
    const [next] = old.filter((pod) => !podReady(pod)).concat(pods.every(podReady) ? old : [])
    if (next !== undefined) await this.delete(next)
  }

  private async create(node: string): Promise<void> {
    const { ds, spec } = this
    const { metadata, spec: template } = spec.template
    await this.control.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        generateName: `${ds.metadata.name}-`,
        ...metadata,
        labels: {
          ...metadata?.labels,
          [hashLabel]: this.hash,
          'pod-template-generation': String(ds.metadata.generation),
        },
        ownerReferences: [controllerReference(ds)],
      },
      spec: {
        ...template,
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] },
              ],
            },
          },
        },
        tolerations: this.tolerations(),
      },
    })
  }

  private delete(pod: KubeObject): Promise<unknown> {
    return this.control.delete(pod)
  }

  async updateStatus(): Promise<void> {
    const { ds } = this
    const scheduled = this.wanted.filter((node) => this.active.has(node))
    const ready = scheduled.filter((node) => podReady(this.active.get(node)![0]!)).length
    const updated = scheduled.filter(
      (node) => this.active.get(node)![0]!.metadata.labels?.[hashLabel] === this.hash,
    ).length
    const desired = this.wanted.length
    const status = {
      currentNumberScheduled: scheduled.length,
      desiredNumberScheduled: desired,
      ...(ready > 0 ? { numberAvailable: ready } : {}),
      numberMisscheduled: [...this.active.keys()].filter((node) => !this.wanted.includes(node)).length,
      numberReady: ready,
      ...(desired - ready > 0 ? { numberUnavailable: desired - ready } : {}),
      observedGeneration: ds.metadata.generation,
      ...(updated > 0 ? { updatedNumberScheduled: updated } : {}),
    }
    if (semanticEqual(ds['status'], status)) return
    const path = `/apis/apps/v1/namespaces/${ds.metadata.namespace}/daemonsets/${ds.metadata.name}/status`
    await this.context.client.update(path, { ...ds, status })
  }
}

/** The node that a pod is on, or meant for. */
function nodeOf(pod: KubeObject): string {
  const { nodeName, affinity } = pod['spec'] as PodSpec
  if (nodeName !== undefined && nodeName !== '') return nodeName
  const [term] =
    affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  return term?.matchFields?.[0]?.values?.[0] ?? ''
}

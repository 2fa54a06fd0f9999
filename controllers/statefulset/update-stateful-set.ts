// Upstream: pkg/controller/statefulset/{stateful_set_control,stateful_pod_control}.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { isNotFound } from '../../client/rest-client.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ControllerContext } from '../controller.ts'
import { controllersDialect } from '../dialect.ts'
import { recordEvent } from '../event-recorder.ts'
import { podAvailable, podEnded, podPhase, podReady } from '../pods.ts'
import { scaledValue } from '../scaled-value.ts'
import type { StatefulSetClaims } from './claims.ts'
import {
  identityLabels,
  inOrdinalRange,
  newStatefulSetPod,
  ordinalOf,
  podNameLabel,
  revisionOf,
  startOrdinal,
} from './pod-identity.ts'
import { applyRevision, type Revisions } from './revisions.ts'
import { inconsistent, statefulSetStatus, withoutZero } from './status.ts'
import type { StatefulSet } from './types.ts'

interface Parts {
  context: ControllerContext
  set: StatefulSet
  revisions: Revisions
  /** The pods that the StatefulSet controls. */
  pods: readonly KubeObject[]
  claims: StatefulSetClaims
}

/** The pods of a Parallel set that one sync creates; their events ask for the next one. Upstream's are without bound. */
const maxCreatePerSync = 500

const terminating = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined

/** A sync of a StatefulSet's pods: one step towards its spec. */
export class UpdateStatefulSet {
  private readonly parts: Parts
  private readonly spec: StatefulSet['spec']
  /** The pods that are there by their place from the first ordinal on, in order: what is wanted may be more than memory holds. */
  private readonly replicas: ReadonlyMap<number, KubeObject>
  /** The pods beyond the ordinals that are wanted, the highest first. */
  private readonly condemned: KubeObject[]
  private readonly now: number

  constructor(parts: Parts) {
    const { set, pods, context } = parts
    this.parts = parts
    this.spec = set.spec
    this.now = context.clock.now()
    const placed = pods.filter((pod) => inOrdinalRange(set, pod))
    this.replicas = new Map(
      placed.map((pod) => [ordinalOf(pod) - startOrdinal(set), pod] as const).sort(([a], [b]) => a - b),
    )
    this.condemned = pods
      .filter((pod) => ordinalOf(pod) >= 0 && !inOrdinalRange(set, pod))
      .sort((a, b) => ordinalOf(b) - ordinalOf(a))
  }

  private get monotonic(): boolean {
    return this.spec.podManagementPolicy !== 'Parallel'
  }

  async run(): Promise<void> {
    if (this.parts.set.metadata.deletionTimestamp !== undefined) return
    if (await this.processReplicas()) return
    // Where pods go one after the other, all replicas are available here.
    const firstUnavailable = this.condemned.findLast((pod) => this.unavailable(pod))
    for (const pod of this.condemned) await this.parts.claims.updateOwners(pod)
    for (const pod of this.condemned)
      if ((await this.processCondemned(pod, firstUnavailable)) && this.monotonic) return
    if (this.spec.updateStrategy?.type !== 'OnDelete') await this.rollingUpdate()
  }

  /** Whether some pod is ready but not available yet (minReadySeconds). */
  waits(): boolean {
    return this.parts.pods.some((pod) => podReady(pod) && this.unavailable(pod))
  }

  private unavailable(pod: KubeObject): boolean {
    return terminating(pod) || !podAvailable(pod, this.spec.minReadySeconds ?? 0, this.now)
  }

  /** @returns whether what comes after the replicas has to wait */
  private async processReplicas(): Promise<boolean> {
    let created = 0
    for (let index = 0; index < this.spec.replicas; index++) {
      const pod = this.replicas.get(index)
      if ((await this.processReplica(pod, index)) && this.monotonic) return true
      if (pod === undefined && ++created === maxCreatePerSync) return true
    }
    return false
  }

  /** @returns whether the pods after it have to wait */
  private async processReplica(pod: KubeObject | undefined, index: number): Promise<boolean> {
    if (pod === undefined) return this.createPod(startOrdinal(this.parts.set) + index)
    if (podEnded(pod)) {
      if (!terminating(pod)) await this.deletePod(pod)
      return true
    }
    if (podPhase(pod) === 'Pending') await this.parts.claims.ensure(pod)
    if (this.monotonic && this.unavailable(pod)) return true
    await this.keepIdentity(pod)
    await this.parts.claims.updateOwners(pod)
    return false
  }

  /** A pod below the partition, or one that an update has not reached, has the template of the current revision. */
  private async createPod(ordinal: number): Promise<boolean> {
    const { context, set, revisions, claims } = this.parts
    const { type, rollingUpdate } = this.spec.updateStrategy ?? {}
    const kept =
      rollingUpdate === undefined ? (set.status.currentReplicas ?? 0) : (rollingUpdate.partition ?? 0)
    const old = type === 'RollingUpdate' && ordinal < startOrdinal(set) + kept
    const revision = old ? revisions.current : revisions.update
    const indexLabel = gateEnabled(context.gates, 'PodIndexLabel')
    const pod = newStatefulSetPod(applyRevision(set, revision), ordinal, revision.metadata.name!, indexLabel)
    if (claims.stale(pod)) return true
    await claims.ensure(pod)
    const created = await context.client.create(`/api/v1/namespaces/${set.metadata.namespace}/pods`, pod)
    await claims.updateOwners(created)
    this.record('Create', pod)
    return true
  }

  private async deletePod(pod: KubeObject): Promise<void> {
    const { namespace, name } = pod.metadata
    try {
      await this.parts.context.client.delete(`/api/v1/namespaces/${namespace}/pods/${name}`)
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
    this.record('Delete', pod)
  }

  private record(verb: 'Create' | 'Delete', { metadata }: KubeObject): void {
    const { context, set } = this.parts
    recordEvent(context, 'statefulset-controller', set, {
      type: 'Normal',
      reason: `Successful${verb}`,
      message: `${controllersDialect(context.minor).eventVerb(verb)} Pod ${metadata.name} in StatefulSet ${set.metadata.name} successful`,
    })
  }

  /** A pod whose label of its name is gone gets its labels again. */
  private async keepIdentity({ metadata }: KubeObject): Promise<void> {
    const { context } = this.parts
    if (metadata.labels?.[podNameLabel] === metadata.name) return
    const labels = identityLabels(metadata.name!, gateEnabled(context.gates, 'PodIndexLabel'))
    await context.client.patch(`/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`, {
      metadata: { labels },
    })
  }

  /** @returns whether the pods after it have to wait */
  private async processCondemned(
    pod: KubeObject,
    firstUnavailable: KubeObject | undefined,
  ): Promise<boolean> {
    if (terminating(pod)) return true
    if (this.monotonic && this.unavailable(pod) && pod !== firstUnavailable) return true
    await this.deletePod(pod)
    return true
  }

  /** Deletes pods of another revision, the highest ordinal first, as many as may be unavailable. */
  private async rollingUpdate(): Promise<void> {
    const { context, revisions } = this.parts
    const { partition = 0, maxUnavailable } = this.spec.updateStrategy?.rollingUpdate ?? {}
    const outdated = (pod: KubeObject): boolean =>
      revisionOf(pod) !== revisions.update.metadata.name && !terminating(pod)
    if (!gateEnabled(context.gates, 'MaxUnavailableStatefulSet')) return this.replaceLast(partition, outdated)
    const { replicas } = this.spec
    const allowed = Math.max(1, scaledValue(maxUnavailable ?? 1, replicas, 'down'))
    const there = [...this.replicas]
    const unavailable = replicas - there.length + there.filter(([, pod]) => this.unavailable(pod)).length
    const targets = there.filter(([index, pod]) => index >= partition && outdated(pod)).reverse()
    for (const [, pod] of targets.slice(0, Math.max(0, allowed - unavailable))) await this.deletePod(pod)
  }

  /** Deletes what comes first from the end down to the partition, if it is outdated and nothing to wait for, there or not. */
  private async replaceLast(partition: number, outdated: (pod: KubeObject) => boolean): Promise<void> {
    for (let index = this.spec.replicas - 1; index >= partition; index--) {
      const pod = this.replicas.get(index)
      if (pod === undefined) return
      if (outdated(pod)) return this.deletePod(pod)
      if (this.unavailable(pod)) return
    }
  }

  /** Of the pods as they were found: what has been created or deleted is told by its events. */
  async writeStatus(): Promise<void> {
    const { context, set, revisions, pods } = this.parts
    const status = statefulSetStatus(set, revisions, pods, this.now)
    if (!inconsistent(set.status, status)) return
    const { namespace, name } = set.metadata
    await context.client.update(`/apis/apps/v1/namespaces/${namespace}/statefulsets/${name}/status`, {
      ...set,
      status: withoutZero(status),
    })
  }
}

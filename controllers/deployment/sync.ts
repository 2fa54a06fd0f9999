// Upstream: pkg/controller/deployment/{sync,rolling,recreate}.go

import type { DeploymentStatus } from '../../api/apps-v1.ts'
import { conditionOfType } from '../../apimachinery/conditions.ts'
import { type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import { ApiError, isAlreadyExists, isNotFound } from '../../client/rest-client.ts'
import { toTime } from '../../component-base/clock.ts'
import type { ControllerContext } from '../controller.ts'
import { controllersDialect } from '../dialect.ts'
import { recordEvent } from '../event-recorder.ts'
import { controls } from '../owner-references.ts'
import { newReplicaSet } from './new-set.ts'
import {
  activeOrLatest,
  availableOf,
  byCreation,
  type Deployment,
  desiredOf,
  isSaturated,
  maxUnavailableOf,
  newestAnnotations,
  proportions,
  type ReplicaSet,
  replicasOf,
  revisionAfter,
  revisionAnnotation,
  revisionOf,
  sameTemplate,
  sizeAnnotations,
  sum,
  surgeOf,
} from './sets.ts'
import {
  allSets,
  deploymentStatus,
  hasDeadline,
  isComplete,
  type Rollout,
  rolloutStatus,
  stuckCheckMs,
  type Told,
  told,
} from './status.ts'

/** A Deployment with its sets, and what its controller learns from a sync. */
export interface DeploymentSyncParts {
  context: ControllerContext
  deployment: Deployment
  sets: readonly ReplicaSet[]
  /** Whether pods of other ReplicaSets than `current` are there that have not ended. */
  oldPodsRun: (current: ReplicaSet | undefined) => boolean
  /** Called with each object that was written, as the server answered it. */
  wrote: (object: KubeObject) => void
  /** Looks at the Deployment again. */
  requeueAfter: (ms: number) => void
}

const path = ({ metadata }: KubeObject, plural: string): string =>
  `/apis/apps/v1/namespaces/${metadata.namespace}/${plural}`

/** A sync of a Deployment: one step towards its spec. */
export class DeploymentSync {
  private readonly parts: DeploymentSyncParts
  private readonly rollout: Rollout

  constructor(parts: DeploymentSyncParts) {
    const { deployment } = parts
    this.parts = parts
    const sets = byCreation(parts.sets)
    const current = sets.find(({ spec }) => sameTemplate(spec.template, deployment.spec.template))
    this.rollout = {
      deployment: { ...deployment, status: deployment.status ?? {} },
      current,
      old: sets.filter((set) => set !== current),
    }
  }

  private get deployment(): Deployment {
    return this.rollout.deployment
  }

  async run(): Promise<void> {
    const { deployment } = this
    if (deployment.metadata.deletionTimestamp !== undefined) return this.statusOnly()
    await this.tellPaused()
    if (deployment.spec.paused === true || this.isScaled()) return this.rescale()
    return deployment.spec.strategy?.type === 'Recreate' ? this.recreate() : this.roll()
  }

  private async statusOnly(): Promise<void> {
    await this.keepCurrent()
    await this.writeStatus(deploymentStatus(this.parts.context, this.rollout))
  }

  /** Says when it is paused and resumed, so that the time between does not count. */
  private async tellPaused(): Promise<void> {
    const { spec, status } = this.deployment
    const before = conditionOfType(status.conditions, 'Progressing')
    if (!hasDeadline(this.deployment) || before?.reason === 'ProgressDeadlineExceeded') return
    const paused = before?.reason === 'DeploymentPaused'
    if (spec.paused === true && !paused)
      await this.tell({
        type: 'Progressing',
        status: 'Unknown',
        reason: 'DeploymentPaused',
        message: 'Deployment is paused',
      })
    else if (spec.paused !== true && paused)
      await this.tell({
        type: 'Progressing',
        status: 'Unknown',
        reason: 'DeploymentResumed',
        message: 'Deployment is resumed',
      })
  }

  /** Whether what is wanted has changed since the sets were scaled. */
  private isScaled(): boolean {
    const { replicas } = this.deployment.spec
    return allSets(this.rollout).some(
      (set) => replicasOf(set) > 0 && (desiredOf(set) ?? replicas) !== replicas,
    )
  }

  private async rescale(): Promise<void> {
    await this.keepCurrent()
    await this.shareOut()
    if (this.deployment.spec.paused === true) await this.cleanUp()
    await this.writeStatus(deploymentStatus(this.parts.context, this.rollout))
  }

  private async shareOut(): Promise<void> {
    const { deployment, current, old } = this.rollout
    const only = activeOrLatest(current, old)
    if (only !== undefined) return this.scale(only, deployment.spec.replicas)
    if (isSaturated(deployment, current)) {
      for (const set of old) await this.scale(set, 0)
      return
    }
    if (deployment.spec.strategy?.type === 'Recreate') return
    const active = allSets(this.rollout).filter((set) => replicasOf(set) > 0)
    const sizes = proportions(deployment, active)
    for (const set of active) await this.scale(set, sizes.get(set.metadata.name!)!, true)
  }

  private async recreate(): Promise<void> {
    await this.keepCurrent()
    const { old } = this.rollout
    const active = old.filter((set) => replicasOf(set) > 0)
    for (const set of active) await this.scale(set, 0)
    const leaving = sum(old, ({ status }) => status.replicas ?? 0) > 0
    if (active.length > 0 || leaving || this.parts.oldPodsRun(this.rollout.current))
      return this.writeRollout()
    const current = this.rollout.current ?? (await this.create())
    if (current === undefined) return
    await this.scale(current, this.deployment.spec.replicas)
    if (isComplete(this.deployment, this.deployment.status)) await this.cleanUp()
    return this.writeRollout()
  }

  private async roll(): Promise<void> {
    await this.keepCurrent()
    const current = this.rollout.current ?? (await this.create())
    if (current === undefined) return
    const scaled = (await this.scaleUp(current)) || (await this.scaleDown())
    if (!scaled && isComplete(this.deployment, this.deployment.status)) await this.cleanUp()
    return this.writeRollout()
  }

  private async scaleUp(current: ReplicaSet): Promise<boolean> {
    const { replicas } = this.deployment.spec
    const before = replicasOf(current)
    const size = before > replicas ? replicas : before + this.room(before)
    await this.scale(current, size)
    return size !== before
  }

  /** The number of pods of the newest template that may still be added. */
  private room(current: number): number {
    const { replicas } = this.deployment.spec
    const most = replicas + surgeOf(this.deployment)
    return Math.max(0, Math.min(most - sum(allSets(this.rollout), replicasOf), replicas - current))
  }

  private async scaleDown(): Promise<boolean> {
    const { current, deployment, old } = this.rollout
    const active = old.filter((set) => replicasOf(set) > 0)
    const needed = deployment.spec.replicas - maxUnavailableOf(deployment)
    const notYet = replicasOf(current!) - availableOf(current!)
    const most = sum(allSets(this.rollout), replicasOf) - needed - notYet
    if (active.length === 0 || most <= 0) return false
    // Pods that are not available are no loss: they go first.
    let idle = most
    for (const set of byCreation(active)) {
      const take = Math.min(idle, replicasOf(set) - Math.min(replicasOf(set), availableOf(set)))
      idle -= take
      await this.scale(set, replicasOf(set) - take)
    }
    let spare = Math.max(0, sum(allSets(this.rollout), availableOf) - needed)
    const before = spare
    for (const set of byCreation(this.rollout.old)) {
      const take = Math.min(replicasOf(set), spare)
      spare -= take
      await this.scale(set, replicasOf(set) - take)
    }
    return idle < most || spare < before
  }

  /** The set of the newest template has the newest revision, and what the Deployment says beside the template. */
  private async keepCurrent(): Promise<void> {
    const { current, deployment, old } = this.rollout
    if (current === undefined) return
    const revision = revisionAfter(old)
    const { annotations: before = {} } = current.metadata
    const annotations = newestAnnotations(deployment, before, revision)
    const minReadySeconds = deployment.spec.minReadySeconds ?? 0
    if (!semanticEqual(annotations, before) || (current.spec.minReadySeconds ?? 0) !== minReadySeconds)
      await this.patchSet(current, { metadata: { annotations }, spec: { minReadySeconds } })
    const found =
      hasDeadline(deployment) && conditionOfType(deployment.status.conditions, 'Progressing') === undefined
    await this.tell(
      found ? this.newSet('FoundNewReplicaSet', 'Found new replica set') : undefined,
      this.rollout.current!.metadata.annotations![revisionAnnotation],
    )
  }

  private newSet(reason: string, message: string): Told {
    const { name } = this.rollout.current!.metadata
    return { type: 'Progressing', status: 'True', reason, message: `${message} "${name}"` }
  }

  /** @returns undefined where a set of the name is another's: the Deployment is looked at again with another hash */
  private async create(): Promise<ReplicaSet | undefined> {
    const { context, wrote } = this.parts
    const { deployment, old } = this.rollout
    const revision = revisionAfter(old)
    const size = deployment.spec.strategy?.type === 'Recreate' ? deployment.spec.replicas : this.room(0)
    const set = newReplicaSet(deployment, { revision, replicas: size, minor: context.minor })
    const { replicas } = set.spec
    try {
      const created = await context.client.create<ReplicaSet>(path(deployment, 'replicasets'), set)
      wrote(created)
      this.rollout.current = created
      if (replicas > 0) this.recordScaled(created.metadata.name!, 0, replicas, true)
    } catch (error) {
      if (!isAlreadyExists(error)) return this.failToCreate(set.metadata.name!, error)
      if (!(await this.takeExisting(set.metadata.name!))) return undefined
    }
    const news = hasDeadline(deployment)
      ? this.newSet('NewReplicaSetCreated', 'Created new replica set')
      : undefined
    await this.tell(news, String(revision))
    return this.rollout.current
  }

  /** A set that was made before, or else a hash that is another's: the next one counts the collision. */
  private async takeExisting(name: string): Promise<boolean> {
    const { deployment } = this
    const { client } = this.parts.context
    const there = await client.get<ReplicaSet>(`${path(deployment, 'replicasets')}/${name}`)
    if (controls(deployment, there) && sameTemplate(deployment.spec.template, there.spec.template)) {
      this.rollout.current = there
      return true
    }
    const { status } = deployment
    await this.writeStatus({ ...status, collisionCount: (status.collisionCount ?? 0) + 1 })
    return false
  }

  private async failToCreate(name: string, error: unknown): Promise<never> {
    const { context } = this.parts
    const { deployment } = this
    const message = `Failed to create new replica set "${name}": ${(error as Error).message}`
    if (error instanceof ApiError && !isNamespaceEnd(error)) {
      const reason = 'ReplicaSetCreateError'
      if (hasDeadline(deployment)) await this.tell({ type: 'Progressing', status: 'False', reason, message })
      recordEvent(context, 'deployment-controller', deployment, { type: 'Warning', reason, message })
    }
    throw error
  }

  /** @param always tells the set what is wanted also where its size stays */
  private async scale(set: ReplicaSet, replicas: number, always = false): Promise<void> {
    const before = replicasOf(set)
    if (before === replicas && !always) return
    const annotations = sizeAnnotations(this.deployment)
    if (
      before === replicas &&
      semanticEqual({ ...set.metadata.annotations, ...annotations }, set.metadata.annotations)
    )
      return
    await this.patchSet(set, { metadata: { annotations }, spec: { replicas } })
    if (before !== replicas) this.recordScaled(set.metadata.name!, before, replicas, false)
  }

  private async patchSet(
    set: ReplicaSet,
    changes: { metadata: { annotations: Record<string, string> }; spec: object },
  ): Promise<void> {
    const { context, wrote } = this.parts
    const { name, resourceVersion } = set.metadata
    const patched = await context.client.patch<ReplicaSet>(
      `${path(set, 'replicasets')}/${name}`,
      { ...changes, metadata: { ...changes.metadata, resourceVersion } },
      'application/merge-patch+json',
    )
    wrote(patched)
    const { rollout } = this
    if (rollout.current === set) rollout.current = patched
    else rollout.old = rollout.old.map((one) => (one === set ? patched : one))
  }

  private recordScaled(set: string, from: number, to: number, isNew: boolean): void {
    const { context } = this.parts
    recordEvent(context, 'deployment-controller', this.deployment, {
      type: 'Normal',
      reason: 'ScalingReplicaSet',
      message: controllersDialect(context.minor).scaledText(set, from, to, isNew),
    })
  }

  /** Deletes old sets without pods, the oldest revisions first, beyond revisionHistoryLimit. */
  private async cleanUp(): Promise<void> {
    const { deployment, old } = this.rollout
    const limit = deployment.spec.revisionHistoryLimit
    if (limit === undefined || limit === 2 ** 31 - 1) return
    const living = old.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    const surplus = living
      .sort((a, b) => Number(revisionOf(a) - revisionOf(b)))
      .slice(0, Math.max(0, living.length - limit))
    for (const { metadata, status, spec } of surplus) {
      const behind = (metadata.generation ?? 0) > (status.observedGeneration ?? 0)
      if ((status.replicas ?? 0) > 0 || spec.replicas > 0 || behind) continue
      await this.remove(`${path(deployment, 'replicasets')}/${metadata.name}`)
    }
  }

  private async remove(one: string): Promise<void> {
    try {
      await this.parts.context.client.delete(one)
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }

  private async writeRollout(): Promise<void> {
    const { context, requeueAfter } = this.parts
    const status = rolloutStatus(context, this.rollout)
    await this.writeStatus(status)
    const ms = stuckCheckMs(context, this.deployment, status)
    if (ms !== undefined) requeueAfter(ms)
  }

  /** Adds a condition to the status, and the revision to the annotations, where they are news. */
  private async tell(condition: Told | undefined, revision?: string): Promise<void> {
    const { status, metadata } = this.deployment
    const now = toTime(this.parts.context.clock.now())
    const conditions = condition === undefined ? status.conditions : told(status.conditions, condition, now)
    const annotations =
      revision === undefined
        ? metadata.annotations
        : { ...metadata.annotations, [revisionAnnotation]: revision }
    if (conditions === status.conditions && semanticEqual(annotations ?? {}, metadata.annotations ?? {}))
      return
    const next = { ...status, ...(conditions === undefined ? {} : { conditions: [...conditions] }) }
    await this.putStatus({ ...metadata, ...(annotations === undefined ? {} : { annotations }) }, next)
  }

  private async writeStatus(status: DeploymentStatus): Promise<void> {
    if (semanticEqual(this.deployment.status, status)) return
    await this.putStatus(this.deployment.metadata, status)
  }

  private async putStatus(metadata: KubeObject['metadata'], status: DeploymentStatus): Promise<void> {
    const { deployment } = this
    const written = await this.parts.context.client.update<Deployment>(
      `${path(deployment, 'deployments')}/${metadata.name}/status`,
      { ...deployment, metadata, status },
    )
    this.parts.wrote(written)
    this.rollout.deployment = written
  }
}

const isNamespaceEnd = ({ status }: ApiError): boolean =>
  status.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true

// Upstream: pkg/registry/core/pod/storage/eviction.go (EvictionREST)

import type { PodStatus } from '../../../api/core-v1.ts'
import type { DeleteOptions } from '../../../api/meta-v1.ts'
import { conditionOfType, transitionTime, withCondition } from '../../../apimachinery/conditions.ts'
import { field } from '../../../apimachinery/field-error.ts'
import { copyObject, deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest, newInvalid, type Status, StatusError } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { checkDeletePreconditions, deleteObject } from '../../registry/generic/delete.ts'
import type { ApiRequest } from '../../registry/generic/request.ts'
import { type ResourceStore, viewOf } from '../../registry/generic/store.ts'
import { update } from '../../registry/generic/update.ts'
import type { GenericAPIServer } from '../generic-apiserver.ts'
import { validateDeleteOptions } from '../options/write-options.ts'
import type { CreatedAs } from './creating.ts'
import {
  type Budget,
  budgetsOf,
  currentBudget,
  takeDisruption,
  tooManyDisruptions,
} from './disruption-budget.ts'

const evicted: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
const evictedView = viewOf(evicted as KubeObject & Status)

/** The number of attempts of a write that conflicts with other writes. */
const attempts = 20

type Eviction = KubeObject & {
  deleteOptions?: DeleteOptions & { ignoreStoreReadErrorWithClusterBreakingPotential?: boolean }
}

/** POST of an Eviction: deletes the pod as its DeleteOptions say, unless a budget guards it (429). */
export const evictions: CreatedAs = (apiserver) => ({
  async create(request, object, createValidation) {
    const eviction = object as Eviction
    if (eviction.metadata.name !== request.name)
      throw newBadRequest('name in URL does not match name in Eviction object')
    refuseIgnoredErrors(eviction, request.name)
    const options = deleteOptionsOf(eviction, request.dryRun)
    await createValidation(deepCopy(eviction))
    await new PodEviction(apiserver, request, options).run()
    return evictedView
  },
})

/** Throws 422. Releases that do not know the option have dropped it by now. */
function refuseIgnoredErrors({ deleteOptions }: Eviction, name: string): void {
  if (deleteOptions?.ignoreStoreReadErrorWithClusterBreakingPotential !== true) return
  throw newInvalid({ group: 'policy', kind: 'Eviction' }, name, [
    field.invalid(
      'deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential',
      true,
      'can not be set for pod eviction, try after removing the option',
    ),
  ])
}

/** The query's dry run holds where the body says nothing; two that contradict are an error without a reason (500). */
function deleteOptionsOf({ deleteOptions = {} }: Eviction, dryRun: boolean): DeleteOptions {
  const { dryRun: own = [] } = deleteOptions
  if (!dryRun) return deleteOptions
  if (own.length === 0) return { ...deleteOptions, dryRun: ['All'] }
  if (own.length === 1 && own[0] === 'All') return deleteOptions
  const message = `Non-matching dry-run options in request and content: [All] and [${own.join(' ')}]`
  throw new StatusError(500, '', message)
}

const isConflict = (error: unknown): boolean =>
  error instanceof StatusError && error.status.reason === 'Conflict'

const statusOf = (pod: KubeObject): PodStatus => (pod['status'] ?? {}) as PodStatus
const isTerminal = (pod: KubeObject): boolean =>
  ['Succeeded', 'Failed'].includes(statusOf(pod).phase ?? '') || pod.metadata.deletionTimestamp !== undefined
const isReady = (pod: KubeObject): boolean =>
  conditionOfType(statusOf(pod).conditions, 'Ready')?.status === 'True'

class PodEviction {
  private readonly apiserver: GenericAPIServer
  private readonly store: ResourceStore
  private readonly request: ApiRequest
  private readonly options: DeleteOptions

  constructor(apiserver: GenericAPIServer, request: ApiRequest, options: DeleteOptions) {
    this.apiserver = apiserver
    this.store = apiserver.registry.resource('', 'v1', 'pods')!.store!
    this.request = { ...request, subresource: '', dryRun: (options.dryRun ?? []).length > 0 }
    this.options = options
  }

  async run(): Promise<void> {
    const pod = await this.deletedFreely()
    if (pod === undefined) return
    const [budget, another] = await budgetsOf(this.apiserver, pod)
    if (another !== undefined)
      throw new StatusError(
        500,
        '',
        'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      )
    if (budget === undefined) return this.delete(this.options)
    if (this.sparesBudget(pod, budget)) return this.deleteAsItIs(pod, budget)
    await this.take(pod, budget)
    await this.delete(this.options)
  }

  private get pinned(): boolean {
    return this.options.preconditions?.resourceVersion !== undefined
  }

  /** Deletes a pod that does not run, or not any more: no budget counts it. @returns the pod where budgets count */
  private async deletedFreely(): Promise<KubeObject | undefined> {
    for (let attempt = 1; ; attempt++) {
      const pod = await this.read()
      if (!isTerminal(pod) && statusOf(pod).phase !== 'Pending') return pod
      try {
        await this.delete(isTerminal(pod) || this.pinned ? this.options : this.optionsAt(pod))
        return undefined
      } catch (error) {
        if (!isConflict(error) || this.pinned || attempt === attempts) throw error
      }
    }
  }

  private async read(): Promise<KubeObject> {
    const { namespace, name } = this.request
    return this.store.view(await this.store.read(namespace, name)).object
  }

  /** The pod must not have become ready meanwhile. */
  private optionsAt({ metadata }: KubeObject): DeleteOptions {
    const { resourceVersion } = metadata
    return {
      ...this.options,
      preconditions: { ...this.options.preconditions, resourceVersion: resourceVersion! },
    }
  }

  /** Whether the budget does not count the pod, as it is not ready. */
  private sparesBudget(pod: KubeObject, { spec, status }: Budget): boolean {
    if (isReady(pod)) return false
    const { gates } = this.apiserver.context
    const always =
      gateEnabled(gates, 'PDBUnhealthyPodEvictionPolicy') && spec.unhealthyPodEvictionPolicy === 'AlwaysAllow'
    const { currentHealthy = 0, desiredHealthy = 0 } = status
    return always || (currentHealthy >= desiredHealthy && desiredHealthy > 0)
  }

  private async deleteAsItIs(pod: KubeObject, budget: Budget): Promise<void> {
    try {
      await this.delete(this.optionsAt(pod))
    } catch (error) {
      if (isConflict(error) && !this.pinned) throw tooManyDisruptions(budget.metadata.name!)
      throw error
    }
  }

  /** Takes one of the disruptions that the budget allows. Throws 429, and 504 where others write it all the time. */
  private async take(pod: KubeObject, found: Budget): Promise<void> {
    const { dryRun } = this.request
    let budget = found
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        return await takeDisruption(this.apiserver, budget, pod.metadata.name!, dryRun)
      } catch (error) {
        if (!isConflict(error)) throw error
        budget = await currentBudget(this.apiserver, found)
      }
    }
    const why = `Timeout: couldn't update PodDisruptionBudget "${found.metadata.name}" due to conflicts`
    throw new StatusError(504, 'Timeout', why, { retryAfterSeconds: 10 }, { 'Retry-After': '10' })
  }

  /** Marks the pod as evicted (condition DisruptionTarget) unless it is a dry run, and deletes it. */
  private async delete(options: DeleteOptions): Promise<void> {
    const { request, store, apiserver } = this
    const told = request.dryRun ? undefined : await this.markEvicted(options)
    validateDeleteOptions(options, apiserver.context.release.minor)
    await deleteObject(store, request, request.name, told ?? { ...options }, async () => {})
  }

  /** @returns the options that hold of the pod after that */
  private async markEvicted(options: DeleteOptions): Promise<DeleteOptions | undefined> {
    const { apiserver, store, request } = this
    if (!gateEnabled(apiserver.context.gates, 'PodDisruptionConditions')) return undefined
    const { strategy } = apiserver.registry.resource('', 'v1', 'pods')!.subresources.get('status')!
    const { view } = await update(store, strategy!, request, request.name, {
      updatedObject: async (current) => {
        checkDeletePreconditions(store, current!, options)
        return this.withEvictedCondition(copyObject(current!))
      },
      createValidation: async () => {},
      updateValidation: async () => {},
      forceAllowCreate: false,
    })
    if (options.preconditions?.resourceVersion === undefined) return undefined
    const { resourceVersion } = view.object.metadata
    return { ...options, preconditions: { ...options.preconditions, resourceVersion: resourceVersion! } }
  }

  private withEvictedCondition(pod: KubeObject): KubeObject {
    const status = statusOf(pod)
    const now = toTime(this.apiserver.context.clock.now())
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: transitionTime(
        status.conditions,
        { type: 'DisruptionTarget', status: 'True' },
        now,
      ),
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
    }
    const conditions = withCondition(status.conditions as object[] | undefined, condition)
    return { ...pod, status: { ...status, conditions } }
  }
}

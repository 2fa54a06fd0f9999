// Upstream: pkg/registry/core/pod/storage/eviction.go (checkAndDecrement, getPodDisruptionBudgets)

import type { PodDisruptionBudgetSpec, PodDisruptionBudgetStatus } from '../../../api/policy-v1.ts'
import { conditionOfType, transitionTime, withCondition } from '../../../apimachinery/conditions.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { LabelSelector, SelectorError } from '../../../apimachinery/selectors/label-selector.ts'
import { newForbidden, newTooManyRequests, StatusError } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import { RequestAdmission } from '../../admission/request-admission.ts'
import { endpointsDialect } from '../dialect.ts'
import { trackFields } from '../field-manager.ts'
import type { GenericAPIServer } from '../generic-apiserver.ts'
import { loopbackRequest, type Scope, scopeOf } from '../scope.ts'

/** A stored PodDisruptionBudget. */
export type Budget = KubeObject & { spec: PodDisruptionBudgetSpec; status: PodDisruptionBudgetStatus }

/** More evictions than these are not confirmed by the controller: it is behind. */
const maxDisruptedPods = 2000
const refused = "Cannot evict pod as it would violate the pod's disruption budget."

const budgetsResource = (apiserver: GenericAPIServer) =>
  apiserver.registry.resource('policy', 'v1', 'poddisruptionbudgets')!
const asBudget = (object: KubeObject): Budget => ({ spec: {}, status: {}, ...object })

/** The PodDisruptionBudgets that select the pod, in the pod's namespace. */
export async function budgetsOf(apiserver: GenericAPIServer, { metadata }: KubeObject): Promise<Budget[]> {
  const store = budgetsResource(apiserver).store!
  const prefix = store.prefixOf(metadata.namespace!)
  const { records } = await apiserver.context.storage.list(prefix)
  return records
    .map((record) => asBudget(store.view(record).object))
    .filter(({ spec }) => selects(apiserver, spec.selector, metadata.labels))
}

/** An invalid selector, which was stored before it was validated so, selects nothing. */
function selects(
  { context }: GenericAPIServer,
  selector: PodDisruptionBudgetSpec['selector'],
  labels: Record<string, string> | undefined,
): boolean {
  const { minor } = context.release
  try {
    const parsed = LabelSelector.fromObject(selector, minor)
    if (parsed.empty && !endpointsDialect(minor).guardsAllPods) return false
    return parsed.matches(labels)
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}

/** The PodDisruptionBudget as it is stored now. Throws 404. */
export async function currentBudget(apiserver: GenericAPIServer, { metadata }: Budget): Promise<Budget> {
  const store = budgetsResource(apiserver).store!
  return asBudget(store.view(await store.read(metadata.namespace!, metadata.name!)).object)
}

/** 429 of a budget that its controller has not looked at since it changed. */
export const tooManyDisruptions = (name: string): StatusError =>
  refusal(`The disruption budget ${name} is still being processed by the server.`, 10)

function refusal(cause: string, seconds: number): StatusError {
  const { status, headers } = newTooManyRequests(refused, seconds)
  const details = {
    causes: [{ reason: 'DisruptionBudget', message: cause }],
    ...(seconds === 0 ? {} : { retryAfterSeconds: seconds }),
  }
  return new StatusError(status.code!, status.reason!, refused, details, seconds === 0 ? {} : { ...headers })
}

/** Notes in a budget's status that a pod is about to go. Throws 403, 409 and 429. */
export async function takeDisruption(
  apiserver: GenericAPIServer,
  budget: Budget,
  pod: string,
  dryRun: boolean,
): Promise<void> {
  const { metadata, status } = budget
  const { disruptionsAllowed = 0, disruptedPods = {}, observedGeneration = 0 } = status
  const forbidden = (why: string): Error =>
    newForbidden({ group: 'policy', resource: 'poddisruptionbudget' }, metadata.name!, why)
  if (observedGeneration < (metadata.generation ?? 0)) throw tooManyDisruptions(metadata.name!)
  if (disruptionsAllowed < 0) throw forbidden('pdb disruptions allowed is negative')
  if (Object.keys(disruptedPods).length > maxDisruptedPods)
    throw forbidden('DisruptedPods map too big - too many evictions not confirmed by PDB controller')
  if (disruptionsAllowed === 0) throw refusal(whyNone(budget, apiserver.context.release.minor), 0)
  if (dryRun) return
  const now = toTime(apiserver.context.clock.now())
  const left = disruptionsAllowed - 1
  await writeStatus(apiserver, budget, {
    ...status,
    disruptionsAllowed: left,
    disruptedPods: Object.fromEntries([...Object.entries(disruptedPods), [pod, now]]),
    ...(left > 0 ? {} : { conditions: withoutDisruptions(budget, now) }),
  })
}

function whyNone({ metadata: { name }, status }: Budget, minor: number): string {
  const { currentHealthy = 0, desiredHealthy = 0, conditions } = status
  const counts = `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
  if (!endpointsDialect(minor).tellsWhyNoDisruption) return counts
  const { status: allowed, message = '', reason } = conditionOfType(conditions, 'DisruptionAllowed') ?? {}
  const told = allowed === 'False' && message !== ''
  const none = `The disruption budget ${name} does not allow evicting pods currently`
  if (told && reason === 'SyncFailed') return `${none} because it failed sync: ${message}`
  if (currentHealthy <= desiredHealthy) return counts
  return told ? `${none} (${reason}): ${message}` : none
}

function withoutDisruptions(
  { metadata, status }: Budget,
  now: string,
): NonNullable<typeof status.conditions> {
  const condition = { type: 'DisruptionAllowed', status: 'False' }
  return withCondition(status.conditions, {
    ...condition,
    observedGeneration: metadata.generation!,
    lastTransitionTime: transitionTime(status.conditions, condition, now),
    reason: 'InsufficientPods',
    message: '',
  })
}

function statusScope(apiserver: GenericAPIServer): Scope {
  const resource = budgetsResource(apiserver)
  return scopeOf(apiserver, resource, resource.subresources.get('status'))!
}

/** As the server's own client writes. Throws 409 where the budget is not what it was any more. */
async function writeStatus(
  apiserver: GenericAPIServer,
  budget: Budget,
  status: PodDisruptionBudgetStatus,
): Promise<void> {
  const scope = statusScope(apiserver)
  const { name = '', namespace = '' } = budget.metadata
  const request = loopbackRequest(scope, namespace, name)
  const admission = new RequestAdmission(apiserver.admission, request, scope.kind)
  await scope.storage.update(request, name, {
    async updatedObject(current) {
      const tracked = await trackFields(scope, current, { ...budget, status } as KubeObject, 'kube-apiserver')
      await admission.mutate(tracked, current)
      return tracked
    },
    createValidation: admission.createValidation,
    updateValidation: admission.updateValidation,
    forceAllowCreate: false,
  })
}

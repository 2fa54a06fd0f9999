// Whether an object is in a state that prose speaks of.
import { isObject, type JsonObject, type KubeObject } from '../../apimachinery/json.ts'

const part = (object: KubeObject, name: string): JsonObject =>
  isObject(object[name]) ? (object[name] as JsonObject) : {}
const phase = (object: KubeObject): string => String(part(object, 'status')['phase'] ?? '').toLowerCase()
const isDeleting = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** The conditions in an object's status; none where it has no list of them. */
export function conditionsOf(object: KubeObject): JsonObject[] {
  const conditions = part(object, 'status')['conditions']
  return Array.isArray(conditions) ? conditions.filter(isObject) : []
}
const conditionStatus = (object: KubeObject, type: string): string | undefined => {
  const found = conditionsOf(object).find((one) => String(one['type']) === type)
  return found === undefined ? undefined : String(found['status'])
}
const isTrue = (object: KubeObject, type: string): boolean => conditionStatus(object, type) === 'True'
const reasonOf = (object: KubeObject, type: string): unknown =>
  conditionsOf(object).find((one) => one['type'] === type)?.['reason']

const objectsIn = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : [])
/** `Init:0/2`, `Init:Error`: where init containers have still to finish, as the STATUS column has it. */
function initStatus(pod: KubeObject): string | undefined {
  if (phase(pod) !== 'pending') return undefined
  const containers = objectsIn(part(pod, 'spec')['initContainers'])
  const isSidecar = (name: unknown): boolean =>
    containers.some((one) => one['name'] === name && one['restartPolicy'] === 'Always')
  for (const [at, status] of objectsIn(part(pod, 'status')['initContainerStatuses']).entries()) {
    const { waiting, terminated } = isObject(status['state']) ? status['state'] : {}
    if (isObject(terminated) && terminated['exitCode'] === 0) continue
    if (isSidecar(status['name']) && status['started'] === true) continue
    if (isObject(terminated)) return `Init:${String(terminated['reason'] ?? 'Error')}`
    const reason = isObject(waiting) ? waiting['reason'] : undefined
    return typeof reason === 'string' && reason !== 'PodInitializing'
      ? `Init:${reason}`
      : `Init:${at}/${containers.length}`
  }
  return undefined
}

/** As the STATUS column has a pod: its phase, or the reason why it is not what it should be. */
export function podStatus(pod: KubeObject): string {
  const status = part(pod, 'status')
  if (isDeleting(pod)) return 'Terminating'
  const initializing = initStatus(pod)
  if (initializing !== undefined && typeof status['reason'] !== 'string') return initializing
  const statuses = [status['initContainerStatuses'], status['containerStatuses']].flatMap((list) =>
    Array.isArray(list) ? list.filter(isObject) : [],
  )
  const reasons = statuses.flatMap(({ state }) => {
    const waiting = isObject(state) ? (state['waiting'] ?? state['terminated']) : undefined
    return isObject(waiting) && typeof waiting['reason'] === 'string' ? [waiting['reason']] : []
  })
  if (typeof status['reason'] === 'string') return status['reason']
  if (reasonOf(pod, 'PodScheduled') === 'SchedulingGated') return 'SchedulingGated'
  return reasons.find((reason) => reason !== 'PodInitializing') ?? String(status['phase'] ?? '')
}

type Test = (object: KubeObject) => boolean
const allReplicas = (object: KubeObject): boolean => {
  const wanted = part(object, 'spec')['replicas']
  const status = part(object, 'status')
  const ready = numberOf(status['readyReplicas'] ?? status['numberReady'])
  return (
    ready === (typeof wanted === 'number' ? wanted : numberOf(status['desiredNumberScheduled'])) && ready > 0
  )
}
/** As `kubectl rollout status` sees it: what is wanted now is there, and nothing older. */
const isRolledOut = (object: KubeObject): boolean => {
  const [spec, status] = [part(object, 'spec'), part(object, 'status')]
  if (numberOf(status['observedGeneration']) < numberOf(object.metadata.generation)) return false
  if (object.kind === 'DaemonSet') {
    const wanted = numberOf(status['desiredNumberScheduled'])
    return ['updatedNumberScheduled', 'numberAvailable'].every((one) => numberOf(status[one]) === wanted)
  }
  const wanted = typeof spec['replicas'] === 'number' ? spec['replicas'] : 1
  const counted =
    object.kind === 'StatefulSet'
      ? ['updatedReplicas', 'readyReplicas']
      : ['updatedReplicas', 'replicas', 'availableReplicas']
  return counted.every((one) => numberOf(status[one]) === wanted)
}
const workloads: Readonly<Record<string, Test>> = {
  running: allReplicas,
  ready: allReplicas,
  available: allReplicas,
}
const rolling: Readonly<Record<string, Test>> = { ...workloads, 'rolled out': isRolledOut }
/** There is no more to it than that it is there. */
const isImmutable: Readonly<Record<string, Test>> = {
  immutable: (object) => object['immutable'] === true,
  available: () => true,
}
const ofSpec = (field: string) => (object: KubeObject) => part(object, 'spec')[field] === true

/** Of all containers of a pod. */
const restartsOf = (pod: KubeObject): number => {
  const statuses = part(pod, 'status')['containerStatuses']
  return Array.isArray(statuses)
    ? statuses.reduce<number>((sum, one) => sum + (isObject(one) ? numberOf(one['restartCount']) : 0), 0)
    : 0
}

/** Its phase is Running, but a container waits to be started again, or ended with an error. */
function failsToRun(pod: KubeObject): boolean {
  const statuses = part(pod, 'status')['containerStatuses']
  return (
    Array.isArray(statuses) &&
    statuses.filter(isObject).some(({ state }) => {
      const { waiting, terminated } = isObject(state) ? state : {}
      return isObject(waiting) || (isObject(terminated) && numberOf(terminated['exitCode']) !== 0)
    })
  )
}

const byKind: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  Pod: {
    running: (pod) => phase(pod) === 'running' && !isDeleting(pod) && !failsToRun(pod),
    // A gated pod is shown as SchedulingGated, not as Pending.
    pending: (pod) =>
      phase(pod) === 'pending' && !isDeleting(pod) && reasonOf(pod, 'PodScheduled') !== 'SchedulingGated',
    ready: (pod) => isTrue(pod, 'Ready') && !isDeleting(pod),
    succeeded: (pod) => phase(pod) === 'succeeded',
    failed: (pod) => phase(pod) === 'failed',
    finished: (pod) => ['succeeded', 'failed'].includes(phase(pod)),
    scheduled: (pod) => part(pod, 'spec')['nodeName'] !== undefined,
    bound: (pod) => part(pod, 'spec')['nodeName'] !== undefined,
    unschedulable: (pod) =>
      conditionStatus(pod, 'PodScheduled') === 'False' && reasonOf(pod, 'PodScheduled') === 'Unschedulable',
    schedulinggated: (pod) => reasonOf(pod, 'PodScheduled') === 'SchedulingGated',
    evicted: (pod) => part(pod, 'status')['reason'] === 'Evicted',
    notready: (pod) => !isTrue(pod, 'Ready'),
    active: (pod) => !['succeeded', 'failed'].includes(phase(pod)) && !isDeleting(pod),
    restarted: (pod) => restartsOf(pod) > 0,
  },
  Job: {
    running: (job) =>
      numberOf(part(job, 'status')['active']) > 0 && !isTrue(job, 'Complete') && !isTrue(job, 'Failed'),
    succeeded: (job) => isTrue(job, 'Complete'),
    failed: (job) => isTrue(job, 'Failed'),
    finished: (job) => isTrue(job, 'Complete') || isTrue(job, 'Failed'),
    suspended: (job) => isTrue(job, 'Suspended'),
    active: (job) => numberOf(part(job, 'status')['active']) > 0,
  },
  CronJob: { suspended: ofSpec('suspend') },
  Namespace: { active: (namespace) => phase(namespace) === 'active' },
  Node: {
    ready: (node) => isTrue(node, 'Ready'),
    running: (node) => isTrue(node, 'Ready'),
    notready: (node) => !isTrue(node, 'Ready'),
    unschedulable: ofSpec('unschedulable'),
    cordoned: ofSpec('unschedulable'),
    schedulable: (node) => !ofSpec('unschedulable')(node),
  },
  ConfigMap: isImmutable,
  Secret: isImmutable,
  CustomResourceDefinition: { established: (crd) => isTrue(crd, 'Established') },
  PersistentVolumeClaim: {
    pending: (claim) => phase(claim) === 'pending',
    bound: (claim) => phase(claim) === 'bound',
  },
  ResourceClaim: {
    pending: (claim) => part(claim, 'status')['allocation'] === undefined,
    scheduled: (claim) => part(claim, 'status')['allocation'] !== undefined,
  },
  PersistentVolume: {
    pending: (volume) => phase(volume) === 'pending',
    bound: (volume) => phase(volume) === 'bound',
    released: (volume) => phase(volume) === 'released',
    available: (volume) => phase(volume) === 'available',
    failed: (volume) => phase(volume) === 'failed',
  },
  Deployment: { ...rolling, paused: ofSpec('paused') },
  ReplicaSet: workloads,
  StatefulSet: rolling,
  DaemonSet: rolling,
  APIService: { available: (service) => isTrue(service, 'Available') },
}

/** Undefined where objects of its kind are in no such state. @param state of {@link objectStates}, or as a STATUS column has it */
export function isInState(object: KubeObject, state: string): boolean | undefined {
  if (state === 'existing') return true
  if (state === 'terminating') return isDeleting(object)
  const test = Object.hasOwn(byKind, object.kind) ? byKind[object.kind]![state] : undefined
  if (test !== undefined) return test(object)
  const word = object.kind === 'Pod' ? podStatus(object).toLowerCase() : phase(object)
  return known.has(state) || word === '' ? undefined : word === state
}
/** States that are of some kinds only: no other word of a status says them. */
const known = new Set(Object.values(byKind).flatMap((tests) => Object.keys(tests)))

/** In a few words, for a report. */
export const stateText = (object: KubeObject): string =>
  object.kind === 'Pod'
    ? podStatus(object)
    : phase(object) ||
      conditionsOf(object)
        .filter((one) => one['status'] === 'True')
        .map((one) => String(one['type']))
        .join(', ') ||
      'there'

// Upstream: pkg/printers/internalversion/printers.go

import { humanDuration } from '../../../apimachinery/human-duration.ts'
import type { JsonObject, JsonValue } from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import {
  age,
  at,
  conditionOf,
  containerCells,
  int,
  isDeleted,
  labelsText,
  list,
  name,
  type Printer,
  type RowOptions,
  selectorCell,
  selectorText,
  text,
} from './cells.ts'
import { tablesDialect } from './dialect.ts'

const podSpec = (o: JsonObject): JsonValue | undefined => at(o, 'spec', 'template', 'spec')

/** Cells of Deployments: name, ready, up to date, available, age; containers, images and selector. */
export const printDeployment: Printer = (o, options) => [
  name(o),
  `${int(o, 'status', 'readyReplicas')}/${int(o, 'spec', 'replicas')}`,
  int(o, 'status', 'updatedReplicas'),
  int(o, 'status', 'availableReplicas'),
  age(o, options),
  ...containerCells(podSpec(o)),
  selectorText(at(o, 'spec', 'selector')) ?? '<invalid>',
]

const replicaCells = (o: JsonObject, options: RowOptions): JsonValue[] => [
  name(o),
  int(o, 'spec', 'replicas'),
  int(o, 'status', 'replicas'),
  int(o, 'status', 'readyReplicas'),
  age(o, options),
  ...containerCells(podSpec(o)),
]
/** Cells of ReplicaSets: name, desired, current, ready, age; containers, images and selector. */
export const printReplicaSet: Printer = (o, options) => [
  ...replicaCells(o, options),
  selectorCell(at(o, 'spec', 'selector')),
]
/** Cells of ReplicationControllers: name, desired, current, ready, age; containers, images and selector. */
export const printReplicationController: Printer = (o, options) => [
  ...replicaCells(o, options),
  labelsText(at(o, 'spec', 'selector')),
]

/** Cells of StatefulSets: name, ready, age; containers and images. */
export const printStatefulSet: Printer = (o, options) => [
  name(o),
  `${int(o, 'status', 'readyReplicas')}/${int(o, 'spec', 'replicas')}`,
  age(o, options),
  ...containerCells(podSpec(o)),
]

/** Cells of DaemonSets: name, desired, current, ready, up to date, available, node selector, age; containers and selector. */
export const printDaemonSet: Printer = (o, options) => [
  name(o),
  int(o, 'status', 'desiredNumberScheduled'),
  int(o, 'status', 'currentNumberScheduled'),
  int(o, 'status', 'numberReady'),
  int(o, 'status', 'updatedNumberScheduled'),
  int(o, 'status', 'numberAvailable'),
  labelsText(at(podSpec(o), 'nodeSelector')),
  age(o, options),
  ...containerCells(podSpec(o)),
  selectorCell(at(o, 'spec', 'selector')),
]

/** Cells of ControllerRevisions: name, controller, revision, age. */
export const printControllerRevision: Printer = (o, options) => {
  const owner = list(o, 'metadata', 'ownerReferences').find(
    (reference) => at(reference, 'controller') === true,
  )
  return [name(o), owner === undefined ? '<none>' : ownerText(owner), int(o, 'revision'), age(o, options)]
}

function ownerText(owner: JsonObject): string {
  const { group } = parseApiVersion(text(owner, 'apiVersion'))
  const kind = text(owner, 'kind')
  const shown = group === '' ? kind : `${kind}.${group}`
  return shown === '' ? text(owner, 'name') : `${shown.toLowerCase()}/${text(owner, 'name')}`
}

/** Cells of Jobs: name, status, completions, duration, age; containers, images and selector. */
export const printJob: Printer = (o, options) => [
  name(o),
  ...(tablesDialect(options.minor).showsJobStatus ? [jobStatus(o, options.minor)] : []),
  jobCompletions(o),
  jobDuration(o, options),
  age(o, options),
  ...containerCells(podSpec(o)),
  selectorCell(at(o, 'spec', 'selector')),
]

function jobStatus(job: JsonObject, minor: number): string {
  const is = (type: string): boolean => text(conditionOf(job, type), 'status') === 'True'
  if (is('Complete')) return 'Complete'
  if (is('Failed')) return 'Failed'
  if (isDeleted(job)) return 'Terminating'
  if (is('Suspended')) return 'Suspended'
  if (is('FailureTarget')) return 'FailureTarget'
  return tablesDialect(minor).showsSuccessCriteria && is('SuccessCriteriaMet')
    ? 'SuccessCriteriaMet'
    : 'Running'
}

function jobCompletions(job: JsonObject): string {
  const succeeded = int(job, 'status', 'succeeded')
  if (at(job, 'spec', 'completions') !== undefined) return `${succeeded}/${int(job, 'spec', 'completions')}`
  const parallelism = int(job, 'spec', 'parallelism')
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`
}

function jobDuration(job: JsonObject, { ages }: RowOptions): string {
  const [start, end] = [text(job, 'status', 'startTime'), text(job, 'status', 'completionTime')]
  if (start === '') return ''
  return end === '' ? ages.of(start) : humanDuration(Date.parse(end) - Date.parse(start))
}

const timeZone = (o: JsonObject): string =>
  at(o, 'spec', 'timeZone') === undefined ? '<none>' : text(o, 'spec', 'timeZone')

/** Cells of CronJobs: name, schedule, time zone, suspended, active jobs, last schedule, age; containers and selector. */
export const printCronJob: Printer = (o, options) => {
  const suspend = at(o, 'spec', 'suspend')
  const last = text(o, 'status', 'lastScheduleTime')
  const template = at(o, 'spec', 'jobTemplate', 'spec')
  return [
    name(o),
    text(o, 'spec', 'schedule'),
    ...(tablesDialect(options.minor).showsTimeZone ? [timeZone(o)] : []),
    suspend === undefined ? '<unset>' : suspend === true ? 'True' : 'False',
    list(o, 'status', 'active').length,
    last === '' ? '<none>' : options.ages.of(last),
    age(o, options),
    ...containerCells(at(template, 'template', 'spec')),
    selectorCell(at(template, 'selector')),
  ]
}

/** Cells of disruption budgets: name, bounds, allowed disruptions, age. */
export const printPodDisruptionBudget: Printer = (o, options) => [
  name(o),
  orNotApplicable(at(o, 'spec', 'minAvailable')),
  orNotApplicable(at(o, 'spec', 'maxUnavailable')),
  int(o, 'status', 'disruptionsAllowed'),
  age(o, options),
]
const orNotApplicable = (value: JsonValue | undefined): string =>
  value === undefined ? 'N/A' : String(value)

/** Cells of Scales: name, desired and available replicas, age. */
export const printScale: Printer = (o, options) => [
  name(o),
  int(o, 'spec', 'replicas'),
  int(o, 'status', 'replicas'),
  age(o, options),
]

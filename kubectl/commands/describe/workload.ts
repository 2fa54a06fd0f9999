// Upstream: kubectl/pkg/describe/describe.go (describeDeployment, …ReplicaSet, …StatefulSet, …DaemonSet, …Job, …CronJob)
import { humanDuration } from '../../../apimachinery/human-duration.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'
import type { Describer } from './describer.ts'
import { describeDialect } from './dialect.ts'
import {
  annotationsText,
  conditionsTable,
  controlledBy,
  labelsText,
  longTime,
  pairs,
  type Selector,
  selectorText,
} from './parts.ts'
import { describePodTemplate } from './pod-template.ts'

interface Workload {
  selector?: Selector
  replicas?: number
  template: { metadata?: object; spec?: { nodeSelector?: Record<string, string> } }
  minReadySeconds?: number
  strategy?: {
    type?: string
    rollingUpdate?: { maxUnavailable?: number | string; maxSurge?: number | string }
  }
  updateStrategy?: { type?: string; rollingUpdate?: { partition?: number; maxUnavailable?: number | string } }
  [field: string]: unknown
}
type Status = Partial<Record<string, number>> & {
  conditions?: { type: string; status: string; reason?: string }[]
}

const parts = (object: KubeObject): { spec: Workload; status: Status } => ({
  spec: object['spec'] as Workload,
  status: (object['status'] ?? {}) as Status,
})

async function podCounts(session: Session, object: KubeObject, selector: string): Promise<string> {
  const { namespace, uid } = object.metadata
  const list = await (await session.transport()).json<{ items: KubeObject[] }>(
    `/api/v1/namespaces/${namespace}/pods?labelSelector=${encodeURIComponent(selector)}`,
  )
  const own = list.items.filter((p) =>
    p.metadata.ownerReferences?.some((r) => r.controller === true && r.uid === uid),
  )
  const count = (phase: string): number =>
    own.filter((p) => (p['status'] as { phase?: string } | undefined)?.phase === phase).length
  return `Pods Status:\t${count('Running')} Running / ${count('Pending')} Waiting / ${count('Succeeded')} Succeeded / ${count('Failed')} Failed\n`
}

/** Describes a Deployment, with its ReplicaSets, which the server is asked for. */
export const describeDeployment: Describer = async (session, object) => {
  const { spec, status } = parts(object)
  const { name = '', namespace = '', labels, annotations, creationTimestamp } = object.metadata
  const rolling = spec.strategy?.rollingUpdate
  const n = (key: string): number => status[key] ?? 0
  return [
    `Name:\t${name}\nNamespace:\t${namespace}\nCreationTimestamp:\t${longTime(creationTimestamp)}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    `Selector:\t${selectorText(spec.selector)}\n`,
    `Replicas:\t${spec.replicas ?? 0} desired | ${n('updatedReplicas')} updated | ${n('replicas')} total | ${n('availableReplicas')} available | ${n('unavailableReplicas')} unavailable\n`,
    `StrategyType:\t${spec.strategy?.type ?? ''}\nMinReadySeconds:\t${spec.minReadySeconds ?? 0}\n`,
    rolling == null
      ? ''
      : `RollingUpdateStrategy:\t${rolling.maxUnavailable} max unavailable, ${rolling.maxSurge} max surge\n`,
    describePodTemplate(spec.template, session.minor),
    conditionsTable(status.conditions),
    await replicaSetsText(session, object, spec),
  ].join('')
}

async function replicaSetsText(session: Session, object: KubeObject, spec: Workload): Promise<string> {
  const { namespace, uid, annotations } = object.metadata
  const query = encodeURIComponent(selectorText(spec.selector))
  const list = await (await session.transport()).json<{ items: KubeObject[] }>(
    `/apis/apps/v1/namespaces/${namespace}/replicasets?labelSelector=${query}`,
  )
  const age = (r: KubeObject): string => `${r.metadata.creationTimestamp} ${r.metadata.name}`
  const own = list.items
    .filter((r) => r.metadata.ownerReferences?.some((o) => o.uid === uid))
    .sort((a, b) => (age(a) < age(b) ? -1 : 1))
  if (own.length === 0) return ''
  const revision = annotations?.['deployment.kubernetes.io/revision']
  const isNew = (r: KubeObject): boolean =>
    r.metadata.annotations?.['deployment.kubernetes.io/revision'] === revision
  const text = (sets: KubeObject[]): string =>
    sets.length === 0
      ? '<none>'
      : sets
          .map((r) => {
            const { spec: s, status: t } = parts(r)
            return `${r.metadata.name} (${t['replicas'] ?? 0}/${s.replicas ?? 0} replicas created)`
          })
          .join(', ')
  return `OldReplicaSets:\t${text(own.filter((r) => !isNew(r)))}\nNewReplicaSet:\t${text(own.filter(isNew))}\n`
}

/** Describes a ReplicaSet or ReplicationController, with the phases of its pods, which the server is asked for. */
export const describeReplicaSet: Describer = async (session, object) => {
  const { spec, status } = parts(object)
  const { name = '', namespace = '', labels, annotations } = object.metadata
  const selector =
    object.kind === 'ReplicationController'
      ? pairs(spec.selector as Record<string, string> | undefined).join(',')
      : selectorText(spec.selector)
  return [
    `Name:\t${name}\nNamespace:\t${namespace}\nSelector:\t${selector}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    controlledBy(object),
    `Replicas:\t${status['replicas'] ?? 0} current / ${spec.replicas ?? 0} desired\n`,
    await podCounts(session, object, selector),
    describePodTemplate(spec.template, session.minor),
    conditionsTable(status.conditions),
  ].join('')
}

/** Describes a StatefulSet, with the phases of its pods, which the server is asked for, and its claim templates. */
export const describeStatefulSet: Describer = async (session, object) => {
  const { spec, status } = parts(object)
  const { name = '', namespace = '', labels, annotations, creationTimestamp } = object.metadata
  const rolling = spec.updateStrategy?.rollingUpdate
  const selector = selectorText(spec.selector)
  const unavailable = rolling?.maxUnavailable
  return [
    `Name:\t${name}\nNamespace:\t${namespace}\nCreationTimestamp:\t${longTime(creationTimestamp)}\nSelector:\t${selector}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    `Replicas:\t${spec.replicas ?? 0} desired | ${status['replicas'] ?? 0} total\n`,
    `Update Strategy:\t${spec.updateStrategy?.type ?? ''}\n`,
    rolling?.partition === undefined ? '' : `  Partition:\t${rolling.partition}\n`,
    rolling?.partition === undefined ||
    unavailable === undefined ||
    !describeDialect(session.minor).maxUnavailableSets
      ? ''
      : `  MaxUnavailable:\t${unavailable}\n`,
    await podCounts(session, object, selector),
    describePodTemplate(spec.template, session.minor),
    claimsText(spec),
  ].join('')
}

interface Claim {
  metadata: { name?: string; labels?: Record<string, string>; annotations?: Record<string, string> }
  spec: { storageClassName?: string; accessModes?: string[]; resources?: { requests?: { storage?: string } } }
}

function claimsText(spec: Workload): string {
  const claims = (spec['volumeClaimTemplates'] ?? []) as Claim[]
  if (claims.length === 0) return 'Volume Claims:\t<none>\n'
  const texts = claims.map(
    ({ metadata, spec: s }) =>
      `  Name:\t${metadata.name}\n  StorageClass:\t${s.storageClassName ?? ''}\n${labelsText(metadata.labels, '  Labels')}${labelsText(metadata.annotations, '  Annotations')}  Capacity:\t${s.resources?.requests?.storage ?? '<default>'}\n  Access Modes:\t[${(s.accessModes ?? []).join(' ')}]\n`,
  )
  return `Volume Claims:\n${texts.join('')}`
}

/** Describes a DaemonSet, with the phases of its pods, which the server is asked for. */
export const describeDaemonSet: Describer = async (session, object) => {
  const { spec, status } = parts(object)
  const { name = '', namespace = '', labels, annotations } = object.metadata
  const selector = selectorText(spec.selector)
  const nodes = pairs(spec.template.spec?.nodeSelector).join(',')
  const count = (title: string, key: string): string => `${title}: ${status[key] ?? 0}\n`
  return [
    `Name:\t${name}\n${describeDialect(session.minor).daemonSetNamespaces ? `Namespace:\t${namespace}\n` : ''}`,
    `Selector:\t${selector}\nNode-Selector:\t${nodes === '' ? '<none>' : nodes}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    count('Desired Number of Nodes Scheduled', 'desiredNumberScheduled'),
    count('Current Number of Nodes Scheduled', 'currentNumberScheduled'),
    count('Number of Nodes Scheduled with Up-to-date Pods', 'updatedNumberScheduled'),
    count('Number of Nodes Scheduled with Available Pods', 'numberAvailable'),
    count('Number of Nodes Misscheduled', 'numberMisscheduled'),
    await podCounts(session, object, selector),
    describePodTemplate(spec.template, session.minor),
  ].join('')
}

const line = (title: string, value: unknown, unit = ''): string =>
  value === undefined || value === null ? '' : `${title}:\t${String(value)}${unit}\n`

/** Describes a Job, with the counts and completed indexes of its status. */
export const describeJob: Describer = (session, object) => {
  const { spec, status } = parts(object)
  const { name = '', namespace = '', labels, annotations } = object.metadata
  const [start, end] = [status['startTime'], status['completionTime']] as unknown as (string | undefined)[]
  const n = (key: string): number => status[key] ?? 0
  const ready = status['ready'] === undefined ? '' : ` (${n('ready')} Ready)`
  return [
    `Name:\t${name}\nNamespace:\t${namespace}\nSelector:\t${selectorText(spec.selector)}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    controlledBy(object),
    line('Parallelism', spec['parallelism']),
    `Completions:\t${String(spec['completions'] ?? '<unset>')}\n`,
    line('Completion Mode', spec['completionMode']),
    ...(describeDialect(session.minor).jobLimits
      ? [
          line('Suspend', spec['suspend']),
          line('Backoff Limit', spec['backoffLimit']),
          line('TTL Seconds After Finished', spec['ttlSecondsAfterFinished']),
        ]
      : []),
    start === undefined ? '' : `Start Time:\t${longTime(start)}\n`,
    end === undefined ? '' : `Completed At:\t${longTime(end)}\n`,
    start === undefined || end === undefined
      ? ''
      : `Duration:\t${humanDuration(Date.parse(end) - Date.parse(start))}\n`,
    line('Active Deadline Seconds', spec['activeDeadlineSeconds'], 's'),
    `Pods Statuses:\t${n('active')} Active${ready} / ${n('succeeded')} Succeeded / ${n('failed')} Failed\n`,
    spec['completionMode'] === 'Indexed'
      ? `Completed Indexes:\t${String(status['completedIndexes'] ?? '') || '<none>'}\n`
      : '',
    describePodTemplate(spec.template, session.minor),
  ].join('')
}

/** Describes a CronJob, with its schedule and active Jobs. */
export const describeCronJob: Describer = (session, object) => {
  const { spec, status } = parts(object)
  const { name = '', namespace = '', labels, annotations } = object.metadata
  const template = (spec['jobTemplate'] as { spec: Workload }).spec
  const active = (status as unknown as { active?: { name: string }[] }).active ?? []
  const deadline = spec['startingDeadlineSeconds']
  const last = status['lastScheduleTime'] as unknown as string | undefined
  return [
    `Name:\t${name}\nNamespace:\t${namespace}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    `Schedule:\t${String(spec['schedule'])}\n`,
    `Concurrency Policy:\t${String(spec['concurrencyPolicy'])}\n`,
    `Suspend:\t${spec['suspend'] === true ? 'True' : 'False'}\n`,
    describeDialect(session.minor).timeZones ? `Time Zone:\t${String(spec['timeZone'] ?? '<unset>')}\n` : '',
    `Successful Job History Limit:\t${String(spec['successfulJobsHistoryLimit'] ?? '<unset>')}\n`,
    `Failed Job History Limit:\t${String(spec['failedJobsHistoryLimit'] ?? '<unset>')}\n`,
    `Starting Deadline Seconds:\t${deadline === undefined ? '<unset>' : `${String(deadline)}s`}\n`,
    `Selector:\t${template.selector === undefined ? '<unset>' : selectorText(template.selector)}\n`,
    `Parallelism:\t${String(template['parallelism'] ?? '<unset>')}\n`,
    `Completions:\t${String(template['completions'] ?? '<unset>')}\n`,
    line('Active Deadline Seconds', template['activeDeadlineSeconds'], 's'),
    describePodTemplate(template.template, session.minor),
    `Last Schedule Time:\t${last === undefined ? '<unset>' : longTime(last)}\n`,
    `Active Jobs:\t${active.length === 0 ? '<none>' : active.map((j) => j.name).join(', ')}\n`,
  ].join('')
}

// Upstream: kubectl/pkg/describe/describe.go (describePod)
import type { Container, ContainerStatus, PodIP, PodSpec, PodStatus } from '../../../api/core-v1.ts'
import { ageOf } from '../../../apimachinery/human-duration.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'
import { containersText, resourcesText, seccompText } from './containers.ts'
import { describeDialect } from './dialect.ts'
import { annotationsText, controlledBy, labelsText, longTime } from './parts.ts'
import { groupText, tolerationsText, topologyText } from './scheduling.ts'
import { volumesText } from './volumes.ts'

const line = (title: string, value: string | number | undefined): string =>
  value === undefined || value === '' ? '' : `${title}:\t${value}\n`

/** Describes a Pod, without its events. */
export function describePod(session: Session, object: KubeObject): string {
  const spec = (object['spec'] ?? {}) as PodSpec
  const status = (object['status'] ?? {}) as PodStatus
  const { name = '', namespace = '', labels, annotations } = object.metadata
  const dialect = describeDialect(session.minor)
  return [
    `Name:\t${name}\nNamespace:\t${namespace}\n`,
    line('Priority', spec.priority),
    line('Priority Class Name', spec.priorityClassName),
    ...(dialect.podAccounts
      ? [line('Runtime Class Name', spec.runtimeClassName), line('Service Account', spec.serviceAccountName)]
      : []),
    `Node:\t${(spec.nodeName ?? '') === '' ? '<none>' : `${spec.nodeName}/${status.hostIP ?? ''}`}\n`,
    status.startTime === undefined ? '' : `Start Time:\t${longTime(status.startTime)}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    phaseText(session, object, status),
    line('Reason', status.reason),
    line('Message', status.message),
    dialect.seccompProfiles ? seccompText(spec.securityContext?.seccompProfile, '') : '',
    `IP:\t${status.podIP ?? ''}\n`,
    ipsText(status.podIPs ?? []),
    controlledBy(object),
    line('NominatedNodeName', status.nominatedNodeName),
    spec.resources === undefined || !dialect.podResources
      ? ''
      : `Resources:\n${resourcesText(spec.resources, '  ')}`,
    ...allContainers(session, object, spec, status),
    gatesText(spec, status),
    conditionsText(status),
    volumesText(spec.volumes ?? [], session.minor),
    `QoS Class:\t${status.qosClass ?? ''}\n`,
    labelsText(spec.nodeSelector, 'Node-Selectors'),
    tolerationsText('Tolerations', spec.tolerations ?? []),
    topologyText(spec.topologySpreadConstraints ?? [], '', session.minor),
    groupText(spec, '', session.minor),
  ].join('')
}

function phaseText(session: Session, { metadata }: KubeObject, { phase = '' }: PodStatus): string {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata
  const ended = phase === 'Failed' || phase === 'Succeeded'
  if (deletionTimestamp === undefined || (ended && describeDialect(session.minor).endedNotTerminating))
    return `Status:\t${phase}\n`
  return `Status:\tTerminating (lasts ${ageOf(deletionTimestamp, session.host.now())})\nTermination Grace Period:\t${deletionGracePeriodSeconds ?? 0}s\n`
}

const ipsText = (ips: readonly PodIP[]): string =>
  ips.length === 0 ? 'IPs:\t<none>\n' : `IPs:\n${ips.map(({ ip }) => `  IP:\t${ip}\n`).join('')}`

function allContainers(session: Session, object: KubeObject, spec: PodSpec, status: PodStatus): string[] {
  const section = (
    title: string,
    list: Container[] | undefined,
    of: ContainerStatus[] | undefined,
  ): string =>
    (list ?? []).length === 0 ? '' : containersText(title, list!, of ?? [], session.minor, '', object)
  return [
    section('Init Containers', spec.initContainers, status.initContainerStatuses),
    containersText(
      'Containers',
      spec.containers ?? [],
      status.containerStatuses ?? [],
      session.minor,
      '',
      object,
    ),
    section('Ephemeral Containers', spec.ephemeralContainers, status.ephemeralContainerStatuses),
  ]
}

function gatesText({ readinessGates = [] }: PodSpec, { conditions = [] }: PodStatus): string {
  if (readinessGates.length === 0) return ''
  const rows = readinessGates.map(({ conditionType }) => {
    const found = conditions.find((c) => c.type === conditionType)
    return `  ${conditionType} \t${found?.status ?? '<none>'} \n`
  })
  return `Readiness Gates:\n  Type\tStatus\n${rows.join('')}`
}

const conditionsText = ({ conditions = [] }: PodStatus): string =>
  conditions.length === 0
    ? ''
    : `Conditions:\n  Type\tStatus\n${conditions.map((c) => `  ${c.type} \t${c.status} \n`).join('')}`

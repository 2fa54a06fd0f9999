// Upstream: kubectl/pkg/describe/describe.go (describePersistentVolumeClaim, getPodsForPVC)
import type {
  PersistentVolumeClaimCondition,
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimStatus,
  PodSpec,
  TypedLocalObjectReference,
} from '../../../api/core-v1.ts'
import { ageOf } from '../../../apimachinery/human-duration.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'
import type { Describer } from './describer.ts'
import { annotationsText, labelsText, longTime, multiline } from './parts.ts'

/** Describes a PersistentVolumeClaim, with the pods that use it, which the server is asked for. */
export const describeClaim: Describer = async (session, object) => {
  const spec = (object['spec'] ?? {}) as PersistentVolumeClaimSpec
  const status = (object['status'] ?? {}) as PersistentVolumeClaimStatus
  const { name = '', namespace = '', labels, annotations, finalizers = [] } = object.metadata
  const bound = (spec.volumeName ?? '') !== ''
  return [
    `Name:\t${name}\nNamespace:\t${namespace}\nStorageClass:\t${classOf(object, spec)}\n`,
    `Status:\t${phaseOf(session, object, status)}\nVolume:\t${spec.volumeName ?? ''}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    `Finalizers:\t[${finalizers.join(' ')}]\n`,
    `Capacity:\t${bound ? (status.capacity?.['storage'] ?? '0') : ''}\n`,
    `Access Modes:\t${bound ? accessModesText(status.accessModes ?? []) : ''}\n`,
    spec.volumeMode === undefined ? '' : `VolumeMode:\t${spec.volumeMode}\n`,
    dataSourceText(spec.dataSource),
    multiline('Used By', await usersOf(session, object)),
    conditionsText(status.conditions ?? []),
  ].join('')
}

const classOf = ({ metadata }: KubeObject, spec: PersistentVolumeClaimSpec): string =>
  metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec.storageClassName ?? ''

function phaseOf(session: Session, { metadata }: KubeObject, status: PersistentVolumeClaimStatus): string {
  return metadata.deletionTimestamp === undefined
    ? (status.phase ?? '')
    : `Terminating (lasts ${ageOf(metadata.deletionTimestamp, session.host.now())})`
}

const shortModes: readonly (readonly [string, string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]

/** Short names of access modes, `RWO,RWX`, in upstream's order. Upstream: kubectl/pkg/util/storage/storage.go (GetAccessModesAsString) */
export const accessModesText = (modes: readonly string[]): string =>
  shortModes
    .filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',')

function dataSourceText(source: TypedLocalObjectReference | undefined): string {
  if (source == null) return ''
  const group = source.apiGroup == null ? '' : `  APIGroup:\t${source.apiGroup}\n`
  return `DataSource:\n${group}  Kind:\t${source.kind}\n  Name:\t${source.name}\n`
}

/** The names of the pods that have the claim as a volume, once for each, and of those that own it. */
async function usersOf(session: Session, { metadata }: KubeObject): Promise<string[]> {
  const { name, namespace, ownerReferences = [] } = metadata
  const list = await (await session.transport()).json<{ items: KubeObject[] }>(
    `/api/v1/namespaces/${namespace}/pods`,
  )
  const users = list.items.flatMap((pod) => volumesOf(pod, name ?? '').map(() => pod))
  const owners = ownerReferences.filter(({ kind }) => kind === 'Pod').map(({ uid }) => uid)
  const others = list.items.filter((pod) => owners.includes(pod.metadata.uid!) && !users.includes(pod))
  return [...users, ...others].map((pod) => pod.metadata.name ?? '').sort()
}

const volumesOf = (pod: KubeObject, claim: string): object[] =>
  ((pod['spec'] as PodSpec | undefined)?.volumes ?? []).filter(
    (volume) => volume.persistentVolumeClaim?.claimName === claim,
  )

function conditionsText(conditions: readonly PersistentVolumeClaimCondition[]): string {
  if (conditions.length === 0) return ''
  const rows = conditions.map(
    (c) =>
      `  ${c.type} \t${c.status} \t${longTime(c.lastProbeTime)} \t${longTime(c.lastTransitionTime)} \t${c.reason ?? ''} \t${c.message ?? ''}\n`,
  )
  return `Conditions:\n  Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage\n  ----\t------\t-----------------\t------------------\t------\t-------\n${rows.join('')}`
}

// Upstream: kubectl/pkg/describe/describe.go (describePersistentVolume, describeStorageClass, describeCSINode, describeVolumeAttributesClass)
import type { NodeSelectorRequirement, PersistentVolumeSpec } from '../../../api/core-v1.ts'
import { ageOf } from '../../../apimachinery/human-duration.ts'
import { accessModesText } from './claim.ts'
import type { Describer } from './describer.ts'
import { annotationsText, labelsText, longTime, orNone, pairs } from './parts.ts'
import { knownSourceText } from './volumes.ts'

const longest = 140

/** Describes a PersistentVolume. Deviates: of sources that no node here has, only that they are unknown. */
export const describePersistentVolume: Describer = ({ host, minor }, object) => {
  const spec = (object['spec'] ?? {}) as PersistentVolumeSpec
  const status = (object['status'] ?? {}) as { phase?: string; message?: string }
  const { name = '', labels, annotations, finalizers = [], deletionTimestamp } = object.metadata
  const { claimRef } = spec
  const phase =
    deletionTimestamp === undefined
      ? (status.phase ?? '')
      : `Terminating (lasts ${ageOf(deletionTimestamp, host.now())})`
  const className = annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec.storageClassName ?? ''
  return [
    `Name:\t${name}\n${labelsText(labels)}${annotationsText('Annotations', annotations)}`,
    `Finalizers:\t[${finalizers.join(' ')}]\nStorageClass:\t${className}\nStatus:\t${phase}\n`,
    `Claim:\t${claimRef == null ? '' : `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}`}\n`,
    `Reclaim Policy:\t${spec.persistentVolumeReclaimPolicy ?? ''}\n`,
    `Access Modes:\t${accessModesText(spec.accessModes ?? [])}\n`,
    spec.volumeMode == null ? '' : `VolumeMode:\t${spec.volumeMode}\n`,
    `Capacity:\t${spec.capacity?.['storage'] ?? '0'}\n`,
    affinityText(spec),
    `Message:\t${status.message ?? ''}\nSource:\n${sourceText(spec, minor)}`,
  ].join('')
}

function affinityText({ nodeAffinity }: PersistentVolumeSpec): string {
  if (nodeAffinity?.required == null) return 'Node Affinity:\t<none>\n'
  const terms = nodeAffinity.required.nodeSelectorTerms ?? []
  if (terms.length === 0) return 'Node Affinity:\t\n  Required Terms:\t<none>\n'
  const lines = terms.map(({ matchExpressions = [] }, i) =>
    termText('    ', `Term ${i}`, matchExpressions.map(requirementText)),
  )
  return `Node Affinity:\t\n  Required Terms:\t\n${lines.join('')}`
}

const requirementText = ({ key = '', operator = '', values = [] }: NodeSelectorRequirement): string =>
  `${key} ${operator.toLowerCase()}${values.length === 0 ? '' : ` [${values.join(', ')}]`}`

const termText = (indent: string, title: string, lines: readonly string[]): string =>
  `${indent}${title}:\t${lines.length === 0 ? '<none>\n' : `${lines.join(`\n${indent}\t`)}\n`}`

function sourceText(spec: PersistentVolumeSpec, minor: number): string {
  const { local, csi } = spec
  if (local != null)
    return `    Type:\tLocalVolume (a persistent volume backed by local storage on a node)\n    Path:\t${local.path ?? ''}\n`
  if (csi == null) return knownSourceText(spec, minor) ?? '  <unknown>\n'
  const attributes = pairs(csi.volumeAttributes).map((line) =>
    line.length > longest ? `${line.slice(0, longest)}...` : line,
  )
  return [
    `    Type:\tCSI (a Container Storage Interface (CSI) volume source)\n    Driver:\t${csi.driver ?? ''}\n`,
    `    FSType:\t${csi.fsType ?? ''}\n    VolumeHandle:\t${csi.volumeHandle ?? ''}\n    ReadOnly:\t${csi.readOnly ?? false}\n`,
    `    VolumeAttributes:    \t${attributes.length === 0 ? '<none>' : attributes.join('\n        \t    ')}\n`,
  ].join('')
}

/** Labels in one line, `<none>` without any. */
const inLine = (map: Record<string, string> | undefined): string => orNone(pairs(map).join(','))

interface StorageClass {
  provisioner?: string
  parameters?: Record<string, string>
  allowVolumeExpansion?: boolean
  mountOptions?: string[]
  reclaimPolicy?: string
  volumeBindingMode?: string
  allowedTopologies?: { matchLabelExpressions?: { key: string; values?: string[] }[] }[]
}

/** Describes a StorageClass. */
export const describeStorageClass: Describer = (_session, object) => {
  const one = object as unknown as StorageClass
  const { name = '', annotations } = object.metadata
  const isDefault = ['storageclass.kubernetes.io', 'storageclass.beta.kubernetes.io'].some(
    (domain) => annotations?.[`${domain}/is-default-class`] === 'true',
  )
  const expansion = { true: 'True', false: 'False' }[String(one.allowVolumeExpansion)] ?? '<unset>'
  const options = one.mountOptions ?? []
  return [
    `Name:\t${name}\nIsDefaultClass:\t${isDefault ? 'Yes' : 'No'}\nAnnotations:\t${inLine(annotations)}\n`,
    `Provisioner:\t${one.provisioner ?? ''}\nParameters:\t${inLine(one.parameters)}\n`,
    `AllowVolumeExpansion:\t${expansion}\n`,
    options.length === 0
      ? 'MountOptions:\t<none>\n'
      : `MountOptions:\n${options.map((text) => `  ${text}\n`).join('')}`,
    one.reclaimPolicy == null ? '' : `ReclaimPolicy:\t${one.reclaimPolicy}\n`,
    one.volumeBindingMode == null ? '' : `VolumeBindingMode:\t${one.volumeBindingMode}\n`,
    topologiesText(one),
  ].join('')
}

function topologiesText({ allowedTopologies }: StorageClass): string {
  if (allowedTopologies == null) return ''
  if (allowedTopologies.length === 0) return 'AllowedTopologies:\t<none>\n'
  const lines = allowedTopologies.map(({ matchLabelExpressions = [] }, i) =>
    termText(
      '  ',
      `Term ${i}`,
      matchLabelExpressions.map(({ key, values }) =>
        requirementText({ key, operator: 'In', values: values ?? [] }),
      ),
    ),
  )
  return `AllowedTopologies:\t\n${lines.join('')}`
}

/** Describes a VolumeAttributesClass. */
export const describeVolumeAttributesClass: Describer = (_session, object) => {
  const { driverName = '', parameters } = object as unknown as {
    driverName?: string
    parameters?: Record<string, string>
  }
  const { name = '', annotations } = object.metadata
  return `Name:\t${name}\nAnnotations:\t${inLine(annotations)}\nDriverName:\t${driverName}\nParameters:\t${inLine(parameters)}\n`
}

interface Driver {
  name?: string
  nodeID?: string
  allocatable?: { count?: number }
  topologyKeys?: string[]
}

/** Describes a CSINode: the drivers of a node. */
export const describeCSINode: Describer = (_session, object) => {
  const { drivers } = (object['spec'] ?? {}) as { drivers?: Driver[] }
  const { name = '', labels, annotations, creationTimestamp } = object.metadata
  const texts = (drivers ?? []).map(
    (d) =>
      `    ${d.name ?? ''}:\n      Node ID:\t${d.nodeID ?? ''}\n${
        d.allocatable?.count == null ? '' : `      Allocatables:\n        Count:\t${d.allocatable.count}\n`
      }${d.topologyKeys == null ? '' : `      Topology Keys:\t[${d.topologyKeys.join(' ')}]\n`}`,
  )
  return [
    `Name:\t${name}\n${labelsText(labels)}${annotationsText('Annotations', annotations)}`,
    `CreationTimestamp:\t${longTime(creationTimestamp)}\nSpec:\n`,
    (drivers ?? []).length === 0 ? '' : `  Drivers:\n${texts.join('')}`,
  ].join('')
}

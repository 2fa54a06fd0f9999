// Upstream: component-helpers/storage/volume/pv_helpers.go, pkg/controller/volume/persistentvolume/{pv_controller,index}.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import { matchesLabelSelector } from '../label-selector.ts'
import { matchesNodeSelector } from '../node-fit.ts'
import { classOf, type PersistentVolume, type PersistentVolumeClaim } from './types.ts'

/** Whether a volume's claimRef names a claim: bound to it, or reserved for it. */
export function isBoundTo(
  { spec: { claimRef } }: PersistentVolume,
  { metadata }: PersistentVolumeClaim,
): boolean {
  if (claimRef === undefined) return false
  if (claimRef.name !== metadata.name || claimRef.namespace !== metadata.namespace) return false
  return !claimRef.uid || claimRef.uid === metadata.uid
}

/** Whether a volume's node affinity, where it has one, allows a node. */
export const fitsNode = ({ spec }: PersistentVolume, node: KubeObject): boolean =>
  spec.nodeAffinity?.required === undefined ||
  matchesNodeSelector(spec.nodeAffinity.required.nodeSelectorTerms ?? [], node)

const capacity = ({ spec }: PersistentVolume): Quantity => Quantity.parse(spec.capacity.storage)
const requested = ({ spec }: PersistentVolumeClaim): Quantity =>
  Quantity.parse(spec.resources.requests?.storage ?? '0')
const modeOf = (spec: { volumeMode?: string }): string => spec.volumeMode ?? 'Filesystem'
const hasModes = (volume: PersistentVolume, claim: PersistentVolumeClaim): boolean =>
  claim.spec.accessModes.every((mode) => volume.spec.accessModes.includes(mode))

/** The reason why a claim cannot have the volume that it names; undefined where it can. */
export function mismatch(volume: PersistentVolume, claim: PersistentVolumeClaim): string | undefined {
  if (volume.metadata.deletionTimestamp !== undefined)
    return `the volume is marked for deletion "${volume.metadata.name}"`
  if (capacity(volume).compare(requested(claim)) < 0) return 'requested PV is too small'
  if (classOf(volume) !== classOf(claim)) return 'storageClassName does not match'
  if ((volume.spec.volumeAttributesClassName ?? '') !== (claim.spec.volumeAttributesClassName ?? ''))
    return 'volumeAttributesClassName does not match'
  if (modeOf(volume.spec) !== modeOf(claim.spec)) return 'incompatible volumeMode'
  return hasModes(volume, claim) ? undefined : 'incompatible accessMode'
}

/** The limits on the volumes that are searched for a claim. */
export interface MatchOptions {
  /** Only volumes that this node reaches are searched, for the scheduler. */
  node?: KubeObject
  /** Volumes that others of the pod's claims get. */
  excluded?: ReadonlySet<string>
  /** Only volumes that are meant for the claim: the scheduler chooses among others. */
  delayBinding?: boolean
}

/** The volume that is reserved for a claim, else the smallest one that satisfies it. */
export function findMatchingVolume(
  claim: PersistentVolumeClaim,
  volumes: Iterable<PersistentVolume>,
  { node, excluded, delayBinding = false }: MatchOptions = {},
): PersistentVolume | undefined {
  const wanted = requested(claim)
  let best: PersistentVolume | undefined
  for (const volume of volumes) {
    const { spec, metadata } = volume
    const own = isBoundTo(volume, claim)
    if (excluded?.has(metadata.name!) || (spec.claimRef !== undefined && !own)) continue
    if (metadata.deletionTimestamp !== undefined || !hasModes(volume, claim)) continue
    if (capacity(volume).compare(wanted) < 0 || modeOf(spec) !== modeOf(claim.spec)) continue
    if ((spec.volumeAttributesClassName ?? '') !== (claim.spec.volumeAttributesClassName ?? '')) continue
    const reached = node === undefined || fitsNode(volume, node)
    if (own) return reached ? volume : undefined
    if (delayBinding || !reached || volume.status.phase !== 'Available') continue
    if (claim.spec.selector !== undefined && !matchesLabelSelector(claim.spec.selector, metadata.labels))
      continue
    if (classOf(volume) !== classOf(claim)) continue
    if (best === undefined || isCloser(volume, best)) best = volume
  }
  return best
}

/** The fewer access modes it has, and the smaller it is, the better. */
function isCloser(a: PersistentVolume, b: PersistentVolume): boolean {
  const modes = a.spec.accessModes.length - b.spec.accessModes.length
  return modes < 0 || (modes === 0 && capacity(a).compare(capacity(b)) < 0)
}

// Upstream: pkg/api/pod/util.go (HasAPIObjectReference, VisitPodSecretNames, VisitPodConfigmapNames)

import type { Container, Pod, PodSpec, Volume, VolumeProjection } from '../../../api/core-v1.ts'
import { allContainers } from '../../registry/pod/visit.ts'
import { nodeRestrictionDialect } from './dialect.ts'

const uses = (container: Container, what: 'secret' | 'configMap'): boolean =>
  (container.envFrom ?? []).some((from) => from[`${what}Ref`]?.name) ||
  (container.env ?? []).some((env) => env.valueFrom?.[`${what}KeyRef`]?.name)

const secretOfVolume = (v: Volume): unknown =>
  v.secret?.secretName ||
  v.azureFile?.secretName ||
  v.cephfs?.secretRef?.name ||
  v.cinder?.secretRef?.name ||
  v.flexVolume?.secretRef?.name ||
  v.rbd?.secretRef?.name ||
  v.scaleIO?.secretRef?.name ||
  v.iscsi?.secretRef?.name ||
  v.storageos?.secretRef?.name ||
  v.csi?.nodePublishSecretRef?.name ||
  v.projected?.sources?.some((source) => source.secret?.name)

const usesSecrets = (spec: PodSpec): boolean =>
  (spec.imagePullSecrets ?? []).some(({ name }) => name) ||
  allContainers(spec).some((container) => uses(container, 'secret')) ||
  (spec.volumes ?? []).some(secretOfVolume)

const usesConfigMaps = (spec: PodSpec): boolean =>
  allContainers(spec).some((container) => uses(container, 'configMap')) ||
  (spec.volumes ?? []).some(
    (v) => v.configMap?.name || v.projected?.sources?.some((source) => source.configMap?.name),
  )

/** Sources of volumes that the API has a part in, and what is said of them. */
const ofVolumes: readonly (readonly [keyof Volume, string])[] = [
  ['configMap', 'configmaps (via configmap volumes)'],
  ['secret', 'secrets (via secret volumes)'],
  ['csi', 'csidrivers (via CSI volumes)'],
  ['glusterfs', 'endpoints (via glusterFS volumes)'],
  ['persistentVolumeClaim', 'persistentvolumeclaims'],
  ['ephemeral', 'persistentvolumeclaims (via ephemeral volumes)'],
  ['azureFile', 'secrets (via azureFile volumes)'],
]
const ofProjections: readonly (readonly [keyof VolumeProjection, string])[] = [
  ['configMap', 'configmaps (via projected volumes)'],
  ['secret', 'secrets (via projected volumes)'],
  ['serviceAccountToken', 'serviceaccounts (via projected volumes)'],
  ['clusterTrustBundle', 'clustertrustbundles'],
  ['podCertificate', 'podcertificates'],
]

function volumeReference(volume: Volume): string | undefined {
  const direct = ofVolumes.find(([source]) => volume[source] != null)
  if (direct !== undefined) return direct[1]
  for (const source of volume.projected?.sources ?? []) {
    const found = ofProjections.find(([kind]) => source[kind] != null)
    if (found !== undefined) return found[1]
  }
  return undefined
}

/** The kind of API object that a static pod would use, as the refusal names it; undefined: none. */
export function apiReference(pod: Pod, minor: number): string | undefined {
  const spec = pod.spec ?? {}
  const volumes = spec.volumes ?? []
  const { refusesAllReferences: all, refusesResourceClaims } = nodeRestrictionDialect(minor)
  if (spec.serviceAccountName) return all ? 'serviceaccounts' : 'a service account'
  if (usesSecrets(spec)) return 'secrets'
  if (usesConfigMaps(spec)) return 'configmaps'
  const claims = (spec.resourceClaims ?? []).length > 0
  if (all) return claims ? 'resourceclaims' : volumes.map(volumeReference).find((text) => text !== undefined)
  if (volumes.some((v) => v.projected?.sources?.some((source) => source.clusterTrustBundle)))
    return 'clustertrustbundles'
  if (volumes.some((v) => v.persistentVolumeClaim)) return 'persistentvolumeclaims'
  return claims && refusesResourceClaims ? 'resourceclaims' : undefined
}

// Upstream: pkg/apis/core/v1/defaults.go (SetDefaults_Volume and the sources of volumes)

import type {
  AzureDiskVolumeSource,
  DownwardAPIVolumeFile,
  ISCSIVolumeSource,
  RBDVolumeSource,
  ScaleIOVolumeSource,
  Volume,
  VolumeProjection,
} from '../../../api/core-v1.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { setClaimSpecDefaults } from '../persistentvolumeclaim/defaults.ts'
import { imageTag } from './image-reference.ts'

const defaultMode = 0o644

/** Sets the defaults of a volume, in place; one without a source is an emptyDir. */
export function setVolumeDefaults(volume: Volume, server: ServerContext): void {
  if (Object.keys(volume).every((key) => key === 'name' || volume[key as keyof Volume] == null))
    volume.emptyDir = {}
  if (volume.image && !volume.image.pullPolicy && gateEnabled(server.gates, 'ImageVolume')) {
    volume.image.pullPolicy = imageTag(volume.image.reference ?? '') === 'latest' ? 'Always' : 'IfNotPresent'
  }
  if (volume.secret) volume.secret.defaultMode ??= defaultMode
  if (volume.configMap) volume.configMap.defaultMode ??= defaultMode
  if (volume.downwardAPI) {
    volume.downwardAPI.defaultMode ??= defaultMode
    defaultFieldRefs(volume.downwardAPI.items)
  }
  if (volume.projected) {
    volume.projected.defaultMode ??= defaultMode
    for (const source of volume.projected.sources ?? []) setProjectionDefaults(source)
  }
  if (volume.hostPath) volume.hostPath.type ??= ''
  if (volume.ephemeral?.volumeClaimTemplate) {
    volume.ephemeral.volumeClaimTemplate.spec ??= {}
    setClaimSpecDefaults(volume.ephemeral.volumeClaimTemplate.spec)
  }
  setIscsiDefaults(volume.iscsi)
  setRbdDefaults(volume.rbd)
  setAzureDiskDefaults(volume.azureDisk)
  setScaleIoDefaults(volume.scaleIO)
}

function setProjectionDefaults(source: VolumeProjection): void {
  if (source.serviceAccountToken) source.serviceAccountToken.expirationSeconds ??= 3600
  defaultFieldRefs(source.downwardAPI?.items)
}

function defaultFieldRefs(items: DownwardAPIVolumeFile[] | undefined): void {
  for (const item of items ?? []) if (item.fieldRef) item.fieldRef.apiVersion ||= 'v1'
}

/** Sets the defaults of an iSCSI source, in place. */
export function setIscsiDefaults(source: Pick<ISCSIVolumeSource, 'iscsiInterface'> | undefined): void {
  if (source) source.iscsiInterface ||= 'default'
}
/** Sets the defaults of a Ceph RBD source, in place. */
export function setRbdDefaults(source: Pick<RBDVolumeSource, 'pool' | 'user' | 'keyring'> | undefined): void {
  if (source === undefined) return
  source.pool ||= 'rbd'
  source.user ||= 'admin'
  source.keyring ||= '/etc/ceph/keyring'
}
/** Sets the defaults of an Azure disk source, in place. */
export function setAzureDiskDefaults(source: AzureDiskVolumeSource | undefined): void {
  if (source === undefined) return
  source.cachingMode ??= 'ReadWrite'
  source.fsType ??= 'ext4'
  source.readOnly ??= false
  source.kind ??= 'Shared'
}
/** Sets the defaults of a ScaleIO source, in place. */
export function setScaleIoDefaults(
  source: Pick<ScaleIOVolumeSource, 'storageMode' | 'fsType'> | undefined,
): void {
  if (source === undefined) return
  source.storageMode ||= 'ThinProvisioned'
  source.fsType ||= 'xfs'
}

// Upstream: pkg/apis/core/v1/zz_generated.defaults.go, pkg/apis/storage/v1/zz_generated.defaults.go (SetObjectDefaults_PersistentVolume, SetObjectDefaults_VolumeAttachment)

import type { PersistentVolumeSpec } from '../../../api/core-v1.ts'
import { roundUpResourceList } from '../core/resource-list.ts'
import {
  setAzureDiskDefaults,
  setIscsiDefaults,
  setRbdDefaults,
  setScaleIoDefaults,
} from '../pod/volume-defaults.ts'

/** Sets the defaults of a volume's capacity and source, in place: of a PersistentVolume, or inline in a VolumeAttachment. */
export function setPersistentVolumeSourceDefaults(spec: PersistentVolumeSpec): void {
  roundUpResourceList(spec.capacity)
  if (spec.hostPath) spec.hostPath.type ??= ''
  setIscsiDefaults(spec.iscsi)
  setRbdDefaults(spec.rbd)
  setAzureDiskDefaults(spec.azureDisk)
  setScaleIoDefaults(spec.scaleIO)
}

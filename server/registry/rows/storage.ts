import { csiDriverRules } from '../csidriver/strategy.ts'
import { csiNodeRules } from '../storage/csi-node.ts'
import { storageCapacityRules } from '../storage/storage-capacity.ts'
import { volumeAttachmentRules } from '../storage/volume-attachment.ts'
import { volumeAttributesClassRules } from '../storage/volume-attributes-class.ts'
import { storageClassRules } from '../storageclass/strategy.ts'
import * as storage from '../tables/storage.ts'
import { group } from './group.ts'

/** The rows of storage.k8s.io. */
export const storageRows = group('storage.k8s.io', {
  csidrivers: {
    rules: csiDriverRules,
    table: storage.printCSIDriver,
    conditionalUpdate: true,
    answersDeleted: true,
  },
  csinodes: {
    rules: csiNodeRules,
    table: storage.printCSINode,
    conditionalUpdate: true,
    answersDeleted: true,
  },
  csistoragecapacities: { rules: storageCapacityRules, conditionalUpdate: true },
  storageclasses: { rules: storageClassRules, table: storage.printStorageClass, answersDeleted: true },
  volumeattachments: {
    rules: volumeAttachmentRules,
    table: storage.printVolumeAttachment,
    conditionalUpdate: true,
    statusKeepsMeta: true,
    answersDeleted: true,
  },
  volumeattributesclasses: {
    rules: volumeAttributesClassRules,
    table: storage.printVolumeAttributesClass,
    answersDeleted: true,
  },
})

// Upstream: pkg/printers/internalversion/printers.go

import type { JsonObject } from '../../../apimachinery/json.ts'
import { age, at, list, name, type Printer, text, values } from './cells.ts'
import { tablesDialect } from './dialect.ts'

const flag = (o: JsonObject, field: string, missing: boolean): boolean => {
  const value = at(o, 'spec', field)
  return value === undefined ? missing : value === true
}

/** Cells of CSINodes: name, number of drivers, age. */
export const printCSINode: Printer = (o, options) => [
  name(o),
  list(o, 'spec', 'drivers').length,
  age(o, options),
]

/** Cells of CSIDrivers: name, attachment, pod info, storage capacity, tokens, republication, modes, age. */
export const printCSIDriver: Printer = (o, options) => [
  name(o),
  flag(o, 'attachRequired', true),
  flag(o, 'podInfoOnMount', false),
  flag(o, 'storageCapacity', false),
  at(o, 'spec', 'tokenRequests') === undefined
    ? '<unset>'
    : list(o, 'spec', 'tokenRequests')
        .map((request) => text(request, 'audience'))
        .join(','),
  flag(o, 'requiresRepublish', false),
  values(o, 'spec', 'volumeLifecycleModes').join(',') || '<none>',
  age(o, options),
]

const isDefault = (o: JsonObject, ...annotations: string[]): boolean =>
  annotations.some((annotation) => text(o, 'metadata', 'annotations', annotation) === 'true')

/** Cells of StorageClasses: name (marked as default), provisioner, reclaim policy, binding, expansion, age. */
export const printStorageClass: Printer = (o, options) => [
  isDefault(
    o,
    'storageclass.kubernetes.io/is-default-class',
    'storageclass.beta.kubernetes.io/is-default-class',
  )
    ? `${name(o)} (default)`
    : name(o),
  text(o, 'provisioner'),
  text(o, 'reclaimPolicy') || 'Delete',
  text(o, 'volumeBindingMode') || 'Immediate',
  at(o, 'allowVolumeExpansion') === true,
  age(o, options),
]

/** Cells of VolumeAttributesClasses: name, driver, age. */
export const printVolumeAttributesClass: Printer = (o, options) => {
  const marked =
    tablesDialect(options.minor).marksDefaultAttributesClass &&
    isDefault(o, 'volumeattributesclass.alpha.kubernetes.io/is-default-class')
  return [marked ? `${name(o)} (default)` : name(o), text(o, 'driverName'), age(o, options)]
}

/** Cells of VolumeAttachments: name, attacher, volume, node, attached, age. */
export const printVolumeAttachment: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'attacher'),
  text(o, 'spec', 'source', 'persistentVolumeName'),
  text(o, 'spec', 'nodeName'),
  at(o, 'status', 'attached') === true,
  age(o, options),
]

// Upstream: plugin/pkg/admission/storage/persistentvolume/resize/admission.go

import type { PersistentVolumeClaim } from '../../api/core-v1.ts'
import type { StorageClass } from '../../api/storage-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { getOwn } from '../../apimachinery/json.ts'
import { claimClass } from '../../apimachinery/quota/claims.ts'
import { compareQuantities } from '../registry/core/resource-list.ts'
import type { Storage } from '../storage/interface.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { AdmissionPlugin } from './chain.ts'
import { forbid } from './forbid.ts'

const sizeOf = (claim: KubeObject): string | undefined =>
  getOwn((claim as unknown as PersistentVolumeClaim).spec?.resources?.requests ?? {}, 'storage')

/** Claims grow only once they are bound, and only where their class allows it. */
export function persistentVolumeClaimResize({ storage }: { storage: Storage }): AdmissionPlugin {
  return {
    name: 'PersistentVolumeClaimResize',
    handles: (operation) => operation === 'UPDATE',
    resources: new Set(['/persistentvolumeclaims']),
    async validate(attributes) {
      const { request, object, oldObject } = attributes
      if (request.group !== '' || request.resource !== 'persistentvolumeclaims' || request.subresource !== '')
        return
      if (object === undefined || oldObject === undefined) return
      if (compareQuantities(sizeOf(object), sizeOf(oldObject)) <= 0) return
      if ((oldObject as unknown as PersistentVolumeClaim).status?.phase !== 'Bound')
        throw forbid(attributes, 'Only bound persistent volume claims can be expanded')
      if (await allowsExpansion(storage, claimClass(object), claimClass(oldObject))) return
      throw forbid(
        attributes,
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      )
    },
  }
}

async function allowsExpansion(storage: Storage, now: string, before: string): Promise<boolean> {
  if (now === '' || now !== before) return false
  const record = await knownOrNewest(storage, `/registry/storageclasses/${now}`)
  return (record?.object as unknown as StorageClass | undefined)?.allowVolumeExpansion === true
}
